import type { Api } from '@chaveiro/contracts'
import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Reply } from '../../../api/http.ts'
import { money, number } from '../../../i18n/format.ts'
import { useLate } from '../../../routing/late.ts'
import { paths } from '../../../routing/paths.ts'
import { addToCart } from '../../../state/cart.ts'
import type { CartProduct } from '../../../state/local-cart.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'

/** A product, in the chosen variant if any. */
export type ShopProduct = Reply<Api['catalogue']['byCategory']>[number] & {
  variant?: { id: string; name: string }
}

/** A product as the cart stores it. */
export const toCartProduct = ({
  _id: id,
  slug,
  variant,
  name,
  image,
  price,
  currency,
  category: { color },
  provider,
  maxPerOrder,
}: ShopProduct): CartProduct => ({
  id: variant?.id ?? id,
  ...(variant && { productId: id, variantName: variant.name }),
  slug,
  name,
  image,
  price,
  currency,
  color,
  delivery: provider === 'manual' ? 'by_staff' : 'at_once',
  maxPerOrder,
})

/** Price of a product, and the former price. */
export function ProductPrice({ price, currency, compareAtPrice }: ShopProduct) {
  const { t } = useTranslation('store')
  return (
    <>
      {compareAtPrice !== null && (
        <s className="text-sm font-normal text-muted">
          <span className="sr-only">{t('product.before')} </span>
          {money(compareAtPrice, currency)}
        </s>
      )}

      <span>{money(price, currency)}</span>
    </>
  )
}

const stockDots = { in: 'bg-good', low: 'bg-wait', out: 'bg-bad' }

/** Stock in words beside a dot. */
export function StockBadge({ stock }: { stock: ShopProduct['stock'] }) {
  const { t } = useTranslation('store')
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-muted">
      <span aria-hidden className={`size-1.5 rounded-full ${stockDots[stock]}`} />
      {t(`product.${stock}`)}
    </span>
  )
}

/**
 * For sold-out products: notify when back. The code loads after the page; its place is reserved.
 */
export function RestockSlot({ product: { _id: id, name, variant } }: { product: ShopProduct }) {
  const LoadedRestock = useLate(true, () =>
    import('./restock-button.tsx').then((module) => module.RestockButton),
  )

  if (LoadedRestock) return <LoadedRestock productId={id} variantId={variant?.id} name={name} />

  return <span className="col-span-2 min-h-11" />
}

/** The name's link covers the whole card except its buttons. */
const wholeCard = 'hover:underline after:absolute after:inset-0 after:rounded-lg'

/** The card's button: choose a variant, or add to the cart. */
function CardAction({ product }: { product: ShopProduct }) {
  const { t } = useTranslation('store')
  const { name } = product

  if (product.variantCount > 1)
    return (
      <Link
        to={paths.product(product.slug)}
        className={buttonClass('plain', 'md', 'relative max-sm:col-span-2')}
        aria-label={t('product.chooseNamed', { name })}
      >
        {t('product.choose')}
      </Link>
    )

  if (product.stock === 'out') return <RestockSlot product={product} />

  return (
    <Button
      className="relative max-sm:col-span-2"
      icon={<ShoppingBag size={17} aria-hidden />}
      aria-label={t('product.addNamed', { name })}
      onClick={() => addToCart(toCartProduct(product))}
    >
      {t('product.add')}
    </Button>
  )
}

/**
 * A product: picture, name, summary, price, stock and one secondary button. A row on a phone; on a
 * desktop prices of neighbours align, because what follows them has the same height in every state
 * (P124).
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
  const { name, image, currency, stock, rating } = product
  const isChoice = product.variantCount > 1

  return (
    <article className={cardClass}>
      <ProductImage
        src={image}
        color={product.category.color}
        eager={eager}
        first={first}
        phoneCrop="motif"
        className="max-sm:row-span-2 max-sm:aspect-square"
      />

      <div className="min-w-0 space-y-1 wrap-anywhere sm:flex-1 sm:px-1">
        <div className="flex items-baseline justify-between gap-2">
          <Heading className="leading-snug font-semibold">
            <Link to={paths.product(product.slug)} className={wholeCard}>
              {name}
            </Link>
          </Heading>

          {rating && (
            <span
              role="img"
              aria-label={t('page.rating', {
                average: number(rating.average),
                count: rating.count,
              })}
              className="text-sm whitespace-nowrap"
            >
              ★ {number(rating.average)} ({number(rating.count)})
            </span>
          )}
        </div>

        <p className="line-clamp-2 text-sm text-muted">{product.description}</p>
      </div>

      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-2 sm:px-1">
        <span
          data-price
          className="flex flex-wrap items-baseline gap-x-2 text-lg font-bold text-warm"
        >
          {isChoice ? (
            t('product.from', { price: money(product.priceFrom, currency) })
          ) : (
            <ProductPrice {...product} />
          )}
        </span>

        <StockBadge stock={stock} />
      </div>

      <CardAction product={product} />
    </article>
  )
}

const cardClass =
  'relative grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-lg bg-surface p-3 ' +
  'sm:flex sm:flex-col sm:gap-3'

export const cardGrid =
  'grid gap-3 sm:gap-4 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))]'

/** Classes of a loading card. */
export const cardPlace = 'h-44 rounded-lg sm:h-[25rem]'

/** Grid for a number of cards: three columns if four would leave a row half empty. */
export function gridClassFor(count: number): string {
  if (count % 4 && count % 3 === 0) return 'grid gap-3 sm:gap-4 sm:grid-cols-2 lg:grid-cols-3'

  return cardGrid
}
