import { describe, expect, it } from 'vitest'

import { withdrawableUntil, withdrawalView } from './withdrawal.rules.ts'

const order = {
  status: 'completed',
  completedAt: new Date('2026-11-01T12:00:00Z'),
  totalCents: 1990,
}

const until = '2026-11-08T12:00:00.000Z'
const beforeEnd = new Date('2026-11-08T11:59:59.999Z')
const end = new Date(until)

const request = {
  createdAt: new Date('2026-11-02T12:00:00Z'),
  reason: 'Não serviu',
  declinedAt: null,
  answer: null,
}

const declined = {
  ...request,
  declinedAt: new Date('2026-11-03T12:00:00Z'),
  answer: 'A chave foi usada.',
}

it('the right of withdrawal ends seven days after payment; a free order has none', () => {
  expect(withdrawableUntil(order)).toEqual(end)
  expect(withdrawableUntil({ ...order, totalCents: 1 })).toEqual(end)
  expect(withdrawableUntil({ ...order, totalCents: 0 })).toBeNull()
  expect(withdrawableUntil({ ...order, completedAt: null })).toBeNull()
})

describe('the withdrawal that a buyer sees', () => {
  it('is possible until the last moment, for a completed order', () => {
    expect(withdrawalView(order, null, beforeEnd)).toEqual({
      state: 'possible',
      until,
      askedAt: null,
      reason: null,
      answer: null,
    })

    expect(withdrawalView(order, null, end)).toBeNull()
    expect(withdrawalView({ ...order, status: 'refunded' }, null, beforeEnd)).toBeNull()
  })

  it('is absent for an order that was never paid, even with a request', () => {
    const free = { ...order, totalCents: 0 }
    expect(withdrawalView(free, null, beforeEnd)).toBeNull()
    expect(withdrawalView(free, request, beforeEnd)).toBeNull()
  })

  const asked = { until, askedAt: '2026-11-02T12:00:00.000Z', reason: 'Não serviu' }

  it('is open until the shop answers, also after the last moment', () => {
    expect(withdrawalView(order, request, end)).toEqual({ ...asked, state: 'open', answer: null })
  })

  it('is declined with the answer of the shop', () => {
    expect(withdrawalView(order, declined, beforeEnd)).toEqual({
      ...asked,
      state: 'declined',
      answer: 'A chave foi usada.',
    })
  })

  it('is refunded without the text of an earlier refusal', () => {
    expect(withdrawalView({ ...order, status: 'refunded' }, declined, end)).toEqual({
      ...asked,
      state: 'refunded',
      answer: null,
    })
  })
})
