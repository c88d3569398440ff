import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

import { normalAddress } from '../text/address.ts'

/**
 * Networks of IPv4 that the shop's own network alone can reach: this machine, its neighbours, the
 * host's data service.
 */
export const innerNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const

const inner = new BlockList()
for (const [address, prefix] of innerNetworks) inner.addSubnet(address, prefix, 'ipv4')

for (const [address, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inner.addSubnet(address, prefix, 'ipv6')

const isInnerIp = (address: string): boolean => {
  const plain = normalAddress(address) ?? address
  return inner.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whether a host is inside the network: by its address, by a name that only a network of its own knows,
 * or by where its name leads. A name that leads nowhere is not; who calls it learns that soon enough.
 */
export async function isInner(host: string): Promise<boolean> {
  const name = host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

  if (isIP(name)) return isInnerIp(name)
  if (!name.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name))
    return true

  const found = await lookup(name, { all: true }).catch(() => [])

  return found.some(({ address }) => isInnerIp(address))
}
