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

it('a number that is left empty is 0, and what is no number is not sent [B175]', () => {
  const fields = { ...newCoupon, code: ' vero ' }
  expect(
    couponBody({ ...fields, value: '', minPurchase: ' ', maxDiscount: '12,50', usageLimit: '3' }),
  ).toMatchObject({ code: 'vero', value: 0, minPurchase: 0, maxDiscount: 12.5, usageLimit: 3 })
  expect(couponBody({ ...fields, value: '2,5 %' }).value).toBe(2.5)
  expect(couponBody({ ...fields, type: 'fixed', value: 'R$ 19,90' }).value).toBe(19.9)
  for (const wrong of [
    { value: 'abc' },
    { value: 'R$ 2,50' },
    { type: 'fixed', value: '5%' },
    { minPurchase: '1.200' },
    { maxDiscount: '1e999' },
    { usageLimit: '3.9' },
  ] as const)
    expect(() => couponBody({ ...fields, ...wrong }), JSON.stringify(wrong)).toThrow('sent without')
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
