import { adminApi } from '@chaveiro/contracts/admin'

import { on, type Answer, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import type { Screen } from './screen.ts'
import type { Given } from './show.ts'

// A product's page as staff edit it, and the answers of the calls around it.

type Page = Body<typeof adminApi.productPages.read>['page']
type Product = Body<typeof adminApi.products.list>['products'][number]

export const picture = (digit: string) => ({
  url: `/uploads/${digit.repeat(64)}.webp`,
  altPt: `Foto ${digit}`,
  altEn: `Picture ${digit}`,
  width: 1600,
  height: 900,
})

export const beside = (number: number, name: string, status: Product['status'] = 'active') => ({
  ...ids(number),
  name,
  status,
})

export const page: Page = {
  ...ids(1),
  version: 12,
  slug: 'pincel-pro',

  texts: {
    'pt-BR': {
      body: '# Pinta tudo',
      requirements: 'Tinta.',
      includes: 'Um pincel.',
      guide: 'Cole {{key}}.',
      seoTitle: 'Pincel',
      seoDescription: 'O melhor.',
    },

    'en-US': {
      name: 'Brush Pro',
      summary: 'A brush.',
      body: '# Paints all',
      requirements: 'Paint.',
      includes: 'A brush.',
      guide: 'Paste it.',
      seoTitle: 'Brush',
      seoDescription: 'The best.',
    },
  },

  images: [picture('a'), picture('b'), picture('c')],
  related: [beside(21, 'Tela Mini'), beside(22, 'Cavalete', 'inactive')],
}

export const product: Product = {
  ...ids(1),
  name: 'Pincel Pro',
  description: 'Um pincel.',
  price: 20.5,
  priceFrom: 20.5,
  variantCount: 1,
  freeKeys: 43,
  soldLately: 59,
  currency: 'BRL',
  category: { ...ids(2), name: 'Pincéis', color: '#336699' },
  provider: 'stock',
  status: 'active',
  discordRoleId: null,
  isFeatured: false,
  image: null,
  metadata: { sellerType: 'multiloader', level: 1, expiration: 30 },
  maxPerOrder: 3,
  version: 12,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
}

const paper: Product = { ...product, ...ids(23), name: 'Papel', status: 'maintenance' }

export const read = (part: Partial<Page> = {}) =>
  on(adminApi.productPages.read, answerOf({ ...page, ...part }))

const answerOf = (one: Page) => ({ success: true as const, page: one, data: one })

const figures = {
  totalProducts: 1,
  activeProducts: 1,
  maintenanceProducts: 0,
  discontinuedProducts: 0,
  inactiveProducts: 0,
  featuredProducts: 0,
  totalCategories: 1,
}

export const productPageSetup: Given = {
  as: { role: 'admin' },

  replies: [
    read(),
    on(adminApi.productPages.update, answerOf({ ...page, version: 13, slug: 'novo' })),
    on(adminApi.productPages.preview, {
      success: true,

      tree: [
        { type: 'heading', level: 3, children: [{ type: 'text', text: 'Pinta tudo' }] },
        {
          type: 'paragraph',
          children: [
            {
              type: 'link',
              to: 'https://exemplo.test/a',
              children: [{ type: 'text', text: 'fora' }],
            },
            { type: 'text', text: ' e ' },
            {
              type: 'link',
              to: '/products',
              children: [{ type: 'strong', children: [{ type: 'text', text: 'dentro' }] }],
            },
          ],
        },
        {
          type: 'list',
          start: 3,
          items: [[{ type: 'paragraph', children: [{ type: 'code', text: 'x = 1' }] }]],
        },
        {
          type: 'quote',
          children: [
            {
              type: 'heading',
              level: 4,
              children: [{ type: 'emphasis', children: [{ type: 'text', text: 'Dito' }] }],
            },
          ],
        },
        { type: 'rule' },
        { type: 'codeBlock', text: 'uma\n  linha' },
        { type: 'list', start: null, items: [[]] },
      ],
    }),
    on(adminApi.products.list, {
      success: true,
      products: [product, paper],
      distinctCategories: 1,
      ...listed(2),
    }),
    on(adminApi.products.stats, { success: true, ...figures, data: figures }),
    on(adminApi.categories.list, []),
  ],
}

export const withFirst = (...replies: Answer[]) => ({
  ...productPageSetup,
  replies: [...replies, ...productPageSetup.replies!],
})

export const address = `/admin/products?pageOf=${page.id}`
const call = `/api/admin/product/${page.id}/page`
export const saved = (screen: Screen) => screen.sent('PUT', call)
export const panel = (screen: Screen) => screen.page.getByRole('tabpanel')

export const field = (screen: Screen, name: string) =>
  panel(screen).getByRole('textbox', { name, exact: true })

export const open = async (screen: Screen, tab: string) => {
  await screen.page.getByRole('tab', { name: tab }).click()
}
