import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { money } from '../i18n/format.ts'
import { isShopPage } from '../routing/paths.ts'
import { showCart, useCart } from '../state/cart.ts'
import { useSession } from '../state/session.ts'
import { Button } from '../ui/button.tsx'

/**
 * A visitor's cart at the foot of the shop's pages, since the navbar's button is for customers
 * (Q52). On a phone the bar that sells one product has its place, with a way to the cart.
 */
export function CartBar() {
  const { t } = useTranslation()
  const { loggedIn } = useSession()
  const { pathname } = useLocation()
  const { units, total, currency } = useCart()
  if (loggedIn || units === 0 || !isShopPage(pathname)) return null
  return (
    <section
      aria-label={t('cart.title')}
      className="sticky bottom-0 z-30 order-last border-t border-line bg-high max-md:in-[:has([data-buy-bar])]:hidden"
    >
      <div className="page flex items-center justify-between gap-4 py-2">
        <p className="min-w-0 font-medium">
          {t('cart.summary', { count: units, total: money(total, currency) })}
        </p>
        <Button look="primary" onClick={() => showCart(true)}>
          {t('cart.view')}
        </Button>
      </div>
    </section>
  )
}
