import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// The reviews on a product's public page.

type List = Body<typeof api.reviews.list>
type Review = List['reviews'][number]

const review: Review = {
  ...ids(21),
  authorName: 'Ana S.',
  rating: 4,
  body: 'Pinta bem.\nSeca rápido.',
  language: 'pt-BR',
  reply: null,
  createdAt: '2026-02-10T12:00:00.000Z',
  editedAt: null,
}

const reviews: Review[] = [
  review,
  {
    ...review,
    ...ids(22),
    authorName: 'Cliente verificado',
    rating: 1,
    body: 'Dries slowly',
    language: 'en-US',
    editedAt: '2026-02-12T12:00:00.000Z',
    reply: { text: 'Escreva para nós.', repliedAt: '2026-02-13T12:00:00.000Z' },
  },
  { ...review, ...ids(23), authorName: 'Caio T.', rating: 5, body: '' },
]

const list = (part: Partial<List> = {}): Answer =>
  on(api.reviews.list, {
    success: true,
    reviews,
    rating: { average: 4.5, count: 1012 },
    counts: { 1: 2, 2: 0, 3: 10, 4: 400, 5: 600 },
    total: 1012,
    pagination: { ...onePage(1012), totalPages: 102, hasNextPage: true },
    ...part,
  })

const none = list({
  reviews: [],
  rating: null,
  counts: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
  total: 0,
  pagination: { ...onePage(0), totalPages: 0 },
})

const productId = ids(1).id

/**
 * A page with little text except its reviews: the product is not on sale and has no description
 * page.
 */
const shown: Body<typeof api.catalogue.page> = {
  success: true,

  product: {
    ...ids(1),
    slug: 'pincel-pro',
    name: 'Pincel Pro',
    description: 'Pinta em camadas',
    price: 1234.56,
    currency: 'BRL',
    image: null,
    category: { ...ids(40), name: 'arte', color: '#3b82f6' },
    provider: 'stock',
    status: 'active',
    isFeatured: false,
    stock: 'in',
    maxPerOrder: 3,
    metadata: { sellerType: 'multiloader', level: 7, expiration: 90 },
    priceFrom: 1234.56,
    priceTo: 1234.56,
    variantCount: 1,
    compareAtPrice: null,
  },

  variants: [],
  isAvailable: false,
  movedTo: null,
  images: [],
  texts: { body: null, requirements: null, includes: null },
  seo: { title: null, description: null },
  delivered: { delivery: 'at_once', validityDays: 90, chatRole: false },
  related: [],
}

const page = on(api.catalogue.page, shown)

const open = (replies: Answer[], given: Given = {}) =>
  show('/products/pincel-pro', { ...given, replies: [...replies, page] })

/**
 * The lines after the product's own eight: breadcrumb, name, description and the reason why it
 * cannot be bought.
 */
const read = async (screen: Screen) => (await screen.lines()).slice(8)
const client: Given = { as: { role: 'client' } }

const asked = (screen: Screen) =>
  screen.calls.flatMap(({ path, query }) => (path.endsWith('/reviews') ? [{ path, ...query }] : []))

const question = { path: `/api/product/${productId}/reviews`, page: '1', limit: '10' }

async function faults({ page }: Screen): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`))
}

describe('the reviews of a product', () => {
  it('have reserved space, so that the parts below do not move when reviews load [P318]', async () => {
    const { product } = shown
    const beside = { ...product, ...ids(2), slug: 'lapis', name: 'Lápis Mini' }

    const topOf = async (count: number) => {
      const rating = count ? { average: 4, count } : null
      const few = reviews.slice(0, count)

      const screen = await show('/products/pincel-pro', {
        replies: [
          pending(api.reviews.list),
          on(api.catalogue.page, { ...shown, product: { ...product, rating }, related: [beside] }),
        ],
      })

      const below = screen.page.getByRole('heading', { name: 'Veja também' })
      const top = async () => Math.round((await below.boundingBox())!.y)
      await below.waitFor()
      const before = await top()
      screen.replies.unshift(
        count ? list({ reviews: few, rating, total: count, pagination: onePage(count) }) : none,
      )
      await screen.page.reload()
      await screen.page
        .getByText(count ? 'Ana S.' : 'Este produto ainda não tem avaliações.')
        .waitFor()

      return (await top()) - before
    }

    expect(Math.abs(await topOf(1))).toBeLessThanOrEqual(48)
    expect(Math.abs(await topOf(0))).toBeLessThanOrEqual(48)
  })

  it('say the rating in words, how many gave each star, and each review with its answer [L067, L072]', async () => {
    const screen = await open([list()])

    await expect
      .poll(() => read(screen))
      .toEqual([
        'Avaliações',
        '4,5',
        '4,5 de 5, 1.012 avaliações',
        '5 estrelas',
        '600',
        '4 estrelas',
        '400',
        '3 estrelas',
        '10',
        '2 estrelas',
        '0',
        '1 estrela',
        '2',
        'Ordenar por',
        'Mais recentes',
        'Ana S.',
        '4 de 5',
        '10 de fev. de 2026',
        'Pinta bem.',
        'Seca rápido.',
        'Cliente verificado',
        '1 de 5',
        '10 de fev. de 2026, editada em 12 de fev. de 2026',
        'Dries slowly',
        'Resposta da equipe 13 de fev. de 2026',
        'Escreva para nós.',
        'Caio T.',
        '5 de 5',
        '10 de fev. de 2026',
        'Anterior',
        '1 de 102',
        'Próxima',
      ])

    const text = screen.page.getByText('Dries slowly')
    const language = text.evaluate((one) => one.closest('[lang]')!.getAttribute('lang'))
    expect(await language).toBe('en-US')
    expect(asked(screen)).toEqual([{ ...question, sort: 'newest' }])
    expect(await faults(screen)).toEqual([])
    screen.expectAnswered()
  })

  it('say the same in English, on a phone, and one review as one [L067, L072]', async () => {
    const one = list({
      reviews: [{ ...review, authorName: 'Verified customer' }],
      rating: { average: 4, count: 1 },
      counts: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 },
      total: 1,
      pagination: onePage(1),
    })

    const screen = await open([one], { ...client, language: 'en-US', width: 390 })

    await expect
      .poll(() => read(screen))
      .toEqual([
        'Reviews',
        '4',
        '4 out of 5, 1 review',
        '5 stars',
        '0',
        '4 stars',
        '1',
        '3 stars',
        '0',
        '2 stars',
        '0',
        '1 star',
        '0',
        'Bought this product? Review it under My products.',
        'Verified customer',
        'Report',
        '4 out of 5',
        'Feb 10, 2026',
        'Pinta bem.',
        'Seca rápido.',
      ])

    const ownLink = screen.page.getByRole('link', { name: /Review it/ })
    expect(await ownLink.getAttribute('href')).toBe('/dashboard/products')
    expect(await faults(screen)).toEqual([])
    const english = await open([list()], { language: 'en-US' })
    await expect.poll(() => read(english)).toContain('4.5 out of 5, 1,012 reviews')
    expect(await read(english)).toContain('Feb 10, 2026, edited on Feb 12, 2026')
    expect((await read(english)).slice(-3)).toEqual(['Previous', '1 of 102', 'Next'])
  })

  it('are in the chosen order, ten a page; a new page moves the focus to the heading [L072]', async () => {
    const screen = await open([list()])
    const { page } = screen
    const order = page.getByLabel('Ordenar por')

    expect(await order.locator('option').allInnerTexts()).toEqual([
      'Mais recentes',
      'Maior nota',
      'Menor nota',
    ])

    const previous = page.getByRole('button', { name: 'Anterior' })
    expect(await previous.isDisabled()).toBe(true)
    await screen.press('Próxima')
    await expect.poll(() => asked(screen)).toHaveLength(2)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Avaliações')
    await order.selectOption('lowest')
    await expect.poll(() => asked(screen)).toHaveLength(3)
    await order.selectOption('highest')

    await expect
      .poll(() => asked(screen))
      .toEqual([
        { ...question, sort: 'newest' },
        { ...question, page: '2', sort: 'newest' },
        { ...question, sort: 'lowest' },
        { ...question, sort: 'highest' },
      ])
  })

  it('are absent where the shop takes none; empty, loading and failed have their own texts [L063]', async () => {
    const off = refused(api.reviews.list, 'Avaliação não encontrada.', 404, 'review.not_found')
    expect(await read(await open([off]))).toEqual([])

    for (const [language, empty, failed] of [
      [
        'pt-BR',
        ['Avaliações', 'Este produto ainda não tem avaliações.'],
        ['As avaliações não puderam ser carregadas.', 'Tentar novamente'],
      ],
      [
        'en-US',
        ['Reviews', 'This product has no reviews yet.'],
        ["We couldn't load the reviews.", 'Try again'],
      ],
    ] as const) {
      const nobody = await open([none], { language })
      await expect.poll(() => read(nobody)).toEqual(empty)
      const broken = await open([refused(api.reviews.list, 'A conta não bate.', 400)], { language })
      await expect.poll(() => read(broken)).toEqual(failed)
      broken.replies.unshift(none)
      await broken.press(failed[1])
      await expect.poll(() => read(broken)).toEqual(empty)
    }

    const waiting = await open([pending(api.reviews.list)])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
    expect(await read(waiting)).toEqual([])
  })

  it('with the longest words do not scroll sideways', async () => {
    const long = 'Extraordinariamente'.repeat(20)
    const reply = { text: long, repliedAt: '2026-02-13T12:00:00.000Z' }
    const longest = { ...review, authorName: long, body: long, reply }
    const screen = await open([list({ reviews: [longest] })], { ...client, width: 360 })
    await expect.poll(() => read(screen)).toContain('4,5 de 5, 1.012 avaliações')

    expect(
      await screen.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0)
  })
})

describe('a review is reported', () => {
  const path = `/api/product/reviews/${review.id}/report`

  it('by a logged-in customer, once and with a reason; an error keeps the typed reason [L068]', async () => {
    const replies = [
      refused(api.reviews.report, 'Avaliação não encontrada.', 404, 'review.not_found'),
      list({ reviews: [review] }),
    ]

    const screen = await open(replies, client)
    await screen.press('Denunciar a avaliação de Ana S.')
    const dialog = screen.dialog('Denunciar avaliação')

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Denunciar avaliação',
        'O que há de errado?',
        'Até 300 caracteres. Só a equipe lê.',
        'Enviar denúncia',
      ])

    expect(await faults(screen)).toEqual([])
    await screen.press('Enviar denúncia', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Escreva o que há de errado.'])
    const field = dialog.getByRole('textbox', { name: 'O que há de errado?' })
    await field.fill('a'.repeat(301))
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['O texto tem 301 caracteres. São no máximo 300.'])
    expect(screen.sent('POST', path)).toEqual([])
    await field.fill('Fala de outra loja')
    await screen.press('Enviar denúncia', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Avaliação não encontrada.'])
    expect(await field.inputValue()).toBe('Fala de outra loja')
    screen.replies.unshift(on(api.reviews.report, { success: true }))
    await screen.press('Enviar denúncia', dialog)
    await expect.poll(() => screen.toast()).toEqual('Obrigado. A equipe vai ler a sua denúncia.')

    expect(screen.sent('POST', path)).toEqual([
      { reason: 'Fala de outra loja' },
      { reason: 'Fala de outra loja' },
    ])

    await dialog.waitFor({ state: 'hidden' })
    await screen.page.getByRole('button', { name: 'Denunciada' }).dispatchEvent('click')
    expect(await dialog.count()).toBe(0)
    screen.expectAnswered()
  })
})
