import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP } from 'node:net'

import { innerNetworks } from '../../platform/http/inner-address.ts'

// Addresses that come from browsers lead into the world alone: not to this machine, not into the
// owner's network, not to the services of a cloud (P373).

const inner = new BlockList()

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
  inner.addSubnet(net, bits, 'ipv4')

// Of IPv6 only what is given out to the world is called.
const world = new BlockList()
world.addSubnet('2000::', 3, 'ipv6')

for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** Whether an address of the network is one that anybody may have. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inner.check(address, 'ipv4')

  return family === 6 && world.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}

/** Whether an address is https on its own port, of a host that has a name in the world. */
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
 * Looks a name up as a connection does, and knows only its public addresses: a name that leads
 * inside later is refused when it is called.
 */
export function publicLookup(name: string, options: LookupOptions, done: Done): void {
  resolve(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])

    const allowed = found.filter(({ address }) => isPublicAddress(address))
    const [first] = allowed
    if (!first)
      return done(Object.assign(new Error('no public address'), { code: 'ENOTPUBLIC' }), [])

    return options.all ? done(null, allowed) : done(null, first.address, first.family)
  })
}
