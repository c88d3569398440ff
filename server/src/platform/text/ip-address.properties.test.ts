import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { networkOf, normalAddress } from './ip-address.ts'

const group = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  fc.integer({ min: 0, max: 0xffff }),
)

const sixes = fc.array(group, { minLength: 8, maxLength: 8 })

/** The notation that the URL standard defines, as browsers write it. */
const written = (text: string) => new URL(`http://[${text}]/`).hostname.slice(1, -1)
const hex = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':')

describe('any IPv6 address', () => {
  it('is written as in the URL standard, whatever its notation was [B147]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), sixes.map(hex)), (text) => {
        const shortest = written(text)
        fc.pre(!/^::ffff:[\da-f]+:[\da-f]+$/.test(shortest))
        expect(normalAddress(text)).toBe(shortest)
        expect(normalAddress(text.toUpperCase())).toBe(shortest)
        expect(normalAddress(shortest)).toBe(shortest)
      }),
      { numRuns: 2000 },
    )
  })

  it('that maps an IPv4 address becomes that address [B147]', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(normalAddress(text)).toBe(text)
        expect(normalAddress(`::ffff:${text}`)).toBe(text)
        expect(normalAddress(written(`::ffff:${text}`))).toBe(text)
      }),
    )
  })

  it('shares its network with the addresses of its /64, and with no other [D027]', () => {
    fc.assert(
      fc.property(sixes, sixes, (one, other) => {
        // Skips IPv4-mapped addresses, because each of them is a separate network.
        fc.pre(one.slice(0, 5).some((part) => part > 0))
        const neighbour = [...one.slice(0, 4), ...other.slice(4)]
        fc.pre(neighbour.slice(0, 5).some((part) => part > 0))
        expect(networkOf(hex(neighbour))).toBe(networkOf(hex(one)))
        const elsewhere = [...one.slice(0, 3), one[3]! ^ 1, ...one.slice(4)]
        expect(networkOf(hex(elsewhere))).not.toBe(networkOf(hex(one)))
      }),
    )
  })
})
