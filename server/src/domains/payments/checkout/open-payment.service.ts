import { payMethods, type PayMethod } from '@chaveiro/contracts/payment-methods'
import { soldAs } from '@chaveiro/contracts/sold-as'

import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail, type Failure } from '../../../platform/errors.ts'
import { localizedMoney } from '../../../platform/text/money.ts'
import type { CryptoQuote } from '../../../ports/payments.ts'
import { keepCpf, keptCpfOf } from '../../accounts/kept-cpf/kept-cpf.service.ts'
import { isTestMoney } from '../../books/methods.rules.ts'
import { assertOrderable } from '../../cart/cart.rules.ts'
import { isCartBought, lockCart, type LockedCart } from '../../cart/cart.service.ts'
import { hasDuePrices } from '../../catalogue/prices/prices.due.service.ts'
import { priceCart, type PricedCart } from '../../coupons/coupons.service.ts'
import { nameReceipt, orderById, type Purchase } from '../../orders/orders.service.ts'
import { fingerprintOf } from '../../orders/purchase.rules.ts'
import { keptSettings } from '../../settings/settings.service.ts'
import { assertCustomerLimits } from '../state/customer-limits.service.ts'
import { pendingOfCart, type Payment } from '../state/payments.queries.ts'
import { assertMayPay, lockBuyer } from './buyer.queries.ts'
import type { Buyer, CheckoutInput } from './checkout.input.ts'
import { assertNotHeldBack, countHeldKeys } from './held-back.service.ts'
import { giveOrder, reserveOrder, type Ordered } from './reserve.service.ts'
import { isMethodShut, unstable } from './unstable.service.ts'

/**
 * opened: a new payment was reserved. standing: the cart's open payment is for the same purchase.
 * replace: the open payment is for another purchase and must be closed first. completed: there was
 * nothing to pay. due: a scheduled price in the cart must be applied first (P365).
 */
export type Opened =
  | { kind: 'opened'; payment: Payment; ordered: Ordered }
  | { kind: 'standing' | 'completed' | 'replace'; payment: Payment }
  | { kind: 'due' }

/** The cart's lines priced for this buyer, with the coupon of the checkout. */
export const priceOfCart = (
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
 * Check, price and reserve the contents of a cart in one short transaction; the provider is asked
 * afterwards.
 */
export async function openPayment(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
  quote: CryptoQuote | null,
): Promise<Opened> {
  const [{ termsOfService: terms }, shut] = await Promise.all([
    keptSettings(app),
    isMethodShut(app, input.method),
  ])

  return inTransaction(app, async (tx) => {
    const [isDue, cart, locked, standing, kept, held] = await Promise.all([
      hasDuePrices(tx, input.cartId),
      lockCart(tx, input.cartId, buyer.userId),
      lockBuyer(tx, buyer.userId, input.cartId),
      pendingOfCart(tx, input.cartId),
      input.useKeptCpf ? keptCpfOf(tx, buyer.userId) : null,
      countHeldKeys(tx, buyer, input.cartId),
    ])

    if (!cart) throw await failureWithoutCart(tx, buyer, input)
    if (isDue) return { kind: 'due' }

    const { discordId } = assertMayPay(tx, locked)
    assertPayable(cart, input.method)
    const completedInput = input.useKeptCpf ? { ...input, cpf: openedCpf(kept) } : input
    const pricedCart = await priceOfCart(tx, buyer, input, cart)
    if (input.couponCode && !pricedCart.coupon) throw fail('coupon.invalid')

    assertShown(input, pricedCart, cart)
    assertAmount(input.method, pricedCart, cart)
    const purchase = purchaseOf(buyer, input, cart, pricedCart)
    const isSamePurchase = await isSameAsStanding(tx, standing, purchase, input)

    if (standing && isSamePurchase) {
      await nameReceipt(tx, standing.orderId, purchase)
      await keepTyped(tx, buyer, input)

      return { kind: 'standing', payment: standing }
    }

    await assertAsked(tx, shut && input.method, purchase, buyer)
    if (standing) return { kind: 'replace', payment: standing }

    await assertCustomerLimits(tx, buyer.userId, cart)
    assertNotHeldBack(tx, held, purchase)
    await keepTyped(tx, buyer, input)
    const paymentStart = {
      buyer,
      input: completedInput,
      purchase,
      priced: pricedCart,
      quote,
      terms,
      discordId,
    }

    return purchase.totalCents === 0
      ? { kind: 'completed', payment: await giveOrder(tx, paymentStart) }
      : { kind: 'opened', ...(await reserveOrder(tx, paymentStart)) }
  })
}

/**
 * The error for a missing cart; another error when the same buyer paid the cart meanwhile in
 * another tab.
 */
const failureWithoutCart = async (
  tx: App,
  { userId }: Buyer,
  { cartId }: CheckoutInput,
): Promise<Failure> =>
  fail((await isCartBought(tx, cartId, userId)) ? 'payment.already_paid' : 'cart.not_found')

/** Refuse before anything is reserved or closed when the method's provider fails (P563). */
async function assertAsked(
  tx: App,
  shut: PayMethod | false,
  { currency, totalCents }: Purchase,
  { isStaff }: Buyer,
): Promise<void> {
  if (shut && totalCents > 0) throw await unstable(tx, shut, { currency, isStaff })
}

/** Refuse a total that differs from the one the buyer saw (P375). Throws payment.total_changed. */
function assertShown(
  { expectedCents }: CheckoutInput,
  { totalCents }: PricedCart,
  { currency }: LockedCart,
): void {
  if (expectedCents !== undefined && expectedCents !== totalCents)
    throw fail('payment.total_changed', { total: localizedMoney(totalCents, currency) })
}

/** Stripe's minimum, in cents of reais or dollars alike. */
const leastByCard = 50

/** Throws payment.amount for an amount below the card minimum. */
function assertAmount(
  method: PayMethod,
  { totalCents }: PricedCart,
  { currency }: LockedCart,
): void {
  if (method === payMethods.card && totalCents > 0 && totalCents < leastByCard)
    throw fail('payment.amount', { least: localizedMoney(leastByCard, currency) })
}

/**
 * The stored CPF, for the charge. Throws payment.cpf_not_kept, so that the buyer enters it again.
 */
function openedCpf(keptCpf: { cpf: string | null } | null): string {
  if (!keptCpf?.cpf) throw fail('payment.cpf_not_kept')
  return keptCpf.cpf
}

/** Store the entered CPF in the account, if the buyer requested that (P230). */
async function keepTyped(tx: App, buyer: Buyer, input: CheckoutInput): Promise<void> {
  const { cpf, keepCpfFor: sessionId } = input
  if (cpf && sessionId) await keepCpf(tx, { ...buyer, sessionId }, cpf)
}

function assertPayable({ lines, currency }: LockedCart, method: PayMethod): void {
  if (!lines.length) throw fail('cart.empty')

  const unsellable = lines.find((line) => !line.sellable)
  if (unsellable)
    throw fail('cart.unsellable', { product: soldAs(unsellable.name, unsellable.variantName) })

  for (const line of lines) assertOrderable(line)
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
    source: input.source ?? null,
    customerName: buyer.name,
    customerEmail: buyer.email,
    receiptName: input.receipt?.name ?? null,
    receiptEmail: input.receipt?.email ?? null,
    lines: cart.lines.map((line) => ({ ...line, name: soldAs(line.name, line.variantName) })),
  }
}

async function isSameAsStanding(
  tx: App,
  standing: Payment | null,
  purchase: Purchase,
  input: CheckoutInput,
): Promise<boolean> {
  if (!standing) return false

  const order = await orderById(tx, standing.orderId)

  return (
    standing.method === input.method &&
    standing.testMode === isTestMoney(tx, input.method) &&
    order?.fingerprint === fingerprintOf(purchase) &&
    (standing.coin ?? undefined) === input.coin &&
    tx.clock.now() < standing.expiresAt
  )
}
