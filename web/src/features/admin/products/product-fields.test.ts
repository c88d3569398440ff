import { describe, expect, it } from 'vitest'
import { decimal, formOf, payloadOf, whole } from './product-fields.ts'

const categories = [
  { id: 'a', name: 'Jogos' },
  { id: 'g', name: 'general' },
]

describe('product form', () => {
  it('a new product starts with the defaults and the category general [B154, B163]', () => {
    expect(formOf(undefined, categories)).toEqual({
      name: '',
      description: '',
      discordRoleId: '',
      image: '',
      price: '0',
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
    expect(formOf(undefined, [{ id: 'a', name: 'Jogos' }]).category).toBe('a')
    expect(formOf(undefined, []).category).toBe('')
  })
  it('reads the price as a decimal and metadata as whole numbers, 0 when there is none [B161, B162]', () => {
    expect([decimal('19.90'), decimal(''), decimal('x')]).toEqual([19.9, 0, 0])
    expect([whole('30'), whole('2.9'), whole(''), whole('x')]).toEqual([30, 2, 0, 0])
    const payload = payloadOf({
      ...formOf(undefined, categories),
      name: ' Chave ',
      description: 'd',
      price: '12.5',
      level: '',
      expiration: '30',
      maxPerOrder: '3',
    })
    expect(payload).toEqual({
      name: 'Chave',
      description: 'd',
      currency: 'BRL',
      category: 'g',
      provider: 'stock',
      status: 'active',
      isFeatured: false,
      price: 12.5,
      discordRoleId: null,
      image: null,
      maxPerOrder: 3,
      metadata: { sellerType: 'multiloader', level: 0, expiration: 30 },
    })
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
    expect(payloadOf(formOf(row, categories))).toEqual({ ...row, category: 'a' })
    const bare = {
      ...row,
      discordRoleId: null,
      image: null,
      metadata: { sellerType: 'outro', level: 3, expiration: 90 },
    }
    expect(formOf(bare, categories)).toMatchObject({
      discordRoleId: '',
      image: '',
      sellerType: 'multiloader',
    })
    const typed = { ...formOf(bare, categories), description: ' d ', discordRoleId: ' 9 ' }
    expect(payloadOf(typed)).toMatchObject({ description: 'd', discordRoleId: '9', image: null })
    expect(payloadOf({ ...typed, discordRoleId: '  ' }).discordRoleId).toBeNull()
  })
})
