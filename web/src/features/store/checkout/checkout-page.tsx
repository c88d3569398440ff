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

const hasLines = (cart: Cart): boolean => !cart.failed && !cart.loading && cart.items.length > 0

function Waiting() {
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
 * The cart to pay, or what stands in its place; a payment that is open shows whatever became of its
 * cart.
 */
function Content() {
  const { t } = useTranslation(['checkout', 'common'])
  const cart = useCart()
  const payment = useLivePayment()
  const kept = useKeptCpf()

  if (hasLines(cart))
    return payment.ready && kept.ready ? (
      <CheckoutForm cart={cart} payment={payment} kept={kept} />
    ) : (
      <Waiting />
    )

  const failed = payment.failure?.paymentId

  if (failed)
    return (
      <Navigate
        replace
        to={paths.failed({ payment_id: failed, reason: payment.failure?.text ?? '' })}
      />
    )

  // What is open is drawn once: beside its order, or alone when it is known that there is none.
  if (cart.loading) return <Waiting />
  if (payment.open) return <OpenPaymentCard payment={payment} />

  if (cart.failed)
    return (
      <ErrorState
        text={t('common:cart.errorLoad')}
        retry={t('common:action.retry')}
        onRetry={cart.retry}
      />
    )

  if (!payment.ready) return <Waiting />

  return <NothingToPay />
}

/** The checkout: what you buy, how you pay, what it costs. */
export function Page() {
  const { t } = useTranslation('checkout')
  useTitle(t('title'))

  return (
    <div className="page grid gap-6 py-6 md:py-10">
      <h1 className="text-xl font-bold tracking-tight">{t('title')}</h1>
      <Content />
    </div>
  )
}
