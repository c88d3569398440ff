import { expect, it } from 'vitest'

import { fingerprintOf } from './purchase.rules.ts'

type Purchase = Parameters<typeof fingerprintOf>[0]

const first = {
  variantId: 'editor-30',
  unitCents: 1990,
  quantity: 1,
  provider: 'stock',
  sellerType: 'own',
  level: 1,
  validityDays: 30,
}

const second = { ...first, variantId: 'vpn-30', validityDays: null }

const purchase: Purchase = {
  currency: 'BRL',
  totalCents: 3780,
  discountCents: 200,
  couponCode: 'CHAVE5',
  lines: [first, second],
}

const fingerprint = '8c867812bcd0da1f3d98a6c0a9e7617441ce1bbbbaa24d05fd648ed6becdb114'

it('a purchase has the same fingerprint in every version of the shop', () => {
  expect(fingerprintOf(purchase)).toBe(fingerprint)
})

it('the order of the lines does not matter', () => {
  expect(fingerprintOf({ ...purchase, lines: [second, first] })).toBe(fingerprint)
})

it.each([
  { currency: 'USD' },
  { totalCents: 3781 },
  { discountCents: 0 },
  { couponCode: null },
  { lines: [first] },
  { lines: [] },
])('another purchase has another fingerprint: %o', (change) => {
  expect(fingerprintOf({ ...purchase, ...change })).not.toBe(fingerprint)
})

it.each([
  { variantId: 'editor-365' },
  { unitCents: 1991 },
  { quantity: 2 },
  { provider: 'keyauth' },
  { sellerType: 'partner' },
  { level: 2 },
  { validityDays: null },
])('a line with another term makes another purchase: %o', (change) => {
  expect(fingerprintOf({ ...purchase, lines: [{ ...first, ...change }, second] })).not.toBe(
    fingerprint,
  )
})
