import { isIP } from 'node:net'

/** The eight groups of an IPv6 address in any notation; null for anything else. */
function groupsOf(text: string): number[] | null {
  const withoutZone = text.split('%')[0]!
  if (isIP(withoutZone) !== 6) return null

  const quad = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(withoutZone)
  const pair = (high = '', low = '') => (Number(high) * 256 + Number(low)).toString(16)
  const hex = quad ? `${quad[1]}${pair(quad[2], quad[3])}:${pair(quad[4], quad[5])}` : withoutZone
  const [head, tail] = hex
    .split('::')
    .map((part) => (part ? part.split(':').map((group) => parseInt(group, 16)) : []))

  return tail
    ? [...head!, ...Array<number>(8 - head!.length - tail.length).fill(0), ...tail]
    : head!
}

/** Groups in the notation of RFC 5952: lower case, longest run of zeros left out. */
function writeGroups(groups: readonly number[]): string {
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
 * One notation for an address: IPv4-mapped IPv6 becomes IPv4, zeros are shortened, port and zone
 * are cut. Null when it is no address.
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

  return writeGroups(groups)
}

/**
 * The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 customer (D027).
 * Other text is returned as it is.
 */
export function networkOf(text: string): string {
  const address = normalAddress(text)
  if (address === null) return text.slice(0, 64)

  const groups = groupsOf(address)

  return groups ? `${writeGroups([...groups.slice(0, 4), 0, 0, 0, 0])}/64` : address
}
