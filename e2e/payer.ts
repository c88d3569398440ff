import type { Language } from '@chaveiro/contracts/limits'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { signUp, type Account } from './routes.ts'
import { accepted, visit, type Shop, type Visit } from './shop.ts'

// A buyer at the checkout: starts a payment by each method, pays it at its provider, and reads the
// page meanwhile.

export type Method = 'pix' | 'card' | 'crypto'

export type Payer = Visit & {
  account: Account
  call(path: string, init?: RequestInit): Promise<any>
}

/** The checkout's texts that a buyer presses and reads, written out by hand. */
export const words = {
  'pt-BR': {
    methods: { pix: 'PIX', card: 'Cartão de crédito', crypto: 'Cripto' },
    pay: {
      pix: /^Pagar .* com PIX$/,
      card: /^Pagar .* com cartão$/,
      crypto: /^Pagar .* com cripto$/,
    },
    code: 'Código PIX copia e cola',
    address: 'Endereço',
    change: 'Mudar a forma de pagamento',
    cardUnpaid: /^O pagamento com cartão ainda não foi concluído\./,
    thanks: /^Obrigado, .* Pagamento confirmado\.$/,
    notPaid: 'O pagamento não foi concluído',
  },

  'en-US': {
    methods: { pix: 'PIX', card: 'Credit card', crypto: 'Crypto' },
    pay: { pix: /^Pay .* with PIX$/, card: /^Pay .* by card$/, crypto: /^Pay .* with crypto$/ },
    code: 'PIX copy-and-paste code',
    address: 'Address',
    change: 'Change payment method',
    cardUnpaid: /^Your card payment isn't complete yet\./,
    thanks: /^Thank you, .* Payment confirmed\.$/,
    notPaid: 'The payment was not completed',
  },
} as const

/** A new customer in a separate browser window, whose clock the test moves. */
export async function payer(
  shop: Shop,
  name: string,
  language: Language = 'pt-BR',
): Promise<Payer> {
  const account = await signUp(shop, name)
  const payerVisit = await visit(shop, { language, width: 1280 })
  await account.give(payerVisit.context)
  await payerVisit.page.clock.install()
  const call = (path: string, init: RequestInit = {}) =>
    shop.api(path, { ...init, headers: { ...account.headers, ...init.headers } })

  return { ...payerVisit, account, call }
}

/** Puts units of a product into the account's cart. */
export const addToCart = (
  { account, call }: Payer,
  productId: string,
  quantity = 1,
): Promise<any> =>
  accepted(
    call(`/api/product/cart/${account.user.id}/add`, {
      method: 'POST',
      body: JSON.stringify({ productId, quantity }),
    }),
  )

/**
 * Chooses a method on the checkout, accepts the terms and presses pay; ends when the charge or the
 * card page is open.
 */
export async function begin(
  page: Page,
  method: Method,
  language: Language = 'pt-BR',
): Promise<void> {
  const said = words[language]
  await page.getByRole('radio', { name: said.methods[method] }).check({ force: true })
  if (method === 'pix') await page.getByLabel('CPF', { exact: true }).fill('529.982.247-25')

  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
    .check()

  await page.getByRole('main').getByRole('button', { name: said.pay[method] }).click()
  if (method === 'pix') await page.getByLabel(said.code).waitFor()
  else if (method === 'crypto') await page.getByText(said.address, { exact: true }).waitFor()
  else await page.waitForURL('**/sandbox/card/**')
}

/** Returns from the open payment to the choice of methods. */
export const changeMethod = (page: Page, language: Language = 'pt-BR'): Promise<void> =>
  page.getByRole('button', { name: words[language].change }).click()

/** The account's payment that can be paid now. */
export const openPayment = async ({ call }: Payer): Promise<any> =>
  (await call('/api/payment/pending')).payment

/** Pays the account's open payment at its provider. */
export async function payOpen(shop: Shop, who: Payer): Promise<string> {
  const open = await openPayment(who)
  await payAt(shop, open)

  return open.payment.paymentId
}

/** Pays a charge at its provider, which also works after the payer's account was deleted. */
export async function payAt(shop: Shop, { owner }: any): Promise<void> {
  if (owner.pix) await shop.sandbox('POST', `/sandbox/api/pix/${owner.pix.txid}/pay`, {})
  else if (owner.crypto)
    await shop.sandbox('POST', '/sandbox/api/crypto/deposit', {
      coin: owner.crypto.cryptoType,
      network: owner.crypto.network,
      amount: owner.crypto.cryptoAmount,
    })
  else {
    const session = /cs_test_[A-Za-z0-9]+/.exec(owner.card.url)![0]
    await shop.sandbox('POST', `/sandbox/api/card/${session}/pay`, { outcome: 'paid' })
  }
}

/** The ids of the payments that this page polls; the list grows with each request. */
export function askedAbout(page: Page): string[] {
  const ids: string[] = []

  page.on('request', (request) => {
    const id = /\/api\/payment\/\w+\/status\/(\w+)/.exec(request.url())?.[1]
    if (id) ids.push(id)
  })

  return ids
}

/**
 * Moves the page's clock to its next poll of the payment and waits for the server. A faster clock
 * would end the session before a busy server answers.
 */
export async function nextLook(page: Page): Promise<void> {
  await page.clock.fastForward(5_100)
  await page.waitForTimeout(400)
}

/** Moves the page's clock through some polls of the payment, each answered before the next. */
export async function looks(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const answered = page.waitForResponse(/\/api\/payment\/\w+\/status\//)
    await page.clock.fastForward(5_100)
    await answered
  }
}

/** Waits until the page shows the key by itself. */
export async function endsWithKey(page: Page, language: Language = 'pt-BR'): Promise<void> {
  const key = page.getByTestId('licence-key').first()

  await expect
    .poll(async () => {
      await nextLook(page)
      return key.isVisible()
    })
    .toBe(true)

  expect(new URL(page.url()).pathname).toBe('/success')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(words[language].thanks)
  expect(await key.innerText()).toMatch(/^[A-Z0-9]{2,}(-[A-Z0-9]+)+$/)
}
