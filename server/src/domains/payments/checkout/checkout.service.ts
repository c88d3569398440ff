import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import { taxIdOf } from '@chaveiro/contracts/tax-ids'

import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail, Failure } from '../../../platform/errors.ts'
import { ProviderUnknown, type CryptoQuote } from '../../../ports/payments.ts'
import { isOffered } from '../../books/methods.rules.ts'
import { lockCart } from '../../cart/cart.service.ts'
import { applyDuePrices } from '../../catalogue/prices/prices.due.service.ts'
import { settle } from '../settlement/settle.service.ts'
import { wasPaid } from '../state/payment.rules.ts'
import { lockPayment, type Payment } from '../state/payments.queries.ts'
import { failPayment } from '../state/transitions.service.ts'
import { chargePayment, orderedOf } from './charge.service.ts'
import type { Buyer, CheckoutInput } from './checkout.input.ts'
import { closeCharge, queueCloseIfUnknown } from './close-charge.service.ts'
import { openPayment, priceOfCart, type Opened } from './open-payment.service.ts'
import { unanswered } from './unstable.service.ts'

/**
 * started: a new charge was created. standing: the cart's open payment is for the same purchase and
 * is reused. completed: there was nothing to pay.
 */
export type CheckoutResult = { kind: 'started' | 'standing' | 'completed'; payment: Payment }

const maxRounds = 4

/**
 * Open a payment for a cart. One short transaction decides and reserves everything; then the
 * provider is asked and its reply stored. Twenty clicks or two tabs make one payment (cart lock,
 * unique pending payment). An unpaid payment for other contents or another method is closed first.
 */
export async function startPayment(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
): Promise<CheckoutResult> {
  checkInput(app, buyer, input)
  if (!input.couponCode) return startInRounds(app, buyer, input)

  // A wrong coupon counts against the same limit as in the cart (F158). The limit is checked first,
  // so that after too many wrong guesses a right one is refused too.
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
    const cryptoQuote = input.method === 'crypto' ? await quoteCart(app, buyer, input) : null

    const openResult = await openPayment(app, buyer, input, cryptoQuote).catch((error) => {
      if (isDuplicate(error) && round < maxRounds) return null
      throw error
    })

    if (openResult?.kind === 'due') await applyDuePrices(app)
    else if (openResult?.kind === 'replace') await closePayment(app, openResult.payment)
    else if (openResult?.kind === 'completed')
      return { kind: 'completed', payment: openResult.payment }
    else if (openResult) return withCharge(app, openResult)

    // Other requests keep opening or replacing the payment of this cart.
    if (round >= maxRounds) throw fail('payment.pending')
  }
}

/** Have the provider create the charge of an open payment that has none. */
async function withCharge(
  app: App,
  openResult: Exclude<Opened, { kind: 'due' }>,
): Promise<CheckoutResult> {
  const { kind, payment } = openResult
  // An open payment may have a charge, and a new crypto payment always has one: its address. No
  // provider is asked then.
  if (payment.charge) return { kind: kind === 'standing' ? 'standing' : 'started', payment }

  const orderedItems = kind === 'opened' ? openResult.ordered : await orderedOf(app, payment)

  return { kind: 'started', payment: await chargePayment(app, payment, orderedItems) }
}

function checkInput(app: App, buyer: Buyer, input: CheckoutInput): void {
  if (input.termsAccepted !== true) throw fail('account.terms_required')
  if (!isOffered(app, input.method, buyer.isStaff)) throw fail('payment.method_unavailable')
  if (input.method !== 'pix' || input.useKeptCpf) return
  if (taxIdOf(input.cpf ?? '')?.kind === 'cnpj') throw fail('payment.cnpj')
  if (!(input.cpf?.length === 11 && isValidCpf(input.cpf))) throw fail('payment.cpf_invalid')
}

/**
 * Price the cart without reserving anything, to ask the exchange for a rate before the transaction.
 */
async function quoteCart(
  app: App,
  buyer: Buyer,
  input: CheckoutInput,
): Promise<CryptoQuote | null> {
  const pricedCart = await inTransaction(app, async (tx) => {
    const lockedCart = await lockCart(tx, input.cartId, buyer.userId)
    return lockedCart?.lines.length
      ? { ...(await priceOfCart(tx, buyer, input, lockedCart)), currency: lockedCart.currency }
      : null
  })

  if (!pricedCart || pricedCart.totalCents === 0) return null

  const cryptoQuote = await app.providers
    .crypto!.quote(input.coin!, pricedCart.totalCents, pricedCart.currency)
    .catch(async (error) => {
      if (error instanceof ProviderUnknown)
        throw await unanswered(app, error, 'crypto', { ...buyer, currency: pricedCart.currency })
      throw error
    })

  if (!cryptoQuote) throw fail('payment.method_unavailable')

  return cryptoQuote
}

/**
 * Close a cart's open payment before another is opened, at the provider first, so that it cannot be
 * paid twice.
 */
async function closePayment(app: App, payment: Payment): Promise<void> {
  const closedCharge = await closeCharge(app, payment)

  if (closedCharge === 'paid') {
    const settledPayment = await settle(app, payment.id, 'checkout')
    throw fail(
      settledPayment && wasPaid(settledPayment) ? 'payment.already_paid' : 'payment.pending',
    )
  }

  await inTransaction(app, async (tx) => {
    const now = await lockPayment(tx, payment.id)
    if (now?.status === 'pending') await failPayment(tx, now, 'replaced', { source: 'checkout' })
    await queueCloseIfUnknown(tx, payment.id, closedCharge)
  })
}
