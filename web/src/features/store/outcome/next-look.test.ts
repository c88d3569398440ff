import { lifetimes } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import type { PaymentStatusReply } from '../shared/payment.ts'
import { maybePaidLate, nextPollDelay } from './next-look.ts'

type Unit = NonNullable<PaymentStatusReply['owner']>['units'][number]

const began = Date.parse('2026-01-02T12:00:00.000Z')
const hours = (count: number) => began + count * 3_600_000

const answer = (
  status: PaymentStatusReply['status'],
  {
    reason = null,
    held = false,
    units = [],
  }: {
    reason?: PaymentStatusReply['payment']['reason']
    held?: boolean
    units?: Unit['status'][]
  } = {},
) =>
  ({
    status,
    payment: { reason, held, createdAt: '2026-01-02T12:00:00.000Z' },
    owner: { units: units.map((unit) => ({ status: unit })) },
  }) as unknown as PaymentStatusReply

describe("polling of a payment's outcome", () => {
  it('polls a failed payment while late money may arrive: fast at first, later every minute [R007]', () => {
    for (const reason of ['expired', 'cancelled', 'replaced', 'declined'] as const) {
      const failed = answer('failed', { reason })
      const waits = [0, 20, 60, 120, 240, 3600].map((seconds) =>
        nextPollDelay(failed, seconds * 1000, hours(1)),
      )
      expect(waits).toEqual([5_000, 5_000, 15_000, 30_000, 60_000, 60_000])
      expect(nextPollDelay(failed, 0, hours(48.9)), reason).toBe(5_000)
      expect(nextPollDelay(failed, 0, hours(49)), reason).toBe(false)
      expect(nextPollDelay(failed, 0, hours(49.1)), reason).toBe(false)

      expect([maybePaidLate(failed, hours(48.9)), maybePaidLate(failed, hours(49.1))]).toEqual([
        true,
        false,
      ])
    }
  })

  it('the shop checks a payment for as long as its page polls [R007]', () => {
    expect(lifetimes.crypto + lifetimes.watchAfterClose).toBe(49 * 3600)
  })

  it('never polls a payment that was not opened at its provider', () => {
    const refused = answer('rejected', { reason: 'refused' })
    expect(nextPollDelay(refused, 0, hours(0))).toBe(false)
    expect(maybePaidLate(refused, hours(0))).toBe(false)
  })

  it('polls a held payment until the team decides; it is not shown as unpaid [decision Q114]', () => {
    const held = answer('failed', { reason: 'cancelled', held: true })
    expect(nextPollDelay(held, 0, hours(400))).toBe(5_000)
    expect(maybePaidLate(held, hours(1))).toBe(false)
  })

  it('polls a pending payment every 5 s, and a paid one while a key is pending [S174]', () => {
    expect(nextPollDelay(undefined, 0, hours(0))).toBe(false)
    expect(nextPollDelay(answer('pending'), 3_600_000, hours(1))).toBe(5_000)
    expect(
      nextPollDelay(answer('completed', { units: ['active', 'pending'] }), 0, hours(400)),
    ).toBe(5_000)
    expect(
      nextPollDelay(answer('completed', { units: ['active', 'suspended'] }), 0, hours(1)),
    ).toBe(false)
    expect(nextPollDelay(answer('refunded'), 0, hours(1))).toBe(false)
    const foreign = { ...answer('completed'), owner: undefined }
    expect(nextPollDelay(foreign, 0, hours(1))).toBe(false)
  })
})
