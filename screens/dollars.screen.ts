import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { describe, expect, it } from 'vitest'

import { on, type Answer } from './answers.ts'
import { cart, items as carried } from './cart-samples.ts'
import {
  cartOf,
  cryptoOf,
  paymentAnswers,
  items,
  open,
  under,
  withCoupon,
} from './checkout-samples.ts'
import { longestAnswers } from './longest.ts'
import { client, ownStatus } from './outcome-samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'
import { inSources } from './source.ts'

// Every screen with amounts, for orders, carts and products in US$. Reais appear only in sums over
// several orders and in amounts that staff entered in reais.

/** A copy of the value with every amount in US$. */
function inDollars<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inDollars) as T
  if (typeof value !== 'object' || value === null) return value

  const parts = Object.entries(value).map(([name, part]) => [
    name,
    name === 'currency' && typeof part === 'string' ? 'USD' : inDollars(part),
  ])

  return Object.fromEntries(parts) as T
}

const sold = (answers: readonly Answer[]): Answer[] =>
  answers.map((answer) => ({ ...answer, body: inDollars(answer.body) }))

const id = '00000000-0000-4000-8000-000000000000'
const sum = 'R$ 9.999.999,99'
type Place = { files: string[]; dollars: number; reais?: string[]; act?(screen: Screen): unknown }

const palette = async (screen: Screen) => {
  await screen.page.keyboard.press('Control+k')
  await screen.page.keyboard.type('mar')
  await screen.page.getByRole('option', { name: 'ORD-10000007' }).waitFor()
}

const spent = (screen: Screen) => screen.press(/^Total gasto/)
const drawer = (screen: Screen) => screen.press(/^Carrinho/)
const folder = (name: string, ...files: string[]) => files.map((file) => `features/${name}/${file}`)

const admin: Record<string, Place> = {
  products: { files: folder('admin/products', 'product-columns.tsx'), dollars: 8 },

  'products?page=1': {
    files: folder('admin/products', 'price-dialog.tsx'),
    dollars: 16,
    async act(screen) {
      await screen.page.locator('main tr[data-row]').first().getByRole('checkbox').check()
      await screen.press('Mudar preço')
      await screen.dialog().getByRole('listitem').nth(7).waitFor()
    },
  },

  carts: { files: folder('admin/carts', 'carts-page.tsx'), dollars: 8 },

  orders: {
    files: [
      ...folder('admin/orders', 'orders-page.tsx'),
      ...folder('admin/shared', 'money-back.tsx'),
    ],
    dollars: 14,
    reais: [sum],
  },

  transactions: {
    files: folder('admin/transactions', 'transactions-page.tsx', 'payment-figures.tsx'),
    dollars: 23,
    reais: [sum, sum, 'R$ 0,00', 'R$ 0,00', 'R$ 0,00', sum],
  },
  desk: { files: folder('admin/desk', 'desk-words.tsx'), dollars: 25 },
  [`orders/${id}`]: {
    files: folder('admin/orders', 'order-parts.tsx', 'timeline.tsx'),
    dollars: 27,
  },
  [`transactions/${id}`]: {
    files: folder('admin/transactions', 'payment-facts.tsx', 'payment-lists.tsx'),
    dollars: 38,
  },
  [`users/${id}`]: {
    files: folder('admin/users', 'customer-facts.tsx', 'customer-lists.tsx'),
    dollars: 37,
    reais: [sum],
  },
  [`licenses/${id}`]: {
    files: folder('admin/licences', 'licence-page.tsx'),
    dollars: 1,
    reais: [sum],
  },
  [`transactions?transaction=${id}`]: {
    files: folder('admin/transactions', 'transaction-details.tsx'),
    dollars: 26,
    reais: [sum, sum, 'R$ 0,00', 'R$ 0,00', 'R$ 0,00', sum],
  },
  [`carts?cart=${id}`]: { files: folder('admin/carts', 'cart-details.tsx'), dollars: 19 },
  [`desk/${id}`]: {
    files: folder('admin/desk', 'desk-case.tsx', 'desk-infractions.tsx'),
    dollars: 19,
  },
  [`products?pageOf=${id}&part=prices`]: {
    files: folder('admin/products', 'prices/plans-table.tsx', 'prices/history-table.tsx'),
    dollars: 26,
  },
  [`products?pageOf=${id}&part=options`]: {
    files: folder('admin/products', 'options/option-words.ts'),
    dollars: 8,
  },
  [`products?pageOf=${id}&part=general`]: {
    files: folder('admin/products', 'card-preview.tsx'),
    dollars: 1,
  },
  [`tickets?view=inbox&ticket=${id}`]: {
    files: folder('admin/tickets', 'desk/beside.tsx'),
    dollars: 1,
    reais: [sum],
  },
  users: { files: folder('admin/shell', 'sources.tsx'), dollars: 16, act: palette },
}

const rooms: Record<string, Place> = {
  dashboard: {
    files: folder('account/dashboard', 'dashboard-page.tsx', 'open-payment.tsx'),
    dollars: 1,
    reais: [sum],
  },

  'dashboard?': {
    files: folder('account/dashboard', 'payments-dialog.tsx'),
    dollars: 9,
    reais: [sum],
    act: spent,
  },

  'dashboard/orders': {
    files: folder('account/orders', 'orders-page.tsx', 'order-card.tsx', 'order-lines.tsx'),
    dollars: 48,
    reais: [sum],
  },
  'dashboard/products': {
    files: folder('account/products', 'products-page.tsx', 'owned-row.tsx'),
    dollars: 8,
    reais: [sum],
  },
  products: { files: folder('store', 'shared/product-card.tsx'), dollars: 8 },
  '': { files: folder('shared', 'listed-price.tsx'), dollars: 6 },
  terms: {
    files: [],
    dollars: 8,
    act: (screen) => screen.page.getByLabel('Buscar produtos').fill('mar'),
  },
  'products/x': { files: folder('store/product', 'options.tsx'), dollars: 34 },
  'products?': {
    files: folder('store/cart', 'cart-drawer.tsx', 'cart-line.tsx'),
    dollars: 19,
    act: drawer,
  },
}

/**
 * For each kind of open payment: the answers, the files that display it, and the count of its
 * amounts in US$.
 */
const payments: Record<string, { replies: Answer[]; files: string[]; dollars: number }> = {
  none: {
    replies: [],
    files: folder('store', 'checkout/checkout-form.tsx', 'shared/summary-line.tsx'),
    dollars: 8,
  },
  crypto: {
    replies: paymentAnswers(under({ crypto: cryptoOf })),
    files: folder('store/checkout', 'crypto-sheet.tsx', 'order-summary.tsx', 'payment-place.tsx'),
    dollars: 10,
  },
  card: {
    replies: paymentAnswers(under({ card: { url: 'https://pagar.exemplo.test' } })),
    files: folder('store/checkout', 'open-payment.tsx'),
    dollars: 9,
  },
}

/** Files that show amounts but are in no case above, by the reason why. */
const elsewhere = {
  'sums, discounts and limits, which are in reais': [
    ...folder('admin/sales', 'business-cards.tsx', 'business-lists.tsx', 'sales-page.tsx'),
    ...folder('admin', 'coupons/coupon-texts.ts', 'system/figures-cards.tsx'),
    ...folder('admin/today', 'days-line.tsx', 'sales-today.tsx'),
    ...folder('admin', 'users/user-details.tsx'),
  ],
  'PIX, which is in reais': folder('store', 'checkout/pix-sheet.tsx'),
  'questions about one order, tried with the acts': folder(
    'admin',
    'orders/order-acts.tsx',
    'desk/refund-form.tsx',
  ),
  'an order that staff make, in manual-order.screen': folder(
    'admin/orders/manual',
    'grounds.tsx',
    'what.tsx',
  ),
  'before the log-in, and on a phone': [
    'app/cart-bar.tsx',
    ...folder('store', 'shared/cart-glance.tsx', 'product/buy-bar.tsx'),
  ],
  'the outcome, below': folder('store', 'outcome/summary.tsx'),
}

/** The count of lines with an amount in US$, and the lines with an amount in reais. */
async function moneyOf(screen: Screen): Promise<{ dollars: number; reais: string[] }> {
  const lines = await screen.lines(screen.page.locator('body'))
  return {
    dollars: lines.filter((line) => /US\$/.test(line)).length,
    reais: lines.filter((line) => /R\$/.test(line)),
  }
}

async function walk(screen: Screen, root: string, places: Record<string, Place>): Promise<void> {
  for (const [at, { act, dollars, reais = [] }] of Object.entries(places)) {
    await screen.goTo(root + at)
    await act?.(screen)
    await expect
      .poll(() => moneyOf(screen), { message: `/${at}`, timeout: 4000 })
      .toEqual({ dollars, reais })
  }
}

describe('an amount in US$', () => {
  it('is in US$ wherever staff read it', async () => {
    const routes = Object.values(adminApi).flatMap((all) => Object.values(all) as AnyRoute[])
    const replies = sold(longestAnswers(routes))
    const screen = await show('/admin/products', { as: { role: 'admin' }, replies })
    await walk(screen, '/admin/', admin)
  })

  it('is in US$ wherever a customer reads it', async () => {
    const { accounts, catalogue, orders, payments: paid } = api
    const routes = [accounts.dashboard, orders.list, orders.products, paid.pending]
    const [page] = longestAnswers([catalogue.page])

    const replies = sold([
      ...longestAnswers([...routes, catalogue.featured, catalogue.search]),
      { ...page!, body: { ...(page!.body as object), movedTo: null } },
      cart(carried),
      withCoupon,
    ])

    const screen = await show('/dashboard', { as: { role: 'client' }, replies })
    await walk(screen, '/', rooms)
  })

  it('is in US$ while the buyer pays, and after the payment', async () => {
    for (const { replies, dollars } of Object.values(payments)) {
      const screen = await open({}, sold([...replies, cartOf(items), withCoupon]))
      expect(await moneyOf(screen)).toEqual({ dollars, reais: [] })
    }

    const replies = sold([on(api.payments.status, ownStatus)])
    const screen = await show('/success?payment_id=pay-1', { ...client, replies })
    expect(await moneyOf(screen)).toEqual({ dollars: 7, reais: [] })
  })

  it('has a case here for every file that shows money', () => {
    const writing =
      /import {[^}]*\b(?:money|moneyOfCents|reais)\b[^}]*} from '[./]*i18n\/format.ts'/g
    const places = [admin, rooms, payments].flatMap((all) => Object.values(all))
    const files = [...places.flatMap((place) => place.files), ...Object.values(elsewhere).flat()]
    expect(Object.keys(inSources(writing))).toEqual(files.toSorted())
  })
})
