import dns, { type LookupAddress } from 'node:dns'

// Loaded before the shop by the film of the first hour (node --import): names of LOCAL_NAMES lead to
// this machine, as they would to a provider's, so that a production shop, which takes no address of
// its own machine, meets the sandbox by the provider's own protocol.
const names = new Set((process.env.LOCAL_NAMES ?? '').split(','))
const here = { address: '127.0.0.1', family: 4 }

type Done = (error: Error | null, found: string | LookupAddress[], family?: number) => void
type Lookup = (name: string, options: unknown, done: Done) => void
const original = dns.lookup as unknown as Lookup

const lookup: Lookup = (name, options, done) => {
  if (!names.has(name)) return original(name, options, done)

  const wantsAll = (options as { all?: boolean }).all === true
  process.nextTick(() => (wantsAll ? done(null, [here]) : done(null, here.address, here.family)))
}

dns.lookup = lookup as never
