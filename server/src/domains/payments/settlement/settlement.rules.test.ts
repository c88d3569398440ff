import { describe, expect, it } from 'vitest'
import { decide, nextCheck } from './settlement.rules.ts'

const opened = new Date('2026-03-01T12:00:00.000Z')
const ends = new Date('2026-03-01T12:30:00.000Z')
const hoursAfter = (hours: number) => new Date(ends.getTime() + hours * 3_600_000)

describe('money', () => {
  const came = (currency: string) => ({
    amountCents: 1000,
    currency,
    receivedAt: opened,
    receiptId: `in ${currency}`,
  })
  const judge = (...receipts: ReturnType<typeof came>[]) =>
    decide(
      { status: 'pending', amountCents: 1000, currency: 'BRL', expiresAt: ends, attention: null },
      receipts,
      { state: 'open', mismatch: null, dispute: null },
      opened,
    )

  it('in another currency never pays an order, as much as it may be; staff are told', () => {
    expect(judge(came('USD'))).toEqual({ kind: 'keep', attention: 'mismatch', extra: [] })
    expect(judge(came('USD'), came('BRL'))).toMatchObject({ kind: 'complete', extra: [] })
  })

  it('that came in two parts is all there: nothing is told as missing any more', () => {
    const part = (cents: number, time: string) => ({
      amountCents: cents,
      currency: 'BRL',
      receivedAt: new Date(`2026-03-01T12:${time}:00.000Z`),
      receiptId: time,
    })
    const low = {
      amountCents: 1990,
      currency: 'BRL',
      expiresAt: ends,
      status: 'pending',
      attention: 'partial',
    } as const
    const open = { state: 'open', mismatch: null, dispute: null } as const
    const verdict = (...parts: ReturnType<typeof part>[]) => decide(low, parts, open, opened)
    expect(verdict(part(1000, '05'))).toMatchObject({ kind: 'keep', attention: 'partial' })
    expect(verdict(part(1000, '05'), part(990, '10'))).toEqual({
      kind: 'complete',
      attention: null,
      paidAt: new Date('2026-03-01T12:10:00.000Z'),
      extra: [],
    })
    expect(verdict(part(1000, '05'), part(990, '31'))).toMatchObject({ attention: 'late' })
    expect(verdict(part(1000, '05'), part(991, '10'))).toMatchObject({ attention: 'over' })
  })
})

describe('a payment whose time is over', () => {
  const payment = { status: 'failed', createdAt: opened, expiresAt: ends, method: 'pix' } as const

  it('is asked about for 48 hours more, and after that only while money is under way (R7, M7)', () => {
    const next = (hours: number, underway = false) =>
      nextCheck(payment, hoursAfter(hours), underway)
    expect(next(1)).toEqual(new Date('2026-03-01T13:31:00.000Z'))
    expect(next(47)).toEqual(new Date('2026-03-03T11:45:00.000Z'))
    expect(next(49)).toBeNull()
    expect(next(49, true)).toEqual(new Date('2026-03-03T14:30:00.000Z'))
  })
})
