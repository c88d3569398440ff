import { afterEach, describe, expect, it } from 'vitest'

import { setCurrentLanguage } from '../../../i18n/language.ts'
import { pageFormOf, pagePayloadOf } from './page-form-fields.ts'
import { productFields, payloadOf } from './product-fields.ts'

const categories = [
  { id: 'a', name: 'Jogos' },
  { id: 'g', name: 'general' },
]

afterEach(() => setCurrentLanguage('pt-BR'))

describe('product form', () => {
  it('a new product starts with the defaults and the category general [B154, B163]', () => {
    expect(productFields(undefined, categories)).toEqual({
      name: '',
      description: '',
      discordRoleId: '',
      image: '',
      price: '0,00',
      currency: 'BRL',
      category: 'g',
      provider: 'stock',
      status: 'active',
      sellerType: 'multiloader',
      level: '1',
      expiration: '1',
      isFeatured: false,
      maxPerOrder: '10',
    })

    expect(productFields(undefined, [{ id: 'a', name: 'Jogos' }]).category).toBe('a')
    expect(productFields(undefined, []).category).toBe('')
  })

  it('reads the price as a decimal and metadata as whole numbers, 0 where a field is empty [B161, B162]', () => {
    const fields = {
      ...productFields(undefined, categories),
      name: ' Chave ',
      description: 'd',
      price: '1.234,5',
      level: '',
      maxPerOrder: '3',
    }

    expect(payloadOf({ ...fields, provider: 'keyauth' })).toEqual({
      name: 'Chave',
      description: 'd',
      currency: 'BRL',
      category: 'g',
      provider: 'keyauth',
      status: 'active',
      isFeatured: false,
      price: 1234.5,
      discordRoleId: null,
      image: null,
      maxPerOrder: 3,
      metadata: { sellerType: 'multiloader', level: 0 },
    })

    expect(() => payloadOf({ ...fields, price: '1.200' })).toThrow('1.200')
    expect(() => payloadOf({ ...fields, price: 'US$ 5' })).toThrow('US$ 5')
    expect(payloadOf({ ...fields, price: 'US$ 5', currency: 'USD' }).price).toBe(5)
  })

  it('ignores an invalid level when the provider does not use levels', () => {
    const level = (typed: string) =>
      payloadOf({ ...productFields(undefined, categories), level: typed }).metadata.level
    expect([level('7'), level(''), level('1.200')]).toEqual([7, 1, 1])
  })

  it('sends the validity of a key; for a lifetime key it ignores typed days [B161]', () => {
    const fields = pageFormOf(undefined, categories)
    const sent = (change: object) =>
      pagePayloadOf({ ...fields, price: '5', ...change }).metadata.expiration
    expect(sent({ validity: 'days', expiration: '3650' })).toBe(3650)
    expect(sent({ validity: 'lifetime', expiration: '3.650' })).toBeNull()
    expect(() => sent({ validity: 'days', expiration: '3.650' })).toThrow('3.650')
  })

  it('editing starts from the row [B042]', () => {
    const row = {
      name: 'A',
      description: 'B',
      price: 9.5,
      currency: 'USD',
      category: { id: 'a' },
      provider: 'keyauth',
      status: 'maintenance',
      discordRoleId: '123',
      isFeatured: true,
      image: '/uploads/x.webp',
      maxPerOrder: 2,
      metadata: { sellerType: 'singleloader', level: 3, expiration: 90 },
    } as const

    for (const [language, price] of [
      ['pt-BR', '9,50'],
      ['en-US', '9.50'],
    ] as const) {
      setCurrentLanguage(language)
      const loaded = pageFormOf({ ...row, variantCount: 1 } as never, categories)
      expect(loaded.price).toBe(price)
      expect(pagePayloadOf(loaded)).toEqual({ ...row, category: 'a' })
    }

    const bare = {
      ...row,
      discordRoleId: null,
      image: null,
      metadata: { sellerType: 'outro', level: 3, expiration: 90 },
    }

    expect(productFields(bare, categories)).toMatchObject({
      discordRoleId: '',
      image: '',
      sellerType: 'multiloader',
    })

    const typed = { ...productFields(bare, categories), description: ' d ', discordRoleId: ' 9 ' }
    expect(payloadOf(typed)).toMatchObject({ description: 'd', discordRoleId: '9', image: null })
    expect(payloadOf({ ...typed, discordRoleId: '  ' }).discordRoleId).toBeNull()
  })
})
