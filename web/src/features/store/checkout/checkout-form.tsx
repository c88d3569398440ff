import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import type { Cart } from '../../../state/cart.ts'
import { OrderSummary } from './order-summary.tsx'
import { PayBlock } from './pay-block.tsx'
import { PaymentPlace } from './payment-place.tsx'
import { useCheckout } from './use-checkout.ts'
import type { KeptCpf } from './use-kept-cpf.ts'
import type { LivePayment } from './use-live-payment.ts'
import { WhoBuys } from './who-buys.tsx'

/**
 * The checkout on one page: who buys and how it is paid, then what is bought and the one button.
 * While a payment waits its sheet has the place of the methods, and the order can still be changed.
 */
export function CheckoutForm({
  cart,
  payment,
  kept,
}: {
  cart: Cart
  payment: LivePayment
  kept: KeptCpf
}) {
  const { t } = useTranslation(['checkout', 'common'])
  const checkout = useCheckout(cart, payment, kept)
  const summary = useRef<HTMLElement>(null)
  const { coupon, currency, failed, form, free, method, place, tooMany, total } = checkout

  const changeOrder = () => {
    payment.tryAgain()
    summary.current?.focus()
  }

  return (
    <div className="grid items-start gap-6 md:grid-cols-[1.25fr_1fr] lg:gap-10">
      <div className="grid min-w-0 gap-5">
        {!place.sheet && (
          <button
            type="button"
            onClick={() => summary.current?.focus()}
            className="-my-2 min-h-11 text-left text-lg font-bold text-warm md:hidden"
          >
            {t('common:cart.summary', { count: cart.units, total: money(total, currency) })}
          </button>
        )}

        <WhoBuys />
        <PaymentPlace checkout={checkout} payment={payment} onChangeOrder={changeOrder} />
      </div>

      <OrderSummary cart={cart} coupon={coupon} total={total} ref={summary}>
        {!place.sheet && !failed && (
          <PayBlock
            text={free ? t('pay.free') : t(`pay.${method}`, { amount: money(total, currency) })}
            failure={checkout.refusal}
            items={cart.items}
            blocked={tooMany || coupon.busy || checkout.rests}
            busy={payment.starting !== null}
            termsAccepted={form.termsAccepted}
            onTerms={form.setTermsAccepted}
            termsRef={form.termsBox}
            onPay={checkout.pay}
          />
        )}
      </OrderSummary>
    </div>
  )
}
