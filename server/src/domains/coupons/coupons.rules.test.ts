import { couponTypes, type CouponType } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import {
  couponStatus,
  discountOf,
  hasUsesLeft,
  inCurrency,
  couponRefusal,
  type Coupon,
  type Customer,
  type Line,
} from './coupons.rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 5, n))

const coupon = (given: Partial<Coupon> = {}): Coupon => ({
  type: 'percentage',
  value: 1000,
  minPurchaseCents: 0,
  maxDiscountCents: 0,
  usageLimit: 0,
  usageCount: 0,
  reservedCount: 0,
  startDate: day(1),
  endDate: day(30),
  active: true,
  ...given,
})

const line = (productId: string, unitCents: number, quantity = 1): Line => ({
  productId,
  unitCents,
  quantity,
})

const none = new Set<string>()

const stranger: Customer = {
  completedOrders: 0,
  hasAbandonedCart: false,
  hasOpenFirstPurchase: false,
}

const cart = (...lines: Line[]) => ({ lines, currency: 'BRL' as const })

describe('status', () => {
  it('is computed from the flag and the dates, both ends included [B152]', () => {
    expect(couponStatus(coupon({ active: false }), day(10))).toBe('inactive')
    expect(couponStatus(coupon({ active: false }), day(31))).toBe('inactive')
    expect(couponStatus(coupon(), new Date(day(1).getTime() - 1))).toBe('upcoming')
    expect(couponStatus(coupon(), day(1))).toBe('active')
    expect(couponStatus(coupon(), day(30))).toBe('active')
    expect(couponStatus(coupon(), new Date(day(30).getTime() + 1))).toBe('expired')
  })

  it('a limit of 0 allows any number of uses; live reservations count against a limit [B138]', () => {
    expect(hasUsesLeft(coupon({ usageCount: 1_000_000 }))).toBe(true)
    expect(hasUsesLeft(coupon({ usageLimit: 3, usageCount: 1, reservedCount: 1 }))).toBe(true)
    expect(hasUsesLeft(coupon({ usageLimit: 3, usageCount: 1, reservedCount: 2 }))).toBe(false)
  })
})

describe('eligibility', () => {
  const cases: [CouponType, Partial<Customer>, Line[], string[], string | null][] = [
    ['percentage', {}, [line('a', 100)], [], null],
    ['seasonal', {}, [line('a', 100)], [], null],
    ['birthday', {}, [line('a', 100)], [], null],
    ['fixed', {}, [line('a', 100)], [], null],
    ['first_purchase', {}, [line('a', 100)], [], null],
    ['first_purchase', { completedOrders: 1 }, [line('a', 100)], [], 'coupon.first_purchase'],
    [
      'first_purchase',
      { hasOpenFirstPurchase: true },
      [line('a', 100)],
      [],
      'coupon.first_purchase',
    ],
    ['loyalty', { completedOrders: 2 }, [line('a', 100)], [], 'coupon.loyalty'],
    ['loyalty', { completedOrders: 3 }, [line('a', 100)], [], null],
    ['bundle', {}, [line('a', 100, 2)], [], 'coupon.bundle'],
    ['bundle', {}, [line('a', 100), line('b', 100)], [], null],
    ['category', {}, [line('a', 100)], [], 'coupon.products'],
    ['category', {}, [line('a', 100)], ['b'], 'coupon.products'],
    ['category', {}, [line('a', 100)], ['a'], null],
    ['category', {}, [line('a', 100), line('b', 100)], ['a'], null],
    ['percentage', {}, [line('a', 100)], ['b'], 'coupon.products'],
    ['recovery', {}, [line('a', 100)], [], 'coupon.recovery'],
    ['recovery', { hasAbandonedCart: true }, [line('a', 100)], [], null],
  ]

  for (const [type, customer, lines, linked, wanted] of cases)
    it(`${type} ${JSON.stringify(customer)} ${lines.length}/${linked.length}: ${wanted ?? 'fits'} [B058, B153]`, () => {
      expect(
        couponRefusal(coupon({ type }), new Set(linked), cart(...lines), {
          ...stranger,
          ...customer,
        })?.code ?? null,
      ).toBe(wanted)
    })

  it('every type is in the table above [B153]', () => {
    expect(new Set(cases.map(([type]) => type))).toEqual(new Set(couponTypes))
  })

  it('a fixed amount is for carts in reais; the minimum is reached exactly or not at all [B058]', () => {
    expect(
      couponRefusal(
        coupon({ type: 'fixed' }),
        none,
        { lines: [line('a', 100)], currency: 'USD' },
        stranger,
      ),
    ).toEqual({ code: 'coupon.currency' })

    expect(
      couponRefusal(coupon(), none, { lines: [line('a', 100)], currency: 'USD' }, stranger),
    ).toBeNull()
    expect(
      couponRefusal(coupon({ minPurchaseCents: 100 }), none, cart(line('a', 99)), stranger),
    ).toEqual({ code: 'coupon.min_purchase', minPurchaseCents: 100 })
    expect(
      couponRefusal(coupon({ minPurchaseCents: 100 }), none, cart(line('a', 50, 2)), stranger),
    ).toBeNull()
  })

  it("limits in reais are compared in the cart's currency and never become no limit [S110, B061]", () => {
    const given = coupon({ minPurchaseCents: 10_000, maxDiscountCents: 5_400 })
    expect(inCurrency(given, 'BRL', 5.4)).toEqual(given)

    expect(inCurrency(given, 'USD', 5.4)).toEqual({
      ...given,
      minPurchaseCents: 1_852,
      maxDiscountCents: 1_000,
    })

    expect(inCurrency(coupon({ maxDiscountCents: 1 }), 'USD', 5.4)).toMatchObject({
      minPurchaseCents: 0,
      maxDiscountCents: 1,
    })
  })
})

describe('discount', () => {
  it('a percentage rounds half up, of the linked lines only if there are any [B058]', () => {
    expect(discountOf(coupon({ value: 1000 }), none, [line('a', 5)])).toBe(1)
    expect(discountOf(coupon({ value: 1000 }), none, [line('a', 4)])).toBe(0)
    expect(discountOf(coupon({ value: 3333 }), none, [line('a', 3333, 3)])).toBe(3333)

    expect(
      discountOf(coupon({ type: 'category', value: 5000 }), new Set(['a', 'z']), [
        line('a', 1000),
        line('b', 9000),
      ]),
    ).toBe(500)
  })

  it('a fixed amount takes its value, within the cap and the lines it covers [B058, B138, S168]', () => {
    expect(discountOf(coupon({ type: 'fixed', value: 700 }), none, [line('a', 1000)])).toBe(700)
    expect(discountOf(coupon({ type: 'fixed', value: 7000 }), none, [line('a', 1000)])).toBe(1000)

    expect(
      discountOf(coupon({ type: 'fixed', value: 7000 }), new Set(['a']), [
        line('a', 1000),
        line('b', 9000),
      ]),
    ).toBe(1000)

    expect(
      discountOf(coupon({ value: 5000, maxDiscountCents: 300 }), none, [line('a', 1000)]),
    ).toBe(300)
    expect(discountOf(coupon({ value: 10_000 }), none, [line('a', 1000)])).toBe(1000)
    expect(discountOf(coupon({ value: -500 }), none, [line('a', 1000)])).toBe(0)
  })
})
