import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { useCart, type Cart } from '../../../state/cart.ts'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'
import { OpenPaymentCard } from './open-payment.tsx'
import { useKeptCpf } from './use-kept-cpf.ts'
import { useLivePayment } from './use-live-payment.ts'

const hasCartLines = (cart: Cart): boolean => !cart.failed && !cart.loading && cart.items.length > 0

function CheckoutSkeleton() {
  const { t } = useTranslation()
  return (
    <Skeletons
      count={2}
      label={t('state.loading')}
      className="grid gap-6 md:grid-cols-2"
      each="h-80 rounded-lg"
    />
  )
}

/**
 * The cart to pay, or a message. An open payment is shown even if its cart has changed or is gone.
 */
function CheckoutContent() {
  const { t } = useTranslation(['checkout', 'common'])
  const cart = useCart()
  const livePayment = useLivePayment()
  const storedCpf = useKeptCpf()

  if (hasCartLines(cart))
    return livePayment.ready && storedCpf.ready ? (
      <CheckoutForm cart={cart} payment={livePayment} kept={storedCpf} />
    ) : (
      <CheckoutSkeleton />
    )

  const failedPaymentId = livePayment.failure?.paymentId

  if (failedPaymentId)
    return (
      <Navigate
        replace
        to={paths.failed({ payment_id: failedPaymentId, reason: livePayment.failure?.text ?? '' })}
      />
    )

  // The open payment is shown once: beside its order, or alone if there is no order.
  if (cart.loading) return <CheckoutSkeleton />
  if (livePayment.open) return <OpenPaymentCard payment={livePayment} />

  if (cart.failed)
    return (
      <ErrorState
        text={t('common:cart.errorLoad')}
        retry={t('common:action.retry')}
        onRetry={cart.retry}
      />
    )

  if (!livePayment.ready) return <CheckoutSkeleton />

  return <NothingToPay />
}

/** The checkout page. */
export function Page() {
  const { t } = useTranslation('checkout')
  useTitle(t('title'))

  return (
    <div className="page grid min-h-dvh content-start gap-6 py-6 md:py-10">
      <h1 className="text-xl">{t('title')}</h1>
      <CheckoutContent />
    </div>
  )
}
