import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show } from './show.ts'

type Page = Body<typeof api.catalogue.page>
type Variant = Page['variants'][number]

const month: Variant = {
  ...ids(1),
  name: 'Mensal',
  price: 9.9,
  compareAtPrice: null,
  currency: 'BRL',
  stock: 'in',
  isAvailable: true,
  validity: { days: 30, basis: 'purchase' },
  minQuantity: 1,
  maxQuantity: 3,
}

const life: Variant = {
  ...month,
  ...ids(2),
  name: 'Para sempre',
  price: 99,
  compareAtPrice: 149.5,
  validity: { days: null, basis: 'purchase' },
}

const gone: Variant = { ...month, ...ids(3), name: 'Anual', price: 59, stock: 'out' }

const product: Page['product'] = {
  ...ids(1),
  slug: 'pincel-pro',
  name: 'Pincel Pro',
  description: 'Pinta em camadas',
  price: 9.9,
  currency: 'BRL',
  image: null,
  category: { ...ids(40), name: 'arte', color: '#3b82f6' },
  provider: 'stock',
  status: 'active',
  isFeatured: true,
  stock: 'in',
  maxPerOrder: 3,
  metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
  priceFrom: 9.9,
  priceTo: 99,
  variantCount: 3,
  compareAtPrice: null,
}

const body: Page = {
  success: true,
  product,
  variants: [month, life, gone],
  isAvailable: true,
  movedTo: null,
  images: [],
  texts: { body: null, requirements: null, includes: null },
  seo: { title: null, description: null },
  delivered: { delivery: 'at_once', validityDays: 30, chatRole: false },
  related: [],
}

const page = on(api.catalogue.page, body)
const path = '/products/pincel-pro'

describe('a product that is sold in several options', () => {
  it('shows the lowest price on its card, and links to the variants [L032]', async () => {
    for (const [language, price, button] of [
      ['pt-BR', 'A partir de R$ 9,90', 'Escolher opção: Pincel Pro'],
      ['en-US', 'From R$9.90', 'Choose an option: Pincel Pro'],
    ] as const) {
      const screen = await show('/products', {
        language,
        replies: [on(api.catalogue.featured, [product]), on(api.catalogue.categories, [])],
      })

      await expect.poll(() => screen.lines()).toContain(price)
      await screen.page.getByRole('link', { name: button }).click()
      await expect.poll(() => new URL(screen.page.url()).pathname).toBe(path)
    }
  })

  it('offers variants as one tab stop, with their terms, and stores the choice in the URL [L033, L034]', async () => {
    for (const [language, told, chosen] of [
      [
        'pt-BR',
        [
          'Mensal',
          '30 dias',
          'Em estoque',
          'R$ 0,33/dia',
          'R$ 9,90',
          'Para sempre',
          'Vitalícia',
          '−34%',
        ],
        ['Preço anterior R$ 149,50', 'R$ 99,00'],
      ],
      [
        'en-US',
        [
          'Mensal',
          '30 days',
          'In stock',
          'R$0.33/day',
          'R$9.90',
          'Para sempre',
          'Lifetime',
          '−34%',
        ],
        ['Previous price R$149.50', 'R$99.00'],
      ],
    ] as const) {
      const screen = await show(path, { language, replies: [page] })
      const group = screen.page.getByRole('group', {
        name: language === 'pt-BR' ? 'Opções' : 'Options',
      })
      await expect.poll(() => screen.lines(group)).toEqual(expect.arrayContaining([...told]))
      const radio = (name: string) => group.getByRole('radio', { name })
      await expect.poll(() => radio('Mensal').isChecked()).toBe(true)
      await radio('Mensal').focus()
      await screen.page.keyboard.press('ArrowDown')
      await expect.poll(() => radio('Para sempre').isChecked()).toBe(true)
      await expect.poll(() => new URL(screen.page.url()).searchParams.get('option')).toBe(life.id)
      const [before, now] = chosen
      await expect.poll(() => screen.lines()).toContain(now)
      const struck = await screen.page.locator('main s').allTextContents()
      expect(struck.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([before, before])
      // The next Tab leaves the group.
      await screen.page.keyboard.press('Tab')

      expect(
        await group
          .getByRole('radio')
          .evaluateAll((all) => all.includes(document.activeElement as never)),
      ).toBe(false)
    }
  })

  it('shows the saving per day of a longer term against the variants in stock [P279]', async () => {
    const quarter = { ...month, ...ids(4), name: '90 dias', price: 19.8 }
    const variants = [
      month,
      { ...quarter, validity: { days: 90, basis: 'purchase' as const } },
      { ...gone, price: 590 },
    ]

    const screen = await show(path, {
      replies: [on(api.catalogue.page, { ...body, variants })],
    })

    const group = screen.page.getByRole('group', { name: 'Opções' })
    await group.waitFor()

    expect(await screen.lines(group)).toEqual([
      'Opções',
      'Mensal',
      '30 dias',
      'Em estoque',
      'R$ 9,90',
      'R$ 0,33/dia',
      '90 dias',
      'Em estoque',
      '−33%',
      'R$ 19,80',
      'R$ 0,22/dia',
      'Anual',
      '30 dias',
      'Esgotado',
      'R$ 590,00',
      'R$ 19,67/dia',
    ])
  })

  it('shows a term once if it is also the name of the variant [P274]', async () => {
    for (const [language, names] of [
      ['pt-BR', ['30 dias', 'Vitalícia']],
      ['en-US', ['30 days', 'Lifetime']],
    ] as const) {
      const [first, second] = names

      const variants = [
        { ...month, name: first },
        { ...life, name: second },
      ]

      const screen = await show(path, {
        language,
        replies: [on(api.catalogue.page, { ...body, variants })],
      })

      const group = screen.page.getByRole('group').filter({ has: screen.page.getByRole('radio') })
      await group.waitFor()
      const lines = await screen.lines(group)
      for (const name of names) expect(lines.filter((line) => line === name)).toEqual([name])
    }
  })

  it('shows the average rating beside the name, and nothing without reviews [L065, L072]', async () => {
    for (const [language, said] of [
      ['pt-BR', '4,3 de 5, 1.203 avaliações'],
      ['en-US', '4.3 out of 5, 1,203 reviews'],
    ] as const) {
      const rated = { ...body, product: { ...product, rating: { average: 4.3, count: 1203 } } }
      const screen = await show(path, { language, replies: [on(api.catalogue.page, rated)] })
      const header = screen.page.locator('main header').filter({ has: screen.page.locator('h1') })
      await expect
        .poll(() => screen.lines(header))
        .toEqual(['Pincel Pro', said, 'Pinta em camadas'])
      const hidden = await header
        .locator('svg path:last-child')
        .evaluateAll((stars) => stars.map((star) => getComputedStyle(star).clipPath.split(' ')[1]))
      expect(hidden).toEqual(['0%', '0%', '0%', '0%', '50%'])
      const none = await show(path, { language, replies: [page] })
      const plain = none.page.locator('main header').filter({ has: none.page.locator('h1') })
      await expect.poll(() => none.lines(plain)).toEqual(['Pincel Pro', 'Pinta em camadas'])
    }
  })

  it('selects the variant in the URL; a sold-out variant offers a notification [L033]', async () => {
    const screen = await show(`${path}?option=${gone.id}`, { replies: [page] })
    await screen.page.getByRole('button', { name: 'Avise-me quando voltar: Pincel Pro' }).waitFor()
    expect(await screen.page.getByRole('radio', { name: 'Anual' }).isChecked()).toBe(true)
    await expect
      .poll(() => screen.page.getByRole('button', { name: 'Adicionar ao carrinho' }).count())
      .toBe(0)

    const customer = await show(`${path}?option=${gone.id}`, {
      as: { role: 'client' },
      replies: [
        page,
        on(api.restock.list, { success: true, productIds: [], variantIds: [] }),
        on(api.restock.ask, { success: true, waiting: true }),
      ],
    })

    await customer.press('Avise-me quando voltar: Pincel Pro')
    await customer.page.getByText('Avisaremos').waitFor()
    expect(
      customer.calls.filter(({ method }) => method === 'PUT').map((call) => call.path),
    ).toEqual(['/api/product/restock/11111111-0000-4000-8000-000000000003'])
  })

  it('adds the chosen variant to a visitor’s cart under the product’s name, and stores it [L012, L013]', async () => {
    const screen = await show(`${path}?option=${life.id}`, {
      replies: [page, on(api.cart.limits, { success: true, limits: [{ id: life.id, max: 3 }] })],
    })
    await expect
      .poll(() => screen.page.getByRole('radio', { name: 'Para sempre' }).isChecked())
      .toBe(true)
    await screen.page.getByRole('button', { name: 'Adicionar ao carrinho' }).click()
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual(expect.arrayContaining(['Pincel Pro · Para sempre', 'R$ 99,00 cada']))
    const stored = await screen.page.evaluate(() => localStorage.getItem('cart'))
    expect(JSON.parse(stored!)).toMatchObject([
      { id: product.id, variantId: life.id, variantName: 'Para sempre', price: 99, quantity: 1 },
    ])
  })
})
