import type { ReviewReason } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import { wasPaid, type ReceivedMoney } from '../state/payment.rules.ts'
import { decideVerdict, type ProviderReport, type JudgedPayment } from './verdict.rules.ts'

const opened = new Date('2026-03-01T12:00:00.000Z')
const ends = new Date('2026-03-01T12:30:00.000Z')

describe('receipts', () => {
  const came = (currency: string) => ({
    amountCents: 1000,
    currency,
    receivedAt: opened,
    receiptId: `in ${currency}`,
  })

  const judge = (...receipts: ReturnType<typeof came>[]) =>
    decideVerdict(
      {
        status: 'pending',
        amountCents: 1000,
        currency: 'BRL',
        expiresAt: ends,
        reviewReason: null,
      },
      receipts,
      { state: 'open', mismatch: null, dispute: null },
      opened,
    )

  it('in another currency never pay an order, whatever the amount; staff review it', () => {
    expect(judge(came('USD'))).toEqual({ kind: 'keep', reviewReason: 'mismatch', extra: [] })
    expect(judge(came('USD'), came('BRL'))).toMatchObject({ kind: 'complete', extra: [] })
  })

  it('that lack one cent pay nothing yet; with that cent they do', () => {
    const cents = (amountCents: number) => judge({ ...came('BRL'), amountCents })
    expect(cents(999)).toEqual({ kind: 'keep', reviewReason: 'partial', extra: [] })
    expect(cents(1000)).toMatchObject({ kind: 'complete', reviewReason: null })
    expect(cents(1001)).toMatchObject({ kind: 'complete', reviewReason: 'over' })
  })

  it('in two parts are complete: nothing is shown as missing any more', () => {
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
      reviewReason: 'partial',
    } as const

    const open = { state: 'open', mismatch: null, dispute: null } as const
    const verdict = (...parts: ReturnType<typeof part>[]) => decideVerdict(low, parts, open, opened)
    expect(verdict(part(1000, '05'))).toMatchObject({ kind: 'keep', reviewReason: 'partial' })

    expect(verdict(part(1000, '05'), part(990, '10'))).toEqual({
      kind: 'complete',
      reviewReason: null,
      paidAt: new Date('2026-03-01T12:10:00.000Z'),
      extra: [],
    })

    expect(verdict(part(1000, '05'), part(990, '31'))).toMatchObject({ reviewReason: 'late' })
    expect(verdict(part(1000, '05'), part(991, '10'))).toMatchObject({ reviewReason: 'over' })
  })
})

describe('the verdict on the facts of a payment', () => {
  const minute = (at: number) => new Date(opened.getTime() + at * 60_000)

  const paid = (amountCents: number, at: number, currency = 'BRL'): ReceivedMoney => ({
    amountCents,
    currency,
    receivedAt: minute(at),
    receiptId: `${amountCents} at ${at}`,
  })

  const standing = (more: Partial<JudgedPayment> = {}): JudgedPayment => ({
    status: 'pending',
    amountCents: 1000,
    currency: 'BRL',
    expiresAt: ends,
    reviewReason: null,
    ...more,
  })

  const told = (
    more: Partial<JudgedPayment>,
    receipts: ReceivedMoney[],
    seen: Partial<ProviderReport> = {},
    now: Date = minute(5),
  ) =>
    decideVerdict(
      standing(more),
      receipts,
      { state: 'open', mismatch: null, dispute: null, ...seen },
      now,
    )

  it('a payment completes at the time its amount is reached; later money is refunded [decision Q38]', () => {
    expect(told({}, [paid(1000, 3)])).toEqual({
      kind: 'complete',
      reviewReason: null,
      paidAt: minute(3),
      extra: [],
    })

    const twice = [paid(1000, 9), paid(400, 2), paid(600, 4), paid(50, 7)]

    expect(told({}, twice)).toEqual({
      kind: 'complete',
      reviewReason: 'duplicate',
      paidAt: minute(4),
      extra: [twice[3], twice[0]],
    })

    expect(told({}, [paid(1001, 3)])).toMatchObject({ kind: 'complete', reviewReason: 'over' })
    expect(told({}, [paid(999, 3)])).toEqual({ kind: 'keep', reviewReason: 'partial', extra: [] })
    expect(told({}, [])).toEqual({ kind: 'keep', reviewReason: null, extra: [] })
  })

  it('money after the deadline or for a failed payment is late; at the deadline it is not', () => {
    expect(told({}, [paid(1000, 30)])).toMatchObject({ kind: 'complete', reviewReason: null })
    expect(told({}, [paid(1000, 31)])).toMatchObject({ kind: 'complete', reviewReason: 'late' })

    for (const status of ['failed', 'rejected'] as const)
      expect(told({ status }, [paid(1000, 3)])).toMatchObject({
        kind: 'complete',
        reviewReason: 'late',
      })

    expect(told({ reviewReason: 'mismatch' }, [paid(1000, 31)])).toMatchObject({
      reviewReason: 'mismatch',
    })
  })

  it('money of a barred buyer waits for staff, also after the bar is lifted [decision Q114]', () => {
    const held = { kind: 'keep', reviewReason: 'held', extra: [] }

    expect(told({ isBuyerBarred: true }, [paid(1000, 3), paid(1000, 4)])).toEqual({
      kind: 'fail',
      reason: 'cancelled',
      reviewReason: 'held',
    })

    expect(told({ reviewReason: 'held' }, [paid(1000, 3)])).toMatchObject({ kind: 'fail' })
    expect(told({ isBuyerBarred: true, status: 'failed' }, [paid(1000, 3)])).toEqual(held)
    expect(told({ isCouponSpent: true, status: 'failed' }, [paid(1000, 3)])).toEqual(held)
    expect(told({ reviewReason: 'held', status: 'failed' }, [paid(1000, 3)])).toEqual(held)
    // A part of the held money was returned.
    expect(told({ reviewReason: 'held', status: 'failed' }, [paid(999, 3)])).toEqual(held)
  })

  it('a foreign charge never completes, nor does foreign money that is not enough', () => {
    const mismatch = { kind: 'keep', reviewReason: 'mismatch', extra: [] }
    expect(told({}, [paid(1000, 3)], { mismatch: 'another recipient' })).toEqual(mismatch)
    expect(told({}, [paid(999, 3), paid(1000, 4, 'USD')])).toEqual(mismatch)
    expect(told({ reviewReason: 'held' }, [paid(999, 3), paid(1, 4, 'USD')])).toEqual(mismatch)
  })

  it("the exchange's question is shown as long as it is open", () => {
    expect(told({}, [], { awaitsShop: true })).toMatchObject({ reviewReason: 'confirmation' })
    expect(told({ reviewReason: 'confirmation' }, [])).toMatchObject({ reviewReason: null })

    expect(told({ reviewReason: 'confirmation', status: 'failed' }, [])).toMatchObject({
      kind: 'keep',
      reviewReason: null,
    })

    expect(told({ reviewReason: 'confirmation' }, [paid(1000, 3)])).toMatchObject({
      kind: 'complete',
      reviewReason: null,
    })
  })

  it('an unpaid one ends at its deadline unless coins were seen in time, or with its charge', () => {
    const after = (seen: Partial<ProviderReport>, now: Date) => told({}, [], seen, now)
    expect(after({}, minute(29.99)).kind).toBe('keep')
    expect(after({}, minute(30))).toEqual({ kind: 'fail', reason: 'expired', reviewReason: null })
    expect(after({ detectedInTime: true }, minute(31)).kind).toBe('keep')
    expect(after({ state: 'unknown' }, minute(5)).kind).toBe('keep')
    const closed = { state: 'closed', detectedInTime: true } as const
    expect(after(closed, minute(29))).toMatchObject({ kind: 'fail', reason: 'cancelled' })
    expect(after(closed, minute(30))).toMatchObject({ kind: 'fail', reason: 'expired' })

    expect(told({}, [paid(1, 3)], {}, minute(30))).toMatchObject({
      kind: 'fail',
      reviewReason: 'partial',
    })
  })

  it('a failed one keeps its review reason, or gets a stronger one', () => {
    expect(told({ status: 'failed', reviewReason: 'mismatch' }, [], {}, minute(40))).toEqual({
      kind: 'keep',
      reviewReason: 'mismatch',
      extra: [],
    })

    expect(told({ status: 'rejected' }, [paid(5, 3)], {}, minute(40))).toEqual({
      kind: 'keep',
      reviewReason: 'partial',
      extra: [],
    })

    expect(told({ status: 'failed' }, [], { state: 'closed' }, minute(40)).kind).toBe('keep')
  })

  it('a paid one stays paid: later money is refunded, and a dispute is shown', () => {
    const receipts = [paid(1000, 3), paid(1000, 8)]

    expect(told({ status: 'completed' }, receipts)).toEqual({
      kind: 'keep',
      reviewReason: 'duplicate',
      extra: [receipts[1]],
    })

    expect(told({ status: 'refunded' }, receipts)).toEqual({
      kind: 'keep',
      reviewReason: 'duplicate',
      extra: [],
    })

    const kept = (reviewReason: ReviewReason | null, dispute: ProviderReport['dispute']) =>
      told({ status: 'completed', reviewReason }, [paid(1000, 3)], { dispute }).reviewReason
    expect(kept('late', null)).toBe('late')
    expect(kept('late', 'open')).toBe('disputed')
    expect(kept('late', 'lost')).toBe('disputed')
    expect(kept('disputed', 'won')).toBeNull()
    expect(kept('disputed', null)).toBeNull()
    expect(kept('held', 'won')).toBe('held')
    // Staff accepted a partial amount as enough.
    expect(told({ status: 'completed', reviewReason: 'partial' }, [paid(900, 3)])).toMatchObject({
      reviewReason: 'partial',
    })
    expect(told({ status: 'completed', isBuyerBarred: true }, [paid(1000, 3)]).kind).toBe('keep')

    expect([wasPaid({ status: 'completed' }), wasPaid({ status: 'refunded' })]).toEqual([
      true,
      true,
    ])

    expect([wasPaid({ status: 'pending' }), wasPaid({ status: 'failed' })]).toEqual([false, false])
  })
})
