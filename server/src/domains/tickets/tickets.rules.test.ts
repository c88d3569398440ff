import { describe, expect, it } from 'vitest'

import type { Ticket } from './tickets.queries.ts'
import { marksAfter, type Word } from './tickets.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))

const blank = {
  firstCustomerAt: null,
  customerAt: null,
  responseSeconds: null,
  waitingSince: null,
  customerPosition: 0,
} as Ticket

const word = (role: Word['role'], minute: number, position = minute): Word => ({
  role,
  createdAt: at(minute),
  position,
})

describe('what the desk knows of a ticket', () => {
  it('counts from the customer’s first word to the first answer, whatever bots say and in whatever order it came [P334]', () => {
    expect(
      marksAfter(blank, [word('staff', 9), word('bot', 1), word('user', 4), word('user', 2)]),
    ).toEqual({
      firstCustomerAt: at(2),
      customerAt: at(4),
      responseSeconds: 420,
      waitingSince: null,
      customerPosition: 4,
    })
  })

  it('counts no answer before the customer spoke, and keeps the first one [P334]', () => {
    const began = marksAfter(blank, [word('staff', 1), word('user', 3)])
    expect([began.responseSeconds, began.waitingSince]).toEqual([null, at(3)])
    const answered = { ...blank, ...marksAfter({ ...blank, ...began }, [word('staff', 5)]) }
    expect(answered.responseSeconds).toBe(120)
    const later = marksAfter(answered, [word('user', 8), word('user', 9), word('staff', 60)])

    expect([later.responseSeconds, later.waitingSince, later.customerAt]).toEqual([
      120,
      null,
      at(9),
    ])
  })

  it('lets him wait from his first word without an answer [P334]', () => {
    const marks = marksAfter(blank, [
      word('user', 1),
      word('staff', 2),
      word('user', 5),
      word('user', 7),
    ])
    expect([marks.waitingSince, marks.customerPosition]).toEqual([at(5), 7])
  })
})
