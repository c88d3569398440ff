import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

import { normalAddress } from '../text/ip-address.ts'

/**
 * IPv4 networks that are not public: this machine, its local network, the cloud's metadata service.
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

const innerBlocks = new BlockList()
for (const [address, prefix] of innerNetworks) innerBlocks.addSubnet(address, prefix, 'ipv4')

for (const [address, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  innerBlocks.addSubnet(address, prefix, 'ipv6')

const isInnerIp = (address: string): boolean => {
  const plainAddress = normalAddress(address) ?? address
  return innerBlocks.check(plainAddress, isIP(plainAddress) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Whether a host is in the internal network: by its IP address, by a name that only local networks
 * use, or by its DNS records. A name that does not resolve is not internal; the caller's request to
 * it will fail.
 */
export async function isInnerHost(host: string): Promise<boolean> {
  const bareHostName = host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

  if (isIP(bareHostName)) return isInnerIp(bareHostName)
  if (
    !bareHostName.includes('.') ||
    /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(bareHostName)
  )
    return true

  const dnsRecords = await lookup(bareHostName, { all: true }).catch(() => [])

  return dnsRecords.some(({ address }) => isInnerIp(address))
}
