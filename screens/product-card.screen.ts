import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, type Body } from './answers.ts'
import { alone, ids } from './samples.ts'
import { show } from './show.ts'

type Product = Body<typeof api.catalogue.featured>[number]

const pincel: Product = {
  ...ids(1),
  slug: 'pincel-pro',
  name: 'Pincel Pro',
  description: 'Pinta em camadas',
  ...alone(1234.56),
  currency: 'BRL',
  image: null,
  category: { ...ids(40), name: 'arte', color: '#3b82f6' },
  provider: 'stock',
  status: 'active',
  isFeatured: true,
  stock: 'in',
  maxPerOrder: 3,
  metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
  rating: { average: 4.8, count: 1012 },
}

const lapis: Product = {
  ...pincel,
  ...ids(2),
  name: 'Lápis de um nome que não cabe em uma linha só',
  description: 'Desenha à mão',
  ...alone(19.9),
  currency: 'USD',
  stock: 'low',
  rating: { average: 5, count: 1 },
}

const tinta: Product = {
  ...pincel,
  ...ids(3),
  name: 'Tinta Azul',
  description: 'Seca em um minuto',
  ...alone(0.07),
  stock: 'out',
  rating: null,
}

const replies = [
  on(api.catalogue.featured, [pincel, lapis, tinta]),
  on(api.catalogue.categories, []),
]

describe("a product's card", () => {
  it('says beside the name what customers think of it, where any said so [P252]', async () => {
    const screen = await show('/products', { replies })

    await expect
      .poll(async () => (await screen.lines()).slice(3, 18))
      .toEqual([
        'Pincel Pro',
        '★ 4,8 (1.012)',
        'Pinta em camadas',
        'R$ 1.234,56',
        'Em estoque',
        'Adicionar ao carrinho',
        'Lápis de um nome que não cabe em uma linha só',
        '★ 5 (1)',
        'Desenha à mão',
        'US$ 19,90',
        'Últimas unidades',
        'Adicionar ao carrinho',
        'Tinta Azul',
        'Seca em um minuto',
        'R$ 0,07',
      ])

    const imageLabels = (of: typeof screen) =>
      of.page
        .getByRole('article')
        .getByRole('img')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

    expect(await imageLabels(screen)).toEqual(['4,8 de 5, 1.012 avaliações', '5 de 5, 1 avaliação'])
    const prices = screen.page.locator('[data-price]')
    const lines = () => prices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    await expect.poll(async () => new Set(await lines()).size).toBe(1)
    const english = await show('/products', { replies, language: 'en-US', width: 320 })

    await expect
      .poll(async () => (await english.lines()).slice(3, 11))
      .toEqual([
        'Pincel Pro',
        '★ 4.8 (1,012)',
        'Pinta em camadas',
        'R$1,234.56',
        'In stock',
        'Add to cart',
        'Lápis de um nome que não cabe em uma linha só',
        '★ 5 (1)',
      ])

    expect(await imageLabels(english)).toEqual([
      '4.8 out of 5, 1,012 reviews',
      '5 out of 5, 1 review',
    ])
  })

  it('shows a drawing’s motif on a phone and its whole on a desk; other pictures are whole [P641]', async () => {
    const drawn = { ...pincel, image: '/favicon.svg' }
    const uploaded = { ...lapis, image: '/favicon.svg?de=fora' }
    const shelf = [on(api.catalogue.featured, [drawn, uploaded]), replies[1]!]

    for (const [width, ends] of [
      [360, ['/favicon.svg#motif', '/favicon.svg?de=fora']],
      [1280, ['/favicon.svg', '/favicon.svg?de=fora']],
    ] as const) {
      const screen = await show('/products', { replies: shelf, width })
      const pictures = screen.page.getByRole('article').locator('img')

      await expect
        .poll(() =>
          pictures.evaluateAll((all) =>
            all.map((one) => (one as HTMLImageElement).currentSrc.replace(location.origin, '')),
          ),
        )
        .toEqual(ends)
    }
  })
})
