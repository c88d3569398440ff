import { expect, it } from 'vitest'

import { createPositions } from './wal-positions.ts'

/** The required position for a lag of five seconds; the primary was queried at these seconds. */
const queriedAt = (...seconds: number[]) => {
  const positions = createPositions(5_000)
  for (const at of seconds) positions.note(at * 1000, `0/${at}`)

  return (now: number) => positions.floor(now * 1000)
}

it('a replica must hold the WAL of that many seconds ago; an old answer sets no limit [P600]', () => {
  expect(queriedAt()(1)).toBeNull()
  // In the first five seconds, the first position is stricter than required.
  expect(queriedAt(0, 1, 2)(2)).toBe('0/0')
  const floor = queriedAt(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  expect(floor(10)).toBe('0/5')
  expect(floor(10.9)).toBe('0/5')
  expect(floor(11)).toBe('0/6')
  // The primary stopped answering, so its later writes are unknown.
  expect(floor(18)).toBe('0/10')
  expect(floor(18.1)).toBeNull()
  // A gap in the queries: the position before it is too old for writes within the gap.
  expect(queriedAt(0, 1, 2, 10)(9.9)).toBe('0/2')
  expect(queriedAt(0, 1, 2, 10)(10.1)).toBeNull()
  expect(queriedAt(0, 1, 2, 10)(15)).toBe('0/10')
})
