import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCart } from '../../../lib/cart.ts'
import { paths } from '../../../lib/paths.ts'
import { useTitle } from '../../../lib/title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'
import { CheckoutForm } from './checkout-form.tsx'

/** The checkout: what you buy, how you pay, what it costs. */
export function Page() {
  const { t } = useTranslation(['checkout', 'common'])
  const cart = useCart()
  useTitle(t('title'))
  return (
    <div className="page grid gap-6 py-10">
      <h1 className="text-xl font-bold tracking-tight">{t('title')}</h1>
      {cart.failed ? (
        <ErrorState
          text={t('common:cart.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={cart.retry}
        />
      ) : cart.loading ? (
        <Skeletons
          count={2}
          label={t('common:state.loading')}
          className="grid gap-6 md:grid-cols-2"
          each="h-80 rounded-lg"
        />
      ) : cart.items.length === 0 ? (
        <EmptyState
          icon={<ShoppingBag />}
          title={t('empty')}
          action={
            <Link to={paths.products} className={buttonClass('primary')}>
              {t('toProducts')}
            </Link>
          }
        />
      ) : (
        <CheckoutForm cart={cart} />
      )}
    </div>
  )
}
