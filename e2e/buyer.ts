import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { desk } from './admin.ts'
import { visit, type Shop, type Visit } from './shop.ts'

// A person who uses the pages: registers, fills the cart, pays by PIX in the sandbox.

/** Fills and sends the form of the open page /register. */
export async function signUp({ page, t }: Visit, name: string, email: string): Promise<void> {
  await page.getByLabel(t('account', 'field.username')).fill(name)
  await page.getByLabel(t('account', 'field.email')).fill(email)
  await page.getByLabel(t('account', 'field.password'), { exact: true }).fill('uma-frase-longa-7')
  await page.getByLabel(t('account', 'field.confirm'), { exact: true }).fill('uma-frase-longa-7')
  await page.getByRole('checkbox').check()

  await page
    .getByRole('main')
    .getByRole('button', { name: t('account', 'register.submit') })
    .click()
}

/** The newest login code that the shop mailed to this address. */
export async function mailedCode(shop: Shop, email: string): Promise<string> {
  let code = ''

  await expect
    .poll(
      async () => {
        const mails = await shop.sandbox('GET', `/sandbox/api/mail?to=${encodeURIComponent(email)}`)
        code = /^(?:Código|Code): (\d{6})$/m.exec(mails[0]?.text ?? '')?.[1] ?? ''

        return code
      },
      { timeout: 20_000 },
    )
    .toMatch(/^\d{6}$/)

  return code
}

/**
 * Registers a new customer on a page that asks for the email address: enters the address, the
 * mailed code and a name. The checkout asks for the name later, beside the payment.
 */
export async function getIn(shop: Shop, { page, t }: Visit, name: string, email: string) {
  const main = page.getByRole('main')
  await main.getByLabel(t('account', 'field.email')).fill(email)
  await main.getByRole('button', { name: t('account', 'getIn.submit') }).click()
  await main.getByLabel(t('account', 'code.label'), { exact: true }).waitFor()
  await main.getByLabel(t('account', 'code.label')).fill(await mailedCode(shop, email))
  const isCheckout = new URL(page.url()).pathname === '/checkout'
  if (!isCheckout) await main.getByLabel(t('account', 'field.name'), { exact: true }).fill(name)
  await main.getByRole('checkbox').check()
  await main.getByRole('button', { name: t('account', 'newAccount.submit') }).click()
  if (isCheckout) await main.getByLabel(t('checkout', 'name.label')).fill(name)
}

/** A new customer who registered on the page. */
export async function customer(shop: Shop, name: string): Promise<Visit & { email: string }> {
  const buyerVisit = await visit(shop, desk())
  const email = `${name.toLowerCase()}-${Date.now()}@exemplo.test`
  await buyerVisit.page.goto('/register')
  await signUp(buyerVisit, `${name} Prado`, email)
  await buyerVisit.page.waitForURL((url) => !url.pathname.startsWith('/register'))

  return { ...buyerVisit, email }
}

/** Calls the shop as the user of this page; returns the answer. */
export const fetchAsUser = (page: Page, path: string): Promise<any> =>
  page.evaluate(
    async (url) =>
      (
        await fetch(url, {
          headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
        })
      ).json(),
    path,
  )

/** Buys these products in one order, up to the success page. */
export async function buy(shop: Shop, { page, t }: Visit, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.goto(`/products?q=${encodeURIComponent(name)}`)

    const added = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' && /\/api\/product\/cart\/.*\/add$/.test(answer.url()),
    )

    await page.getByRole('button', { name: t('store', 'product.addNamed', { name }) }).click()
    expect((await added).status()).toBe(200)
  }

  await page.goto('/checkout')
  await page.getByTestId('checkout-total').filter({ hasText: /R\$/ }).waitFor()
  await page.getByRole('radio', { name: 'PIX' }).check({ force: true })
  await page.getByLabel(t('checkout', 'pix.cpf'), { exact: true }).fill('529.982.247-25')

  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
    .check()

  await page.getByRole('button', { name: /com PIX/ }).click()
  await page.getByLabel(t('checkout', 'pix.code')).waitFor()
  const { payment } = await fetchAsUser(page, '/api/payment/pending')
  await shop.sandbox('POST', `/sandbox/api/pix/${payment.owner.pix.txid}/pay`, {})
  await page.waitForURL('**/success?payment_id=*')
}

/** Reveals each key of the page that is still hidden by dots. */
export async function showKeys(page: Page): Promise<void> {
  const shows = page.getByRole('button', { name: /^(?:Mostrar a chave|Show the key)/ })
  await shows.first().waitFor()
  for (let remaining = await shows.count(); remaining > 0; remaining--) await shows.first().click()
}
