import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import { lifetimes, type CryptoCoin } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'
import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { fail, Failure } from '../../../platform/errors.ts'
import { newSecretId } from '../../../platform/ids.ts'
import { inTransaction, isDuplicate } from '../../../platform/transaction.ts'
import { ProviderUnknown, type CryptoQuote } from '../../../ports/payments.ts'
import { recordAudit, recordConsent } from '../../audit/audit.service.ts'
import { demandPerOrder, lockCart, noteCheckout, type LockedCart } from '../../cart/cart.service.ts'
import { priceCart, reserveCouponUse, type PricedCart } from '../../coupons/coupons.service.ts'
import {
  fingerprintOf,
  linesOf,
  nameReceipt,
  openOrder,
  orderById,
  type Purchase,
} from '../../orders/orders.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'
import { reserveKeys } from '../../stock/stock.service.ts'
import {
  isCoinAmountTaken,
  lockPayment,
  paymentById,
  pendingOfCart,
  type Method,
  type Payment,
} from '../payments.queries.ts'
import { closeLater, failPayment } from '../settlement/fail.service.ts'
import { complete, settle } from '../settlement/settle.service.ts'
import { nextCheck } from '../settlement/settlement.rules.ts'
import { lockBuyer } from './buyer.queries.ts'
import { closeCharge } from './close-charge.service.ts'

/** from: where the purchase was made, for the consent that the order keeps. */
export type Buyer = {
  userId: string
  name: string
  email: string
  language: string
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
  /** The message in the chat that this purchase is made in: what makes its origin Discord, and never comes with a call of the browser (Q70). */
  chat?: { messageId: string; channelId: string }
}
/** started: a new charge stands; standing: the cart's open payment is the same purchase and stands already; completed: nothing was to pay. */
export type CheckoutResult = { kind: 'started' | 'standing' | 'completed'; payment: Payment }

type Opened = { kind: 'opened' | 'standing' | 'completed' | 'replace'; payment: Payment }
const life: Record<Method, number> = {
  pix: lifetimes.pix,
  stripe: lifetimes.card,
  crypto: lifetimes.crypto,
}
const rounds = 4

/**
 * Open a payment for a cart: everything is decided and reserved in one short transaction, then the provider is asked, then its answer is kept.
 * Twenty clicks or two tabs make one payment (cart lock, unique pending payment); an unpaid one for another content or method is closed first.
 */
export async function startPayment(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
): Promise<CheckoutResult> {
  checkInput(app, input)
  if (!input.couponCode) return startInRounds(app, buyer, input)
  // A guess counts wherever it is made, with the same limit as in the cart (A8): before, so that a right one ends there too once too many were wrong.
  await app.limits.check('coupon', buyer.userId)
  try {
    return await startInRounds(app, buyer, input)
  } catch (error) {
    if (error instanceof Failure && error.code === 'coupon.invalid')
      await app.limits.count('coupon', buyer.userId)
    throw error
  }
}

async function startInRounds(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
): Promise<CheckoutResult> {
  for (let round = 1; ; round++) {
    const quote = input.method === 'crypto' ? await quoteCart(app, buyer, input) : null
    const opened = await openPayment(app, buyer, input, quote).catch((error) => {
      if (isDuplicate(error) && round < rounds) return null
      throw error
    })
    if (opened?.kind === 'replace') await closePayment(app, opened.payment)
    else if (opened?.kind === 'completed') return { kind: 'completed', payment: opened.payment }
    else if (opened) {
      const had = opened.payment.charge !== null
      return {
        kind: opened.kind === 'standing' && had ? 'standing' : 'started',
        payment: had ? opened.payment : await charge(app, opened.payment),
      }
    }
    if (round >= rounds) throw fail('payment.already_paid')
  }
}

function checkInput(app: App, input: CheckoutInput): void {
  if (input.termsAccepted !== true) throw fail('account.terms_required')
  const offered =
    input.method === 'crypto' ? app.providers.crypto : app.providers.charges[input.method]
  if (!offered) throw fail('payment.method_unavailable')
  if (input.method === 'pix' && !(input.cpf?.length === 11 && isValidCpf(input.cpf)))
    throw fail('payment.cpf_invalid')
}

/** The cart priced without holding anything, to ask the exchange for a rate before the transaction. */
async function quoteCart(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
): Promise<CryptoQuote | null> {
  const priced = await inTransaction(app, async (tx) => {
    const cart = await lockCart(tx, input.cartId, buyer.userId)
    return cart?.lines.length
      ? { ...(await price(tx, buyer, input, cart)), currency: cart.currency }
      : null
  })
  if (!priced || priced.totalCents === 0) return null
  const quote = await app.providers
    .crypto!.quote(input.coin!, priced.totalCents, priced.currency)
    .catch((error) => {
      if (error instanceof ProviderUnknown) throw fail('payment.provider_failed')
      throw error
    })
  if (!quote) throw fail('payment.method_unavailable')
  return quote
}

const price = (
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

async function openPayment(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
  quote: CryptoQuote | null,
): Promise<Opened> {
  return inTransaction(app, async (tx) => {
    const cart = await lockCart(tx, input.cartId, buyer.userId)
    if (!cart) throw fail('cart.not_found')
    await lockBuyer(tx, buyer.userId, cart.id)
    if (!cart.lines.length) throw fail('cart.empty')
    const unsellable = cart.lines.find((line) => !line.sellable)
    if (unsellable) throw fail('cart.unsellable', { product: unsellable.name })
    for (const line of cart.lines) demandPerOrder(line, line.quantity)
    if (input.method === 'pix' && cart.currency !== 'BRL') throw fail('payment.pix_currency')
    const priced = await price(tx, buyer, input, cart)
    if (input.couponCode && !priced.coupon) throw fail('coupon.invalid')
    const purchase = purchaseOf(buyer, input, cart, priced)
    const standing = await pendingOfCart(tx, cart.id)
    if (standing) {
      const same = await isSame(tx, standing, purchase, input)
      if (same) await nameReceipt(tx, standing.orderId, purchase)
      return { kind: same ? 'standing' : 'replace', payment: standing }
    }
    await noteCheckout(tx, cart.id, { couponCode: priced.coupon?.code ?? null })
    return reserve(tx, { buyer, input, purchase, priced, quote })
  })
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

/** Everything that a start is made of, once it was checked and priced. */
type Start = {
  buyer: Buyer
  input: CheckoutInput
  purchase: Purchase
  priced: PricedCart
  quote: CryptoQuote | null
}

async function reserve(tx: App, start: Start): Promise<Opened> {
  const { buyer, input, purchase, priced } = start
  const id = newSecretId()
  if (
    priced.coupon &&
    !(await reserveCouponUse(tx, {
      couponId: priced.coupon.id,
      paymentId: id,
      userId: buyer.userId,
    }))
  )
    throw fail('coupon.invalid')
  await reserveKeys(
    tx,
    id,
    purchase.lines.filter((line) => line.provider === 'stock'),
  )
  const order = await openOrder(tx, purchase)
  const { termsOfService } = await siteSettings(tx)
  await recordConsent(tx, {
    userId: buyer.userId,
    orderId: order.id,
    terms: termsOfService,
    channel: purchase.origin,
    ip: buyer.from?.ip ?? null,
    userAgent: buyer.from?.userAgent ?? null,
    language: buyer.language,
  })
  const payment = await insertPayment(tx, start, { id, orderId: order.id })
  await recordAudit(tx, {
    action: 'payment.created',
    actorId: buyer.userId,
    actorName: buyer.name,
    targetType: 'payment',
    targetId: id,
    details: { method: input.method, amountCents: payment.amountCents, orderId: order.id },
  })
  if (payment.amountCents > 0) return { kind: 'opened', payment }
  const done = await complete(
    tx,
    payment,
    { attention: null, paidAt: tx.clock.now(), extra: [] },
    { receivedCents: 0, source: 'checkout', note: 'nothing to pay' },
  )
  return { kind: 'completed', payment: done }
}

async function insertPayment(
  tx: App,
  { buyer, input, purchase, quote }: Start,
  { id, orderId }: { id: string; orderId: string },
): Promise<Payment> {
  const now = tx.clock.now()
  const seconds =
    input.method === 'pix' && tx.config.pixSeconds ? tx.config.pixSeconds : life[input.method]
  const times = { createdAt: now, updatedAt: now, expiresAt: secondsAfter(now, seconds) }
  const names = purchase.lines.map((line) => line.name)
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
      productName: names.length > 1 ? `${names[0]} +${names.length - 1}` : names[0]!,
      customerName: buyer.name,
      customerEmail: buyer.email,
      language: buyer.language,
      discordId: input.discordId ?? null,
      discordMessageId: input.chat?.messageId ?? null,
      discordChannelId: input.chat?.channelId ?? null,
      cpfCipher: input.cpf ? tx.vault.seal(input.cpf, 'payments', id) : null,
      providerReference: input.method === 'pix' ? newSecretId() : null,
      successUrl: input.successUrl,
      cancelUrl: input.cancelUrl,
      ...(quote && purchase.totalCents ? await uniqueCoins(tx, quote) : {}),
      ...times,
      nextCheckAt: nextCheck({ status: 'pending', method: input.method, ...times }, now),
    })
    .returning()
  return payment!
}

/** The quoted amount plus dust that no open payment uses, so that the amount alone names the order. */
async function uniqueCoins(tx: App, quote: CryptoQuote): Promise<Partial<Payment>> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const units = quote.coinUnits + 1 + Math.floor(Math.random() * quote.dustMax)
    if (await isCoinAmountTaken(tx, quote.coin, quote.network, units)) continue
    const digits = String(units).padStart(quote.unitDecimals + 1, '0')
    const amount = `${digits.slice(0, -quote.unitDecimals)}.${digits.slice(-quote.unitDecimals).padEnd(8, '0')}`
    return {
      coin: quote.coin,
      network: quote.network,
      coinUnits: units,
      charge: {
        kind: 'crypto',
        address: quote.address,
        tag: quote.tag,
        coin: quote.coin,
        network: quote.network,
        amount,
        usdCents: quote.usdCents,
      },
    }
  }
  throw fail('payment.method_unavailable')
}

/** Ask the provider for the charge of a payment that stands; repeating it is the same request. */
async function charge(app: App, payment: Payment): Promise<Payment> {
  const provider = app.providers.charges[payment.method]
  if (!provider) return payment
  const order = (await orderById(app, payment.orderId))!
  const lines = await linesOf(app, payment.orderId)
  const result = await provider
    .charge({
      paymentId: payment.id,
      reference: payment.providerReference,
      attempt: payment.attempt,
      orderNumber: order.number,
      amountCents: payment.amountCents,
      discountCents: payment.discountCents,
      currency: payment.currency,
      lines,
      customer: {
        name: payment.customerName,
        email: payment.customerEmail,
        ...(payment.cpfCipher
          ? { cpf: app.vault.open(payment.cpfCipher, 'payments', payment.id) }
          : {}),
      },
      language: payment.language,
      createdAt: payment.createdAt,
      expiresAt: payment.expiresAt,
      successUrl: payment.successUrl,
      cancelUrl: payment.cancelUrl,
    })
    .catch((error) => {
      if (!(error instanceof ProviderUnknown)) throw error
      app.log.warn(
        { paymentId: payment.id, reason: error.message },
        'the outcome of a charge is not known; the payment stays open',
      )
      throw fail('payment.provider_failed')
    })
  return inTransaction(app, async (tx) => {
    if (result.kind === 'refused') {
      tx.log.warn({ paymentId: payment.id, code: result.code }, 'the provider refused a charge')
      const now = await paymentById(tx, payment.id)
      if (now?.status === 'pending')
        await failPayment(tx, now, 'refused', { source: 'checkout', note: result.code })
      return null
    }
    const [kept] = await tx.db
      .update(payments)
      .set({
        charge: result.charge,
        providerReference: result.reference,
        ...(result.expiresAt ? { expiresAt: result.expiresAt } : {}),
        updatedAt: tx.clock.now(),
      })
      .where(eq(payments.id, payment.id))
      .returning()
    // It was closed while its charge was being made: nobody may pay there.
    if (kept!.status !== 'pending') await closeLater(tx, payment.id)
    return kept!
  }).then((kept) => {
    if (!kept) throw fail('payment.refused')
    if (kept.status === 'failed') throw fail('payment.closed')
    return kept
  })
}

/** Close a cart's open payment before another is made: at the provider first, so that it cannot be paid twice. */
async function closePayment(app: App, payment: Payment): Promise<void> {
  if ((await closeCharge(app, payment)) === 'paid') {
    await settle(app, payment.id, 'checkout')
    throw fail('payment.already_paid')
  }
  await inTransaction(app, async (tx) => {
    const now = await lockPayment(tx, payment.id)
    if (now?.status === 'pending') await failPayment(tx, now, 'replaced', { source: 'checkout' })
  })
}
