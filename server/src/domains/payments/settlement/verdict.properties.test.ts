import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ReceivedMoney } from '../state/payment.rules.ts'
import { decideVerdict, type ProviderReport, type JudgedPayment } from './verdict.rules.ts'

// Properties of the only rule that decides what received money pays for, with any receipts in any
// order at any time.

const start = Date.UTC(2026, 2, 1, 12)
const minutes = (after: number) => new Date(start + after * 60_000)

/** Up to six receipts, most in the payment's currency; no two at the same minute. */
const receiptsOf = (amountCents: number): fc.Arbitrary<ReceivedMoney[]> =>
  fc
    .uniqueArray(
      fc.record({
        amountCents: fc.oneof(
          fc.integer({ min: 1, max: 2 * amountCents }),
          fc.constantFrom(amountCents, Math.max(1, amountCents - 1), Math.ceil(amountCents / 2)),
        ),
        currency: fc.oneof({ weight: 5, arbitrary: fc.constant('BRL') }, fc.constant('USD')),
        minute: fc.integer({ min: 0, max: 90 }),
      }),
      { maxLength: 6, selector: ({ minute }) => minute },
    )
    .map((all) =>
      all.map(({ minute, ...money }) => ({
        ...money,
        receivedAt: minutes(minute),
        receiptId: `at ${minute}`,
      })),
    )

const seen: fc.Arbitrary<ProviderReport> = fc.record({
  state: fc.constantFrom('open', 'closed', 'unknown'),
  mismatch: fc.option(fc.constant('another recipient' as const), { freq: 4 }),
  dispute: fc.constant(null),
  underway: fc.boolean(),
  detectedInTime: fc.boolean(),
  awaitsShop: fc.boolean(),
})

/** An unpaid payment with random facts; its time ends after half an hour. */
const unpaid = fc.integer({ min: 1, max: 10_000_000 }).chain((amountCents) =>
  fc.record({
    standing: fc.record<JudgedPayment>({
      status: fc.constantFrom('pending', 'failed', 'rejected'),
      amountCents: fc.constant(amountCents),
      currency: fc.constant('BRL'),
      expiresAt: fc.constant(minutes(30)),
      reviewReason: fc.constantFrom(null, 'partial', 'mismatch', 'confirmation', 'held'),
      isBuyerBarred: fc.boolean(),
      isCouponSpent: fc.boolean(),
    }),
    receipts: receiptsOf(amountCents),
    seen,
    now: fc.integer({ min: 0, max: 200 }).map(minutes),
  }),
)

const total = (all: readonly ReceivedMoney[]) =>
  all.reduce((cents, one) => cents + one.amountCents, 0)
const inReais = (all: readonly ReceivedMoney[]) => all.filter(({ currency }) => currency === 'BRL')

describe('any receipts of an unpaid payment', () => {
  it('complete it exactly when they cover it in its currency, for its charge and buyer [decision Q114, Q38]', () => {
    fc.assert(
      fc.property(unpaid, ({ standing, receipts, seen: facts, now }) => {
        const isPaid = total(inReais(receipts)) >= standing.amountCents
        const mayBe =
          facts.mismatch === null &&
          !standing.isBuyerBarred &&
          !standing.isCouponSpent &&
          standing.reviewReason !== 'held'
        expect(decideVerdict(standing, receipts, facts, now).kind === 'complete').toBe(
          isPaid && mayBe,
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('receipts are kept until they cover the amount; exactly the later receipts are refunded', () => {
    fc.assert(
      fc.property(unpaid, ({ standing, receipts, seen: facts, now }) => {
        const verdict = decideVerdict(standing, receipts, facts, now)
        fc.pre(verdict.kind === 'complete')
        const kept = inReais(receipts).filter((one) => !verdict.extra.includes(one))
        const last = kept.toSorted((a, b) => +a.receivedAt - +b.receivedAt).at(-1)!
        expect(total(kept)).toBeGreaterThanOrEqual(standing.amountCents)
        expect(total(kept) - last.amountCents).toBeLessThan(standing.amountCents)
        expect(verdict.paidAt).toEqual(last.receivedAt)
        expect(verdict.extra.every((one) => one.currency === 'BRL')).toBe(true)
        expect(verdict.extra.every((one) => one.receivedAt > last.receivedAt)).toBe(true)
        expect(verdict.reviewReason === 'duplicate').toBe(verdict.extra.length > 0)
      }),
      { numRuns: 1000 },
    )
  })

  it('the review reason is true: partial is short, over is too much, none is complete', () => {
    fc.assert(
      fc.property(unpaid, ({ standing, receipts, seen: facts, now }) => {
        const fresh = { ...standing, reviewReason: null }
        const came = total(inReais(receipts))
        const { kind, reviewReason } = decideVerdict(fresh, receipts, facts, now)
        if (reviewReason === 'partial') expect(came > 0 && came < standing.amountCents).toBe(true)
        if (reviewReason === 'over') expect(came).toBeGreaterThan(standing.amountCents)
        if (reviewReason === 'held')
          expect(standing.isBuyerBarred || standing.isCouponSpent).toBe(true)
        const later = decideVerdict(standing, receipts, facts, now)
        if (kind === 'complete' || later.kind === 'complete')
          expect(later.reviewReason).not.toBe('partial')
      }),
      { numRuns: 1000 },
    )
  })

  it('their order does not matter', () => {
    fc.assert(
      fc.property(
        unpaid.chain((one) =>
          fc.record({
            one: fc.constant(one),
            shuffled: fc.shuffledSubarray(one.receipts, { minLength: one.receipts.length }),
          }),
        ),
        ({ one: { standing, receipts, seen: facts, now }, shuffled }) => {
          expect(decideVerdict(standing, shuffled, facts, now)).toEqual(
            decideVerdict(standing, receipts, facts, now),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a second report changes nothing: paid and failed stay so, with the same review reason', () => {
    fc.assert(
      fc.property(unpaid, ({ standing, receipts, seen: facts, now }) => {
        const first = decideVerdict(standing, receipts, facts, now)
        const status = { complete: 'completed', fail: 'failed', keep: standing.status } as const
        const after = { ...standing, status: status[first.kind], reviewReason: first.reviewReason }

        expect(decideVerdict(after, receipts, facts, now)).toEqual({
          kind: 'keep',
          reviewReason: first.reviewReason,
          extra: first.kind === 'complete' ? first.extra : [],
        })
      }),
      { numRuns: 1000 },
    )
  })
})

describe('any receipts of a completed payment', () => {
  const paid = fc.record({
    one: unpaid,
    status: fc.constantFrom('completed', 'refunded'),
    dispute: fc.constantFrom(null, 'inquiry', 'open', 'won', 'lost', 'unknown'),
  })

  it('keep it completed, and a dispute is shown until the shop has won', () => {
    fc.assert(
      fc.property(paid, ({ one, status, dispute }) => {
        const standing = { ...one.standing, status }
        const verdict = decideVerdict(standing, one.receipts, { ...one.seen, dispute }, one.now)
        expect(verdict.kind).toBe('keep')
        expect(verdict.reviewReason === 'disputed').toBe(dispute !== null && dispute !== 'won')
        if (status === 'refunded') expect(verdict).toMatchObject({ extra: [] })
      }),
      { numRuns: 1000 },
    )
  })
})
