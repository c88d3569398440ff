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

const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const lifetimeSeconds: Record<PayMethod, number> = {
  pix: lifetimes.pix,
  stripe: lifetimes.card,
  crypto: lifetimes.crypto,
}

/** Shortest and longest time to pay, in seconds. */
const paymentSeconds: Record<PayMethod, [number, number]> = {
  pix: [40, 700],
  stripe: [45, 240],
  crypto: [400, 2400],
}

/**
 * Records the payments of a past order, with receipts and coupon uses. Returns the payment that
 * paid the order, or null.
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
      recordReceipt(writer, payment, Math.floor(payment.amountCents * 0.8), secondsAfter(at, 900))

    return null
  }

  let openedAt = at

  if (outcome === 'retried') {
    const firstPayment = openPayment(writer, sale, at)
    failPayment(writer, sale, firstPayment, method === payMethods.card ? 'declined' : 'expired')
    openedAt = secondsAfter(firstPayment.updatedAt, draw.between(20, 300))
  }

  const payment = openPayment(writer, sale, openedAt)

  const paidAt = secondsAfter(
    openedAt,
    outcome === 'late' ? lifetimeSeconds[method] + 420 : draw.between(...paymentSeconds[method]),
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

  recordReceipt(writer, payment, payment.amountCents, paidAt)
  recordCouponUse(past, sale, payment, 'consumed')

  recordAudit(past, payment, {
    action: 'payment.completed',
    createdAt: settledAt,
    details: {
      source: 'webhook',
      receivedCents: payment.receivedCents,
      orderId: payment.orderId,
    },
  })

  if (outcome === 'refunded') recordRefund(writer, payment)

  return { paymentId: payment.id, settledAt }
}

/**
 * The reference of a payment at the provider. Crypto has none, because the exact amount identifies
 * a payment.
 */
const drawReference: Record<PayMethod, (draw: Draw) => string | null> = {
  pix: () => newSecretId(),
  stripe: (draw) => `cs_test_a1${draw.text(base62, 56)}`,
  crypto: () => null,
}

function openPayment(
  { app, draw, past }: PastWriter,
  { purchase, order }: Sale,
  at: Date,
): Payment {
  const { method, buyer, lines } = purchase
  const productName = lines[0]!.product.name

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
    productName: lines.length > 1 ? `${productName} +${lines.length - 1}` : productName,
    customerName: buyer.name,
    customerEmail: buyer.email,
    language: 'pt-BR',
    providerReference: drawReference[method](draw),
    successUrl: `${app.config.publicUrl}/status?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${app.config.publicUrl}/checkout`,
    createdAt: at,
    updatedAt: at,
    expiresAt: secondsAfter(at, lifetimeSeconds[method]),
    ...(method === 'crypto' ? drawCoinAmount(app, draw, order.totalCents, purchase.currency) : {}),
  }

  past.payments.push(payment)

  return payment
}

/**
 * The price in USDT, plus a few units that make it unique among payments of the same price (Q64).
 */
function drawCoinAmount(
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

/** Why an unpaid payment was closed. */
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

  const failedAt =
    reason === 'expired'
      ? secondsAfter(payment.expiresAt, 1)
      : secondsAfter(payment.createdAt, draw.between(...paymentSeconds[payment.method]))

  Object.assign(payment, {
    status: 'failed',
    reason,
    updatedAt: failedAt,
    checkedAt: failedAt,
    reviewReason: outcome === 'partial' ? 'partial' : null,
    needsReview: outcome === 'partial',
  } satisfies Partial<Payment>)

  recordCouponUse(past, sale, payment, 'released')

  recordAudit(past, payment, {
    action: 'payment.failed',
    createdAt: failedAt,
    details: { reason, source: 'sweep', attention: payment.reviewReason },
  })
}

/** The provider's id of a receipt; a PIX id contains the minute. */
const drawReceiptId: Record<PayMethod, (draw: Draw, minuteStamp: string) => string> = {
  pix: (draw, minuteStamp) => `E00000000${minuteStamp}${draw.text(base62, 11)}`,
  stripe: (draw) => `pi_3${draw.text(base62, 23)}`,
  crypto: (draw) => draw.text('0123456789', 18),
}

function recordReceipt(
  { app, draw, past }: PastWriter,
  payment: Payment,
  amountCents: number,
  receivedAt: Date,
): void {
  const minuteStamp = receivedAt.toISOString().replace(/\D/g, '').slice(0, 12)
  const receiptId = drawReceiptId[payment.method](draw, minuteStamp)
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

  const coinDecimals = tetherDecimals(app)

  past.deposits.push({
    id: receiptId,
    coin: payment.coin!,
    network: payment.network!,
    coinUnits,
    amount: (coinUnits / 10 ** coinDecimals).toFixed(coinDecimals),
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

function recordRefund({ draw, past }: PastWriter, payment: Payment): void {
  const requestedAt = secondsAfter(payment.paidAt!, draw.between(20_000, 260_000))
  const refundedAt = secondsAfter(requestedAt, draw.between(20, 600))
  const receipt = past.receipts.at(-1)!
  const refundId = newSecretId()

  past.refunds.push({
    id: refundId,
    paymentId: payment.id,
    receiptId: receipt.receiptId,
    amountCents: receipt.amountCents,
    reason: 'requested',
    status: 'succeeded',
    providerId:
      payment.method === 'pix' ? `D${receipt.receiptId.slice(1)}` : `re_3${draw.text(base62, 23)}`,
    createdAt: requestedAt,
    updatedAt: refundedAt,
  })

  Object.assign(payment, {
    status: 'refunded',
    refunded: true,
    updatedAt: refundedAt,
    checkedAt: refundedAt,
  } satisfies Partial<Payment>)

  recordAudit(past, payment, {
    action: 'refund.succeeded',
    createdAt: refundedAt,
    details: { refundId, failure: null },
  })
}

function recordAudit(
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
