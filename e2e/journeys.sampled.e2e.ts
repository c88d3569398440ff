import { languages, type Language } from '@chaveiro/contracts/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isLong } from '../server/src/testing/long.ts'
import { getIn, showKeys } from './buyer.ts'
import { signIn } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// A buyer's journeys in a real browser with the real server and sandbox: both languages, from phone
// to wide desktop.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const phone = { language: 'pt-BR', width: 360 } as const
const desk = { language: 'pt-BR', width: 1280 } as const

const sizes: { language: Language; width: number }[] = isLong
  ? languages.flatMap((language) =>
      [360, 390, 768, 1280, 1920].map((width) => ({ language, width })),
    )
  : [phone, { language: 'en-US', width: 1280 }]

const product = 'Plenária OS 12 Pro'
let visitors = 0
const newEmail = () => `visitante-${Date.now()}-${++visitors}@exemplo.test`

/**
 * A visitor adds a product to the cart and goes on to the payment: they log in at the checkout and
 * stay there (Q03, P141).
 */
async function toCheckout(seen: Visit): Promise<void> {
  const { page, t } = seen
  await page.goto('/products')

  await page
    .getByRole('button', { name: t('store', 'product.addNamed', { name: product }) })
    .first()
    .click()

  const drawer = page.getByRole('dialog', { name: t('common', 'cart.title') })
  await drawer.getByText(product).waitFor()
  await drawer.getByRole('button', { name: t('common', 'cart.more', { name: product }) }).click()
  await drawer.getByRole('link', { name: t('common', 'cart.checkout') }).click()
  await page.waitForURL('**/checkout')
  await page.getByRole('main').getByText(product).first().waitFor()
  await getIn(shop, seen, 'Bia Lima', newEmail())
  await page.getByRole('radio', { name: 'PIX' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout')
  await page.getByText(product).first().waitFor()
  await page.getByTestId('checkout-total').filter({ hasText: /R\$/ }).waitFor()
}

async function applyCoupon({ page, t }: Visit, code: string): Promise<void> {
  await page.getByLabel(t('checkout', 'coupon.label')).fill(code)
  await page.getByRole('button', { name: t('checkout', 'coupon.apply') }).click()
}

const choose = (page: Page, name: string) =>
  page.getByRole('radio', { name }).check({ force: true })

const total = (page: Page) => page.getByTestId('checkout-total').innerText()

async function pixTo({ page, t }: Visit): Promise<string> {
  await choose(page, 'PIX')
  await page.getByLabel(t('checkout', 'pix.cpf'), { exact: true }).fill('529.982.247-25')

  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
    .check()

  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Pagar|Pay) R\$/ })
    .click()

  const sheet = page.getByRole('region', { name: t('checkout', 'pix.title') })
  await sheet.getByLabel(t('checkout', 'pix.code')).waitFor()

  return sheet.getByLabel(t('checkout', 'pix.code')).inputValue()
}

/** The txid of the buyer's pending charge, from the buyer's own page. */
const txidOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/api/payment/pending', {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
    })
    return ((await answer.json()) as { payment: { owner: { pix: { txid: string } } } }).payment
      .owner.pix.txid
  })

for (const size of sizes) {
  describe(`${size.language} ${size.width} px`, () => {
    it('PIX: a visitor’s cart, registration and coupon survive a reload, and the key arrives [S002, S003, S005, S017, S047, S075, S078, S079, S080, S081, S086, S090, S155, S165, S166, S174] [F129, F132]', async () => {
      const visitor = await visit(shop, size)
      const { page, t } = visitor
      await toCheckout(visitor)
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await applyCoupon(visitor, 'naoexiste')
      await page.getByText(t('checkout', 'coupon.invalid')).waitFor()
      await applyCoupon(visitor, 'bemvindo10')
      await page.getByText(t('checkout', 'coupon.applied')).waitFor()
      await expect.poll(() => total(page)).toMatch(/449[.,]82/)
      const code = await pixTo(visitor)
      await page.reload()
      const sheet = page.getByRole('region', { name: t('checkout', 'pix.title') })
      const field = sheet.getByLabel(t('checkout', 'pix.code'))
      expect(await field.inputValue()).toBe(code)
      // No line of the code is cut off, and the answer to the button scrolls into the window (F129,
      // F132).
      expect(await field.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThan(2)
      await sheet.getByRole('button', { name: t('checkout', 'pix.paid') }).click()
      const answer = sheet.getByText(t('checkout', 'pay.notYet'))
      await answer.waitFor()

      await expect
        .poll(() =>
          answer.evaluate((node) => {
            const { top, bottom } = node.getBoundingClientRect()
            return top >= 0 && bottom <= window.innerHeight
          }),
        )
        .toBe(true)

      await shop.sandbox('POST', `/sandbox/api/pix/${await txidOf(page)}/pay`, {})
      await page.waitForURL('**/success?payment_id=*')
      await page.getByTestId('licence-key').first().waitFor()
      expect(await page.getByTestId('licence-key').count()).toBe(2)
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      expect(visitor.complaints).toEqual([])
      await visitor.context.close()
    })

    it('card: declined, then paid; the buyer returns by /status to the key in orders and products [S084, S088, S089, S091, S104, S109, S236]', async () => {
      const visitor = await visit(shop, size)
      const { page, t } = visitor
      await toCheckout(visitor)
      await choose(page, t('checkout', 'method.card'))
      await page.getByRole('checkbox', { name: /^(Li e aceito|I have read)/ }).check()

      await page
        .getByRole('button', {
          name: new RegExp(size.language === 'pt-BR' ? 'Pagar .* com cartão' : 'card$', 'i'),
        })
        .click()

      await page.waitForURL('**/sandbox/card/**')

      await page
        .locator('input[name*="number" i], input[name*="card" i]')
        .first()
        .fill('4000 0000 0000 0002')

      await page.locator('button[type=submit]').first().click()
      await page.waitForLoadState()
      expect(page.url()).toContain('/sandbox/card/')

      await page
        .locator('input[name*="number" i], input[name*="card" i]')
        .first()
        .fill('4242 4242 4242 4242')

      await page.locator('button[type=submit]').first().click()
      await page.waitForURL('**/success?session_id=*')
      await page.getByTestId('licence-key').first().waitFor()
      const key = await page.getByTestId('licence-key').first().innerText()
      await page.goto('/dashboard/orders')
      await showKeys(page)
      await page.getByText(key).waitFor()
      await page.goto('/dashboard/products')
      const owned = page.getByTestId('owned-key').first()
      // A narrow row opens for its key.
      const details = page.getByRole('button', {
        name: t('account', 'library.details', { name: product }),
      })
      await details.or(owned).first().waitFor()
      if (!(await owned.isVisible())) await details.first().click()
      await owned.waitFor()
      expect(await owned.innerText()).toBe('•'.repeat(32))

      await page
        .getByRole('button', { name: t('account', 'products.showKey', { name: product }) })
        .first()
        .click()

      expect(await owned.innerText()).not.toContain('•')
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      expect(visitor.complaints).toEqual([])
      await visitor.context.close()
    })

    it('crypto: coin, address, exact amount, deposit, key [S082, S083, S177, S178, S288]', async () => {
      const visitor = await visit(shop, size)
      const { page, t } = visitor
      await toCheckout(visitor)
      await choose(page, t('checkout', 'method.crypto'))
      await page.getByRole('radio', { name: /^LTC/ }).check({ force: true })

      await page
        .getByRole('main')
        .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
        .check()

      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Pagar|Pay) R\$/ })
        .click()

      const sheet = page.getByRole('region', { name: t('checkout', 'crypto.title') })
      await sheet.getByText(t('checkout', 'crypto.amount')).waitFor()
      const amount = (await sheet.locator('code').nth(1).innerText()).trim()
      expect(amount).toMatch(/^\d+\.\d{8}$/)

      await shop.sandbox('POST', '/sandbox/api/crypto/deposit', {
        coin: 'LTC',
        network: 'LTC',
        amount,
      })

      // The page polls too, so it may have moved on before the press.
      await Promise.any([
        sheet.getByRole('button', { name: t('checkout', 'crypto.paid') }).click(),
        page.waitForURL('**/success?payment_id=*'),
      ])

      await page.waitForURL('**/success?payment_id=*')
      await page.getByTestId('licence-key').first().waitFor()
      expect(visitor.complaints).toEqual([])
      await visitor.context.close()
    })
  })
}

describe('failures and refusals', () => {
  it('an expired PIX offers a new one in one tap, and otherwise leads to /failed with its reason [S087, S092, S093, S173, S272, S273]', async () => {
    const slow = await openShop({ PIX_SECONDS: '6' })
    const before = shop

    try {
      shop = slow
      const visitor = await visit(slow, phone)
      const { page, t } = visitor
      await toCheckout(visitor)
      await pixTo(visitor)
      await page.waitForURL('**/failed?payment_id=*', { timeout: 40_000 })
      expect(new URL(page.url()).searchParams.get('reason')).toBeTruthy()
      await page.getByRole('heading', { name: t('result', 'failed.title') }).waitFor()
      await page.getByRole('link', { name: t('result', 'action.again') }).click()
      await page.waitForURL('**/checkout')
      await page.getByText(product).first().waitFor()
      expect(visitor.complaints).toEqual([])
    } finally {
      shop = before
      await slow.close()
    }
  })

  it('empty checkout, guard, unknown path, reset without token, wrong login [S077, S030, S203, S033, S120, S278]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await page.goto('/nowhere/at/all')
    await page.waitForURL(`${shop.origin}/`)
    await page.goto('/dashboard')
    await page.waitForURL('**/permission')
    await page.getByText('Acesso não autorizado. Por favor, faça login.').waitFor()
    await page.goto('/reset-password')
    await page.getByText('Token de recuperação não encontrado. Solicite um novo link.').waitFor()
    await page.goto('/login')
    await page.getByLabel(t('account', 'field.email')).fill('cliente@demo.test')
    await page.getByLabel(t('account', 'field.password'), { exact: true }).fill('errada-de-todo')

    await page
      .getByRole('main')
      .getByRole('button', { name: t('account', 'login.submit'), exact: true })
      .click()

    await page.getByText(t('account', 'login.invalid')).waitFor()
    await page.getByLabel(t('account', 'field.password'), { exact: true }).fill('Demo-Store-2026')

    await page
      .getByRole('main')
      .getByRole('button', { name: t('account', 'login.submit'), exact: true })
      .click()

    await page.waitForURL('**/dashboard')
    await page.goto('/checkout')
    await page.getByText(t('checkout', 'empty')).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('out of stock: refused by name in the cart already, nothing charged, the cart is kept [S006, S268] [F125]', async () => {
    const visitor = await visit(shop, desk)
    const { page } = visitor
    await toCheckout(visitor)
    // The cart accepts more units than the stock only if the limit per order allows them.
    const { headers } = await signIn(shop, 'admin@demo.test')
    const { products } = await shop.api(`/api/product/search?q=${encodeURIComponent(product)}`)

    await shop.api(`/api/admin/product/${products[0].id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ maxPerOrder: 99 }),
    })

    const { body } = await page.evaluate(async () => {
      const user = JSON.parse(localStorage.getItem('userData')!) as { id: string }

      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
      }

      const cart = await (await fetch(`/api/product/cart/${user.id}`, { headers })).json()

      const answer = await fetch(
        `/api/product/cart/${user.id}/update/${cart.items[0].product.id}`,
        { method: 'PATCH', headers, body: JSON.stringify({ quantity: 99 }) },
      )

      return { body: await answer.json() }
    })

    expect([body.code, body.error]).toEqual([
      'cart.stock',
      expect.stringMatching(/^Só restam? \d+ de Plenária OS 12 Pro\.$/),
    ])

    await page.reload()
    await page.getByText(product).first().waitFor()
    await visitor.context.close()
  })
})
