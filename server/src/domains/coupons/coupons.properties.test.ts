import { couponTypes } from '@chaveiro/contracts/states'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { discountOf, inCurrency, couponRefusal, type Coupon, type Line } from './coupons.rules.ts'

// Properties of every discount, for any cart and coupon.

const carts: fc.Arbitrary<Line[]> = fc.uniqueArray(
  fc.record({
    productId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    unitCents: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100_000_000 })),
    quantity: fc.integer({ min: 1, max: 99 }),
  }),
  { minLength: 1, maxLength: 6, selector: ({ productId }) => productId },
)

const links = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 })
const cents = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }))

const coupons: fc.Arbitrary<Coupon> = fc.record({
  type: fc.constantFrom(...couponTypes),
  value: fc.integer({ min: 0, max: 10_000 }),
  minPurchaseCents: cents,
  maxDiscountCents: cents,
  usageLimit: fc.nat(3),
  usageCount: fc.nat(3),
  reservedCount: fc.nat(3),
  startDate: fc.constant(new Date('2026-06-01T03:00:00.000Z')),
  endDate: fc.constant(new Date('2026-07-01T02:59:59.999Z')),
  active: fc.boolean(),
})

const given = fc.record({
  lines: carts,
  linked: links.map((ids): ReadonlySet<string> => new Set(ids)),
  coupon: coupons,
})

const total = (lines: readonly Line[]) =>
  lines.reduce((sum, { unitCents, quantity }) => sum + BigInt(unitCents) * BigInt(quantity), 0n)

describe('a discount', () => {
  it('is in whole cents, never below 0, never above the subtotal or the cap [S168, B153]', () => {
    fc.assert(
      fc.property(given, ({ coupon, linked, lines }) => {
        const off = discountOf(coupon, linked, lines)
        expect(Number.isSafeInteger(off) && off >= 0).toBe(true)
        expect(BigInt(off) <= total(lines)).toBe(true)
        if (coupon.maxDiscountCents) expect(off).toBeLessThanOrEqual(coupon.maxDiscountCents)
      }),
      { numRuns: 3000 },
    )
  })

  it('of a percentage is exact to the cent, half a cent up, for a cart of any size [B058]', () => {
    fc.assert(
      fc.property(given, ({ coupon, lines }) => {
        const percent = { ...coupon, type: 'percentage', maxDiscountCents: 0 } as const
        const exact = (total(lines) * BigInt(coupon.value) * 2n + 10_000n) / 20_000n
        expect(BigInt(discountOf(percent, new Set(), lines))).toBe(exact)
      }),
      { numRuns: 3000 },
    )
  })

  it('does not depend on the order of lines, nor on lines it does not cover', () => {
    fc.assert(
      fc.property(given, ({ coupon, linked, lines }) => {
        const off = discountOf(coupon, linked, lines)
        expect(discountOf(coupon, linked, lines.toReversed())).toBe(off)

        if (linked.size)
          expect(
            discountOf(
              coupon,
              linked,
              lines.filter(({ productId }) => linked.has(productId)),
            ),
          ).toBe(off)
      }),
    )
  })

  it('grows with its value and shrinks with its cap, never the other way round [S168]', () => {
    fc.assert(
      fc.property(
        given,
        fc.nat(500),
        fc.integer({ min: 1, max: 1_000_000 }),
        ({ coupon, linked, lines }, more, cap) => {
          const off = discountOf(coupon, linked, lines)
          const larger = discountOf({ ...coupon, value: coupon.value + more }, linked, lines)
          expect(larger).toBeGreaterThanOrEqual(off)
          const uncapped = discountOf({ ...coupon, maxDiscountCents: 0 }, linked, lines)
          const capped = discountOf({ ...coupon, maxDiscountCents: cap }, linked, lines)
          expect(capped).toBe(Math.min(uncapped, cap))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('the limits of a coupon', () => {
  const rates = fc.integer({ min: 100, max: 100_000 }).map((cents) => cents / 100)

  it('are rounded in dollars, never become 0 (no limit), and stay the same in reais [S110]', () => {
    fc.assert(
      fc.property(coupons, rates, (coupon, rate) => {
        expect(inCurrency(coupon, 'BRL', rate)).toEqual(coupon)
        const dollars = inCurrency(coupon, 'USD', rate)

        for (const limit of ['minPurchaseCents', 'maxDiscountCents'] as const) {
          expect(dollars[limit] > 0).toBe(coupon[limit] > 0)
          if (dollars[limit] > 1)
            expect(Math.abs(dollars[limit] * rate - coupon[limit])).toBeLessThanOrEqual(
              rate / 2 + 1e-6,
            )
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('a cart that reaches the minimum still reaches it with more in it', () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 99 }), ({ coupon, lines }, more) => {
        const regular = {
          completedOrders: 3,
          hasAbandonedCart: true,
          hasOpenFirstPurchase: false,
        }

        const told = (cart: Line[]) =>
          couponRefusal(coupon, new Set(), { lines: cart, currency: 'BRL' }, regular)?.code
        const fuller = lines.map((line) => ({ ...line, quantity: line.quantity + more }))
        if (told(lines) !== 'coupon.min_purchase')
          expect(told(fuller)).not.toBe('coupon.min_purchase')
      }),
    )
  })
})
