import { isIP } from 'node:net'

/** The eight groups of an IPv6 address in any notation; null for other text. */
function parseGroups(text: string): number[] | null {
  const withoutZone = text.split('%')[0]!
  if (isIP(withoutZone) !== 6) return null

  const embeddedIpv4 = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(withoutZone)
  const hexPairOf = (high = '', low = '') => (Number(high) * 256 + Number(low)).toString(16)
  const hexNotation = embeddedIpv4
    ? `${embeddedIpv4[1]}${hexPairOf(embeddedIpv4[2], embeddedIpv4[3])}:${hexPairOf(embeddedIpv4[4], embeddedIpv4[5])}`
    : withoutZone
  const [head, tail] = hexNotation
    .split('::')
    .map((part) => (part ? part.split(':').map((group) => parseInt(group, 16)) : []))

  return tail
    ? [...head!, ...Array<number>(8 - head!.length - tail.length).fill(0), ...tail]
    : head!
}

/** The groups in the notation of RFC 5952: lower case, the longest run of zeros left out. */
function writeGroups(groups: readonly number[]): string {
  const fullNotation = groups.map((group) => group.toString(16)).join(':')
  const zeroRunMatches = [...fullNotation.matchAll(/(?<![0-9a-f])0(:0)+(?![0-9a-f])/g)].sort(
    (a, b) => b[0].length - a[0].length || a.index - b.index,
  )
  const longestRun = zeroRunMatches[0]

  if (!longestRun) return fullNotation

  const head = fullNotation.slice(0, longestRun.index).replace(/:$/, '')
  const tail = fullNotation.slice(longestRun.index + longestRun[0].length).replace(/^:/, '')

  return `${head}::${tail}`
}

/**
 * The canonical notation of an IP address: IPv4-mapped IPv6 becomes IPv4, zeros are shortened, port
 * and zone are removed. Null for other text.
 */
export function normalAddress(text: string): string | null {
  const bareAddress = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

  if (isIP(bareAddress) === 4) return bareAddress

  const addressGroups = parseGroups(bareAddress)
  if (!addressGroups) return null
  if (addressGroups.slice(0, 5).every((group) => group === 0) && addressGroups[5] === 0xffff)
    return [
      addressGroups[6]! >> 8,
      addressGroups[6]! & 255,
      addressGroups[7]! >> 8,
      addressGroups[7]! & 255,
    ].join('.')

  return writeGroups(addressGroups)
}

/**
 * The network of one caller: an IPv4 address, or the /64 of an IPv6 address (D027). Other text is
 * returned unchanged.
 */
export function networkOf(text: string): string {
  const normalForm = normalAddress(text)
  if (normalForm === null) return text.slice(0, 64)

  const networkGroups = parseGroups(normalForm)

  return networkGroups
    ? `${writeGroups([...networkGroups.slice(0, 4), 0, 0, 0, 0])}/64`
    : normalForm
}
