import dns, { type LookupAddress } from 'node:dns'

// The test of a shop's first hour loads this before the shop (node --import). It makes the host
// names in LOCAL_NAMES resolve to this machine. A production shop accepts no local address, so the
// shop calls the sandbox by such a name.
const names = new Set((process.env.LOCAL_NAMES ?? '').split(','))
const localAddress = { address: '127.0.0.1', family: 4 }

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void
type Lookup = (name: string, options: unknown, done: Done) => void
const original = dns.lookup as unknown as Lookup

const lookup: Lookup = (name, options, done) => {
  if (!names.has(name)) return original(name, options, done)

  const wantsAll = (options as { all?: boolean }).all === true
  process.nextTick(() =>
    wantsAll ? done(null, [localAddress]) : done(null, localAddress.address, localAddress.family),
  )
}

dns.lookup = lookup as never
