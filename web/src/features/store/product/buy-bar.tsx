import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { showCart, useCart } from '../../../state/cart.ts'
import { useSession } from '../../../state/session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { ShopProduct } from '../shared/product-card.tsx'
import { useBuyNow } from './buy-now.ts'

/** Opens a visitor's cart, because the buy bar replaces the cart's own bar. */
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
        className="absolute top-0 right-0 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-on-accent"
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
      className="sticky bottom-0 z-20 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <div className="page flex min-h-16 items-center justify-between gap-3 py-1.5">
        <span className="min-w-0 price text-[1.5rem] leading-7">
          {money(product.price, product.currency)}
        </span>

        <span className="flex items-center gap-1">
          <CartLink />
          <Button look="primary" size="lg" className="min-h-13" onClick={buyNow}>
            {t('page.buy')}
          </Button>
        </span>
      </div>
    </div>
  )
}
