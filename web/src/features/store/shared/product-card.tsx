import type { Api } from '@chaveiro/contracts'
import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../api/http.ts'
import { money } from '../../../i18n/format.ts'
import { addToCart } from '../../../state/cart.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { RestockButton } from './restock-button.tsx'

export type ShopProduct = Reply<Api['catalogue']['byCategory']>[number]

function StockBadge({ stock }: { stock: ShopProduct['stock'] }) {
  const { t } = useTranslation('store')
  if (stock === 'out') return <Badge tone="bad">{t('product.out')}</Badge>
  if (stock === 'low') return <Badge tone="wait">{t('product.low')}</Badge>
  return <Badge tone="good">{t('product.in')}</Badge>
}

/**
 * One product to buy: picture, name, what it is, price in its own currency, what is left, and the
 * one button.
 */
export function ProductCard({
  product,
  eager,
  first,
  heading: Heading = 'h3',
}: {
  product: ShopProduct
  eager?: boolean
  first?: boolean
  heading?: 'h2' | 'h3'
}) {
  const { t } = useTranslation('store')
  const { _id: id, name, image, price, currency, maxPerOrder } = product
  const gone = product.stock === 'out'
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-3">
      <ProductImage src={image} color={product.category.color} eager={eager} first={first} />
      <div className="flex flex-1 flex-col gap-2 px-1">
        <Heading className="text-base leading-snug font-semibold">{name}</Heading>
        <p className="line-clamp-2 text-sm text-muted">{product.description}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
          <span className="text-lg font-bold text-warm">{money(price, currency)}</span>
          <StockBadge stock={product.stock} />
        </div>
      </div>
      <Button
        look={gone ? 'plain' : 'primary'}
        disabled={gone}
        icon={gone ? null : <ShoppingBag size={17} aria-hidden />}
        aria-label={
          gone ? t('product.unavailableNamed', { name }) : t('product.addNamed', { name })
        }
        onClick={() =>
          addToCart({
            id,
            name,
            image,
            price,
            currency,
            color: product.category.color,
            maxPerOrder,
          })
        }
      >
        {gone ? t('product.unavailable') : t('product.add')}
      </Button>
      {gone ? <RestockButton productId={id} name={name} /> : null}
    </article>
  )
}

export const cardGrid = 'grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))]'

/**
 * The grid for a known, small number of cards: three columns where four would leave a row half
 * empty.
 */
export function gridFor(count: number): string {
  return count % 4 && count % 3 === 0 ? 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3' : cardGrid
}
