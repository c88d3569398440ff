import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { money } from '../i18n/format.ts'
import { isShopPage, paths } from '../routing/paths.ts'
import { showCart, useCart } from '../state/cart.ts'
import { useSession } from '../state/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { join } from '../ui/join.ts'

/**
 * The cart at the foot of the shop's pages. For visitors it opens the drawer, because the navbar's
 * button is for customers (Q52). Customers see it only on a phone, where it leads to the checkout
 * (P240). On a product page on a phone the buy bar takes its place.
 */
export function CartBar() {
  const { t } = useTranslation()
  const { loggedIn } = useSession()
  const { pathname } = useLocation()
  const { units, total, currency } = useCart()
  const isVisible = isShopPage(pathname) || (loggedIn && pathname === paths.dashboard)
  if (units === 0 || !isVisible) return null

  return (
    <section
      aria-label={t('cart.title')}
      className={join(
        'sticky bottom-0 z-30 order-last border-t border-line bg-high',
        'max-md:in-[:has([data-buy-bar])]:hidden max-lg:in-[:has([data-pay-bar])]:hidden',
        loggedIn && 'md:hidden',
      )}
    >
      <div className="page flex items-center justify-between gap-4 py-2">
        <p className="min-w-0 font-medium">
          {t('cart.summary', { count: units, total: money(total, currency) })}
        </p>

        {loggedIn ? (
          <Link to={paths.checkout} className={buttonClass('primary')}>
            {t('cart.checkout')}
          </Link>
        ) : (
          <Button look="primary" onClick={() => showCart(true)}>
            {t('cart.view')}
          </Button>
        )}
      </div>
    </section>
  )
}
