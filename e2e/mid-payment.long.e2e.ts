import type { Language } from '@chaveiro/contracts/limits'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import {
  askedAbout,
  begin,
  changeMethod,
  endsWithKey,
  looks,
  nextLook,
  openPayment,
  payAt,
  payer,
  payOpen,
  addToCart,
  words,
  type Method,
  type Payer,
} from './payer.ts'
import { signIn, signUp } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'

// Changes in the middle of a payment: the buyer gets the keys or reads where the money is, and
// never sees a wrong page.

let shop: Shop
let product: { id: string; name: string; price: number }

beforeAll(async () => {
  shop = await openShop()

  const list = (await shop.api('/api/product/list-featured-products')) as {
    id: string
    name: string
    price: number
    stock: string
    currency: string
  }[]

  product = list.find(({ stock, currency }) => stock === 'in' && currency === 'BRL')!
})

afterAll(() => shop?.close())

const pairs: readonly [Method, Method][] = [
  ['pix', 'crypto'],
  ['crypto', 'pix'],
  ['card', 'pix'],
  ['card', 'crypto'],
]

describe('a change of method', () => {
  for (const [first, second] of pairs)
    it(`from ${first} to ${second}: only the new payment is polled, and brings the key [F121]`, async () => {
      const buyer = await payer(shop, `Troca ${first} ${second}`)
      const { page } = buyer
      await addToCart(buyer, product.id)
      await page.goto('/checkout')
      await begin(page, first)
      const old = (await openPayment(buyer)).payment.paymentId
      if (first === 'card') await page.goto('/checkout')
      else await changeMethod(page)
      await begin(page, second)
      const { paymentId } = (await openPayment(buyer)).payment
      expect(paymentId).not.toBe(old)
      const polledIds = askedAbout(page)
      await looks(page, 2)
      expect([...new Set(polledIds)]).toEqual([paymentId])
      expect(new URL(page.url()).pathname).toBe('/checkout')
      await payOpen(shop, buyer)
      await endsWithKey(page)
      await buyer.context.close()
    })
})

const staffCall = async (method: string, path: string, body?: object): Promise<any> => {
  const { headers } = await signIn(shop, 'admin@demo.test')
  return shop.api(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

const maintenance = (maintenanceMode: boolean) =>
  staffCall('PUT', '/api/admin/system/site-settings', {
    maintenanceMode,
    maintenanceMessage: 'Voltamos às 22h.',
  })

/**
 * Reads the product like staff's form does; `change` sends the form with another status and price.
 */
async function productForm() {
  const { products } = await staffCall('GET', '/api/admin/product?limit=100')
  const listedProduct = products.find((one: { _id: string }) => one._id === product.id)

  const change = (status: string, price: number) =>
    staffCall('PUT', `/api/admin/product/${product.id}`, {
      ...listedProduct,
      category: listedProduct.category._id,
      status,
      price,
    })

  return { given: listedProduct, change }
}

const refused = async () =>
  (await fetch(`${shop.origin}/api/product/list-active-categories`)).status === 503

/** A buyer with an open payment who is back on the shop's page. */
async function inTheMiddle(method: Method, name: string): Promise<Payer> {
  const buyer = await payer(shop, name)
  await addToCart(buyer, product.id)
  await buyer.page.goto('/checkout')
  await begin(buyer.page, method)

  if (method === 'card') {
    await buyer.page.goto('/checkout')
    await buyer.page.getByText(words['pt-BR'].cardUnpaid).waitFor()
  }

  await expect.poll(async () => (await openPayment(buyer))?.payment.paymentId).toBeTruthy()

  return buyer
}

const methods: readonly Method[] = ['pix', 'card', 'crypto']

describe('in the middle of a payment', () => {
  for (const method of methods)
    it(`${method}: another tab begins another payment, and this one follows it to the key [F121]`, async () => {
      const buyer = await inTheMiddle(method, `Abas ${method}`)
      const other = await buyer.context.newPage()
      await other.goto('/checkout')
      if (method !== 'card') await changeMethod(other)
      await begin(other, method === 'pix' ? 'crypto' : 'pix')
      const { paymentId } = (await openPayment(buyer)).payment
      const polledIds = askedAbout(buyer.page)

      await expect
        .poll(async () => {
          await nextLook(buyer.page)
          return polledIds.at(-1)
        })
        .toBe(paymentId)

      expect(new URL(buyer.page.url()).pathname).toBe('/checkout')
      await payOpen(shop, buyer)
      await endsWithKey(buyer.page)
      await buyer.context.close()
    })

  for (const method of methods)
    it(`${method}: a tab lost during the payment leads to the key once when it is loaded again [F121]`, async () => {
      const buyer = await inTheMiddle(method, `Aba perdida ${method}`)
      const { page } = buyer
      await page.goto('about:blank')
      const paymentId = await payOpen(shop, buyer)
      const status = () => buyer.call(`/api/payment/efybank/status/${paymentId}`)
      await expect.poll(async () => (await status()).status).toBe('completed')
      await page.goto('/checkout')
      await endsWithKey(page)
      await page.goto('/checkout')
      await page.getByText('Seu carrinho está vazio').waitFor()
      await buyer.context.close()
    })

  it('a lost tab leads to the key when another tab has replaced and paid the payment [F121]', async () => {
    const buyer = await inTheMiddle('pix', 'Aba perdida e trocada')
    const { page } = buyer
    await page.goto('about:blank')
    const other = await buyer.context.newPage()
    await other.goto('/checkout')
    await changeMethod(other)
    await begin(other, 'crypto')
    const paymentId = await payOpen(shop, buyer)
    await endsWithKey(other)
    await page.goto('/checkout')
    await page.waitForURL(`**/success?payment_id=${paymentId}`)
    await endsWithKey(page)
    await buyer.context.close()
  })

  it('the tab in which one person paid does not show that payment to the next person [F121]', async () => {
    const buyer = await inTheMiddle('pix', 'Aba emprestada')
    const { page } = buyer
    await page.goto('about:blank')
    const paymentId = await payOpen(shop, buyer)
    const status = () => buyer.call(`/api/payment/efybank/status/${paymentId}`)
    await expect.poll(async () => (await status()).status).toBe('completed')
    const next = await signUp(shop, 'Próxima')
    await next.give(buyer.context)
    await page.goto('/terms')

    await page.evaluate(
      ([token, user]) => {
        localStorage.setItem('accessToken', token!)
        localStorage.setItem('userData', user!)
      },
      [next.headers.authorization!.replace('Bearer ', ''), JSON.stringify(next.user)],
    )

    await page.goto('/checkout')
    await page.getByText('Seu carrinho está vazio').waitFor()
    await buyer.context.close()
  })

  it('a buyer choosing another method keeps that choice when another tab begins a payment [F121]', async () => {
    const buyer = await inTheMiddle('card', 'Escolhe outra')
    const { page } = buyer
    await page.getByRole('radio', { name: 'Cripto' }).check({ force: true })
    const other = await buyer.context.newPage()
    await other.goto('/checkout')
    await begin(other, 'pix')
    const { paymentId } = (await openPayment(buyer)).payment
    const polledIds = askedAbout(page)

    await expect
      .poll(async () => {
        await nextLook(page)
        return polledIds.at(-1)
      })
      .toBe(paymentId)

    await page.getByText(/^Há um pagamento de R\$.* com PIX em andamento\./).waitFor()
    expect(await page.getByRole('radio', { name: 'Cripto' }).isChecked()).toBe(true)
    expect(await page.getByRole('region', { name: /^Pagar com/ }).count()).toBe(0)
    await buyer.context.close()
  })

  for (const method of methods)
    it(`${method}: maintenance begins; the buyer stays, even after a reload, and gets the key [F123]`, async () => {
      const buyer = await inTheMiddle(method, `Obra ${method}`)
      await maintenance(true)

      try {
        await expect.poll(refused).toBe(true)
        await buyer.page.reload()
        const { page } = buyer
        if (method === 'card')
          await page.getByRole('link', { name: 'Voltar à página do cartão' }).waitFor()
        else await page.getByText('Seu pagamento em andamento').waitFor()
        expect(new URL(page.url()).pathname).toBe('/checkout')
        await payOpen(shop, buyer)
        await endsWithKey(page)
      } finally {
        await maintenance(false)
      }

      await expect.poll(refused).toBe(false)
      await buyer.context.close()
    })

  it('an open payment stays payable, and brings the key, though its product is disabled [F127]', async () => {
    const buyer = await inTheMiddle('pix', 'Muda Tudo')
    const { page } = buyer
    await changeMethod(page)
    const pay = page.getByRole('main').getByRole('button', { name: words['pt-BR'].pay.pix })
    expect(await pay.isDisabled()).toBe(true)
    await page.getByLabel('Cupom de desconto').fill('BEMVINDO10')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.getByText('Cupom aplicado com sucesso!').waitFor()
    await page.getByText(/^Há um pagamento de R\$.* com PIX em andamento\./).waitFor()
    expect(await pay.isEnabled()).toBe(true)
    const old = (await openPayment(buyer)).payment
    await page.getByLabel('CPF', { exact: true }).fill('111.111.111-11')
    await pay.click()
    await page.getByText('Este CPF não existe: todos os dígitos são iguais.').waitFor()
    await page.getByLabel('CPF', { exact: true }).fill('529.982.247-25')
    await pay.click()
    await page.getByLabel(words['pt-BR'].code).waitFor()
    const renewed = (await openPayment(buyer)).payment
    expect(renewed.amount).toBeLessThan(old.amount)
    await payOpen(shop, buyer)
    await endsWithKey(page)
    await page.goto(`/failed?payment_id=${renewed.paymentId}`)
    await page.getByRole('heading', { level: 1, name: words['pt-BR'].thanks }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/success')
    await buyer.context.close()
  })

  for (const act of ['disabled', 'priced anew'] as const)
    it(`the product is ${act}: what was asked for is paid, and the key comes [F121]`, async () => {
      const buyer = await inTheMiddle('crypto', `Produto ${act}`)
      const before = (await openPayment(buyer)).payment.amount
      const { given, change } = await productForm()
      if (act === 'disabled')
        await staffCall('PATCH', `/api/admin/product/${product.id}/status`, { status: 'inactive' })
      else await change('active', given.price + 10)
      await buyer.page.reload()
      await payOpen(shop, buyer)
      await endsWithKey(buyer.page)
      expect(await buyer.page.getByText(/R\$/).last().innerText()).toContain(
        before.toFixed(2).replace('.', ','),
      )
      if (act === 'disabled')
        await staffCall('PATCH', `/api/admin/product/${product.id}/status`, { status: 'active' })
      else await change('active', given.price)
      await buyer.context.close()
    })

  for (const method of methods)
    it(`${method}: the price shown is the price paid, though coupon, price and product changed [Q111, F121, F127]`, async () => {
      const code = `FIM${method.toUpperCase()}`

      const { cupom } = await staffCall('POST', '/api/admin/cupons', {
        code,
        value: 25,
        startDate: '2020-01-01',
        endDate: '2099-12-31',
      })

      const buyer = await payer(shop, `Cupom ${method}`)
      const { page } = buyer
      await addToCart(buyer, product.id)
      await page.goto('/checkout')
      await page.getByLabel('Cupom de desconto').fill(code)
      await page.getByRole('button', { name: 'Aplicar' }).click()
      await page.getByText('Cupom aplicado com sucesso!').waitFor()
      const pay = page.getByRole('main').getByRole('button', { name: words['pt-BR'].pay.pix })
      const shownPrice = /R\$\s[\d.,]+/.exec(await pay.innerText())![0]
      await begin(page, method)

      if (method === 'card') {
        await page.goto('/checkout')
        await page.getByText(words['pt-BR'].cardUnpaid).waitFor()
      }

      const open = await openPayment(buyer)
      const { given, change } = await productForm()
      expect((await staffCall('DELETE', `/api/admin/cupons/${cupom._id}`)).success).toBe(true)
      await change('active', given.price + 10)
      await staffCall('PATCH', `/api/admin/product/${product.id}/status`, { status: 'inactive' })

      try {
        await page.reload()
        expect((await openPayment(buyer)).payment.amount).toBe(open.payment.amount)
        await payAt(shop, open)
        await endsWithKey(page)
        expect(await page.getByText(/R\$/).last().innerText()).toContain(shownPrice)
      } finally {
        await staffCall('PATCH', `/api/admin/product/${product.id}/status`, { status: 'active' })
        await change('active', given.price)
      }

      await buyer.context.close()
    })
})

const barred = {
  'pt-BR': {
    banned: 'Conta banida: Fraude',
    title: 'Seu pagamento está com a nossa equipe',
    again: 'Não pague de novo: o valor chegou e nada foi entregue.',
    received: /^Recebemos .*, mas esta conta não pode receber pedidos agora\./,
    lost: 'Sua sessão terminou. Entre novamente.',
  },
  'en-US': {
    banned: 'Account banned: Fraude',
    title: 'Your payment is with our team',
    again: 'Do not pay again: the money came and nothing was delivered.',
    received: /^We received .*, but this account cannot receive orders now\./,
    lost: 'Your session has ended. Log in again.',
  },
} as const

const onDesk = async (paymentId: string) =>
  (await staffCall('GET', '/api/admin/desk?kind=held')).payments.find(
    (one: { id: string }) => one.id === paymentId,
  )

/**
 * Makes the providers fail when the shop closes a charge, so that a charge of a deleted account can
 * still be paid.
 */
const unreachable = () =>
  shop.sandbox('POST', '/sandbox/api/faults', [
    { provider: 'efi', method: 'PATCH', path: '/v2/cob/*', times: 99, do: 'status:500' },
    {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/checkout/sessions/*',
      times: 99,
      do: 'status:500',
    },
  ])

describe('a buyer who is deleted or banned in the middle of a payment', () => {
  const cases = [
    ['deleted', 'pix', 'pt-BR'],
    ['deleted', 'card', 'en-US'],
    ['deleted', 'crypto', 'pt-BR'],
    ['banned', 'pix', 'en-US'],
    ['banned', 'card', 'pt-BR'],
    ['banned', 'crypto', 'en-US'],
  ] as const

  for (const [way, method, language] of cases)
    it(`${way}, by ${method}: late money is held for review and gives no key (${language}) [Q114, F109]`, async () => {
      const said = barred[language]
      const buyer = await payer(shop, `Barrado ${way} ${method}`, language)
      const { page } = buyer
      await addToCart(buyer, product.id)
      await page.goto('/checkout')
      await begin(page, method, language)

      if (method === 'card') {
        await page.goto('/checkout')
        await page.getByText(words[language].cardUnpaid).waitFor()
      }

      const open = await openPayment(buyer)
      const { paymentId } = open.payment
      const { id } = buyer.account.user

      if (way === 'deleted') {
        await unreachable()
        expect((await staffCall('DELETE', `/api/admin/users/${id}`)).success).toBe(true)
      } else
        expect(
          (await staffCall('POST', '/api/users/ban', { userId: id, reason: 'Fraude' })).success,
        ).toBe(true)

      await payAt(shop, open)
      await expect
        .poll(() => onDesk(paymentId), { timeout: 20_000 })
        .toMatchObject({ kind: 'held', buyer: way, units: 0, delivered: 0, onDesk: true })
      if (way === 'deleted') await shop.sandbox('DELETE', '/sandbox/api/faults')

      await expect
        .poll(
          async () => {
            await nextLook(page)
            return new URL(page.url()).pathname
          },
          { timeout: 20_000 },
        )
        .toBe('/failed')

      await page.getByRole('heading', { level: 1, name: said.title }).waitFor()
      await page.getByText(said.again).waitFor()
      await page.getByText(said.received).waitFor()
      expect(await page.getByTestId('licence-key').count()).toBe(0)
      expect(await page.getByRole('link', { name: /^(Tentar novamente|Try again)$/ }).count()).toBe(
        0,
      )
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      // The next page redirects to the login, which shows the reason once.
      await page.goto('/dashboard/orders')
      await page.waitForURL('**/login')
      await page.getByText(way === 'deleted' ? said.lost : said.banned, { exact: true }).waitFor()
      await buyer.context.close()
    })
})

const late = {
  'pt-BR': {
    title: 'O pagamento não foi concluído',
    reason: 'O pagamento foi cancelado.',
    stay: 'Já pagou? Fique nesta página: assim que o valor chegar, ela mostra a sua chave.',
  },
  'en-US': {
    title: 'The payment was not completed',
    reason: 'The payment was cancelled.',
    stay: 'Already paid? Stay on this page: your key appears as soon as the money arrives.',
  },
} as const

describe('money that comes after the payment was cancelled', () => {
  /** A buyer on the failed page after staff cancelled the open payment; money may still arrive. */
  async function cancelled(method: 'pix' | 'crypto', language: Language): Promise<[Payer, any]> {
    const said = late[language]
    const buyer = await payer(shop, `Tarde ${method} ${language}`, language)
    const { page } = buyer
    await addToCart(buyer, product.id)
    await page.goto('/checkout')
    await begin(page, method, language)
    const open = await openPayment(buyer)
    await unreachable()
    const answer = await staffCall('PATCH', `/api/admin/orders/${open.owner.orderId}/status`, {
      status: 'cancelled',
    })
    expect(answer.success).toBe(true)

    await expect
      .poll(async () => {
        await nextLook(page)
        return new URL(page.url()).pathname
      })
      .toBe('/failed')

    await page.getByRole('heading', { level: 1, name: said.title }).waitFor()
    await page.getByText(said.reason, { exact: true }).waitFor()
    await page.getByText(said.stay, { exact: true }).waitFor()

    return [buyer, open]
  }

  const statusOf = (buyer: Payer, open: any) =>
    buyer.call(`/api/payment/efybank/status/${open.payment.paymentId}`)
  afterEach(() => shop.sandbox('DELETE', '/sandbox/api/faults'))

  for (const [method, language] of [
    ['pix', 'pt-BR'],
    ['crypto', 'en-US'],
  ] as const)
    it(`${method}: leads from the failed page to the key while somebody waits there (${language}) [R007]`, async () => {
      const [buyer, open] = await cancelled(method, language)
      await payAt(shop, open)
      await endsWithKey(buyer.page, language)
      await buyer.context.close()
    })

  it('is asked about at once on coming back to the tab, not at all while it is hidden [R007]', async () => {
    const [buyer, open] = await cancelled('pix', 'pt-BR')
    const { page } = buyer
    const polledIds = askedAbout(page)

    const show = (state: 'visible' | 'hidden') =>
      page.evaluate((visibilityState) => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => visibilityState,
        })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)

    await show('hidden')
    await payAt(shop, open)
    await expect.poll(async () => (await statusOf(buyer, open)).status).toBe('completed')
    await page.clock.fastForward(120_000)
    expect(polledIds).toEqual([])
    await show('visible')
    await page.getByTestId('licence-key').first().waitFor()
    expect(polledIds[0]).toBe(open.payment.paymentId)
    expect(new URL(page.url()).pathname).toBe('/success')
    await buyer.context.close()
  })

  it('shows as held when its buyer was banned meanwhile, also after a reload [decision Q114]', async () => {
    const [buyer, open] = await cancelled('crypto', 'pt-BR')
    const { page } = buyer
    const { id } = buyer.account.user
    expect(
      (await staffCall('POST', '/api/users/ban', { userId: id, reason: 'Fraude' })).success,
    ).toBe(true)
    await payAt(shop, open)
    const title = page.getByRole('heading', { level: 1, name: barred['pt-BR'].title })

    await expect
      .poll(async () => {
        await nextLook(page)
        return title.isVisible()
      })
      .toBe(true)

    await page.getByText(barred['pt-BR'].again).waitFor()
    expect(await page.getByText(late['pt-BR'].stay).count()).toBe(0)
    await buyer.context.close()
    // The page is opened again with the same session, which the shop ends during the page's
    // requests.
    const again = await visit(shop, { language: 'pt-BR', width: 360 })
    await buyer.account.give(again.context)
    await again.page.goto(`/failed?payment_id=${open.payment.paymentId}`)
    await again.page.getByRole('heading', { level: 1, name: barred['pt-BR'].title }).waitFor()
    await again.context.close()
  })
})

describe('a closed shop', () => {
  for (const language of ['pt-BR', 'en-US'] as const)
    it(`lets staff in by the login of its page, in a browser, and stay (${language}) [F123]`, async () => {
      await maintenance(true)

      try {
        await expect.poll(refused).toBe(true)
        const { page, context } = await visit(shop, { language, width: 1280 })
        await page.goto('/products')
        await page.waitForURL('**/maintenance')
        const link = { 'pt-BR': 'Equipe da loja: entrar', 'en-US': 'Shop staff: log in' }[language]
        await page.getByRole('main').getByRole('link', { name: link }).click()
        await page.waitForURL('**/login')
        // The closed shop refuses the bell's request meanwhile; the login must still work.
        await page.waitForResponse(/\/api\/server\/(guild|notifications)/).catch(() => {})
        const email = { 'pt-BR': 'E-mail', 'en-US': 'Email' }[language]
        const password = { 'pt-BR': 'Senha', 'en-US': 'Password' }[language]
        await page.getByLabel(email).fill('admin@demo.test')
        await page.getByLabel(password, { exact: true }).fill('Demo-Store-2026')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/admin/users')
        await page.goto('/admin/users?search=admin%40demo.test')
        await page.getByText('admin@demo.test').first().waitFor()
        await context.close()
      } finally {
        await maintenance(false)
      }

      await expect.poll(refused).toBe(false)
    })
})

describe('the cart', () => {
  it('a visitor confirms a second currency, and cannot add more than is left [Q52, Q53, F124, F125]', async () => {
    const { page, context } = await visit(shop, { language: 'pt-BR', width: 360 })

    const all = (await shop.api('/api/product/search?limit=100')).products as {
      name: string
      currency: string
      stock: string
      maxPerOrder: number
    }[]

    const [reais, dollars] = (['BRL', 'USD'] as const).map((currency) =>
      all.find((one) => one.currency === currency && one.stock !== 'out')!,
    )

    const add = async (name: string) => {
      await page.goto(`/products?q=${encodeURIComponent(name)}`)
      await page.getByRole('button', { name: `Adicionar ao carrinho: ${name}` }).click()
    }

    await add(dollars!.name)
    await page.getByRole('dialog', { name: 'Carrinho' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    const bar = page.getByRole('region', { name: 'Carrinho' })
    expect(await bar.innerText()).toMatch(/^1 item · US\$/)
    await add(reais!.name)
    const question = page.getByRole('alertdialog', { name: 'Seu carrinho está em dólares (US$)' })
    await question.getByText(`${reais!.name} é vendido em reais (R$)`).waitFor()
    await question.getByRole('button', { name: 'Manter o carrinho' }).click()
    expect(await bar.innerText()).toMatch(/^1 item · US\$/)
    await add(reais!.name)
    await question.getByRole('button', { name: 'Começar um novo' }).click()
    const drawer = page.getByRole('dialog', { name: 'Carrinho' })
    await drawer.getByText(reais!.name).waitFor()
    const more = drawer.getByRole('button', { name: `Aumentar ${reais!.name}` })
    while (await more.isEnabled()) await more.click()
    await drawer.getByText(/^(Só restam? \d+|No máximo \d+ por pedido)\.$/).waitFor()
    await drawer.getByRole('button', { name: 'Fechar' }).click()
    expect(await bar.innerText()).toMatch(/^\d+ itens · R\$/)
    await bar.getByRole('button', { name: 'Ver carrinho' }).click()
    await drawer.waitFor()
    await context.close()
  })
})
