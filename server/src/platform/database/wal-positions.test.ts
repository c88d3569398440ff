import { expect, it } from 'vitest'

import { createPositions } from './wal-positions.ts'

/** What a replica that may be five seconds behind must have, asked every second from 0 on. */
const asked = (...seconds: number[]) => {
  const positions = createPositions(5_000)
  for (const at of seconds) positions.note(at * 1000, `0/${at}`)

  return (now: number) => positions.floor(now * 1000)
}

it('a replica must hold the WAL of that many seconds ago; an old answer sets no limit [P600]', () => {
  expect(asked()(1)).toBeNull()
  // Before five seconds are known, the first position is more than that.
  expect(asked(0, 1, 2)(2)).toBe('0/0')
  const floor = asked(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  expect(floor(10)).toBe('0/5')
  expect(floor(10.9)).toBe('0/5')
  expect(floor(11)).toBe('0/6')
  // The primary does not answer any more: what it wrote meanwhile is unknown.
  expect(floor(18)).toBe('0/10')
  expect(floor(18.1)).toBeNull()
  // One gap in between: the position before it is too old to stand for what came in it.
  expect(asked(0, 1, 2, 10)(9.9)).toBe('0/2')
  expect(asked(0, 1, 2, 10)(10.1)).toBeNull()
  expect(asked(0, 1, 2, 10)(15)).toBe('0/10')
})
