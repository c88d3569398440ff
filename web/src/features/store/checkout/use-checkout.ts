import { useEffect } from 'react'

import { refreshCart, type Cart } from '../../../state/cart.ts'
import { refreshSite } from '../../../state/watched-site.ts'
import { isTooMany } from '../cart/quantity.tsx'
import { useCoupon, type CouponState } from '../shared/use-coupon.ts'
import {
  forgottenCpf,
  isCpfFailure,
  isTotalFailure,
  linesKey,
  type Method,
  type OpenPayment,
  type Started,
} from './live-payment.ts'
import { useMethod } from './methods.tsx'
import type { KeptCpf } from './use-kept-cpf.ts'
import { useFailedRedirect, type LivePayment } from './use-live-payment.ts'
import { useOrderForm } from './use-order-form.ts'
import { usePlace } from './use-place.ts'
import { useStart } from './use-start.ts'

export type Checkout = ReturnType<typeof useCheckout>

/** Current price of the cart, and whether the open payment matches it. */
function currentPrice(cart: Cart, { priced }: CouponState, open: OpenPayment | null) {
  const cartLines = linesKey(cart.items)
  const currentTotal = priced?.finalTotal ?? cart.total

  return {
    lines: cartLines,
    total: currentTotal,
    currency: priced?.currency ?? cart.currency,
    free: currentTotal === 0 && priced !== null,
    matches: open !== null && open.amount === currentTotal && open.lines === cartLines,
  }
}

/**
 * Assigns a failure to the place where it is shown: PIX and coin failures instead of the methods,
 * a wrong CPF at its field, other failures at the pay button.
 */
function placeFailure({ failure, phase }: LivePayment, method: Method, matches: boolean) {
  const isWrongCpf = isCpfFailure(failure)
  const methodFailure = method !== 'card' && phase(method, matches) === 'failed' ? failure : null

  return {
    failed: methodFailure,
    refusal: methodFailure || isWrongCpf ? null : failure,
    wrongCpf: isWrongCpf ? failure?.text : undefined,
  }
}

/** Lines for which the buyer accepted the terms: of an open payment, or of a refused card. */
const acceptedLines = ({ open, declined }: LivePayment): string | null => open?.lines ?? declined

/** After a refusal the card stays selected, so that CardLine is shown. */
const firstMethod = ({ declined }: LivePayment): Method => (declined === null ? 'pix' : 'card')

/** State of the checkout: price, method and the pay action. */
export function useCheckout(cart: Cart, payment: LivePayment, kept: KeptCpf) {
  const couponState = useCoupon(cart)
  const { open, failure, tryAgain } = payment
  const cartLines = linesKey(cart.items)
  const orderForm = useOrderForm(kept, acceptedLines(payment) === cartLines)
  const { lines, total, currency, free, matches } = currentPrice(cart, couponState, open)
  const { method, allowed, setMethod } = useMethod(currency, firstMethod(payment))
  const paymentPlace = usePlace(payment, matches, setMethod)
  const { payer, coin, termsAccepted, name } = orderForm

  const startPayment = useStart({
    cartId: cart.id,
    coupon: couponState.applied,
    termsAccepted,
    lines,
    total,
    name,
  })

  // With nothing to pay, the card's call completes the order without CPF or coin (Q59).
  const usesCardCall = method === 'card' || (free && allowed.card)
  const exceedsLimits = cart.items.some(isTooMany)
  // Only a failure of the chosen method redirects: an older expired payment must not take the buyer
  // away from another method.
  useFailedRedirect(failure?.method === method ? failure : null)

  useEffect(() => {
    tryAgain()
    // oxlint-disable-next-line react/exhaustive-deps -- another method is another try
  }, [method])

  // The CPF was removed in another tab or device: show the field with the reason.
  const { forget } = kept
  useEffect(() => {
    if (failure?.code === forgottenCpf) forget()
  }, [failure, forget])

  // The page's site settings may be older than the failure (P563).
  useEffect(() => {
    if (failure?.code === 'payment.method_unstable') void refreshSite()
  }, [failure])

  // A price has changed: show the new total; the buyer presses pay again.
  const { again } = couponState

  useEffect(() => {
    if (!isTotalFailure(failure)) return

    refreshCart()
    again()
    // oxlint-disable-next-line react/exhaustive-deps -- once a failure
  }, [failure])

  async function payByPix(): Promise<Started> {
    const startedPix = await startPayment.pix(payer)
    orderForm.wasPaidWith()

    return startedPix
  }

  function pay(): void {
    const needsCpf = method === 'pix' && !usesCardCall
    if (exceedsLimits || payment.starting || !orderForm.isReady(needsCpf)) return

    paymentPlace.begin()
    if (usesCardCall) void payment.begin('card', startPayment.card)
    else if (method === 'pix') void payment.begin('pix', payByPix)
    else void payment.begin('crypto', () => startPayment.crypto(coin))
  }

  return {
    coupon: couponState,
    form: orderForm,
    currency,
    total,
    place: paymentPlace,
    method,
    allowed,
    free,
    asCard: usesCardCall,
    tooMany: exceedsLimits,
    ...placeFailure(payment, method, matches),
    matches,
    current: matches && open?.method === method,
    /**
     * Whether the pay button is disabled: while a payment starts, or while this payment is open.
     * For an open card payment the button stays enabled and opens the card's page again.
     */
    rests: payment.starting !== null || (matches && open?.method === method && method !== 'card'),
    pay,
  }
}
