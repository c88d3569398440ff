import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { useCart, type Cart } from '../../../state/cart.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { Blank } from '../shared/blank.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { OpenPaymentCard } from './open-payment.tsx'
import { useLivePayment } from './use-live-payment.ts'

const hasLines = (cart: Cart): boolean => !cart.failed && !cart.loading && cart.items.length > 0

/**
 * The cart to pay, or what stands in its place; a payment that is open shows whatever became of its
 * cart.
 */
function Content() {
  const { t } = useTranslation(['checkout', 'common'])
  const cart = useCart()
  const payment = useLivePayment()
  if (payment.ready && hasLines(cart)) return <CheckoutForm cart={cart} payment={payment} />
  const failed = payment.failure?.paymentId
  if (failed)
    return (
      <Navigate
        replace
        to={paths.failed({ payment_id: failed, reason: payment.failure?.text ?? '' })}
      />
    )
  if (payment.open) return <OpenPaymentCard payment={payment} />
  if (cart.failed)
    return (
      <ErrorState
        text={t('common:cart.errorLoad')}
        retry={t('common:action.retry')}
        onRetry={cart.retry}
      />
    )
  if (cart.loading || !payment.ready)
    return (
      <Skeletons
        count={2}
        label={t('common:state.loading')}
        className="grid gap-6 md:grid-cols-2"
        each="h-80 rounded-lg"
      />
    )
  return (
    <Blank
      title={t('empty')}
      action={
        <Link to={paths.products} className={buttonClass('primary')}>
          {t('toProducts')}
        </Link>
      }
    />
  )
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
