import { ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { addToCart } from '../../../state/cart.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import {
  forCart,
  Price,
  RestockSlot,
  StockBadge,
  type ShopProduct,
} from '../shared/product-card.tsx'
import { useBuyNow } from './buy-now.ts'

/** What is said of a product that is not on sale: no price, and a way on (L048). */
function Unavailable({ category }: { category: string }) {
  const { t } = useTranslation('store')
  return (
    <div className="grid justify-items-start gap-4">
      <Badge tone="bad">{t('product.unavailable')}</Badge>
      <p>{t('page.unavailableText')}</p>
      <Link to={paths.category(category)} className={buttonClass('plain')}>
        {t('page.others')}
      </Link>
    </div>
  )
}

/**
 * What a product costs, what is left of it, and the two ways to buy it; one that is sold out can be
 * asked for. The first way is at the foot of a phone instead (BuyBar).
 */
export function Offer({
  product,
  isAvailable,
  options,
}: {
  product: ShopProduct
  isAvailable: boolean
  options: ReactNode
}) {
  const { t } = useTranslation('store')
  const buyNow = useBuyNow(product)
  if (!isAvailable) return <Unavailable category={product.category.name} />

  return (
    <div className="grid gap-4">
      {options}

      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex flex-wrap items-baseline gap-x-3 text-xl font-bold tracking-tight text-warm">
          <Price {...product} />
        </span>
        <StockBadge stock={product.stock} />
      </div>

      {product.stock === 'out' ? (
        <RestockSlot product={product} />
      ) : (
        <div className="grid gap-2">
          <Button look="primary" size="lg" className="max-md:hidden" onClick={buyNow}>
            {t('page.buy')}
          </Button>

          <Button
            size="lg"
            icon={<ShoppingBag size={17} aria-hidden />}
            onClick={() => addToCart(forCart(product))}
          >
            {t('product.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
