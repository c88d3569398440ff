import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'

import { innerNetworks } from '../../platform/http/inner-address.ts'

// Push URLs from browsers may only lead to public hosts: not to this machine, the owner's network
// or the services of a cloud (P373).

const innerRanges = new BlockList()

for (const [net, bits] of [
  ...innerNetworks,
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  innerRanges.addSubnet(net, bits, 'ipv4')

// Of IPv6 only the public range is called.
const publicRange = new BlockList()
publicRange.addSubnet('2000::', 3, 'ipv6')

for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  innerRanges.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const ipFamily = isIP(address)
  if (ipFamily === 4) return !innerRanges.check(address, 'ipv4')

  return ipFamily === 6 && publicRange.check(address, 'ipv6') && !innerRanges.check(address, 'ipv6')
}

/** Whether a URL is https on port 443 of a host with a public name. */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false

  const { protocol, hostname, port, username, password } = new URL(text)

  return (
    protocol === 'https:' &&
    port === '' &&
    !username &&
    !password &&
    !hostname.startsWith('[') &&
    isIP(hostname) === 0 &&
    /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(hostname) &&
    !/\.(?:local|localhost|internal|intranet|lan|home|corp|onion|test|example|invalid|arpa)$/.test(
      hostname,
    )
  )
}

type Done = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/**
 * Resolves a name for a connection, to its public addresses only. A name that later resolves to an
 * internal address is refused at that connection.
 */
export function publicLookup(name: string, options: LookupOptions, done: Done): void {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])

    const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address))
    const [firstAddress] = publicAddresses
    if (!firstAddress)
      return done(Object.assign(new Error('no public address'), { code: 'ENOTPUBLIC' }), [])

    return options.all
      ? done(null, publicAddresses)
      : done(null, firstAddress.address, firstAddress.family)
  })
}
