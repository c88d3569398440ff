import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { addToCart } from '../../../state/cart.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import {
  toCartProduct,
  ProductPrice,
  RestockSlot,
  StockBadge,
  type ShopProduct,
} from '../shared/product-card.tsx'
import { useBuyNow } from './buy-now.ts'

/** For a product off sale: no price, and a link to others (L048). */
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

/** The button to buy now, and below it a text button that adds to the cart. */
function BuyActs({ product }: { product: ShopProduct }) {
  const { t } = useTranslation('store')
  const buyNow = useBuyNow(product)
  if (product.stock === 'out') return <RestockSlot product={product} />

  return (
    <div className="grid justify-items-start gap-2">
      <Button look="primary" size="lg" className="min-h-13 w-full max-md:hidden" onClick={buyNow}>
        {t('page.buy')}
      </Button>

      <button
        type="button"
        className="min-h-11 text-sm font-medium link"
        onClick={() => addToCart(toCartProduct(product))}
      >
        {t('product.add')}
      </button>
    </div>
  )
}

/**
 * Price, stock and two ways to buy; a sold-out product offers a notification. On a phone BuyBar has
 * the first button.
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
  if (!isAvailable) return <Unavailable category={product.category.name} />

  return (
    <div className="grid gap-5">
      {options}

      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex flex-wrap items-baseline gap-x-3 price text-[2.5rem] leading-none">
          <ProductPrice {...product} />
        </span>
        <StockBadge stock={product.stock} />
      </div>

      <BuyActs product={product} />
    </div>
  )
}
