import { isIP } from 'node:net'

/** The eight groups of an IPv6 address in any of its spellings; null when it is none. */
function groupsOf(text: string): number[] | null {
  const plain = text.split('%')[0]!
  if (isIP(plain) !== 6) return null

  const quad = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(plain)
  const pair = (high = '', low = '') => (Number(high) * 256 + Number(low)).toString(16)
  const hex = quad ? `${quad[1]}${pair(quad[2], quad[3])}:${pair(quad[4], quad[5])}` : plain
  const [head, tail] = hex
    .split('::')
    .map((part) => (part ? part.split(':').map((group) => parseInt(group, 16)) : []))

  return tail
    ? [...head!, ...Array<number>(8 - head!.length - tail.length).fill(0), ...tail]
    : head!
}

/** Groups as RFC 5952 writes them: lower case, the longest run of zeros left out. */
function written(groups: readonly number[]): string {
  const text = groups.map((group) => group.toString(16)).join(':')
  const runs = [...text.matchAll(/(?<![0-9a-f])0(:0)+(?![0-9a-f])/g)].sort(
    (a, b) => b[0].length - a[0].length || a.index - b.index,
  )
  const run = runs[0]

  return run
    ? `${text.slice(0, run.index).replace(/:$/, '')}::${text.slice(run.index + run[0].length).replace(/^:/, '')}`
    : text
}

/**
 * One spelling for an address: IPv4 mapped into IPv6 becomes IPv4, zeros are left out the same way,
 * port and zone are cut; null when it is no address.
 */
export function normalAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

  if (isIP(bare) === 4) return bare

  const groups = groupsOf(bare)
  if (!groups) return null
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')

  return written(groups)
}

/**
 * What counts as one place: an IPv4 address, or the /64 that an IPv6 customer gets as a whole
 * (D027). Text that is no address stands for itself.
 */
export function networkOf(text: string): string {
  const address = normalAddress(text)
  if (address === null) return text.slice(0, 64)

  const groups = groupsOf(address)

  return groups ? `${written([...groups.slice(0, 4), 0, 0, 0, 0])}/64` : address
}
