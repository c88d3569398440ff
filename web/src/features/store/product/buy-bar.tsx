import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { showCart, useCart } from '../../../state/cart.ts'
import { useSession } from '../../../state/session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { ShopProduct } from '../shared/product-card.tsx'
import { useBuyNow } from './buy-now.ts'

/** Link to a visitor's cart, whose own bar this one replaces. */
function CartLink() {
  const { t } = useTranslation('common')
  const { loggedIn } = useSession()
  const { units } = useCart()
  if (loggedIn || units === 0) return null

  return (
    <IconButton
      label={t('nav.cart', { count: units })}
      aria-haspopup="dialog"
      onClick={() => showCart(true)}
      className="relative"
    >
      <ShoppingBag size={21} aria-hidden />

      <span
        aria-hidden
        className="absolute top-0 right-0 min-w-5 rounded-full bg-ink px-1 text-center text-xs leading-5 font-bold text-ground"
      >
        {units}
      </span>
    </IconButton>
  )
}

/** Price and buy button, always visible on a phone. */
export function BuyBar({ product }: { product: ShopProduct }) {
  const { t } = useTranslation('store')
  const buyNow = useBuyNow(product)

  return (
    <div
      data-buy-bar
      className="sticky bottom-0 z-20 border-t border-line bg-high pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <div className="page flex items-center justify-between gap-3 py-2">
        <span className="min-w-0 text-lg font-bold text-warm">
          {money(product.price, product.currency)}
        </span>

        <span className="flex items-center gap-1">
          <CartLink />
          <Button look="primary" size="lg" onClick={buyNow}>
            {t('page.buy')}
          </Button>
        </span>
      </div>
    </div>
  )
}
