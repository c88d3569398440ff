import type { Language } from '@chaveiro/contracts/limits'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { rowOf, soon, staff, type Staff } from './admin.ts'
import { buy, customer, showKeys } from './buyer.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

// A staff member's day on a touch phone of 390 by 844 px, in both languages, and what the customer
// sees of it.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const words = {
  'pt-BR': {
    more: 'Mais',
    tickets: /^Tickets/,
    compose: 'Responder ao cliente',
    send: 'Enviar',
    deliveries: /^\d+ entregas? a fazer/,
    enter: 'Informar a chave',
    key: 'Chave',
    deliver: 'Entregar',
    stock: 'Estoque',
    add: 'Adicionar licenças',
    product: 'Produto',
    lines: /^Licenças/,
    addAct: 'Adicionar',
    added: '2 licenças adicionadas.',
    orders: 'Pedidos',
    refundPart: 'Reembolsar uma parte',
    amount: /^Valor a devolver/,
    reason: 'Motivo',
    refund: 'Devolver',
    typed: '10,00',
    conversation: 'Conversa',
    refunded: /R\$\s10,00/,
  },

  'en-US': {
    more: 'More',
    tickets: /^Tickets/,
    compose: 'Reply to the customer',
    send: 'Send',
    deliveries: /^\d+ deliver(?:y|ies) to make/,
    enter: 'Enter key',
    key: 'Key',
    deliver: 'Deliver',
    stock: 'Stock',
    add: 'Add licences',
    product: 'Product',
    lines: /^Licences/,
    addAct: 'Add',
    added: '2 licences added.',
    orders: 'Orders',
    refundPart: 'Partial refund',
    amount: /^Amount to refund/,
    reason: 'Reason',
    refund: 'Refund',
    typed: '10.00',
    conversation: 'Conversation',
    refunded: /R\$10\.00/,
  },
} as const

const height = 844
const aside = { x: 30, y: 30 }

/** A point on the name in a row; a tap on the initial would select the row. */
const onName = { x: 110, y: 20 }

/**
 * A thumb: scrolls to an element, checks that it is large enough and not covered, and taps it.
 * Counts the taps.
 */
function thumb() {
  const presses: string[] = []

  const tap = async (target: Locator, position?: { x: number; y: number }) => {
    await target.waitFor()
    await target.scrollIntoViewIfNeeded()
    const box = (await target.boundingBox())!
    const name = (await target.getAttribute('aria-label')) ?? (await target.innerText())
    presses.push(name.split('\n')[0]!)
    // A link within a sentence may be lower, but this test taps none.
    expect([name, box.height >= 36, box.width >= 36]).toEqual([name, true, true])
    expect([name, box.x >= 0, box.x + box.width <= 390]).toEqual([name, true, true])
    await target.tap(position && { position })
  }

  return {
    presses,
    tap,
    async type(field: Locator, text: string) {
      await tap(field)
      await field.fill(text)
    },
  }
}

type Hand = ReturnType<typeof thumb>

async function toSection(page: Page, hand: Hand, language: Language, name: RegExp) {
  await hand.tap(page.getByRole('button', { name: words[language].more, exact: true }))
  await hand.tap(page.getByRole('dialog').getByRole('link', { name }).first())
}

async function opensTicket(page: Page, subject: string): Promise<string> {
  const made = await page.evaluate(
    async (about) =>
      (
        await fetch('/api/users/tickets', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          },
          body: JSON.stringify({
            clientId: crypto.randomUUID(),
            subject: about,
            text: 'Não acho a minha chave.',
          }),
        })
      ).json(),
    subject,
  )

  expect(made.success).toBe(true)

  return made.ticket.ticketId as string
}

/** Creates a product that is sold from stock but has no keys. */
async function emptyProduct(ask: Staff['api'], name: string): Promise<void> {
  const { categories } = await ask('/api/category/list-categories')

  const made = await ask('/api/admin/product', {
    method: 'POST',
    body: JSON.stringify({
      name,
      description: 'De teste',
      price: 10,
      category: categories?.[0]?.id,
      provider: 'stock',
      status: 'active',
    }),
  })

  expect(made.success, JSON.stringify(made)).toBe(true)
}

describe('a day’s work on a phone', () => {
  // Each task takes two taps to the section, one on the record, one for each field and one to send:
  // five taps, or six with two fields.
  for (const language of ['pt-BR', 'en-US'] as const)
    it(`staff answer, deliver, restock and refund with a thumb in 21 presses (${language}) [P410, P411]`, async () => {
      const w = words[language]
      const buyer = await customer(shop, `Lia${language.slice(0, 2)}`)
      await buy(shop, buyer, ['Mentoria Forjíndigo'])
      const ticket = await opensTicket(buyer.page, `Minha mentoria ${language}`)

      const staffWindow = await staff(
        shop,
        { language, width: 390, hasTouch: true, isMobile: true } as never,
        'sales',
      )

      await emptyProduct(staffWindow.api, `Farolete ${language}`)
      const { page } = staffWindow
      await page.setViewportSize({ width: 390, height })
      const hand = thumb()
      await page.getByRole('heading', { level: 1 }).waitFor()

      await toSection(page, hand, language, w.tickets)
      // The row itself is tapped, beside its links and badges.
      await hand.tap(rowOf(page, `Minha mentoria ${language}`), aside)
      await hand.type(page.getByLabel(w.compose), 'Achei. Já mando a chave.')
      await hand.tap(page.getByRole('button', { name: w.send, exact: true }))

      await page
        .getByRole('region', { name: w.conversation, exact: true })
        .getByText('Achei. Já mando a chave.')
        .waitFor()

      await buyer.page.goto(`/dashboard/support/${ticket}`)
      await buyer.page.getByText('Achei. Já mando a chave.').waitFor()

      await toSection(page, hand, language, w.deliveries)
      const row = rowOf(page, buyer.email)
      await hand.tap(row.getByRole('button', { name: new RegExp(`^${w.enter}: `) }))
      await hand.type(page.getByLabel(w.key, { exact: true }), `MENTORIA-${language}-77`)
      await hand.tap(page.getByRole('button', { name: w.deliver, exact: true }))
      await soon(() => row.count()).toBe(0)
      await buyer.page.goto('/dashboard/orders')
      await showKeys(buyer.page)
      await buyer.page.getByText(`MENTORIA-${language}-77`).waitFor()

      const foot = page.locator('nav[data-foot]')
      await hand.tap(foot.getByRole('link', { name: w.stock }))
      await hand.tap(page.getByRole('button', { name: w.add, exact: true }).first())
      const adding = page.getByRole('dialog')
      const product = adding.getByLabel(w.product)
      await hand.tap(product)
      const option = product.locator('option', { hasText: `Farolete ${language}` })
      await product.selectOption(await option.getAttribute('value'))
      await hand.type(adding.getByLabel(w.lines), `FAROL-${language}-01\nFAROL-${language}-02`)
      await hand.tap(adding.getByRole('button', { name: w.addAct, exact: true }))
      await page.getByText(w.added).waitFor()
      await buyer.page.goto(`/products?q=Farolete ${language}`)
      const add = buyer.t('store', 'product.addNamed', { name: `Farolete ${language}` })

      await buyer.page
        .getByRole('button', { name: add })
        .and(buyer.page.locator(':enabled'))
        .waitFor()

      const { licenses } = await staffWindow.api(`/api/admin/stock?search=&limit=50`)
      const farol = licenses.filter((one: any) => one.product?.name === `Farolete ${language}`)
      expect(farol.map((one: any) => one.status)).toEqual(['available', 'available'])

      await hand.tap(foot.getByRole('link', { name: w.orders }))
      await hand.tap(rowOf(page, `Lia${language.slice(0, 2)}`), onName)
      await hand.tap(page.getByRole('button', { name: w.refundPart }))
      const refund = page.getByRole('dialog')
      await hand.type(refund.getByLabel(w.amount), w.typed)
      await hand.type(refund.getByLabel(w.reason), 'Combinado no ticket')
      await hand.tap(refund.getByRole('button', { name: w.refund, exact: true }))
      await soon(() => refund.count()).toBe(0)
      // The page shows the refund in two places.
      await soon(() => page.getByText(w.refunded).count()).toBe(2)
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      expect(hand.presses.length, hand.presses.join(' > ')).toBe(21)

      const mails = () =>
        shop.sandbox('GET', `/sandbox/api/mail?to=${encodeURIComponent(buyer.email)}`)
      await soon(async () =>
        ((await mails()) as any[]).map((mail) => mail.subject.replaceAll('\u00a0', ' ')),
      ).toContainEqual(expect.stringContaining('R$ 10,00'))
      expect([...staffWindow.complaints, ...buyer.complaints]).toEqual([])
      await staffWindow.context.close()
      await buyer.context.close()
    }, 240_000)
})
