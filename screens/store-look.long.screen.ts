import { api } from '@chaveiro/contracts'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import * as checkout from './checkout-samples.ts'
import { client, ownStatus } from './outcome-samples.ts'
import { ids, onePage, plainNotice } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// The public shop at 360 px and between phone and desktop width: no text is cut off, and related
// parts are on one line.

const phone: Given = { width: 360 }
const english: Given = { width: 360, language: 'en-US' }
const both = [phone, english]

/** The pixels of text that an element, or a select, cuts off. */
const cut = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    if (!(element instanceof HTMLSelectElement))
      return Math.max(0, element.scrollWidth - element.clientWidth)

    const { font, paddingLeft, paddingRight } = getComputedStyle(element)
    const pen = document.createElement('canvas').getContext('2d')!
    pen.font = font
    const needed = pen.measureText(element.selectedOptions[0]!.text).width
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)

    return Math.max(0, Math.ceil(needed - room))
  })

const place = async (part: Locator) => (await part.boundingBox())!

const keys = (screen: Screen) =>
  screen.page.getByRole('main').locator('svg[viewBox="-190 -100 380 330"]')

describe('a phone', () => {
  it('shows the choices of the search whole, and all of them on two lines [P270]', async () => {
    const replies = [
      on(api.catalogue.categories, []),
      on(api.catalogue.search, {
        success: true,
        products: [],
        total: 0,
        pagination: { ...onePage(0), hasNextPage: false },
      }),
    ]

    for (const setup of both) {
      const screen = await show('/products?q=zz', { ...setup, replies })
      const category = screen.page
        .getByRole('navigation')
        .getByRole('link', { name: /^(Todas|All)$/ })
      const sort = screen.page.locator('main select')
      await sort.waitFor()
      expect([await cut(category), await cut(sort)]).toEqual([0, 0])
      const stock = await place(screen.page.getByRole('checkbox'))
      const second = await place(sort)
      expect(Math.abs(stock.y + stock.height / 2 - second.y - second.height / 2)).toBeLessThan(2)
      // One line for the categories, one for the order and the stock.
      const label = screen.page.getByText(/^(Só em estoque|In stock only)$/)
      expect([await cut(label), (await place(label)).height < 30]).toEqual([0, true])
    }
  })

  it('has the two acts of the first page on one line, and the song by its whole name [P270]', async () => {
    const acts = ['Ver produtos', 'See products'].map((name, at) => [
      name,
      ['Como funciona', 'How it works'][at]!,
    ])

    for (const [at, given] of both.entries()) {
      const screen = await show('/', {
        ...given,
        replies: [
          on(api.catalogue.featured, []),
          on(api.catalogue.categories, []),
          refused(api.reviews.latest, 'Nada.', 404),
        ],
      })

      const [first, second] = await Promise.all(
        acts[at]!.map((name) =>
          place(screen.page.getByRole('main').getByRole('link', { name, exact: true }).first()),
        ),
      )

      expect(second!.y).toBe(first!.y)
      const song = screen.page.locator('.music-name')
      await song.scrollIntoViewIfNeeded()
      expect(await cut(song)).toBe(0)
      expect(await cut(song.locator('span').last())).toBe(0)
    }
  })

  it('names who wrote a notification in full [P270]', async () => {
    const notice: Body<typeof api.notifications.list>['data']['notifications'][number] = {
      ...ids(1),
      ...plainNotice,
      type: 'announcement',
      title: 'Loja nova',
      content: 'Novidades hoje.',
      authorName: 'Desenvolvimento da loja',
      sentAt: '2026-02-03T17:05:00.000Z',
    }

    const screen = await show('/terms', {
      ...phone,
      replies: [
        on(api.notifications.list, {
          success: true,
          data: { notifications: [notice], pagination: { ...onePage(1), itemsPerPage: 10 } },
        }),
      ],
    })

    await screen.press(/^Notificações/)
    const author = screen.dialog().getByText('Desenvolvimento da loja', { exact: true })
    await author.waitFor()
    expect(await cut(author)).toBe(0)
  })

  it('has a product a row of the status in 76 px, its state beside its name [P271]', async () => {
    const screen = await show('/status', {
      ...phone,
      replies: [
        on(api.status.products, [
          { categoryName: 'jogos', products: [{ name: 'Pincel Pro', status: 'active' }] },
        ]),
        refused(api.status.history, 'Nada.', 404),
      ],
    })

    const row = screen.page.locator('main tbody tr').first()
    await row.waitFor()
    expect((await place(row)).height).toBeLessThan(76)
  })

  it('begins the lines of the menu where its name begins [P270]', async () => {
    const screen = await show('/terms', phone)
    await screen.press('Menu')
    const name = screen.dialog().getByRole('heading', { name: 'Menu' })
    await name.waitFor()
    const text = screen.dialog().getByRole('link', { name: 'Produtos' })
    const inset = await text.evaluate((link) => parseFloat(getComputedStyle(link).paddingLeft))
    expect((await place(text)).x + inset).toBe((await place(name)).x)
  })
})

describe('the sheet of a PIX payment', () => {
  it('holds its button and its code, however wide the page is [P275]', async () => {
    const screen = await checkout.open({ width: 1280 })
    await checkout.ready(screen, 'PIX')
    await screen.page.getByRole('textbox', { name: 'CPF' }).fill('52998224725')
    const waits = checkout.under({ pix: checkout.pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, checkout.pix), on(api.payments.status, waits))
    await checkout.pay(screen).click()
    const sheet = checkout.sheet(screen)
    const copy = sheet.getByRole('button', { name: 'Copiar código PIX' })
    await copy.waitFor()

    for (const width of [320, 640, 768, 900, 1024, 1280]) {
      await screen.page.setViewportSize({ width, height: 900 })
      const parts = [sheet, copy, sheet.getByRole('textbox'), sheet.getByRole('img')]
      const [box, button, ...others] = await Promise.all(parts.map(place))
      const right = box!.x + box!.width
      for (const one of [button!, ...others]) expect(one.x + one.width).toBeLessThan(right)
      // A button of this height has its text on one line.
      expect(button!.height).toBe(48)
    }
  })
})

describe('a key that was bought', () => {
  it('is copied by a button that a thumb meets, one alone and all of them [P276]', async () => {
    for (const width of [360, 1280]) {
      const screen = await show('/success?payment_id=pay-1', {
        ...client,
        width,
        replies: [on(api.payments.status, ownStatus)],
      })

      for (const name of [/^Copiar a chave de Pincel Pro/, /^Copiar todas/, /^Baixar como texto/]) {
        const button = screen.page.getByRole('button', { name }).first()
        await button.waitFor()
        const { width: wide, height } = await place(button)
        expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44)
      }
    }
  })
})

describe('the options of a product', () => {
  it('have room for their names beside two prices on a tablet [P275]', async () => {
    const variant = {
      ...ids(1),
      name: 'Anual com 5 dispositivos',
      price: 149.9,
      compareAtPrice: 238.8,
      currency: 'BRL' as const,
      stock: 'in' as const,
      isAvailable: true,
      validity: { days: 365, basis: 'purchase' as const },
      minQuantity: 1,
      maxQuantity: 3,
    }

    const page: Body<typeof api.catalogue.page> = {
      success: true,

      product: {
        ...ids(1),
        slug: 'tunel',
        name: 'Túnel',
        description: 'Conexão cifrada',
        price: 149.9,
        currency: 'BRL',
        image: null,
        category: { ...ids(40), name: 'vpn', color: '#3b82f6' },
        provider: 'stock',
        status: 'active',
        isFeatured: true,
        stock: 'in',
        maxPerOrder: 3,
        metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
        priceFrom: 149.9,
        priceTo: 149.9,
        variantCount: 2,
        compareAtPrice: 238.8,
      },

      variants: [variant, { ...variant, ...ids(2), name: 'Mensal' }],
      isAvailable: true,
      movedTo: null,
      images: [],
      texts: { body: null, requirements: null, includes: null },
      seo: { title: null, description: null },
      delivered: { delivery: 'at_once', validityDays: 30, chatRole: false },
      related: [],
    }

    const screen = await show('/products/tunel', {
      width: 768,
      replies: [on(api.catalogue.page, page)],
    })

    const name = screen.page.getByRole('group').getByText('Anual com 5 dispositivos')
    await name.waitFor()
    expect((await place(name)).height).toBeLessThan(60)
  })
})

describe('an empty place', () => {
  const customer: Given = { as: { role: 'client' } }

  it('has the picture of keys: an unknown product, a payment without id, an empty checkout [P272]', async () => {
    const missing = await show('/products/nada', {
      replies: [refused(api.catalogue.page, 'Produto não encontrado.', 404)],
    })
    await missing.page.getByRole('heading', { level: 1, name: 'Produto não encontrado' }).waitFor()
    expect(await keys(missing).count()).toBe(1)
    const outcome = await show('/success')
    await outcome.page.getByText('ID do pagamento não encontrado.').waitFor()
    expect(await keys(outcome).count()).toBe(1)
    const visitor = await show('/checkout')
    await visitor.page.getByText('Seu carrinho está vazio.').waitFor()
    expect(await keys(visitor).count()).toBe(1)

    const buyer = await show('/checkout', {
      ...customer,
      replies: [on(api.payments.pending, { success: true, payment: null })],
    })

    await buyer.page.getByText('Seu carrinho está vazio.').waitFor()
    expect(await keys(buyer).count()).toBe(1)
  })
})

describe('the particles', () => {
  it('are dimmed to a fifth behind the words of a page [P273]', async () => {
    const screen = await show('/terms', phone)
    const mask = await screen.page
      .locator('canvas[data-backdrop]')
      .evaluate((canvas) => getComputedStyle(canvas).maskImage)
    expect(mask).toContain(
      'rgba(0, 0, 0, 0.2) calc(50% - 576px), rgba(0, 0, 0, 0.2) calc(50% + 576px)',
    )
  })
})
