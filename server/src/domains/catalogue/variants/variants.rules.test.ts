import { expect, it } from 'vitest'

import type { Failure } from '../../../platform/errors.ts'
import { assertTerms, type VariantTerms } from './variants.rules.ts'

const terms: VariantTerms = {
  priceCents: 1990,
  compareAtCents: null,
  provider: 'stock',
  validityDays: null,
  minQuantity: 1,
  maxQuantity: 10,
}

/** The code and the fields of a refusal; null when the terms are accepted. */
const refusalOf = (changes: Partial<VariantTerms>, quantities?: string[]) => {
  try {
    assertTerms({ ...terms, ...changes }, quantities)
    return null
  } catch (error) {
    const { code, extra } = error as Failure
    return { code, fields: extra.fields }
  }
}

it('a former price is higher than the price', () => {
  expect(refusalOf({ compareAtCents: null })).toBeNull()
  expect(refusalOf({ compareAtCents: 1991 })).toBeNull()
  expect(refusalOf({ compareAtCents: 1990 })).toEqual({ code: 'variant.compare_at' })
  expect(refusalOf({ compareAtCents: 0 })).toEqual({ code: 'variant.compare_at' })
})

it('a key that the licence server creates needs a validity; other keys do not', () => {
  const refusal = { code: 'variant.delivery', fields: ['validityDays'] }
  expect(refusalOf({ provider: 'keyauth', validityDays: null })).toEqual(refusal)
  expect(refusalOf({ provider: 'keyauth', validityDays: 30 })).toBeNull()
  expect(refusalOf({ provider: 'stock', validityDays: null })).toBeNull()
  expect(refusalOf({ provider: 'manual', validityDays: null })).toBeNull()
})

it('the refusal of a validity names it in both languages', () => {
  expect(() => assertTerms({ ...terms, provider: 'keyauth' })).toThrow(
    expect.objectContaining({
      text: {
        'pt-BR': 'Esta forma de entrega não combina com: validade.',
        'en-US': 'This kind of delivery does not go with: validity.',
      },
    }),
  )
})

it('the minimum of an order is at most its maximum; the refusal names the fields of the call', () => {
  expect(refusalOf({ minQuantity: 10, maxQuantity: 10 })).toBeNull()
  expect(refusalOf({ minQuantity: 11, maxQuantity: 10 })).toEqual({
    code: 'request.invalid',
    fields: ['minQuantity', 'maxQuantity'],
  })
  expect(refusalOf({ minQuantity: 11 }, ['minPerOrder'])).toEqual({
    code: 'request.invalid',
    fields: ['minPerOrder'],
  })
})
