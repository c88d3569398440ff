import { lifetimes } from '@chaveiro/contracts/limits'
import { payMethods, type PayMethod } from '@chaveiro/contracts/payment-methods'

import type { App } from '../platform/app.ts'
import { newId, newSecretId } from '../platform/secrets/ids.ts'
import { secondsAfter } from '../platform/time/clock.ts'
import type { ShelfCoupon } from './demo-catalogue.ts'
import { isPaid, type Outcome, type PastPurchase } from './past-purchases.ts'
import type { PastRows, PastWriter } from './past-rows.ts'
import type { Draw } from './random.ts'

type Payment = PastRows['payments'][number] & { method: PayMethod }

type Sale = {
  purchase: PastPurchase
  order: PastRows['orders'][number]
  coupon: ShelfCoupon | null
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const life: Record<PayMethod, number> = {
  pix: lifetimes.pix,
  stripe: lifetimes.card,
  crypto: lifetimes.crypto,
}

/** Seconds that people take to pay. */
const pace: Record<PayMethod, [number, number]> = {
  pix: [40, 700],
  stripe: [45, 240],
  crypto: [400, 2400],
}

/**
 * The payments of a past order, with receipts and coupon uses; answers the one that paid it, null
 * when none did.
 */
export function recordPayments(
  writer: PastWriter,
  sale: Sale,
): { paymentId: string; settledAt: Date } | null {
  const { draw, past } = writer
  const { outcome, at, method } = sale.purchase

  if (!isPaid(sale.purchase)) {
    const payment = openPayment(writer, sale, at)
    failPayment(writer, sale, payment, outcome)
    if (outcome === 'partial')
      receive(writer, payment, Math.floor(payment.amountCents * 0.8), secondsAfter(at, 900))

    return null
  }

  let start = at

  if (outcome === 'retried') {
    const first = openPayment(writer, sale, at)
    failPayment(writer, sale, first, method === payMethods.card ? 'declined' : 'expired')
    start = secondsAfter(first.updatedAt, draw.between(20, 300))
  }

  const payment = openPayment(writer, sale, start)

  const paidAt = secondsAfter(
    start,
    outcome === 'late' ? life[method] + 420 : draw.between(...pace[method]),
  )

  const settledAt = secondsAfter(paidAt, draw.between(1, 4))

  Object.assign(payment, {
    status: 'completed',
    paidAt,
    settledAt,
    updatedAt: settledAt,
    checkedAt: settledAt,
    reviewReason: outcome === 'late' ? 'late' : null,
  } satisfies Partial<Payment>)

  receive(writer, payment, payment.amountCents, paidAt)
  recordCouponUse(past, sale, payment, 'consumed')

  audit(past, payment, {
    action: 'payment.completed',
    createdAt: settledAt,
    details: {
      source: 'webhook',
      receivedCents: payment.receivedCents,
      orderId: payment.orderId,
    },
  })

  if (outcome === 'refunded') refund(writer, payment)

  return { paymentId: payment.id, settledAt }
}

/** What a payment is called at its provider; coins are told apart by their amount alone. */
const drawReference: Record<PayMethod, (draw: Draw) => string | null> = {
  pix: () => newSecretId(),
  stripe: (draw) => `cs_test_a1${draw.text(letters, 56)}`,
  crypto: () => null,
}

function openPayment(
  { app, draw, past }: PastWriter,
  { purchase, order }: Sale,
  at: Date,
): Payment {
  const { method, buyer, lines } = purchase
  const name = lines[0]!.product.name

  const payment: Payment = {
    id: newSecretId(),
    orderId: order.id!,
    cartId: order.cartId,
    userId: buyer.id,
    method,
    currency: purchase.currency,
    amountCents: order.totalCents,
    originalCents: order.subtotalCents,
    discountCents: order.discountCents,
    usdRate: String(app.config.usdRate),
    couponCode: order.couponCode ?? null,
    productName: lines.length > 1 ? `${name} +${lines.length - 1}` : name,
    customerName: buyer.name,
    customerEmail: buyer.email,
    language: 'pt-BR',
    providerReference: drawReference[method](draw),
    successUrl: `${app.config.publicUrl}/status?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${app.config.publicUrl}/checkout`,
    createdAt: at,
    updatedAt: at,
    expiresAt: secondsAfter(at, life[method]),
    ...(method === 'crypto' ? coins(app, draw, order.totalCents, purchase.currency) : {}),
  }

  past.payments.push(payment)

  return payment
}

/** Tethers for an amount, with some units more that tell it from others of the same price (Q64). */
function coins(
  app: App,
  draw: Draw,
  amountCents: number,
  currency: string,
): Pick<Payment, 'coin' | 'network' | 'coinUnits'> {
  const dollars = amountCents / 100 / (currency === 'USD' ? 1 : app.config.usdRate)
  return {
    coin: 'USDT',
    network: app.config.crypto?.networks.USDT ?? 'TRX',
    coinUnits: Math.ceil(dollars * 10 ** tetherDecimals(app)) + draw.between(1, 99),
  }
}

const tetherDecimals = (app: App): number => app.providers.crypto?.decimals('USDT') ?? 6

/** Why a payment that nobody paid was closed. */
function failureReason(outcome: Outcome): 'declined' | 'expired' | 'cancelled' {
  if (outcome === 'expired' || outcome === 'partial') return 'expired'
  return outcome === 'declined' ? 'declined' : 'cancelled'
}

function failPayment(
  { draw, past }: PastWriter,
  sale: Sale,
  payment: Payment,
  outcome: Outcome,
): void {
  const reason = failureReason(outcome)

  const at =
    reason === 'expired'
      ? secondsAfter(payment.expiresAt, 1)
      : secondsAfter(payment.createdAt, draw.between(...pace[payment.method]))

  Object.assign(payment, {
    status: 'failed',
    reason,
    updatedAt: at,
    checkedAt: at,
    reviewReason: outcome === 'partial' ? 'partial' : null,
    needsReview: outcome === 'partial',
  } satisfies Partial<Payment>)

  recordCouponUse(past, sale, payment, 'released')

  audit(past, payment, {
    action: 'payment.failed',
    createdAt: at,
    details: { reason, source: 'sweep', attention: payment.reviewReason },
  })
}

/** How a provider names money that came in at a minute. */
const drawReceiptId: Record<PayMethod, (draw: Draw, stamp: string) => string> = {
  pix: (draw, stamp) => `E00000000${stamp}${draw.text(letters, 11)}`,
  stripe: (draw) => `pi_3${draw.text(letters, 23)}`,
  crypto: (draw) => draw.text('0123456789', 18),
}

function receive(
  { app, draw, past }: PastWriter,
  payment: Payment,
  amountCents: number,
  receivedAt: Date,
): void {
  const stamp = receivedAt.toISOString().replace(/\D/g, '').slice(0, 12)
  const receiptId = drawReceiptId[payment.method](draw, stamp)
  payment.receivedCents = amountCents

  past.receipts.push({
    method: payment.method,
    receiptId,
    paymentId: payment.id,
    amountCents,
    currency: payment.currency,
    receivedAt,
    createdAt: receivedAt,
  })

  if (payment.method !== 'crypto') return

  const coinUnits =
    amountCents === payment.amountCents
      ? payment.coinUnits!
      : Math.floor((payment.coinUnits! * amountCents) / payment.amountCents)

  const decimals = tetherDecimals(app)

  past.deposits.push({
    id: receiptId,
    coin: payment.coin!,
    network: payment.network!,
    coinUnits,
    amount: (coinUnits / 10 ** decimals).toFixed(decimals),
    txId: draw.text('0123456789abcdef', 64),
    status: 1,
    confirmations: '20/20',
    insertedAt: receivedAt,
    paymentId: payment.id,
    state: 'matched',
    createdAt: receivedAt,
    updatedAt: receivedAt,
  })
}

function recordCouponUse(
  past: PastRows,
  { coupon, purchase }: Sale,
  payment: Payment,
  state: 'consumed' | 'released',
): void {
  if (coupon)
    past.couponUses.push({
      paymentId: payment.id,
      couponId: coupon.id!,
      userId: purchase.buyer.id,
      state,
      createdAt: payment.createdAt,
      updatedAt: payment.updatedAt,
    })
}

function refund({ draw, past }: PastWriter, payment: Payment): void {
  const asked = secondsAfter(payment.paidAt!, draw.between(20_000, 260_000))
  const done = secondsAfter(asked, draw.between(20, 600))
  const receipt = past.receipts.at(-1)!
  const id = newSecretId()

  past.refunds.push({
    id,
    paymentId: payment.id,
    receiptId: receipt.receiptId,
    amountCents: receipt.amountCents,
    reason: 'requested',
    status: 'succeeded',
    providerId:
      payment.method === 'pix' ? `D${receipt.receiptId.slice(1)}` : `re_3${draw.text(letters, 23)}`,
    createdAt: asked,
    updatedAt: done,
  })

  Object.assign(payment, {
    status: 'refunded',
    refunded: true,
    updatedAt: done,
    checkedAt: done,
  } satisfies Partial<Payment>)

  audit(past, payment, {
    action: 'refund.succeeded',
    createdAt: done,
    details: { refundId: id, failure: null },
  })
}

function audit(
  past: PastRows,
  payment: Payment,
  event: { action: string; createdAt: Date; details: object },
): void {
  past.auditLog.push({
    ...event,
    id: newId(event.createdAt.getTime()),
    targetType: 'payment',
    targetId: payment.id,
  })
}
