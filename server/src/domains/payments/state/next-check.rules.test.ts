import type { PaymentStatus } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import { nextCheck } from './next-check.rules.ts'

const opened = new Date('2026-03-01T12:00:00.000Z')
const ends = new Date('2026-03-01T12:30:00.000Z')
const hoursAfter = (hours: number) => new Date(ends.getTime() + hours * 3_600_000)

describe('a payment past its time', () => {
  const payment = { status: 'failed', createdAt: opened, expiresAt: ends, method: 'pix' } as const

  it('is checked for 48 hours more, and after that only while money is under way [R007, F107]', () => {
    const next = (hours: number, underway = false) =>
      nextCheck(payment, hoursAfter(hours), underway)
    expect(next(1)).toEqual(new Date('2026-03-01T13:31:00.000Z'))
    expect(next(47)).toEqual(new Date('2026-03-03T11:45:00.000Z'))
    expect(next(49)).toBeNull()
    expect(next(49, true)).toEqual(new Date('2026-03-03T14:30:00.000Z'))
  })
})

describe('the interval of checks at the provider', () => {
  const at = (status: PaymentStatus, seconds: number, underway = false) => {
    const now = new Date(opened.getTime() + seconds * 1000)

    const next = nextCheck(
      { status, createdAt: opened, expiresAt: ends, method: 'pix' },
      now,
      underway,
    )

    return next && (next.getTime() - now.getTime()) / 1000
  }

  it('a pending payment: every 15 seconds first, then every 30, and just after its end [R007]', () => {
    expect([0, 299, 300, 1769, 1770].map((seconds) => at('pending', seconds))).toEqual([
      15, 15, 30, 30, 30,
    ])
    expect(at('pending', 1771)).toBe(29.5)
    expect(at('pending', 1799)).toBe(1.5)
    expect([1800, 1900].map((seconds) => at('pending', seconds))).toEqual([30, 30])
  })

  it('one past its end: less and less for two days, then only while money is under way [R007]', () => {
    const over = 1800

    for (const status of ['failed', 'rejected'] as const)
      expect([0, 7199, 7200, 172_800, 172_801].map((after) => at(status, over + after))).toEqual([
        60,
        60,
        900,
        900,
        null,
      ])

    for (const status of ['completed', 'refunded'] as const)
      expect([0, 3599, 3600, 172_800, 172_801].map((after) => at(status, over + after))).toEqual([
        600,
        600,
        21_600,
        21_600,
        null,
      ])

    expect(at('completed', over + 172_801, true)).toBe(3600)
  })
})
