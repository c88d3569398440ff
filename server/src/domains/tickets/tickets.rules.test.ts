import { describe, expect, it } from 'vitest'

import type { Ticket } from './tickets.queries.ts'
import { updateMarks, type TimedMessage } from './tickets.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

const blank = {
  firstCustomerAt: null,
  customerAt: null,
  responseSeconds: null,
  waitingSince: null,
  customerPosition: 0,
} as Ticket

const word = (role: TimedMessage['role'], minute: number, position = minute): TimedMessage => ({
  role,
  createdAt: at(minute),
  position,
})

describe('the waiting times of a ticket', () => {
  it('run from the first customer message to the first answer, without bots, in any order [P334]', () => {
    expect(
      updateMarks(blank, [word('staff', 9), word('bot', 1), word('user', 4), word('user', 2)]),
    ).toEqual({
      firstCustomerAt: at(2),
      customerAt: at(4),
      responseSeconds: 420,
      waitingSince: null,
      customerPosition: 4,
    })
  })

  it('count no answer before the customer spoke, and keep the first one [P334]', () => {
    const began = updateMarks(blank, [word('staff', 1), word('user', 3)])
    expect([began.responseSeconds, began.waitingSince]).toEqual([null, at(3)])
    const answered = { ...blank, ...updateMarks({ ...blank, ...began }, [word('staff', 5)]) }
    expect(answered.responseSeconds).toBe(120)
    const later = updateMarks(answered, [word('user', 8), word('user', 9), word('staff', 60)])

    expect([later.responseSeconds, later.waitingSince, later.customerAt]).toEqual([
      120,
      null,
      at(9),
    ])
  })

  it('start with the first customer message that has no answer [P334]', () => {
    const marks = updateMarks(blank, [
      word('user', 1),
      word('staff', 2),
      word('user', 5),
      word('user', 7),
    ])
    expect([marks.waitingSince, marks.customerPosition]).toEqual([at(5), 7])
  })
})
