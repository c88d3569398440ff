import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'

import { disputeFact } from './stripe-disputes.ts'

/** A dispute over R$ 100,00 with these bookings; only fields that the adapter reads. */
const dispute = (
  status: string,
  moved: { amount: number; currency?: string; exchange_rate?: number | null }[],
  more: object = {},
): Stripe.Dispute =>
  ({
    id: 'du_1',
    object: 'dispute',
    amount: 10_000,
    currency: 'brl',
    status,
    evidence_details: { due_by: 1_800_000_000 },
    balance_transactions: moved.map((one) => ({
      currency: 'brl',
      exchange_rate: null,
      ...one,
    })),
    ...more,
  }) as unknown as Stripe.Dispute

describe('A dispute at Stripe follows the moved money [F105, F106, F116]', () => {
  it.each([
    ['needs_response before anything was withdrawn', 'needs_response', [], ['open', 0]],
    [
      'an inquiry that took money all the same',
      'warning_under_review',
      [-10_000],
      ['open', 10_000],
    ],
    ['an inquiry that closed and kept a part', 'warning_closed', [-2500], ['lost', 2500]],
    ['won, and the money is still on its way', 'won', [-10_000], ['open', 10_000]],
    ['won, and it is back', 'won', [-10_000, 10_000], ['won', 0]],
    ['lost without anything withdrawn', 'lost', [], ['lost', 0]],
    ['lost twice over, after an appeal', 'lost', [-10_000, 10_000, -10_000], ['lost', 10_000]],
    ['prevented, settled with money', 'prevented', [-4000], ['lost', 4000]],
    ['a status that nobody knows', 'on_the_moon', [-10_000], ['unknown', 10_000]],
  ] as const)('%s', (_what, status, amounts, [state, takenCents]) => {
    expect(
      disputeFact(
        dispute(
          status,
          amounts.map((amount) => ({ amount })),
        ),
        'pi_1',
      ),
    ).toMatchObject({
      disputeId: 'du_1',
      receiptId: 'pi_1',
      state,
      contestedCents: 10_000,
      takenCents,
    })
  })

  it("moved money in another currency is converted to the charge's", () => {
    const usd = { currency: 'usd', exchange_rate: 0.18342 }

    const taken = (amounts: number[]) =>
      disputeFact(
        dispute(
          'lost',
          amounts.map((amount) => ({ ...usd, amount })),
        ),
        'pi_1',
      ).takenCents

    expect(taken([-1834])).toBe(10_000)
    expect(taken([-1834, 1833])).toBe(0)
    expect(taken([-1834, 917])).toBe(4999)
  })

  it('its deadline is reported only while the shop can answer', () => {
    expect(disputeFact(dispute('needs_response', []), 'pi_1').dueAt).toEqual(
      new Date('2027-01-15T08:00:00.000Z'),
    )
    expect(disputeFact(dispute('under_review', []), 'pi_1').dueAt).toBeNull()

    expect(
      disputeFact(dispute('needs_response', [], { evidence_details: { due_by: null } }), 'pi_1')
        .dueAt,
    ).toBeNull()
  })

  it('its reason is Stripe’s own word, known or not', () => {
    const reason = (more: object) => disputeFact(dispute('needs_response', [], more), 'pi_1').reason
    expect(reason({ reason: 'product_not_received' })).toBe('product_not_received')
    expect(reason({ reason: 'on_the_moon' })).toBe('on_the_moon')
    expect(reason({ reason: 'x'.repeat(300) })).toHaveLength(200)
    expect(reason({ reason: '' })).toBeNull()
    expect(reason({})).toBeNull()
  })
})
