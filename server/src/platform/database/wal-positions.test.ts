import { expect, it } from 'vitest'

import { createPositions } from './wal-positions.ts'

/**
 * Records positions of the primary at these seconds, with an allowed lag of five seconds. The
 * returned function gives the required position at a second.
 */
const queriedAt = (...seconds: number[]) => {
  const positions = createPositions(5_000)
  for (const at of seconds) positions.note(at * 1000, `0/${at}`)

  return (now: number) => positions.floor(now * 1000)
}

it('a replica needs the WAL of one allowed lag ago; after a gap no position is known [P600]', () => {
  expect(queriedAt()(1)).toBeNull()
  // In the first five seconds no position is old enough. The first position is required instead,
  // which is stricter.
  expect(queriedAt(0, 1, 2)(2)).toBe('0/0')
  const floor = queriedAt(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  expect(floor(10)).toBe('0/5')
  expect(floor(10.9)).toBe('0/5')
  expect(floor(11)).toBe('0/6')
  // The primary stopped answering, so its latest writes are unknown.
  expect(floor(18)).toBe('0/10')
  expect(floor(18.1)).toBeNull()
  // No queries between seconds 2 and 10: position 2 must not cover writes within the gap.
  expect(queriedAt(0, 1, 2, 10)(9.9)).toBe('0/2')
  expect(queriedAt(0, 1, 2, 10)(10.1)).toBeNull()
  expect(queriedAt(0, 1, 2, 10)(15)).toBe('0/10')
})
