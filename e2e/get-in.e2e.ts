import type { Language } from '@chaveiro/contracts/limits'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { phone } from './admin.ts'
import { mailedCode, fetchAsUser } from './buyer.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

/** Uses the page by touch and counts taps and filled fields. */
function finger() {
  const used = { taps: 0, fields: 0 }
  return {
    used,
    async tap(what: Locator) {
      used.taps++
      await what.tap()
    },
    async type(what: Locator, text: string) {
      used.fields++
      await what.fill(text)
    },
  }
}

type Words = {
  buy: string
  email: string
  code: string
  send: string
  pay: RegExp
  cpf: string
  pixCode: string
}

const words: Record<Language, Words> = {
  'pt-BR': {
    buy: 'Comprar agora',
    email: 'E-mail',
    code: 'Código',
    send: 'Receber código',
    pay: /^Pagar .* com PIX$/,
    cpf: 'CPF',
    pixCode: 'Código PIX copia e cola',
  },

  'en-US': {
    buy: 'Buy now',
    email: 'Email',
    code: 'Code',
    send: 'Get a code',
    pay: /^Pay .* with PIX$/,
    cpf: 'CPF',
    pixCode: 'PIX copy-and-paste code',
  },
}

/** A phone without any data of the shop, on a product's page. */
async function atProduct(language: Language): Promise<Visit> {
  const visitor = await visit(shop, { ...phone(language), hasTouch: true })
  const { page } = visitor
  await page.goto('/products')
  const product = page.locator('main article a[href^="/products/"]').first()
  await page.goto((await product.getAttribute('href'))!)

  return visitor
}

/** From the product to the checkout, where the mailed code is entered. */
async function toCode(seen: Visit, hand: ReturnType<typeof finger>, say: Words, email: string) {
  const { page } = seen
  const main = page.getByRole('main')
  await hand.tap(page.getByRole('button', { name: say.buy }).filter({ visible: true }).first())
  await page.waitForURL('**/checkout')
  await hand.type(main.getByLabel(say.email), email)
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await hand.tap(main.getByRole('button', { name: say.send, exact: true }))
  const code = main.getByLabel(say.code, { exact: true })
  await code.waitFor()
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await hand.type(code, await mailedCode(shop, email))
}

/** From the checkout to the PIX code and its QR image. */
async function toQr(
  { page }: Visit,
  hand: ReturnType<typeof finger>,
  { say, asksTerms = true }: { say: Words; asksTerms?: boolean },
) {
  const pay = page.getByRole('button', { name: say.pay }).last()
  await pay.waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout')
  const main = page.getByRole('main')
  await hand.type(main.getByLabel(say.cpf, { exact: true }), '529.982.247-25')
  const terms = main.getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
  if (asksTerms) await hand.tap(terms)
  expect(await terms.isChecked()).toBe(true)
  await hand.tap(pay)
  await main.getByLabel(say.pixCode).waitFor()
  const { payment } = await fetchAsUser(page, '/api/payment/pending')
  expect(payment.owner.pix.pixCode).toMatch(/^000201/)
}

describe('a phone that was never here, from a product to its PIX code', () => {
  it('takes a customer with an account four taps and three fields, and never leaves the checkout [P141, P144]', async () => {
    const [say, hand] = [words['pt-BR'], finger()]
    const visitor = await atProduct('pt-BR')
    await toCode(visitor, hand, say, 'cliente@demo.test')
    await toQr(visitor, hand, { say })
    expect(hand.used).toEqual({ taps: 4, fields: 3 })
    expect(await sidewaysScroll(visitor.page)).toBeLessThanOrEqual(0)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('takes somebody new five taps and three fields; the account is a customer’s and is welcomed [P140, P141, P144]', async () => {
    const [say, hand] = [words['en-US'], finger()]
    const visitor = await atProduct('en-US')
    const email = `maria.prado-${Date.now()}@exemplo.test`
    await toCode(visitor, hand, say, email)
    const main = visitor.page.getByRole('main')
    await main.getByText('One last thing: the terms').waitFor()
    expect(await main.getByRole('textbox').count()).toBe(0)
    await hand.tap(main.getByRole('checkbox'))
    await hand.tap(main.getByRole('button', { name: 'Create account and continue' }))
    const name = main.getByLabel('Your name')
    await name.waitFor()
    expect(await name.inputValue()).toBe('Maria Prado')
    await toQr(visitor, hand, { say, asksTerms: false })
    expect(hand.used).toEqual({ taps: 5, fields: 3 })

    expect((await fetchAsUser(visitor.page, '/api/users/dashboard')).data.user).toMatchObject({
      name: 'Maria Prado',
      email,
      role: 'client',
    })

    await expect
      .poll(
        async () =>
          (await shop.sandbox('GET', `/sandbox/api/mail?to=${encodeURIComponent(email)}`)).map(
            (mail: { subject: string }) => mail.subject,
          ),
        { timeout: 20_000 },
      )
      .toContain('Welcome to Chaveiro')

    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})

it('a code opens nothing in another browser than the one that asked [decision Q117]', async () => {
  const say = words['pt-BR']
  const [owner, stranger] = [await atProduct('pt-BR'), await atProduct('pt-BR')]
  const email = (name: string) => `${name}-${Date.now()}@exemplo.test`
  const ofOwner = email('dona')
  await toCode(owner, finger(), say, ofOwner)
  await owner.page.getByText('Falta só aceitar os termos').waitFor()
  const buy = stranger.page.getByRole('button', { name: say.buy })
  await buy.filter({ visible: true }).first().tap()
  const main = stranger.page.getByRole('main')
  await main.getByLabel(say.email).fill(email('estranha'))
  await main.getByRole('button', { name: say.send, exact: true }).tap()
  await main.getByLabel(say.code, { exact: true }).fill(await mailedCode(shop, ofOwner))
  await main.getByText('Código incorreto. Tentativas restantes: 4.').waitFor()
  for (const { context } of [owner, stranger]) await context.close()
})
