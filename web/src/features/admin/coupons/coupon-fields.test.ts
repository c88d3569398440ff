import { expect, it } from 'vitest'
import { canSave, couponBody, newCoupon } from './coupon-fields.ts'

it('a new coupon starts as a percentage of 0 without limits or dates, active [B137]', () => {
  expect(newCoupon).toEqual({
    code: '',
    type: 'percentage',
    value: '0',
    minPurchase: '0',
    maxDiscount: '0',
    startDate: '',
    endDate: '',
    usageLimit: '0',
    active: true,
    products: [],
    variants: [],
  })
})

it('numbers that are none fall back to 0; a comma is a decimal point [B175]', () => {
  expect(
    couponBody({
      ...newCoupon,
      code: ' vero ',
      value: 'abc',
      minPurchase: '',
      maxDiscount: '12,50',
      usageLimit: '3.9',
    }),
  ).toMatchObject({ code: 'vero', value: 0, minPurchase: 0, maxDiscount: 12.5, usageLimit: 3 })
  expect(couponBody({ ...newCoupon, value: '1e999' }).value).toBe(0)
  const typed = {
    code: 'A',
    type: 'fixed',
    value: '5',
    minPurchase: '10,5',
    maxDiscount: '2.5',
    startDate: '2026-01-01',
    endDate: '2026-01-02',
    usageLimit: '7',
    active: false,
    products: [],
    variants: [],
  } as const
  expect(couponBody(typed)).toEqual({
    code: 'A',
    type: 'fixed',
    value: 5,
    minPurchase: 10.5,
    maxDiscount: 2.5,
    startDate: '2026-01-01',
    endDate: '2026-01-02',
    usageLimit: 7,
    active: false,
  })
})

it('what it is for is sent by its ids, and not at all where nothing was chosen [L028]', () => {
  const links = {
    products: [{ id: 'p', name: 'Tela' }],
    variants: [{ id: 'v', name: 'Editor · 90 dias' }],
  }
  expect(couponBody({ ...newCoupon, ...links })).toMatchObject({ products: ['p'], variants: ['v'] })
  expect(couponBody({ ...newCoupon, variants: links.variants })).not.toHaveProperty('products')
})

it('code, start and end are all needed to save [B063]', () => {
  const full = { code: 'A', startDate: '2026-01-01', endDate: '2026-01-02' }
  expect([
    canSave(full),
    canSave({ ...full, code: ' ' }),
    canSave({ ...full, startDate: '' }),
    canSave({ ...full, endDate: '' }),
  ]).toEqual([true, false, false, false])
})
