import { lifetimes } from '@chaveiro/contracts/limits'
import { payMethods, type PayMethod } from '@chaveiro/contracts/payment-methods'

import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { newId, newSecretId } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import type { CryptoQuote } from '../../../ports/payments.ts'
import { recordAudit, recordConsent } from '../../audit/audit.service.ts'
import { isTestMoney } from '../../books/methods.rules.ts'
import { noteCheckout } from '../../cart/cart.service.ts'
import { reserveCouponUse, takeCouponUse, type PricedCart } from '../../coupons/coupons.service.ts'
import { lockUnpaid, openOrder, openPaid, type Purchase } from '../../orders/orders.service.ts'
import { lockReserved } from '../../stock/stock.delivery.service.ts'
import { reserveKeys } from '../../stock/stock.service.ts'
import { completion, handOutOrder } from '../settlement/complete.service.ts'
import { nextCheck } from '../state/next-check.rules.ts'
import type { Payment } from '../state/payments.queries.ts'
import { storedRemark } from '../state/remarks.rules.ts'
import { queueChatUpdate } from '../state/transitions.service.ts'
import type { Buyer, CheckoutInput } from './checkout.input.ts'
import { uniqueCoins } from './coin-amount.service.ts'

/** Everything needed to open a payment, checked and priced. */
export type Start = {
  buyer: Buyer
  input: CheckoutInput
  purchase: Purchase
  priced: PricedCart
  quote: CryptoQuote | null
  /** The terms that the shop shows. */
  terms: string
  /** The buyer's account in the chat. */
  discordId: string | null
}

/** The order details that a provider gets with a charge. */
export type Ordered = { number: string; lines: Purchase['lines'] }

/**
 * Reserve keys and coupon use for a purchase, and open its order and payment. Throws stock.short
 * and coupon.invalid.
 */
export async function reserveOrder(
  tx: App,
  start: Start,
): Promise<{ payment: Payment; ordered: Ordered }> {
  const { purchase, quote } = start
  const id = newSecretId()

  const [, , standing] = await Promise.all([
    noteCheckout(tx, purchase.cartId, { couponCode: purchase.couponCode }),
    reserveKeys(tx, id, stockLines(purchase)),
    lockUnpaid(tx, purchase),
  ])

  const orderId = standing?.id ?? newId(tx.clock.now().getTime())
  const coinFields = quote ? await uniqueCoins(tx, quote) : {}
  const plannedUse = couponUse(start, id)

  const [order, payment, , , held] = await Promise.all([
    openOrder(tx, purchase, { id: orderId, standing }),
    insertPayment(tx, start, { id, orderId, ...coinFields }),
    keepConsent(tx, start, orderId),
    recordAudit(tx, openingEntry(start, { id, orderId })),
    !plannedUse || reserveCouponUse(tx, plannedUse),
  ])

  if (!held) throw fail('coupon.invalid')

  return { payment, ordered: { number: order.number, lines: purchase.lines } }
}

/**
 * Complete a purchase with nothing to pay in the transaction that opens it. Each row is written
 * once in its final state. Throws stock.short and coupon.invalid.
 */
export async function giveOrder(tx: App, start: Start): Promise<Payment> {
  const { purchase } = start
  const now = tx.clock.now()
  const id = newSecretId()
  const orderId = newId(now.getTime())
  await reserveKeys(tx, id, stockLines(purchase))
  const completedTimes = { paidAt: now, settledAt: now, checkedAt: now }
  const completedFields = {
    ...completedTimes,
    status: 'completed',
    ...storedRemark({ remark: 'nothing_to_pay', note: null }),
  } as const
  const freeBooking = {
    receivedCents: 0,
    source: 'checkout',
    remark: 'nothing_to_pay',
    note: null,
  } as const

  const [order, payment, , , reserved] = await Promise.all([
    openPaid(tx, purchase, { id: orderId, testMode: isTestMoney(tx, start.input.method) }),
    insertPayment(tx, start, { id, orderId, ...completedFields }),
    keepConsent(tx, start, orderId),
    recordAudit(
      tx,
      openingEntry(start, { id, orderId }),
      completion({ id, orderId }, freeBooking, null),
    ),
    lockReserved(tx, id),
  ])

  await Promise.all([
    handOutOrder(tx, payment, order, { reserved, couponCode: purchase.couponCode }),
    queueChatUpdate(tx, payment),
  ])

  // The coupon's row is locked last, because other buyers wait for it.
  const plannedUse = couponUse(start, id)
  if (plannedUse && !(await takeCouponUse(tx, plannedUse))) throw fail('coupon.invalid')

  return payment
}

const stockLines = ({ lines }: Purchase) => lines.filter((line) => line.provider === 'stock')

const couponUse = ({ priced, purchase }: Start, paymentId: string) =>
  priced.coupon && { couponId: priced.coupon.id, paymentId, userId: purchase.userId }

const keepConsent = (tx: App, { buyer, input, terms }: Start, orderId: string): Promise<void> =>
  recordConsent(tx, {
    userId: buyer.userId,
    orderId,
    terms,
    channel: input.chat ? 'discord' : 'site',
    ip: buyer.from?.ip ?? null,
    userAgent: buyer.from?.userAgent ?? null,
    language: buyer.language,
  })

const openingEntry = (
  { buyer, purchase, input }: Start,
  { id, orderId }: { id: string; orderId: string },
) => ({
  action: 'payment.created',
  actorId: buyer.userId,
  actorName: buyer.name,
  targetType: 'payment',
  targetId: id,
  details: { method: input.method, amountCents: purchase.totalCents, orderId },
})

const secondsToPay: Record<PayMethod, number> = {
  [payMethods.pix]: lifetimes.pix,
  [payMethods.card]: lifetimes.card,
  [payMethods.crypto]: lifetimes.crypto,
}

/** Seconds that a buyer has to pay. */
const secondsOpen = (app: App, method: PayMethod): number =>
  (method === payMethods.pix && app.config.pixSeconds) || secondsToPay[method]

/** A purchase's name: its first product and the number of others. */
const shortName = ({ lines }: Purchase): string =>
  lines.length > 1 ? `${lines[0]!.name} +${lines.length - 1}` : lines[0]!.name

type Row = typeof payments.$inferInsert

/** `fields` has the ids, and the values that differ from a pending payment. */
async function insertPayment(
  tx: App,
  { buyer, input, purchase, discordId }: Start,
  fields: Partial<Row> & { id: string; orderId: string },
): Promise<Payment> {
  const now = tx.clock.now()
  const expiresAt = secondsAfter(now, secondsOpen(tx, input.method))
  const paymentTimes = { createdAt: now, updatedAt: now, expiresAt }
  const initialStatus = fields.status ?? 'pending'

  const [payment] = await tx.db
    .insert(payments)
    .values({
      cartId: purchase.cartId,
      userId: buyer.userId,
      method: input.method,
      testMode: isTestMoney(tx, input.method),
      currency: purchase.currency,
      amountCents: purchase.totalCents,
      originalCents: purchase.subtotalCents,
      discountCents: purchase.discountCents,
      usdRate: String(tx.config.usdRate),
      couponCode: purchase.couponCode,
      productName: shortName(purchase),
      customerName: buyer.name,
      customerEmail: buyer.email,
      language: buyer.language,
      discordId: input.discordId ?? discordId,
      discordMessageId: input.chat?.messageId ?? null,
      discordChannelId: input.chat?.channelId ?? null,
      cpfCipher: input.cpf ? tx.vault.seal(input.cpf, 'payments', fields.id) : null,
      providerReference: input.method === 'pix' ? newSecretId() : null,
      successUrl: input.successUrl,
      cancelUrl: input.cancelUrl,
      ...paymentTimes,
      nextCheckAt: nextCheck({ status: initialStatus, method: input.method, ...paymentTimes }, now),
      ...fields,
    })
    .returning()

  return payment!
}
