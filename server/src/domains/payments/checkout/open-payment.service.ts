import { type CryptoCoin, type Language, lifetimes } from '@chaveiro/contracts/limits'
import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { fail } from '../../../platform/errors.ts'
import { newId, newSecretId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import type { CryptoQuote } from '../../../ports/payments.ts'
import { recordAudit, recordConsent } from '../../audit/audit.service.ts'
import { assertPerOrder, lockCart, noteCheckout, type LockedCart } from '../../cart/cart.service.ts'
import {
  priceCart,
  reserveCouponUse,
  takeCouponUse,
  type PricedCart,
} from '../../coupons/coupons.service.ts'
import {
  fingerprintOf,
  lockUnpaid,
  nameReceipt,
  openOrder,
  orderById,
  type Purchase,
} from '../../orders/orders.service.ts'
import { keptSettings } from '../../settings/settings.service.ts'
import { reserveKeys } from '../../stock/stock.service.ts'
import { pendingOfCart, type Method, type Payment } from '../payments.queries.ts'
import { complete } from '../settlement/complete.service.ts'
import { nextCheck } from '../settlement/settlement.rules.ts'
import { assertMayPay, lockBuyer } from './buyer.queries.ts'
import { uniqueCoins } from './coin-amount.service.ts'

/** from: where the purchase was made, for the consent that the order keeps. */
export type Buyer = {
  userId: string
  name: string
  email: string
  language: Language
  from?: { ip: string; userAgent: string }
}
export type CheckoutInput = {
  method: Method
  cartId: string
  couponCode: string | null
  termsAccepted?: unknown
  successUrl: string
  cancelUrl: string
  cpf?: string
  coin?: CryptoCoin
  discordId?: string
  /** Whom the receipt names instead of the account (Q126). */
  receipt?: { name: string | null; email: string | null }
  /**
   * The chat message in which this purchase is made. It makes Discord the purchase's origin, and
   * never comes with a call of the browser (Q70).
   */
  chat?: { messageId: string; channelId: string }
}
/** What a provider is told of the order that a payment is for. */
export type Ordered = { number: string; lines: Purchase['lines'] }
/**
 * opened: a new payment was reserved. standing: the cart's open payment is for the same purchase.
 * replace: it is for another one and must be closed first. completed: there was nothing to pay.
 */
export type Opened =
  | { kind: 'opened'; payment: Payment; ordered: Ordered }
  | { kind: 'standing' | 'completed' | 'replace'; payment: Payment }
const life: Record<Method, number> = {
  pix: lifetimes.pix,
  stripe: lifetimes.card,
  crypto: lifetimes.crypto,
}

/** The cart's lines after the coupon of the checkout, for this buyer. */
export const price = (
  tx: App,
  buyer: Buyer,
  input: CheckoutInput,
  cart: LockedCart,
): Promise<PricedCart> =>
  priceCart(tx, {
    userId: buyer.userId,
    cartId: cart.id,
    lines: cart.lines,
    currency: cart.currency,
    code: input.couponCode,
  })

/**
 * Check, price and reserve what a cart holds, in one short transaction; the provider is asked
 * afterwards.
 */
export async function openPayment(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
  quote: CryptoQuote | null,
): Promise<Opened> {
  const { termsOfService: terms } = await keptSettings(app)
  return inTransaction(app, async (tx) => {
    const [cart, locked, standing] = await Promise.all([
      lockCart(tx, input.cartId, buyer.userId),
      lockBuyer(tx, buyer.userId, input.cartId),
      pendingOfCart(tx, input.cartId),
    ])
    if (!cart) throw fail('cart.not_found')
    const { discordId } = assertMayPay(tx, locked)
    assertPayable(cart, input.method)
    const priced = await price(tx, buyer, input, cart)
    if (input.couponCode && !priced.coupon) throw fail('coupon.invalid')
    const purchase = purchaseOf(buyer, input, cart, priced)
    if (standing) {
      const same = await isSame(tx, standing, purchase, input)
      if (same) await nameReceipt(tx, standing.orderId, purchase)
      return { kind: same ? 'standing' : 'replace', payment: standing }
    }
    return reserveOrder(tx, { buyer, input, purchase, priced, quote, terms, discordId })
  })
}

function assertPayable({ lines, currency }: LockedCart, method: Method): void {
  if (!lines.length) throw fail('cart.empty')
  const unsellable = lines.find((line) => !line.sellable)
  if (unsellable) throw fail('cart.unsellable', { product: unsellable.name })
  for (const line of lines) assertPerOrder(line, line.quantity)
  if (method === 'pix' && currency !== 'BRL') throw fail('payment.pix_currency')
}

function purchaseOf(
  buyer: Buyer,
  input: CheckoutInput,
  cart: LockedCart,
  priced: PricedCart,
): Purchase {
  return {
    userId: buyer.userId,
    cartId: cart.id,
    currency: cart.currency,
    subtotalCents: priced.subtotalCents,
    discountCents: priced.discountCents,
    totalCents: priced.totalCents,
    couponCode: priced.coupon?.code ?? null,
    paymentMethod: input.method,
    origin: input.chat ? 'discord' : 'site',
    customerName: buyer.name,
    customerEmail: buyer.email,
    receiptName: input.receipt?.name ?? null,
    receiptEmail: input.receipt?.email ?? null,
    lines: cart.lines,
  }
}

async function isSame(
  tx: App,
  standing: Payment,
  purchase: Purchase,
  input: CheckoutInput,
): Promise<boolean> {
  const order = await orderById(tx, standing.orderId)
  return (
    standing.method === input.method &&
    order?.fingerprint === fingerprintOf(purchase) &&
    (standing.coin ?? undefined) === input.coin &&
    tx.clock.now() < standing.expiresAt
  )
}

/** Everything needed to open a payment, checked and priced. */
type Start = {
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

async function reserveOrder(tx: App, start: Start): Promise<Opened> {
  const { purchase, priced, quote } = start
  const id = newSecretId()
  const stocked = purchase.lines.filter((line) => line.provider === 'stock')
  const [, , standing] = await Promise.all([
    noteCheckout(tx, purchase.cartId, { couponCode: purchase.couponCode }),
    reserveKeys(tx, id, stocked),
    lockUnpaid(tx, purchase),
  ])
  const orderId = standing?.id ?? newId(tx.clock.now().getTime())
  const coins = quote && purchase.totalCents ? await uniqueCoins(tx, quote) : {}
  const use = priced.coupon && {
    couponId: priced.coupon.id,
    paymentId: id,
    userId: purchase.userId,
  }
  const isFree = purchase.totalCents === 0
  const [order, payment, , , held] = await Promise.all([
    openOrder(tx, purchase, { id: orderId, standing }),
    insertPayment(tx, start, { id, orderId, ...coins }),
    keepConsent(tx, start, orderId),
    recordOpening(tx, start, { id, orderId }),
    !use || isFree || reserveCouponUse(tx, use),
  ])
  if (!held) throw fail('coupon.invalid')
  if (!isFree)
    return { kind: 'opened', payment, ordered: { number: order.number, lines: purchase.lines } }
  const done = await complete(
    tx,
    payment,
    { reviewReason: null, paidAt: tx.clock.now(), extra: [] },
    { receivedCents: 0, source: 'checkout', note: 'nothing to pay' },
  )
  if (use && !(await takeCouponUse(tx, use))) throw fail('coupon.invalid')
  return { kind: 'completed', payment: done }
}

const keepConsent = (tx: App, { buyer, purchase, terms }: Start, orderId: string): Promise<void> =>
  recordConsent(tx, {
    userId: buyer.userId,
    orderId,
    terms,
    channel: purchase.origin,
    ip: buyer.from?.ip ?? null,
    userAgent: buyer.from?.userAgent ?? null,
    language: buyer.language,
  })

const recordOpening = (
  tx: App,
  { buyer, purchase, input }: Start,
  { id, orderId }: { id: string; orderId: string },
): Promise<void> =>
  recordAudit(tx, {
    action: 'payment.created',
    actorId: buyer.userId,
    actorName: buyer.name,
    targetType: 'payment',
    targetId: id,
    details: { method: input.method, amountCents: purchase.totalCents, orderId },
  })

/** Seconds that a buyer has to pay. */
const lifeOf = (app: App, method: Method): number =>
  (method === 'pix' && app.config.pixSeconds) || life[method]

/** Name a purchase by its first product and the number of others. */
const shortName = ({ lines }: Purchase): string =>
  lines.length > 1 ? `${lines[0]!.name} +${lines.length - 1}` : lines[0]!.name

async function insertPayment(
  tx: App,
  { buyer, input, purchase, discordId }: Start,
  { id, orderId, ...coins }: Partial<Payment> & { id: string; orderId: string },
): Promise<Payment> {
  const now = tx.clock.now()
  const expiresAt = secondsAfter(now, lifeOf(tx, input.method))
  const times = { createdAt: now, updatedAt: now, expiresAt }
  const [payment] = await tx.db
    .insert(payments)
    .values({
      id,
      orderId,
      cartId: purchase.cartId,
      userId: buyer.userId,
      method: input.method,
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
      cpfCipher: input.cpf ? tx.vault.seal(input.cpf, 'payments', id) : null,
      providerReference: input.method === 'pix' ? newSecretId() : null,
      successUrl: input.successUrl,
      cancelUrl: input.cancelUrl,
      ...coins,
      ...times,
      nextCheckAt: nextCheck({ status: 'pending', method: input.method, ...times }, now),
    })
    .returning()
  return payment!
}
