import { useEffect } from 'react'

import { refreshCart, type Cart } from '../../../state/cart.ts'
import { refreshSite } from '../../../state/watched-site.ts'
import { isTooMany } from '../cart/quantity.tsx'
import { useCoupon, type CouponState } from '../shared/use-coupon.ts'
import {
  forgottenCpf,
  isOfCpf,
  isOfTotal,
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

/** What the cart costs now, and whether the open payment is for exactly that. */
function priceOf(cart: Cart, { priced }: CouponState, open: OpenPayment | null) {
  const lines = linesKey(cart.items)
  const total = priced?.finalTotal ?? cart.total

  return {
    lines,
    total,
    currency: priced?.currency ?? cart.currency,
    free: total === 0 && priced !== null,
    matches: open !== null && open.amount === total && open.lines === lines,
  }
}

/**
 * A failure by the place where it is told: PIX and coins in that of the methods, a CPF at its field,
 * anything else beside the button.
 */
function toldOf({ failure, phase }: LivePayment, method: Method, matches: boolean) {
  const isWrongCpf = isOfCpf(failure)
  const failed = method !== 'card' && phase(method, matches) === 'failed' ? failure : null

  return {
    failed,
    refusal: failed || isWrongCpf ? null : failure,
    wrongCpf: isWrongCpf ? failure?.text : undefined,
  }
}

/** The order that is about to be paid: what it costs, how it is paid, and the press that pays. */
export function useCheckout(cart: Cart, payment: LivePayment, kept: KeptCpf) {
  const coupon = useCoupon(cart)
  const { open, failure, tryAgain } = payment
  const form = useOrderForm(kept, open?.lines === linesKey(cart.items))
  const { lines, total, currency, free, matches } = priceOf(cart, coupon, open)
  const { method, allowed, setMethod } = useMethod(currency)
  const place = usePlace(payment, matches, setMethod)
  const { payer, coin, termsAccepted, name } = form

  const start = useStart({
    cartId: cart.id,
    coupon: coupon.applied,
    termsAccepted,
    lines,
    total,
    name,
  })

  // With nothing to pay no method is needed: the card's call completes it without asking for a CPF
  // or a coin (Q59).
  const asCard = method === 'card' || (free && allowed.card)
  const tooMany = cart.items.some(isTooMany)
  // Whoever is about to pay in another way is not led away from it because an older payment ran
  // out.
  useFailedRedirect(failure?.method === method ? failure : null)

  useEffect(() => {
    tryAgain()
    // oxlint-disable-next-line react/exhaustive-deps -- another method is another try
  }, [method])

  // It was forgotten in another tab or on another device: its field comes back, and says so.
  const { forget } = kept
  useEffect(() => {
    if (failure?.code === forgottenCpf) forget()
  }, [failure, forget])

  // The page may not have heard of it yet (P563).
  useEffect(() => {
    if (failure?.code === 'payment.method_unstable') void refreshSite()
  }, [failure])

  // Something of it costs another price by now: the page shows it, and what is paid is pressed for
  // again.
  const { again } = coupon

  useEffect(() => {
    if (!isOfTotal(failure)) return

    refreshCart()
    again()
    // oxlint-disable-next-line react/exhaustive-deps -- once a failure
  }, [failure])

  async function payByPix(): Promise<Started> {
    const started = await start.pix(payer)
    form.wasPaidWith()

    return started
  }

  function pay(): void {
    const needsCpf = method === 'pix' && !asCard
    if (tooMany || payment.starting || !form.isReady(needsCpf)) return

    place.begin()
    if (asCard) void payment.begin('card', start.card)
    else if (method === 'pix') void payment.begin('pix', payByPix)
    else void payment.begin('crypto', () => start.crypto(coin))
  }

  return {
    coupon,
    form,
    currency,
    total,
    place,
    method,
    allowed,
    free,
    asCard,
    tooMany,
    ...toldOf(payment, method, matches),
    matches,
    current: matches && open?.method === method,
    /** A payment that waits is paid, not made again; a card's page can be opened once more. */
    rests: payment.starting !== null || (matches && open?.method === method && method !== 'card'),
    pay,
  }
}
