import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import type { RichText } from '@chaveiro/contracts/rich-text'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// The activation guide of a bought product, beside its key.

const words = (text: string) => ({ type: 'text' as const, text })
const paragraph = (text: string) => ({ type: 'paragraph' as const, children: [words(text)] })

const tree: RichText = [
  { type: 'heading', level: 3, children: [words('Instalar')] },
  {
    type: 'list',
    start: 3,
    items: [
      [paragraph('Abra o programa.')],
      [
        paragraph('Cole (sua chave).'),
        { type: 'list', start: null, items: [[paragraph('Sem espaços.')]] },
      ],
    ],
  },
  { type: 'heading', level: 4, children: [words('Se não abrir')] },
  {
    type: 'paragraph',
    children: [
      words('Leia a '),
      { type: 'link', to: 'https://ajuda.exemplo.test/a', children: [words('ajuda')] },
      words(' ou os '),
      { type: 'link', to: '/terms', children: [words('termos')] },
      words(', '),
      { type: 'strong', children: [words('antes')] },
      words(' de '),
      { type: 'emphasis', children: [words('usar')] },
      words(' o '),
      { type: 'code', text: 'pincel.exe' },
      words('.'),
    ],
  },
  { type: 'quote', children: [paragraph('Um conselho.')] },
  { type: 'codeBlock', text: 'pincel --chave\n  --agora' },
  { type: 'rule' },
  paragraph('Fim.'),
]

const guide = (answered: RichText | null): Answer =>
  on(api.licences.guide, { success: true, guide: answered })

type Owned = Body<typeof api.orders.products>['products'][number]

const owned: Owned = {
  ...ids(1),
  name: 'Pincel Pro',
  description: '',
  price: 10,
  currency: 'BRL',
  status: 'active',
  purchaseDate: '2026-02-03T17:05:00.000Z',
  expirationDate: null,
  licenseId: ids(31).id,
  licenseKey: 'AAAA-BBBB-1111',
  orderNumber: 'ORD-000017',
  image: null,
  color: '#3b82f6',
  productId: ids(2).id,
  variantId: ids(2).id,
  onSale: true,
}

const waiting: Owned = {
  ...owned,
  ...ids(2),
  name: 'Giz',
  status: 'pending',
  licenseId: null,
  licenseKey: null,
}

const products = on(api.orders.products, {
  success: true,
  products: [owned, waiting],
  data: [],
  total: 2,
  active: 1,
  totalValue: 20,
})

const noReviews = on(api.reviews.own, { success: true, products: [], reviews: [] })

const showOwned = (answer: Answer, given: Given = {}) =>
  show('/dashboard/products', {
    as: { role: 'client' },
    ...given,
    replies: [answer, products, noReviews],
  })

const path = `/api/users/licenses/${ids(31).id}/guide`

const asked = (screen: Screen) =>
  screen.calls.map((call) => call.path).filter((one) => one.endsWith('/guide'))

/** The texts of an opened guide. */
async function readGuide(screen: Screen, button: string): Promise<string[]> {
  const id = await screen.page.getByRole('button', { name: button }).getAttribute('aria-controls')
  return screen.lines(screen.page.locator(`[id="${id}"]`))
}

const drawn = [
  'Instalar',
  'Abra o programa.',
  'Cole (sua chave).',
  'Sem espaços.',
  'Se não abrir',
  'Leia a ajuda ou os termos, antes de usar o pincel.exe.',
  'Um conselho.',
  'pincel --chave',
  '--agora',
  'Fim.',
]

describe('the activation guide', () => {
  it('is loaded once, when opened, and shown with headings, lists and links [L054]', async () => {
    const screen = await showOwned(guide(tree))
    const button = screen.page.getByRole('button', { name: 'Como ativar Pincel Pro' })
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    expect(await screen.page.getByRole('button', { name: /Como ativar/ }).count()).toBe(1)
    expect(asked(screen)).toEqual([])
    await button.focus()
    await screen.page.keyboard.press('Enter')
    await expect.poll(() => readGuide(screen, 'Como ativar Pincel Pro')).toEqual(drawn)
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    const headings = screen.page.getByRole('main').locator('h3, h4')
    expect(
      await headings.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 3))),
    ).toEqual(['<h3', '<h4'])
    expect(await screen.page.locator('main ol').getAttribute('start')).toBe('3')
    const links = screen.page.getByRole('main').getByRole('link', { name: /ajuda|termos/ })

    expect(
      await links.evaluateAll((all) =>
        all.map((one) => ['href', 'target', 'rel'].map((name) => one.getAttribute(name))),
      ),
    ).toEqual([
      ['https://ajuda.exemplo.test/a', '_blank', 'nofollow noopener'],
      ['/terms', null, 'nofollow noopener'],
    ])

    const { violations } = await new AxeBuilder({ page: screen.page }).setLegacyMode().analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await button.press('Enter')
    await expect.poll(() => screen.lines()).not.toContain('Fim.')
    await button.press('Enter')
    await expect.poll(() => readGuide(screen, 'Como ativar Pincel Pro')).toEqual(drawn)
    expect(asked(screen)).toEqual([path])
    screen.expectAnswered()
  })

  it('has texts for a missing guide, a failed load and loading, in both languages [L054]', async () => {
    const broken = refused(api.licences.guide, 'Licença não encontrada.', 404, 'licence.not_found')

    for (const [language, button, none, failed] of [
      [
        'pt-BR',
        'Como ativar Pincel Pro',
        'Este produto não tem um guia de ativação. Se precisar de ajuda, fale com o suporte.',
        ['O guia de ativação não pôde ser carregado.', 'Tentar novamente'],
      ],
      [
        'en-US',
        'How to activate Pincel Pro',
        'This product has no activation guide. If you need help, talk to support.',
        ["We couldn't load the activation guide.", 'Try again'],
      ],
    ] as const) {
      const without = await showOwned(guide(null), { language })
      await without.press(button)
      await expect.poll(() => readGuide(without, button)).toEqual([none])
      const failing = await showOwned(broken, { language })
      await failing.press(button)
      await expect.poll(() => readGuide(failing, button)).toEqual(failed)
      failing.replies.unshift(guide(tree))
      await failing.press(failed[1])
      await expect.poll(() => readGuide(failing, button)).toEqual(drawn)
    }

    const held = await showOwned(pending(api.licences.guide))
    await held.press('Como ativar Pincel Pro')
    await expect.poll(() => held.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
  })

  it('with very long words does not scroll sideways on a phone [L054]', async () => {
    const long = 'a'.repeat(400)

    const wide: RichText = [
      { type: 'heading', level: 3, children: [words(long)] },
      { type: 'list', start: 1, items: [[paragraph(long)]] },
      { type: 'quote', children: [paragraph(long)] },
      { type: 'codeBlock', text: long },
      { type: 'paragraph', children: [{ type: 'code', text: long }] },
      { type: 'paragraph', children: [{ type: 'link', to: '/terms', children: [words(long)] }] },
    ]

    const screen = await showOwned(guide(wide), { width: 360 })
    await screen.press('Detalhes de Pincel Pro')
    await screen.press('Como ativar Pincel Pro')
    await expect
      .poll(async () => (await readGuide(screen, 'Como ativar Pincel Pro')).length)
      .toBe(6)

    expect(
      await screen.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0)
  })
})

describe('beside several keys the guide of each product is offered once', () => {
  const unit = (productName: string, number: number | null) => ({
    productName,
    variantId: productName,
    licenseId: number === null ? null : ids(number).id,
    licenseKey: number === null ? null : `KEY-${number}`,
    status: number === null ? ('pending' as const) : ('active' as const),
  })

  const units = [
    unit('Pincel Pro', null),
    unit('Pincel Pro', 31),
    unit('Pincel Pro', 32),
    unit('Giz', 33),
  ]

  it('on the card of an order [L054]', async () => {
    const order = {
      ...ids(5),
      orderNumber: 'ORD-000017',
      status: 'completed' as const,
      createdAt: '2026-02-03T17:05:00.000Z',
      totalAmount: 40,
      subtotal: 40,
      discount: 0,
      currency: 'BRL' as const,
      paymentMethod: 'pix',

      products: ['Pincel Pro', 'Giz'].map((name) => ({
        id: name,
        _id: name,
        variantId: name,
        variantName: '',
        name,
        quantity: 1,
        price: 20,
        image: null,
        color: '#3b82f6',
        onSale: true,
      })),

      licenses: [],
      units: units.map((one) => ({ ...one, productId: one.productName })),
      pendingUnits: 1,
      timeline: [],
      openUntil: null,
      withdrawal: null,
    }

    const orders = on(api.orders.list, {
      success: true,
      orders: [order],
      data: [],
      totalSpent: 40,
      pagination: onePage(1),
    })

    const screen = await show('/dashboard/orders', {
      as: { role: 'client' },
      replies: [orders, guide(tree)],
    })

    await expect
      .poll(async () => (await screen.lines()).slice(10, 26))
      .toEqual([
        'Pincel Pro 1 × R$ 20,00',
        'R$ 20,00',
        '••••••••••••••••••••••••••••••••',
        'Mostrar',
        'Copiar',
        '••••••••••••••••••••••••••••••••',
        'Mostrar',
        'Copiar',
        'Como ativar',
        'Giz 1 × R$ 20,00',
        'R$ 20,00',
        '••••••••••••••••••••••••••••••••',
        'Mostrar',
        'Copiar',
        'Como ativar',
        '1 chave ainda será entregue.',
      ])

    await screen.press('Como ativar Giz')
    await expect.poll(() => readGuide(screen, 'Como ativar Giz')).toEqual(drawn)
    expect(asked(screen)).toEqual([`/api/users/licenses/${ids(33).id}/guide`])
    screen.expectAnswered()
  })

  it('on the page of a paid order, to its owner; open when it has one product [L054]', async () => {
    const paid: Body<typeof api.payments.status> = {
      success: true,
      status: 'completed',

      payment: {
        paymentId: 'pay-1',
        cartId: 'cart-9',
        customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
        currency: 'BRL',
        amount: 40,
        originalAmount: 40,
        discount: { applied: false, cupomCode: null, amount: 0 },
        productName: 'Pincel Pro',
        paymentMethod: 'pix',
        origin: 'site',
        discordMessageId: null,
        discordChannelId: null,
        createdAt: '2026-02-03T17:05:00.000Z',
        expiresAt: null,
        reason: null,
        held: false,
        received: null,
      },

      cartItems: [],

      owner: {
        orderId: 'order-5',
        orderNumber: 'ORD-000017',
        units: units.map((one) => ({ ...one, expirationDate: null })),
        pix: null,
        crypto: null,
        card: null,
        replacedBy: null,
      },
    }

    const screen = await show('/success?payment_id=pay-1', {
      as: { role: 'client' },
      language: 'en-US',
      replies: [on(api.payments.status, paid), guide(tree)],
    })

    await expect
      .poll(async () => (await screen.lines()).slice(3, 16))
      .toEqual([
        'Here are your keys',
        'Copy all',
        'Download as text',
        'Pincel Pro',
        "We're preparing your key. It appears here and in your account as soon as it's ready.",
        'KEY-31',
        'Copy',
        'KEY-32',
        'Copy',
        'How to activate',
        'Giz',
        'KEY-33',
        'Copy',
      ])

    await screen.press('How to activate Pincel Pro')
    await expect.poll(() => readGuide(screen, 'How to activate Pincel Pro')).toEqual(drawn)
    expect(asked(screen)).toEqual([path])
    screen.expectAnswered()

    const paidOne = { ...paid, owner: { ...paid.owner!, units: paid.owner!.units.slice(1, 2) } }

    const showOne = (answered: RichText | null) =>
      show('/success?payment_id=pay-1', {
        as: { role: 'client' },
        replies: [on(api.payments.status, paidOne), guide(answered)],
      })

    const alone = await showOne(tree)
    const part = alone.page.getByRole('region', { name: 'Como ativar Pincel Pro', exact: true })
    await expect.poll(() => alone.lines(part)).toEqual(['Como ativar Pincel Pro', ...drawn])
    expect(asked(alone)).toEqual([path])
    // A product without a guide has nothing to open.
    const without = await showOne(null)
    await without.page.getByText('KEY-31').waitFor()
    await expect.poll(() => asked(without)).toEqual([path])
    expect((await without.lines()).join(' ')).not.toContain('Como ativar')
  })
})
