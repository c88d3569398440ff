import { expect, it } from 'vitest'

import { isComplete, couponBody, couponChanges, couponFields, newCoupon } from './coupon-fields.ts'

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

it('an empty number is 0, and an invalid one is not sent [B175]', () => {
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

it('products and variants are sent by id, and left out when none was chosen [L028]', () => {
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
    isComplete(full),
    isComplete({ ...full, code: ' ' }),
    isComplete({ ...full, startDate: '' }),
    isComplete({ ...full, endDate: '' }),
  ]).toEqual([true, false, false, false])
})

const summer = {
  id: '1',
  _id: '1',
  code: 'VERAO',
  type: 'fixed',
  value: 1250.5,
  minPurchase: 0,
  maxDiscount: 45.6,
  usageCount: 3,
  usageLimit: 2500,
  startDate: '2026-01-03T03:00:00.000Z',
  endDate: '2026-02-08T01:30:00.000Z',
  active: true,
  status: 'active',
  products: [{ id: 'p', _id: 'p', name: 'Tela' }],
  variants: [],
  createdAt: '2026-01-02T17:05:00.000Z',
  updatedAt: '2026-01-02T17:05:00.000Z',
} as const

it("the form of a coupon has its values, with days in the shop's time zone", () => {
  const opened = couponFields(
    { ...summer, products: [...summer.products], variants: [] },
    'America/Sao_Paulo',
  )

  expect(opened).toEqual({
    code: 'VERAO',
    type: 'fixed',
    value: '1250,50',
    minPurchase: '0',
    maxDiscount: '45,60',
    startDate: '2026-01-03',
    endDate: '2026-02-07',
    usageLimit: '2500',
    active: true,
    products: [{ id: 'p', name: 'Tela' }],
    variants: [],
  })

  expect(couponChanges(opened, { ...opened })).toEqual({})
  expect(couponChanges(opened, { ...opened, value: 'R$ 1.250,50', usageLimit: '2 500' })).toEqual(
    {},
  )
  expect(
    couponChanges(opened, { ...opened, maxDiscount: '', endDate: '2026-02-08', products: [] }),
  ).toEqual({ maxDiscount: 0, endDate: '2026-02-08', products: [] })
})
