import { demoPassword } from '@chaveiro/contracts/limits'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { signUp } from './buyer.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// The texts and controls of every screen of a purchase; journeys.sampled.e2e.ts tests whole
// purchases.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const phone = { language: 'pt-BR', width: 360 } as const
const desk = { language: 'pt-BR', width: 1280 } as const

async function logIn(seen: Visit, email = 'cliente@demo.test'): Promise<void> {
  const { page, t } = seen
  await page.goto('/login')
  await page.getByLabel(t('account', 'field.email')).fill(email)
  await page.getByLabel(t('account', 'field.password'), { exact: true }).fill(demoPassword)

  await page
    .getByRole('main')
    .getByRole('button', { name: t('account', 'login.submit'), exact: true })
    .click()
}

async function register(seen: Visit): Promise<void> {
  await seen.page.goto('/register')
  await signUp(seen, 'Nova Pessoa', `nova-${Date.now()}-${randomInt(1e6)}@exemplo.test`)
  await seen.page.waitForURL('**/dashboard')
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const answer = (page: Page, url: string, status: number, body: object) =>
  page.route(url, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  )

const addFirst = (page: Page, t: Visit['t']) =>
  page
    .getByRole('button', {
      name: new RegExp(`^${t('store', 'product.addNamed', { name: '' }).trim()}`),
    })
    .first()
    .click()

describe('session', () => {
  it('login stores token and user, logout clears them in every tab and says so [S137, S144, S146, S147, S050, S045, S044]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.goto('/products')

    await page
      .getByRole('banner')
      .getByRole('link', { name: t('common', 'nav.login') })
      .waitFor()

    expect(await page.getByRole('button', { name: /Carrinho/ }).count()).toBe(0)
    await logIn(visitor)
    await page.waitForURL('**/dashboard')
    const user = JSON.parse((await stored(page, 'userData'))!)

    expect(user).toMatchObject({
      _id: user.id,
      name: 'Cliente Demo',
      email: 'cliente@demo.test',
      role: 'client',
    })

    const other = await visitor.context.newPage()
    await other.goto('/dashboard')
    await other.getByRole('heading', { name: /Cliente Demo/ }).waitFor()

    await page.evaluate(() =>
      window.addEventListener('auth:logout', () => {
        document.title = 'told'
      }),
    )

    await page.getByRole('button', { name: t('common', 'nav.logout') }).click()
    await expect.poll(() => stored(page, 'accessToken')).toBeNull()
    expect(await stored(page, 'userData')).toBeNull()

    await other
      .getByRole('banner')
      .getByRole('link', { name: t('common', 'nav.login') })
      .waitFor()

    expect(
      (await visitor.context.cookies()).filter((cookie) => cookie.name === 'refreshToken'),
    ).toEqual([])
    await visitor.context.close()
  })

  it('the login page notices a login elsewhere; the visitor cart comes along to the account [S151, S154, S161, S160, S162, S076]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await page.goto('/products')
    await addFirst(page, t)

    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common', 'action.close') })
      .click()

    const other = await visitor.context.newPage()
    await other.goto('/login')
    await register(visitor)
    expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toEqual([])
    await other.waitForURL('**/dashboard')
    const reads: string[] = []
    page.on('request', (request) => {
      if (/\/api\/product\/cart\//.test(request.url())) reads.push(request.method())
    })
    await page.getByRole('button', { name: t('common', 'nav.cart_one', { count: 1 }) }).click()
    const drawer = page.getByRole('dialog', { name: t('common', 'cart.title') })
    await drawer.getByRole('listitem').first().waitFor()
    await expect.poll(() => reads).toContain('GET')
    await drawer.getByRole('button', { name: /^Remover/ }).click()
    await drawer.getByText(t('common', 'cart.empty')).waitFor()
    await drawer.getByRole('link', { name: t('common', 'cart.toShop') }).waitFor()
    await visitor.context.close()
  })

  it('the badge counts units, and only for customers [S049, S052]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await register(visitor)
    await page.goto('/products')
    await addFirst(page, t)
    const drawer = page.getByRole('dialog', { name: t('common', 'cart.title') })
    await drawer.getByRole('button', { name: /^Aumentar/ }).click()
    await drawer.getByRole('button', { name: t('common', 'action.close') }).click()
    await page.getByRole('button', { name: t('common', 'nav.cart_other', { count: 2 }) }).waitFor()
    await visitor.context.close()
  })
})

describe('sign pages', () => {
  it('register and login show what is missing at its field, and link each other and the terms [S117, S118, S197] [F129]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await page.goto('/register')

    const submit = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: t('account', 'register.submit') })
        .click()

    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: t('account', 'register.termsLink') })
        .getAttribute('href'),
    ).toBe('/terms')

    await submit()
    await page.getByText(t('account', 'register.allFields')).waitFor()
    await page.getByLabel(t('account', 'field.username')).fill('Nova')
    await page.getByLabel(t('account', 'field.email')).fill('nova@exemplo.test')
    await page.getByLabel(t('account', 'field.password'), { exact: true }).fill('uma-frase-7')
    await page.getByLabel(t('account', 'field.confirm'), { exact: true }).fill('outra-frase-7')
    await submit()
    await page.getByText(t('account', 'register.mismatch')).waitFor()

    // Each error is at its own field only.
    const wrong = () =>
      page
        .locator('main [aria-invalid=true]')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))

    expect(await wrong()).toEqual(['confirm', 'terms'])
    await page.getByLabel(t('account', 'field.confirm'), { exact: true }).fill('uma-frase-7')
    await submit()
    await page.getByText(t('account', 'register.terms')).waitFor()
    expect(await wrong()).toEqual(['terms'])

    await page
      .getByRole('main')
      .getByRole('link', { name: t('account', 'register.toLogin') })
      .click()

    await page.waitForURL('**/login')

    await page
      .getByRole('main')
      .getByRole('button', { name: t('account', 'login.submit'), exact: true })
      .click()

    await page.getByText(t('account', 'field.required')).first().waitFor()

    await page
      .getByRole('main')
      .getByRole('link', { name: t('account', 'login.toForgot') })
      .click()

    await page.waitForURL('**/forgot-password')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await visitor.context.close()
  })

  it('a recovery link sets a password, also after a reload, and leads to login after 3 s [S029, S119, S156, S199, S218] [F132]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await register(visitor)
    const { email } = JSON.parse((await stored(page, 'userData'))!) as { email: string }
    await page.goto('/forgot-password')
    await page.getByLabel(t('account', 'field.email')).fill(email)

    await page
      .getByRole('main')
      .getByRole('button', { name: t('account', 'forgot.submit') })
      .click()

    await page.getByText(/enviamos um link/).waitFor()

    const mails = async () =>
      ((await shop.sandbox('GET', `/sandbox/api/mail?to=${email}`)) as { text: string }[]).filter(
        (mail) => mail.text.includes('reset-password'),
      )

    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1)
    const link = /reset-password\?token=[\w-]+/.exec((await mails())[0]!.text)![0]
    await page.goto(`/${link}`)
    await expect.poll(() => page.url()).not.toContain('token')
    await page.reload()
    const next = page.getByLabel(t('account', 'field.newPassword'), { exact: true })
    await next.fill('semmaiuscula9')

    await page
      .getByRole('button', { name: t('common', 'action.show') })
      .first()
      .click()

    expect(await next.getAttribute('type')).toBe('text')
    await page.getByLabel(t('account', 'field.confirm'), { exact: true }).fill('semmaiuscula9')

    const submit = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: t('account', 'reset.submit') })
        .click()

    await submit()
    await page.getByText(t('account', 'reset.rules')).waitFor()
    await next.fill('Outra-Frase-8')
    await page.getByLabel(t('account', 'field.confirm'), { exact: true }).fill('Outra-Frase-8')
    await submit()
    await page.getByText('Senha redefinida com sucesso.').waitFor()
    expect(await stored(page, 'accessToken')).toBeNull()
    await page.waitForURL('**/login', { timeout: 8000 })
    await visitor.context.close()
  })

  it('an error that names reCAPTCHA, another server error, and no error text at all [S279, S280]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor

    for (const [text, shown] of [
      [
        'Falha na verificação reCAPTCHA. Tente novamente.',
        'Erro na verificação de segurança. Tente novamente.',
      ],
      ['O servidor disse isto.', 'O servidor disse isto.'],
      ['', t('account', 'error.generic')],
    ] as const) {
      await answer(page, '**/api/users/forgot-password', 400, {
        success: false,
        error: text,
        message: text,
        code: 'x',
      })

      await page.goto('/forgot-password')
      await page.getByLabel(t('account', 'field.email')).fill('a@b.co')

      await page
        .getByRole('main')
        .getByRole('button', { name: t('account', 'forgot.submit') })
        .click()

      await page.getByText(shown).waitFor()
      await page.unroute('**/api/users/forgot-password')
    }

    await visitor.context.close()
  })
})

describe('a customer’s own products', () => {
  it('dashboard with its modals, orders with receipts, products with every state [S031, S097, S098, S099, S100, S101, S103, S104, S105, S107, S108, S182, S183, S184, S276]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await logIn(visitor)
    await page
      .getByRole('heading', { name: t('account', 'dashboard.welcome', { name: 'Cliente Demo' }) })
      .waitFor()

    await page
      .getByText(/R\$\s535,24|R\$\s[\d.]+,\d\d/)
      .first()
      .waitFor()

    await page
      .getByRole('button', { name: new RegExp(t('account', 'dashboard.activeLicences')) })
      .click()
    const licences = page.getByRole('dialog', { name: t('account', 'dashboard.recentLicences') })

    await licences
      .getByRole('button', { name: /^Copiar a chave/ })
      .first()
      .click()

    await licences.getByText(t('common', 'action.copied')).waitFor()
    await licences
      .getByText(t('common', 'action.copied'))
      .waitFor({ state: 'hidden', timeout: 4000 })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: new RegExp(t('account', 'dashboard.spent')) }).click()

    await page
      .getByRole('dialog', { name: t('account', 'dashboard.recentPayments') })
      .getByText(t('account', 'paymentStatus.completed'))
      .first()
      .waitFor()

    await page.keyboard.press('Escape')

    for (const [link, path] of [
      [t('account', 'orders.title'), '/dashboard/orders'],
      [t('account', 'products.title'), '/dashboard/products'],
      [t('account', 'settings.title'), '/dashboard/settings'],
    ] as const) {
      await page.goto('/dashboard')

      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(link) })
        .click()

      await page.waitForURL(`**${path}`)
      await page.getByRole('heading', { name: link }).waitFor()
    }

    await page.goto('/dashboard/orders')

    await page
      .getByRole('heading', { name: /Pedido ORD-/ })
      .first()
      .waitFor()

    await page.getByText(t('account', 'orderStatus.completed')).first().waitFor()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: t('account', 'orders.invoice') })
        .first()
        .click(),
    ])

    expect(file.suggestedFilename()).toMatch(/^fatura-ORD-\d+\.pdf$/)

    expect(
      readFileSync((await file.path())!)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    await page.route('**/invoice', (route) => route.fulfill({ status: 500, body: '{}' }))

    await page
      .getByRole('button', { name: t('account', 'orders.invoice') })
      .first()
      .click()

    await page.getByText(t('account', 'orders.errorInvoice')).waitFor()
    await page.goto('/dashboard/products')

    for (const state of ['active', 'expired', 'suspended', 'pending'])
      await page
        .getByText(t('account', `licenceStatus.${state}`), { exact: true })
        .first()
        .waitFor()

    for (const label of ['products.total', 'products.active', 'products.value'])
      await page.getByText(t('account', label), { exact: true }).first().waitFor()
    await visitor.context.close()
  })

  it('nothing yet: the way to the shop; a failed load: words and a retry that works [S106, S107, S275]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await register(visitor)

    for (const [path, empty, failed, url] of [
      ['/dashboard/orders', 'orders.empty', 'orders.errorLoad', '**/api/users/orders*'],
      ['/dashboard/products', 'products.empty', 'products.errorLoad', '**/api/users/products'],
    ] as const) {
      await answer(page, url, 500, { success: false, error: 'x', message: 'x', code: 'internal' })
      await page.goto(path)
      await page.getByText(t('account', failed)).waitFor()
      await page.unroute(url)
      await page.getByRole('button', { name: t('common', 'action.retry') }).click()
      await page.getByText(t('account', empty)).waitFor()

      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: t('account', 'toProducts') })
          .getAttribute('href'),
      ).toBe('/products')
    }

    await visitor.context.close()
  })
})

describe('checkout', () => {
  it('terms before paying, coupon button, and the words for each failure [S170, S171, S194, S196, S269, S270, S271, S274]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await register(visitor)
    await page.goto('/products')
    await addFirst(page, t)

    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('common', 'cart.checkout') })
      .click()

    const pay = page.getByRole('button', { name: /^Pagar / })
    await pay.waitFor()
    expect(await pay.isDisabled()).toBe(true)
    await page.getByText(t('checkout', 'terms.required')).waitFor()
    expect(
      await page.getByRole('button', { name: t('checkout', 'coupon.apply') }).isDisabled(),
    ).toBe(true)
    await page.getByRole('checkbox', { name: /^(Li e aceito|I have read)/ }).check()
    await page.getByRole('radio', { name: t('checkout', 'method.card') }).check({ force: true })

    for (const [status, body, shown] of [
      [200, { success: true, paymentId: 'x', status: 'pending' }, t('checkout', 'card.noUrl')],
      [
        400,
        {
          error: 'Falha na verificação reCAPTCHA. Tente novamente.',
          message: 'Falha na verificação reCAPTCHA. Tente novamente.',
        },
        'Erro na verificação de segurança. Tente novamente.',
      ],
      [500, {}, t('checkout', 'card.error')],
    ] as const) {
      await answer(page, '**/create-checkout', status, body)
      await pay.click()
      await page.getByText(shown).waitFor()
      await page.unroute('**/create-checkout')
    }

    await page.getByRole('radio', { name: t('checkout', 'method.crypto') }).check({ force: true })
    await answer(page, '**/api/payment/binance/checkout', 500, {})
    await pay.click()
    await page.getByText(t('checkout', 'crypto.error')).waitFor()
    await page.getByRole('button', { name: t('common', 'action.retry') }).click()
    await page.getByRole('radio', { name: 'PIX' }).check({ force: true })
    await pay.click()
    const cpf = page.getByPlaceholder('000.000.000-00')
    await page.getByText('Digite o CPF de quem paga.').waitFor()
    expect(await cpf.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
    await cpf.fill('111.111.111-11')
    await pay.click()
    await page.getByText('Este CPF não existe: todos os dígitos são iguais.').waitFor()
    await cpf.fill('529.982.247-25')

    await answer(page, '**/api/payment/efybank/checkout', 400, {
      error: 'CPF inválido.',
      message: 'CPF inválido.',
      code: 'payment.cpf_invalid',
    })

    await pay.click()
    await page.getByText('CPF inválido.').waitFor()
    await visitor.context.close()
  })

  it('without a captcha nothing is sent and the buyer reads why [S193]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await register(visitor)
    await page.goto('/products')
    await addFirst(page, t)

    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('common', 'cart.checkout') })
      .click()

    await page.getByRole('checkbox', { name: /^(Li e aceito|I have read)/ }).check()
    await page.getByRole('radio', { name: t('checkout', 'method.card') }).check({ force: true })
    await page.route('**/api/captcha/challenge*', (route) => route.abort())
    await page.getByRole('button', { name: /^Pagar / }).click()
    await page.getByText('reCAPTCHA não disponível. Recarregue a página.').waitFor()
    await visitor.context.close()
  })

  it('a cart in dollars has no PIX and moves to card [S169, S172]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await register(visitor)
    const categories = (await shop.api('/api/product/list-active-categories')) as { name: string }[]

    const lists = (await Promise.all(
      categories.map(({ name }) =>
        shop.api(`/api/product/list-by-category/${encodeURIComponent(name)}`),
      ),
    )) as { name: string; currency: string; category: { name: string }; stock: string }[][]

    const usd = lists.flat().find((one) => one.currency === 'USD' && one.stock === 'in')!
    await page.goto(`/products/category/${encodeURIComponent(usd.category.name)}`)
    await page
      .getByRole('button', { name: t('store', 'product.addNamed', { name: usd.name }) })
      .click()

    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('common', 'cart.checkout') })
      .click()

    await page.getByRole('button', { name: /com cartão/ }).waitFor()
    expect(await page.getByRole('radio', { name: /PIX/ }).isDisabled()).toBe(true)
    await visitor.context.close()
  })
})

describe('results and permission', () => {
  it('success and failed pages without an id, with an unknown id, and by origin [S088, S283, S180, S181]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor

    for (const path of ['/success', '/failed']) {
      await page.goto(path)
      await page.getByText(t('result', 'missingId')).waitFor()
      await page.goto(`${path}?payment_id=${'0'.repeat(32)}`)
      await page.getByText(t('result', 'errorLoad')).waitFor()
    }

    const payment = {
      paymentId: 'a'.repeat(32),
      cartId: 'c',
      customer: { name: 'Ana' },
      currency: 'BRL',
      amount: 10,
      originalAmount: 10,
      discount: { applied: false, cupomCode: null, amount: 0 },
      productName: 'X',
      paymentMethod: 'pix',
      discordMessageId: '1',
      discordChannelId: '2',
      createdAt: new Date().toISOString(),
      expiresAt: null,
      held: false,
      received: null,
    }

    await answer(page, '**/api/payment/**', 200, {
      success: true,
      status: 'completed',
      payment,
      cartItems: [{ product: { name: 'X', price: 10, image: null }, quantity: 1 }],
    })

    await page.goto(`/success?payment_id=${payment.paymentId}`)
    await page.getByText(t('result', 'origin.discord')).waitFor()
    await page.getByRole('link', { name: t('result', 'action.register') }).waitFor()
    await visitor.context.close()
  })

  it('the permission page by type, with its ways out [S121, S122, S203, S204, S205, B011, S032]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await page.goto('/permission')
    await page.getByText(t('store', 'permission.message.denied')).waitFor()

    for (const label of ['permission.dashboard', 'permission.home', 'permission.support'])
      await page
        .getByRole('main')
        .getByRole('link', { name: t('store', label) })
        .waitFor()

    await page.evaluate(() => localStorage.setItem('accessToken', 'kaputt'))
    await page.goto('/dashboard')
    await page.getByText('Erro ao verificar permissões. Por favor, faça login novamente.').waitFor()
    await page.evaluate(() => localStorage.clear())
    await logIn(visitor)
    await page.waitForURL('**/dashboard')
    await page.goto('/admin/users')
    await page.waitForURL('**/permission')
    await page.getByText(t('store', 'permission.message.insufficient-permissions')).waitFor()
    await visitor.context.close()
  })
})
