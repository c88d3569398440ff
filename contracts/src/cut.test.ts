import { describe, expect, it } from 'vitest'

import { cutDepths, cutEdge, cutPath } from './cut.ts'

const ids = Array.from({ length: 2000 }, (_, nth) => `0190c1f2-${nth}-7000-8000-00000000${nth}`)

describe('the cut of an id', () => {
  it('is the same line every time, on every machine', () => {
    expect(cutDepths('chaveiro')).toEqual([0, 4, 2, 1, 0, 3, 2, 3, 0])
    expect(cutPath('chaveiro', { width: 108, height: 12 })).toBe(
      'M0 0L6 0L18 12L21 12L27 6L34.5 6L37.5 3L46.5 3L49.5 0L55.5 0L64.5 9L70.5 9L73.5 6L82.5 6L85.5 9L91.5 9L100.5 0L108 0',
    )
    expect(cutEdge('chaveiro', { ratio: 4 / 3 })).toBe(
      'polygon(0 0,100% 0,100% 92%,91.14% 92%,86.64% 98%,78.53% 98%,77.03% 96%,67.42% 96%,65.92% 98%,57.81% 98%,53.31% 92%,45.19% 92%,43.69% 94%,34.08% 94%,32.58% 96%,23.72% 96%,20.72% 100%,14.11% 100%,8.11% 92%,0% 92%)',
    )
  })

  it('has depth 0 at its ends, and never the same depth twice in a row', () => {
    for (const id of ids) {
      const depths = cutDepths(id)
      expect(depths).toHaveLength(9)
      expect([depths[0], depths.at(-1)]).toEqual([0, 0])
      expect(depths.every((depth) => Number.isInteger(depth) && depth >= 0 && depth <= 4)).toBe(
        true,
      )
      expect(depths.slice(1).some((depth, before) => depth === depths[before])).toBe(false)
    }
  })

  it('differs between most ids: two thousand ids have 1842 different cuts', () => {
    expect(new Set(ids.map((id) => cutDepths(id).join(''))).size).toBe(1842)
  })
})
