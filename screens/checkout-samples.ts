import { api } from '@chaveiro/contracts'
import { expect } from 'vitest'

import { on, type Answer, type Body } from './answers.ts'
import { captcha } from './captcha.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// Samples of the checkout: a cart of two lines, its prices, and its possible payments.

type Lines = Body<typeof api.cart.read>['items']

const line = (number: number, name: string, price: number, quantity: number): Lines[number] => ({
  lineId: ids(number + 500).id,
  variant: { ...ids(number), name: '' },
  compareAtPrice: null,

  product: {
    ...ids(number),
    slug: `produto-${number}`,
    name,
    price,
    currency: 'BRL',
    image: null,
    color: '#3b82f6',
    delivery: 'at_once',
    maxPerOrder: 9,
  },

  quantity,
  max: 8,
})

export const items = [line(1, 'Pincel Pro', 416.7, 3), line(2, 'Lápis Mini', 9.9, 2)]

export const cartOf = (lines: Lines) =>
  on(api.cart.read, {
    success: true,
    cart: { ...ids(90), items: lines, currency: lines[0]?.product.currency ?? 'BRL', total: 0 },
    ...ids(90),
    items: lines,
  })

type Priced = Body<typeof api.cart.validate>

const prices: Priced = {
  success: true,
  ...ids(90),
  items: [],
  currency: 'BRL',
  subtotal: 1270.02,
  discount: 0,
  finalTotal: 1269.9,
  cupom: null,
}

export const priced = (part: Partial<Priced> = {}) => on(api.cart.validate, { ...prices, ...part })

export const withCoupon = priced({
  discount: 35.34,
  finalTotal: 1234.56,
  cupom: { code: 'VERAO', type: 'percentage' },
})

const none = on(api.payments.pending, { success: true, payment: null })
export const now = '2026-02-03T17:20:00.000Z'

export const checkoutSetup: Given = {
  as: { role: 'client', name: 'Bia Prado', email: 'bia@exemplo.test' },
  now,
  replies: [cartOf(items), priced(), none, captcha],
}

export const english: Given = { ...checkoutSetup, language: 'en-US' }

export const pix: Body<typeof api.payments.startPix> = {
  success: true,
  paymentId: 'pay-1',
  pixQrCode: 'qr',
  pixCode: '00020126BR.GOV.BCB.PIX6304ABCD',
  txid: 'tx-7',
  pixExpiration: '2026-02-03T17:44:31.000Z',
  amount: 1269.9,
  currency: 'BRL',
  status: 'pending',
}

export const crypto: Body<typeof api.payments.startCrypto> = {
  success: true,
  paymentId: 'pay-2',
  cryptoAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  cryptoAmount: '253.980017',
  usdAmount: 253.98,
  cryptoType: 'LTC',
  network: 'LTC',
  qrText: 'litecoin:TQn9',
  cryptoFee: 1.25,
  cryptoTag: '77881',
  expiration: '2026-02-03T18:21:05.000Z',
  amount: 1269.9,
  currency: 'BRL',
  status: 'pending',
}

export type Status = Body<typeof api.payments.status>
export type Owner = NonNullable<Status['owner']>

/** A pending payment for goods that are not in the current cart. */
export const under = (owner: Partial<Owner>, part: Partial<Status['payment']> = {}): Status => ({
  success: true,
  status: 'pending',

  payment: {
    paymentId: 'pay-9',
    cartId: ids(90).id,
    customer: { name: 'Bia Prado' },
    currency: 'BRL',
    amount: 77.7,
    originalAmount: 78.8,
    discount: { applied: false, cupomCode: null, amount: 0 },
    productName: 'Tinta Azul',
    paymentMethod: 'pix',
    origin: 'site',
    discordMessageId: null,
    discordChannelId: null,
    createdAt: '2026-02-03T17:15:00.000Z',
    expiresAt: '2026-02-03T17:45:00.000Z',
    reason: null,
    held: false,
    received: null,
    ...part,
  },

  cartItems: [{ product: { name: 'Tinta Azul', price: 77.7, image: null }, quantity: 1 }],

  owner: {
    orderId: 'order-5',
    orderNumber: 'ORD-000017',
    units: [],
    pix: null,
    crypto: null,
    card: null,
    replacedBy: null,
    ...owner,
  },
})

export const pixOf = { ...pix, paymentId: 'pay-9', amount: 77.7 } as NonNullable<Owner['pix']>

export const cryptoOf = { ...crypto, paymentId: 'pay-9', amount: 77.7 } as NonNullable<
  Owner['crypto']
>

export const paymentAnswers = (status: Status): Answer[] => [
  on(api.payments.pending, { success: true, payment: status }),
  on(api.payments.status, status),
]

export const token = expect.any(String)

export const sent = (screen: Screen) =>
  screen.calls
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/api/payment'))
    .map(({ path, body }) => [path, body])

export const open = (more: Given = {}, replies: Answer[] = []) =>
  show('/checkout', { ...checkoutSetup, ...more, replies: [...replies, ...checkoutSetup.replies!] })

export const choose = async (screen: Screen, method: string) =>
  screen.page.getByRole('radio', { name: method }).check({ force: true })

export const accept = (screen: Screen) =>
  screen.page.getByRole('checkbox', { name: /^(Li e aceito|I have read)/ }).check()

export const pay = (screen: Screen) =>
  screen.page.getByRole('main').getByRole('button', { name: /^(Pagar|Pay) (R|US)?\$/ })

/**
 * Chooses a payment method and accepts the terms, with the page's clock stopped; presses no button.
 */
export async function ready(screen: Screen, method: string): Promise<void> {
  await screen.holdClock(now)
  await choose(screen, method)
  await accept(screen)
}

/** The region that replaces the payment methods while a payment is open or has failed. */
export const sheet = (screen: Screen) =>
  screen.page.getByRole('main').getByRole('region', { name: /^(Pagar com|Pay with) / })
