import { adminApi } from '@chaveiro/contracts/admin'

import { on, type Answer, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import type { Screen } from './screen.ts'
import type { Given } from './show.ts'

// The options of a product as staff edit them, and the answers of the calls around them.

export type Option = Body<typeof adminApi.variants.list>['variants'][number]
type Product = Body<typeof adminApi.products.read>['product']

export const product: Product = {
  ...ids(1),
  name: 'Editor',
  description: 'Um editor.',
  price: 24.9,
  priceFrom: 24.9,
  variantCount: 3,
  currency: 'BRL',
  category: { ...ids(2), name: 'Vídeo', color: '#336699' },
  provider: 'stock',
  status: 'active',
  discordRoleId: null,
  isFeatured: true,
  image: null,
  metadata: { sellerType: 'multiloader', level: 1, expiration: 30 },
  maxPerOrder: 10,
  version: 4,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
}

export const month: Option = {
  ...ids(1),
  productId: ids(1).id,
  isFirst: true,
  name: '30 dias',
  nameEn: '30 days',
  position: 0,
  active: true,
  price: 24.9,
  compareAtPrice: 34.9,
  provider: 'stock',
  metadata: { sellerType: 'multiloader', level: 1 },
  validityDays: 30,
  discordRoleId: null,
  minQuantity: 1,
  maxQuantity: 10,
  perCustomer: 0,
  available: 1402,
  waiting: 0,
  version: 7,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
}

export const quarter: Option = {
  ...month,
  ...ids(5),
  isFirst: false,
  name: '90 dias',
  nameEn: null,
  position: 1,
  active: false,
  price: 1059.9,
  compareAtPrice: null,
  metadata: { sellerType: 'singleloader', level: 4 },
  validityDays: 90,
  discordRoleId: '9988776655',
  minQuantity: 2,
  maxQuantity: 5,
  perCustomer: 6,
  available: 0,
  waiting: 3,
  version: 8,
}

export const forLife: Option = {
  ...month,
  ...ids(6),
  isFirst: false,
  name: 'Vitalícia',
  nameEn: 'Lifetime',
  position: 2,
  price: 199,
  compareAtPrice: null,
  provider: 'manual',
  validityDays: null,
  available: 0,
  version: 9,
}

/** The only option of a product, which needs no name. */
export const only: Option = { ...month, name: '', nameEn: null, compareAtPrice: null }

export const list = (...variants: Option[]) =>
  on(adminApi.variants.list, { success: true, variants })

export const savedAs = (variant: Option, roleWarning: 'hierarchy' | null = null) =>
  ({ success: true, variant, data: variant, roleWarning }) as const

export const products = (...rows: Product[]) =>
  on(adminApi.products.list, {
    success: true,
    products: rows.map((row) => ({ ...row, freeKeys: 41, soldLately: 57 })),
    distinctCategories: 1,
    ...listed(rows.length),
  })

const guild = on(adminApi.roles.guild, { success: true, problem: null, name: 'Loja', roles: [] })

export const optionsSetup: Given = {
  as: { role: 'admin' },
  replies: [
    list(month, quarter, forLife),
    products(product),
    on(adminApi.products.read, { success: true, product, data: product }),
    on(adminApi.variants.update, savedAs(quarter)),
    on(adminApi.variants.create, savedAs(quarter)),
    on(adminApi.variants.remove, { success: true }),
    on(adminApi.variants.order, { success: true, variants: [quarter, month, forLife] }),
    guild,
  ],
}

export const withFirst = (...replies: Answer[]): Given => ({
  ...optionsSetup,
  replies: [...replies, ...optionsSetup.replies!],
})

export const address = `/admin/products?pageOf=${product.id}&part=options`
export const call = `/api/admin/product/${product.id}/variants`

/**
 * A conflict: another person changed the option, and the shop returns the option's current values.
 */
export const changedTo = (variant: Option): Answer => {
  const error =
    'Outra pessoa alterou este produto enquanto você o editava. Confira os dados atuais e salve de novo.'

  return {
    route: adminApi.variants.update,
    status: 409,
    body: {
      success: false,
      error,
      message: error,
      code: 'product.changed',
      variant,
      current: variant,
    },
  }
}

/** The options' names in the order of the table. */
export const named = async (screen: Screen) =>
  (await screen.table()).slice(1).map(([name]) => name!.split(' | ')[0])
