import { demoPassword } from '@chaveiro/contracts/limits'
import type { BrowserContext, Page } from 'playwright-core'

import { adminSections } from '../web/src/routing/paths.ts'
import { actOn, openRow } from './row-acts.ts'
import type { Shop } from './shop.ts'
import type { Texts } from './texts.ts'

// The list of all screens of the shop: URL, viewer, and the action that opens each screen. The
// accessibility tests and `npm run screens` open every screen of this list, so add new screens
// here.

type At = { page: Page; t: Texts }

/** The kinds of viewers. A test that opens all screens uses one browser window for each kind. */
export const viewers = ['visitor', 'customer', 'staff'] as const

export type Screen = {
  name: string
  path: string
  as: (typeof viewers)[number]
  act?(at: At): Promise<unknown>
}

const settingsTab = (name: string): Screen => ({
  name: `settings-${name}`,
  path: '/dashboard/settings',
  as: 'customer',
  act: ({ page, t }) => page.getByRole('tab', { name: t('account', `settings.${name}`) }).click(),
})

const firstAdd = ({ page, t }: At) =>
  page
    .getByRole('main')
    .getByRole('button', {
      name: new RegExp(`^${t('store', 'product.addNamed', { name: '' }).trim()}`),
    })
    .and(page.locator(':enabled'))
    .first()
    .click()

const bell = async ({ page, t }: At) => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${t('common', 'bell.open')}`) })
    .click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

/** A section of the back office, as it opens or after an action. */
const section = (name: string, shows = '', act?: Screen['act']): Screen => ({
  name: `admin-${name}${shows && `-${shows}`}`,
  path: `/admin/${name}`,
  as: 'staff',
  ...(act ? { act } : {}),
})

const click = ({ page, t }: At, key: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: t('admin', key) })
    .first()
    .click()

const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const press = (key: string) => (at: At) => click(at, key).then(() => dialog(at.page))

const firstRow = (page: Page) => page.locator('tr[data-row]').first()
const rowAct = ({ page, t }: At, key: string) => actOn(firstRow(page), t('admin', key))

const chosen = (key: string) => (at: At) =>
  firstRow(at.page)
    .getByRole('checkbox')
    .check()
    .then(() => press(key)(at))

async function toPay(at: At, method: RegExp): Promise<void> {
  const { page, t } = at
  // A payment that an earlier screen started hides the payment methods.
  const change = page.getByRole('button', { name: t('checkout', 'pay.change') })
  if (await change.isVisible()) await change.click()
  await page.getByRole('radio', { name: method }).check({ force: true })
  if (method.test('PIX')) await page.getByRole('textbox', { name: /^CPF/ }).fill('529.982.247-25')

  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
    .check()

  await page
    .locator('main button[type=submit], main button')
    .filter({ hasText: /^(Pagar|Pay) / })
    .click()

  await page.getByRole('timer').waitFor()
}

export const screens: readonly Screen[] = [
  { name: 'home', path: '/', as: 'visitor' },
  { name: 'home-customer', path: '/', as: 'customer' },
  { name: 'shop', path: '/products', as: 'visitor' },
  { name: 'shop-search', path: '/products?q=pro', as: 'visitor' },
  { name: 'shop-nothing', path: '/products?q=zzzz', as: 'visitor' },
  { name: 'category', path: '/products/category/Jogos', as: 'visitor' },
  { name: 'category-empty', path: '/products/category/general', as: 'visitor' },
  { name: 'product', path: '/products/neblina-orbital', as: 'visitor' },
  { name: 'product-out', path: '/products/sertao-veloz-91', as: 'visitor' },
  { name: 'product-missing', path: '/products/nada', as: 'visitor' },
  {
    name: 'cart',
    path: '/products',
    as: 'visitor',
    act: async (at) => {
      await firstAdd(at)
      await at.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'bell', path: '/terms', as: 'visitor', act: bell },
  {
    name: 'bell-notice',
    path: '/terms',
    as: 'visitor',
    act: async (at) => {
      await bell(at)
      await at.page.getByRole('dialog').getByRole('listitem').nth(1).getByRole('button').click()
      await at.page.getByRole('dialog').getByRole('article').waitFor()
    },
  },
  {
    name: 'music',
    path: '/terms',
    as: 'visitor',
    act: ({ page, t }) =>
      page
        .getByRole('contentinfo')
        .getByRole('button', { name: t('common', 'music.open') })
        .click()
        .then(() => page.getByRole('slider').first().waitFor()),
  },
  { name: 'status', path: '/status', as: 'visitor' },
  { name: 'success-missing', path: '/success', as: 'visitor' },
  { name: 'failed-missing', path: '/failed', as: 'visitor' },
  { name: 'register', path: '/register', as: 'visitor' },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'discord-login', path: '/login/discord', as: 'visitor' },
  { name: 'forgot', path: '/forgot-password', as: 'visitor' },
  { name: 'reset-missing', path: '/reset-password', as: 'visitor' },
  { name: 'reset', path: '/reset-password?token=abc', as: 'visitor' },
  { name: 'terms', path: '/terms', as: 'visitor' },
  { name: 'maintenance', path: '/maintenance', as: 'visitor' },
  { name: 'permission', path: '/permission', as: 'visitor' },
  { name: 'permission-no-auth', path: '/dashboard', as: 'visitor' },
  { name: 'dashboard', path: '/dashboard', as: 'customer' },
  {
    name: 'dashboard-licences',
    path: '/dashboard',
    as: 'customer',
    act: ({ page, t }) =>
      page
        .getByRole('button', { name: new RegExp(t('account', 'dashboard.activeLicences')) })
        .click(),
  },
  {
    name: 'dashboard-payments',
    path: '/dashboard',
    as: 'customer',
    act: ({ page, t }) =>
      page.getByRole('button', { name: new RegExp(t('account', 'dashboard.spent')) }).click(),
  },
  { name: 'orders', path: '/dashboard/orders', as: 'customer' },
  { name: 'products', path: '/dashboard/products', as: 'customer' },
  { name: 'settings-profile', path: '/dashboard/settings', as: 'customer' },
  settingsTab('security'),
  settingsTab('notifications'),
  settingsTab('preferences'),
  {
    name: 'checkout-visitor',
    path: '/products',
    as: 'visitor',
    act: async (at) => {
      await firstAdd(at)
      await at.page.getByRole('link', { name: at.t('common', 'cart.checkout') }).click()
      await at.page.getByRole('main').getByLabel(at.t('account', 'field.email')).waitFor()
    },
  },
  { name: 'checkout', path: '/checkout', as: 'customer' },
  { name: 'checkout-pix', path: '/checkout', as: 'customer', act: (at) => toPay(at, /PIX/) },
  {
    name: 'checkout-crypto',
    path: '/checkout',
    as: 'customer',
    act: (at) => toPay(at, /cripto|crypto/i),
  },
  ...adminSections.map((name) => section(name)),
  section('products', 'form', async (at) => {
    await click(at, 'adminProducts.add')
    await at.page.getByRole('main').getByRole('textbox').first().waitFor()
  }),
  section('products', 'move', chosen('adminProducts.move')),
  section('products', 'price', chosen('adminProducts.changePrice')),
  section('products', 'page', async (at) => {
    await rowAct(at, 'adminPages.open')
    await at.page.getByRole('tablist').waitFor()
  }),
  section('products', 'options', async (at) => {
    await rowAct(at, 'adminPages.open')
    await click(at, 'adminOptions.part.options')
    await press('adminOptions.add')(at)
  }),
  section('products', 'prices', async (at) => {
    await rowAct(at, 'adminPages.open')
    await click(at, 'adminOptions.part.prices')
    await press('adminPrices.plan')(at)
  }),
  section('categories', 'form', press('categories.add')),
  section('stock', 'form', press('adminStock.add')),
  section('cupons', 'form', press('adminCoupons.add')),
  section('orders', 'form', press('adminOrders.manual.new')),
  section('notifications', 'form', ({ page, t }) =>
    page.getByRole('button', { name: t('admin', 'notifications.toSend') }).click(),
  ),
  section('tickets', 'desk', (at) => click(at, 'adminTickets.desk.open')),
  section('settings', 'services', (at) => click(at, 'services.title')),
  section('users', 'details', (at) => rowAct(at, 'adminUsers.details').then(() => dialog(at.page))),
  ...(['users', 'orders', 'transactions', 'licenses'] as const).map((name) =>
    section(name, 'page', async ({ page }) => {
      await openRow(firstRow(page))
      await page.waitForURL(`**/admin/${name}/*`)
      await settled(page)
    }),
  ),
  section('users', 'menu', ({ page }) =>
    firstRow(page).locator('button[aria-haspopup=menu]').last().click(),
  ),
  section('users', 'history', (at) => rowAct(at, 'adminUsers.history').then(() => dialog(at.page))),
  section('users', 'palette', async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
  }),
]

/** Waits until the page has its heading, and no loading placeholders. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.locator('main [role=status][data-skeletons]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
}

export type Account = {
  user: { id: string }
  headers: Record<string, string>
  /** Stores the session in a browser window. */
  give(context: BrowserContext): Promise<void>
}

/** Logs in to a demo account; `give` stores its session in a browser window. */
export function signIn(shop: Shop, email = 'cliente@demo.test'): Promise<Account> {
  return enter(shop, '/api/users/login', { email, password: demoPassword })
}

/** Registers a new customer of this name. */
export function signUp(shop: Shop, name: string): Promise<Account> {
  return enter(shop, '/api/users/register', {
    name,
    email: `${name.toLowerCase().replace(/\W+/g, '.')}-${Date.now()}@exemplo.test`,
    password: 'uma-frase-longa-7',
    termsAccepted: true,
  })
}

async function enter(shop: Shop, path: string, body: object): Promise<Account> {
  const answer = await fetch(`${shop.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)

  const { data } = (await answer.json()) as {
    data: { tokens: { accessToken: string }; user: { id: string } }
  }

  const signed = {
    token: data.tokens.accessToken,
    user: { ...data.user, _id: data.user.id },
    cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!,
  }

  return {
    user: data.user,
    headers: { authorization: `Bearer ${signed.token}` },

    async give(context) {
      const [name, value] = signed.cookie.split('=') as [string, string]

      await context.addCookies([
        {
          name,
          value,
          domain: 'localhost',
          path: '/api/users',
          httpOnly: true,
          sameSite: 'Strict',
        },
      ])

      await context.addInitScript(({ token, user }) => {
        // This script also runs in sandboxed iframes, which have no storage.
        if (window.origin === 'null' || localStorage.getItem('accessToken')) return

        localStorage.setItem('accessToken', token)
        localStorage.setItem('userData', JSON.stringify(user))
      }, signed)
    },
  }
}
