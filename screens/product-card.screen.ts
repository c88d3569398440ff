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
  it('says how long the licence is valid: days, years in months, or for life', async () => {
    const terms = [1, 90, 365, 730, 0].map((expiration, n) => ({
      ...pincel,
      ...ids(10 + n),
      name: `Chave ${n}`,
      metadata: { ...pincel.metadata, expiration },
      rating: null,
    }))

    const several = { ...terms[0]!, ...ids(20), name: 'Várias', variantCount: 3, priceFrom: 7 }
    const shelf = [on(api.catalogue.featured, [...terms, several]), replies[1]!]

    const termsOf = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/products', { replies: shelf, language })
      const cards = screen.page.getByRole('article')
      await expect.poll(() => cards.count()).toBe(6)
      const lines = await Promise.all((await cards.all()).map((card) => screen.lines(card)))

      return lines.map((all) => all.slice(1).join(' | '))
    }

    expect(await termsOf('pt-BR')).toEqual([
      'R$ 1.234,56 | 1 dia',
      'R$ 1.234,56 | 90 dias',
      'R$ 1.234,56 | 12 meses',
      'R$ 1.234,56 | 24 meses',
      'R$ 1.234,56 | Vitalícia',
      'A partir de R$ 7,00',
    ])

    expect(await termsOf('en-US')).toEqual([
      'R$1,234.56 | 1 day',
      'R$1,234.56 | 90 days',
      'R$1,234.56 | 12 months',
      'R$1,234.56 | 24 months',
      'R$1,234.56 | Lifetime',
      'From R$7.00',
    ])
  })

  it('shows the average rating below the name, and nothing without reviews [P252]', async () => {
    const screen = await show('/products', { replies })

    await expect
      .poll(async () => (await screen.lines()).slice(4, 15))
      .toEqual([
        'Pincel Pro',
        '★ 4,8 (1.012)',
        'R$ 1.234,56',
        '30 dias',
        'Lápis de um nome que não cabe em uma linha só',
        '★ 5 (1)',
        'US$ 19,90',
        'Últimas unidades',
        'Tinta Azul',
        'R$ 0,07',
        'Esgotado',
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
      .poll(async () => (await english.lines()).slice(4, 10))
      .toEqual([
        'Pincel Pro',
        '★ 4.8 (1,012)',
        'R$1,234.56',
        '30 days',
        'Lápis de um nome que não cabe em uma linha só',
        '★ 5 (1)',
      ])

    expect(await imageLabels(english)).toEqual([
      '4.8 out of 5, 1,012 reviews',
      '5 out of 5, 1 review',
    ])
  })

  it('shows a drawing’s motif without its words; other pictures are whole [P641]', async () => {
    const drawn = { ...pincel, image: '/favicon.svg' }
    const uploaded = { ...lapis, image: '/favicon.svg?de=fora' }
    const shelf = [on(api.catalogue.featured, [drawn, uploaded]), replies[1]!]

    for (const width of [360, 1280]) {
      const screen = await show('/products', { replies: shelf, width })
      const pictures = screen.page.getByRole('article').locator('img')

      await expect
        .poll(() =>
          pictures.evaluateAll((all) =>
            all.map((one) => (one as HTMLImageElement).currentSrc.replace(location.origin, '')),
          ),
        )
        .toEqual(['/favicon.svg#motif', '/favicon.svg?de=fora'])
    }
  })
})
