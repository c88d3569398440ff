import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { changeMethod, endsWithKey, openPayment, payer, payOpen, addToCart } from './payer.ts'
import { signUp } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'

// The checkout with a real shop: the number of presses for a purchase on a phone, and changes of an
// order while its payment is open.

let shop: Shop
let product: { id: string; name: string; slug: string; price: number }

beforeAll(async () => {
  shop = await openShop()

  const list = (await shop.api('/api/product/list-featured-products')) as (typeof product & {
    stock: string
    currency: string
    provider: string
  })[]

  product = list.find(
    ({ stock, currency, provider }) => stock === 'in' && currency === 'BRL' && provider === 'stock',
  )!
})

afterAll(() => shop?.close())

type Effort = { presses: string[]; fields: string[] }

/**
 * Records a person's effort on a page by the browser's events: names of pressed controls and of
 * filled fields.
 */
async function effortOf(page: Page): Promise<() => Promise<Effort>> {
  await page.addInitScript(() => {
    const storedEffort = (): Effort =>
      JSON.parse(sessionStorage.getItem('effort') ?? 'null') ?? start()
    const start = () => ({ presses: [], fields: [] })

    const note = (change: (effort: Effort) => void) => {
      const effort = storedEffort()
      change(effort)
      sessionStorage.setItem('effort', JSON.stringify(effort))
    }

    const isBox = (field: unknown) =>
      field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

    addEventListener('pointerdown', (event) => {
      const at = (event.target as Element).closest('a, button, label, input')
      if (at instanceof HTMLInputElement && !isBox(at)) return

      note(({ presses }) => presses.push(at?.getAttribute('aria-label') ?? at?.textContent ?? ''))
    })

    addEventListener('input', ({ target }) => {
      if (isBox(target)) return

      const name = (target as HTMLInputElement).labels?.[0]?.innerText ?? ''
      note((effort) => (effort.fields = [...new Set([...effort.fields, name])]))
    })
  })

  return () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('effort') ?? '{}') as unknown as Effort)
}

/** A logged-in customer on a phone, with one unit in the cart if `inCart`. */
async function onPhone(name: string, inCart: boolean) {
  const account = await signUp(shop, name)

  if (inCart)
    await shop.api(`/api/product/cart/${account.user.id}/add`, {
      method: 'POST',
      headers: account.headers,
      body: JSON.stringify({ productId: product.id, quantity: 1 }),
    })

  const visitor = await visit(shop, { language: 'pt-BR', width: 360 })
  await account.give(visitor.context)
  const call = (path: string, init: RequestInit = {}) =>
    shop.api(path, { ...init, headers: { ...account.headers, ...init.headers } })

  return { ...visitor, account, call, effort: await effortOf(visitor.page) }
}

/** From the checkout to the QR code: CPF, terms, button. */
async function payByPix(page: Page): Promise<void> {
  await page.getByLabel('CPF', { exact: true }).fill('529.982.247-25')
  await acceptAndPay(page)
}

async function acceptAndPay(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
    .click()

  await page.getByRole('button', { name: /^Pagar R\$.* com PIX$/ }).click()
  await page.getByRole('img', { name: 'QR code do PIX' }).waitFor()
  await page.getByRole('button', { name: 'Copiar código PIX' }).waitFor()
}

const bottomOf = (page: Page, name: string) =>
  page
    .getByRole('button', { name })
    .evaluate((button) => Math.round(button.getBoundingClientRect().bottom))

describe('a purchase on a phone', () => {
  it('takes three presses from the open cart to the QR, and no field but the CPF [P111, P115]', async () => {
    const { page, context, effort, complaints } = await onPhone('Três Toques', true)
    await page.goto('/products')
    // In the shop, adding a product opens the cart. So this press on the cart is not counted.
    await page.getByRole('button', { name: 'Carrinho, 1 item' }).click()
    await page.getByRole('dialog').getByText(product.name).waitFor()
    await page.evaluate(() => sessionStorage.removeItem('effort'))
    await page.getByRole('dialog').getByRole('link', { name: 'Finalizar compra' }).click()
    await page.waitForURL('**/checkout')
    await payByPix(page)

    expect(await effort()).toEqual({
      presses: ['Finalizar compra', '', expect.stringMatching(/^Pagar R\$.* com PIX$/)],
      fields: ['CPF'],
    })

    await expect.poll(() => bottomOf(page, 'Já paguei')).toBeLessThanOrEqual(740)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('takes three presses from a closed cart to the QR, and no field where the CPF is kept [P115, P231, P240]', async () => {
    const buyer = await onPhone('Volta Sempre', true)
    const { page, context, effort, complaints } = buyer
    await page.goto('/products')
    const bar = page.getByRole('region', { name: 'Carrinho', exact: true })
    await bar.getByRole('link', { name: 'Finalizar compra' }).click()
    await page.getByRole('checkbox', { name: 'Lembrar meu CPF para a próxima compra' }).click()
    await payByPix(page)
    expect((await effort()).fields).toEqual(['CPF'])
    await payOpen(shop, buyer)
    await page.waitForURL('**/success?payment_id=*')

    // The buyer returns to the shop and adds another unit.
    await addToCart(buyer, product.id)
    await page.goto('/products')
    await bar.getByText(/^1 item · R\$/).waitFor()
    await page.evaluate(() => sessionStorage.removeItem('effort'))
    await bar.getByRole('link', { name: 'Finalizar compra' }).click()
    await page.getByText('CPF ***.982.247-**').waitFor()
    await acceptAndPay(page)

    expect(await effort()).toEqual({
      presses: ['Finalizar compra', '', expect.stringMatching(/^Pagar R\$.* com PIX$/)],
      fields: [],
    })

    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('takes one press after the login to copy the key that was bought [P241]', async () => {
    const buyer = await onPhone('Copia Logo', true)
    await buyer.page.goto('/checkout')
    await payByPix(buyer.page)
    await payOpen(shop, buyer)
    await buyer.page.waitForURL('**/success?payment_id=*')
    const { data } = await buyer.call('/api/users/dashboard')
    await buyer.context.close()

    const { page, context } = await visit(shop, { language: 'pt-BR', width: 360 })
    const effort = await effortOf(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/login')
    const main = page.getByRole('main')
    await main.getByLabel('E-mail').fill(data.user.email)
    await main.getByLabel('Senha', { exact: true }).fill('uma-frase-longa-7')
    await main.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await page.evaluate(() => sessionStorage.removeItem('effort'))
    const copy = `Copiar a chave de ${product.name} · 90 dias`
    await page.getByRole('button', { name: copy }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(data.dashboard.recentLicenses[0].licenseKey)
    expect(await effort()).toEqual({ presses: [copy], fields: [] })
    await context.close()
  })

  it('takes three presses from the page of a product to the QR, and no field but the CPF [L058] [P115]', async () => {
    const { page, context, effort } = await onPhone('Compra Direta', false)
    await page.goto(`/products/${product.slug}`)
    await page.locator('[data-buy-bar]').getByRole('button').first().click()
    await page.waitForURL('**/checkout')
    await payByPix(page)
    const { presses, fields } = await effort()
    expect(presses).toHaveLength(3)
    expect(fields).toEqual(['CPF'])
    await context.close()
  })
})

const reais = (value: number): RegExp =>
  new RegExp(`R\\$\\s${value.toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`)

describe('an order that is changed while its payment waits', () => {
  it('a new coupon, quantity or method is one press from paying, and the last one brings keys [P114, Q62, F121, F127]', async () => {
    const buyer = await payer(shop, 'Muda de Ideia')
    const { page } = buyer
    await addToCart(buyer, product.id)
    await page.goto('/checkout')
    await payByPix(page)
    const seen = [await openPayment(buyer)]

    const isNew = async () => {
      await expect
        .poll(async () => (await openPayment(buyer))?.payment.paymentId)
        .not.toBe(seen.at(-1).payment.paymentId)
      seen.push(await openPayment(buyer))

      return seen.at(-1).payment.amount as number
    }

    const cents = (amount: number) => Math.round(amount * 100)
    const pay = page.getByRole('main').getByRole('button', { name: /^Pagar R\$/ })
    const sheet = page.getByRole('region', { name: 'Pagar com PIX' })

    await page.getByLabel('Cupom de desconto').fill('BEMVINDO10')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.getByText(/^Há um pagamento de R\$.* com PIX em andamento\./).waitFor()
    await pay.click()
    await sheet.waitFor()
    const discounted = await isNew()
    expect(cents(discounted)).toBe(cents(product.price) - Math.round(cents(product.price) / 10))
    await sheet.getByText(reais(discounted)).waitFor()

    await page.getByRole('button', { name: `Aumentar ${product.name}` }).click()
    await expect.poll(() => pay.isEnabled().catch(() => false)).toBe(true)

    await expect
      .poll(() => pay.innerText().catch(() => ''))
      .toMatch(
        reais((cents(product.price) * 2 - Math.round((cents(product.price) * 2) / 10)) / 100),
      )

    await pay.click()
    await sheet.waitFor()
    expect(cents(await isNew())).toBe(
      cents(product.price) * 2 - Math.round((cents(product.price) * 2) / 10),
    )

    await changeMethod(page)
    await page.getByRole('radio', { name: /^Cripto/ }).check()
    await pay.click()
    await page.getByRole('region', { name: 'Pagar com cripto' }).waitFor()
    await isNew()
    expect(seen.map((one) => one.payment.paymentMethod)).toEqual(['pix', 'pix', 'pix', 'crypto'])

    for (const older of seen.slice(0, -1)) {
      const { status, payment } = await buyer.call(
        `/api/payment/efybank/status/${older.payment.paymentId}`,
      )
      expect([status, payment.reason]).toEqual(['failed', 'replaced'])
    }

    await payOpen(shop, buyer)
    await endsWithKey(page)
    expect(await page.getByTestId('licence-key').count()).toBe(2)
    await buyer.context.close()
  })
})
