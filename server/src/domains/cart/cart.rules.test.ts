import { describe, expect, it } from 'vitest'

import type { Failure } from '../../platform/errors.ts'
import type { Offer, SeenLine } from './cart.queries.ts'
import {
  assertInStock,
  assertOrderable,
  assertPerOrder,
  findCartLine,
  isAddable,
  leadingOffer,
  limitsOfEach,
  offerOfChoice,
  requireFitting,
  sellableOffer,
} from './cart.rules.ts'

const offer = (changes: Partial<Offer> = {}): Offer => ({
  productId: 'editor',
  slug: 'editor',
  variantId: 'editor-30',
  name: 'Editor',
  variantName: '30 dias',
  nameEn: null,
  variantNameEn: null,
  image: null,
  color: '#3B82F6',
  unitCents: 1990,
  compareAtCents: null,
  currency: 'BRL',
  sellable: true,
  provider: 'stock',
  sellerType: 'own',
  level: 1,
  validityDays: null,
  minPerOrder: 1,
  maxPerOrder: 10,
  perCustomer: 0,
  perCustomerSince: null,
  max: 5,
  ...changes,
})

const line = (changes: Partial<SeenLine> = {}): SeenLine => ({
  ...offer(),
  lineId: 'line-1',
  quantity: 1,
  ...changes,
})

/** The English text of a refusal after its code; null when nothing was refused. */
const refusalOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    const { code, text } = error as Failure
    return `${code}: ${text['en-US']}`
  }
}

describe('the line that a request names', () => {
  const month = line({ variantId: 'editor-30', lineId: 'month' })
  const year = line({ variantId: 'editor-365', lineId: 'year' })
  const vpn = line({ productId: 'vpn', variantId: 'vpn-30', lineId: 'vpn' })

  it('is the line of the variant, even beside other variants of the product', () => {
    expect(findCartLine([month, year, vpn], 'editor-365')).toBe(year)
    expect(findCartLine([month, year, vpn], 'vpn-30')).toBe(vpn)
  })

  it('is the only line of a product, and none for a product that is not in the cart', () => {
    expect(findCartLine([month, vpn], 'vpn')).toBe(vpn)
    expect(findCartLine([month, vpn], 'editor')).toBe(month)
    expect(findCartLine([month, vpn], 'antivirus')).toBeUndefined()
    expect(findCartLine([], 'editor')).toBeUndefined()
  })

  it('must be named by its variant when the product has two lines', () => {
    expect(refusalOf(() => findCartLine([month, year, vpn], 'editor'))).toBe(
      'variant.choose: There is more than one option of this product in the cart. ' +
        'Choose which one to change.',
    )
  })
})

describe('the offer that a request names', () => {
  const vpn = offer({ productId: 'vpn', variantId: 'vpn-30' })
  const paused = offer({ variantId: 'editor-7', sellable: false })
  const month = offer({ variantId: 'editor-30' })
  const year = offer({ variantId: 'editor-365' })
  const offers = [vpn, paused, month, year]

  it('is the first one on sale when only the product is named', () => {
    expect(leadingOffer(offers, 'editor')).toBe(month)
    expect(leadingOffer(offers, 'vpn')).toBe(vpn)
    expect(leadingOffer([paused], 'editor')).toBeUndefined()
    expect(leadingOffer(offers, 'antivirus')).toBeUndefined()
    expect(offerOfChoice(offers, { productId: 'editor' })).toBe(month)
  })

  it('is the named variant of that product, on sale or not', () => {
    expect(offerOfChoice(offers, { productId: 'editor', variantId: 'editor-365' })).toBe(year)
    expect(offerOfChoice(offers, { productId: 'editor', variantId: 'editor-7' })).toBe(paused)
    expect(offerOfChoice(offers, { productId: 'editor', variantId: 'vpn-30' })).toBeUndefined()
    expect(offerOfChoice(offers, { productId: 'editor', variantId: '' })).toBeUndefined()
  })

  it('can be bought only while it is on sale', () => {
    expect(sellableOffer(offers, { productId: 'editor' })).toBe(month)
    expect(sellableOffer(offers, { productId: 'editor', variantId: 'editor-365' })).toBe(year)
    expect(sellableOffer(offers, { productId: 'editor', variantId: 'editor-7' })).toBeUndefined()
    expect(sellableOffer(offers, { productId: 'antivirus' })).toBeUndefined()
  })

  it('is refused when the variant belongs to another product', () => {
    expect(
      refusalOf(() => sellableOffer(offers, { productId: 'editor', variantId: 'vpn-30' })),
    ).toBe('variant.not_found: Option not found.')
  })
})

describe('whether a unit can be added', () => {
  it.each([
    ['one unit is left', { max: 1 }, 'BRL', true],
    ['none is left', { max: 0 }, 'BRL', false],
    ['the cart is empty and has no currency', { max: 1 }, undefined, true],
    ['the cart has another currency', { max: 1 }, 'USD', false],
    ['the variant is not on sale', { max: 1, sellable: false }, 'BRL', false],
    ['it is not on sale and the cart is empty', { max: 1, sellable: false }, undefined, false],
    ['none is left and the cart is empty', { max: 0 }, undefined, false],
  ] as const)('%s', (_, changes, currency, expected) => {
    expect(isAddable(offer(changes), currency)).toBe(expected)
  })
})

it('each id, of a variant or a product, has its limit and says whether it is on sale', () => {
  const offers = [
    offer({ variantId: 'editor-7', max: 9, sellable: false }),
    offer({ variantId: 'editor-30', max: 5 }),
    offer({ variantId: 'editor-365', max: 0 }),
  ]

  expect(
    limitsOfEach(offers, ['editor-365', 'editor', 'editor-30', 'editor-7', 'antivirus']),
  ).toEqual([
    { id: 'editor-365', max: 0, onSale: true },
    { id: 'editor', max: 5, onSale: true },
    { id: 'editor-30', max: 5, onSale: true },
    { id: 'editor-7', max: 0, onSale: false },
    { id: 'antivirus', max: 0, onSale: false },
  ])

  expect(limitsOfEach(offers, [])).toEqual([])
})

describe('what fits into a cart', () => {
  it('an offer in the currency of the cart, and any offer in an empty cart', () => {
    const reais = offer({ currency: 'BRL' })
    expect(requireFitting(reais, [])).toBe(reais)
    expect(requireFitting(reais, [line({ currency: 'BRL' })])).toBe(reais)
  })

  it('not an offer in another currency, nor one that is not on sale', () => {
    expect(
      refusalOf(() => requireFitting(offer({ currency: 'BRL' }), [line({ currency: 'USD' })])),
    ).toBe('cart.currency: The cart only takes products in USD.')

    expect(refusalOf(() => requireFitting(undefined, []))).toBe(
      'product.unavailable: This product is not for sale at the moment.',
    )
  })
})

describe('how many units one order may have', () => {
  it('up to the maximum, and the refusal names product, variant and maximum', () => {
    expect(refusalOf(() => assertPerOrder(line({ maxPerOrder: 10 }), 10))).toBeNull()

    expect(refusalOf(() => assertPerOrder(line({ maxPerOrder: 10 }), 11))).toBe(
      'cart.quantity: At most 10 of Editor · 30 dias in one order. Lower the quantity in the cart.',
    )

    expect(refusalOf(() => assertPerOrder(line({ variantName: '', maxPerOrder: 1 }), 2))).toBe(
      'cart.quantity: At most 1 of Editor in one order. Lower the quantity in the cart.',
    )
  })

  it('the refusal names both limits when the variant has a minimum above one', () => {
    const pack = line({ minPerOrder: 2, maxPerOrder: 4 })
    expect(refusalOf(() => assertPerOrder(pack, 4))).toBeNull()
    expect(refusalOf(() => assertPerOrder(pack, 1))).toBeNull()
    expect(refusalOf(() => assertPerOrder(pack, 5))).toBe(
      'cart.limit_order: Editor · 30 dias: from 2 to 4 per order.',
    )
  })

  it('an order has at least the minimum and at most the maximum', () => {
    const pack = (quantity: number) => line({ minPerOrder: 2, maxPerOrder: 4, quantity })
    const refusal = 'cart.limit_order: Editor · 30 dias: from 2 to 4 per order.'

    expect(
      [1, 2, 4, 5].map((quantity) => refusalOf(() => assertOrderable(pack(quantity)))),
    ).toEqual([refusal, null, null, refusal])
  })
})

describe('how many units are in stock', () => {
  it('the whole stock can be ordered; one more is refused with what is left', () => {
    expect(refusalOf(() => assertInStock(line(), offer({ max: 5 }), 5))).toBeNull()
    expect(refusalOf(() => assertInStock(line(), offer({ max: 5 }), 6))).toBe(
      'cart.stock: Only 5 left of Editor · 30 dias.',
    )
  })

  it('a variant without stock is out of stock, and one without an offer is not for sale', () => {
    expect(refusalOf(() => assertInStock(line(), offer({ max: 0 }), 1))).toBe(
      'cart.out: Editor · 30 dias is out of stock at the moment.',
    )
    expect(refusalOf(() => assertInStock(line(), undefined, 1))).toBe(
      'product.unavailable: This product is not for sale at the moment.',
    )
  })

  it('more than one order may have is refused first, whatever the stock', () => {
    expect(refusalOf(() => assertInStock(line({ maxPerOrder: 3 }), offer({ max: 9 }), 4))).toBe(
      'cart.quantity: At most 3 of Editor · 30 dias in one order. Lower the quantity in the cart.',
    )
    expect(refusalOf(() => assertInStock(line({ maxPerOrder: 3 }), undefined, 4))).toMatch(
      /^cart\.quantity: /,
    )
  })
})
