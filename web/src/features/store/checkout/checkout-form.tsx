import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import type { Cart } from '../../../state/cart.ts'
import { CardLine } from './card-line.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayBlock } from './pay-block.tsx'
import { PaymentPlace } from './payment-place.tsx'
import { useCheckout } from './use-checkout.ts'
import type { KeptCpf } from './use-kept-cpf.ts'
import type { LivePayment } from './use-live-payment.ts'
import { WhoBuys } from './who-buys.tsx'

/**
 * The checkout on one page: buyer, payment, order and the pay button. The sheet of an open payment
 * replaces the methods, and the order can still be changed.
 */
export function CheckoutForm({
  cart,
  payment: livePayment,
  kept: storedCpf,
}: {
  cart: Cart
  payment: LivePayment
  kept: KeptCpf
}) {
  const { t } = useTranslation(['checkout', 'common'])
  const checkoutState = useCheckout(cart, livePayment, storedCpf)
  const summaryRef = useRef<HTMLElement>(null)
  const { coupon, currency, failed, form, free, method, place, tooMany, total } = checkoutState

  const changeOrder = () => {
    livePayment.tryAgain()
    summaryRef.current?.focus()
  }

  return (
    <div className="grid items-start gap-6 md:grid-cols-2 lg:gap-10">
      <div className="empty:hidden md:col-span-2">
        <CardLine checkout={checkoutState} payment={livePayment} />
      </div>

      <div className="grid min-w-0 gap-5">
        {!place.sheet && (
          <button
            type="button"
            onClick={() => summaryRef.current?.focus()}
            className="-my-2 min-h-11 text-left price text-lg md:hidden"
          >
            {t('common:cart.summary', { count: cart.units, total: money(total, currency) })}
          </button>
        )}

        <WhoBuys />
        <PaymentPlace checkout={checkoutState} payment={livePayment} onChangeOrder={changeOrder} />
      </div>

      <OrderSummary cart={cart} coupon={coupon} total={total} ref={summaryRef}>
        {!place.sheet && !failed && (
          <PayBlock
            text={free ? t('pay.free') : t(`pay.${method}`, { amount: money(total, currency) })}
            failure={checkoutState.refusal}
            items={cart.items}
            blocked={tooMany || coupon.busy || checkoutState.rests}
            busy={livePayment.starting !== null}
            termsAccepted={form.termsAccepted}
            termsMissing={form.asked && !form.termsAccepted}
            onTerms={form.setTermsAccepted}
            termsRef={form.termsBox}
            onPay={checkoutState.pay}
          />
        )}
      </OrderSummary>
    </div>
  )
}
