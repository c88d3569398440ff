import type { Api } from '@chaveiro/contracts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Reply } from '../../../api/http.ts'
import { money, number } from '../../../i18n/format.ts'
import { useLate } from '../../../routing/late.ts'
import { paths } from '../../../routing/paths.ts'
import { addToCart } from '../../../state/cart.ts'
import type { CartProduct } from '../../../state/local-cart.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { ListedPrice } from '../../shared/listed-price.tsx'
import { ProductTerm } from '../../shared/product-term.tsx'

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
        <s className="font-sans text-sm font-normal text-muted">
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
 * The button that requests a mail when a sold-out product is back. The button's code loads after
 * the page, so its space is reserved. `square` is for the button on a card.
 */
export function RestockSlot({
  product: { _id: id, name, variant },
  square = false,
}: {
  product: ShopProduct
  square?: boolean
}) {
  const LoadedRestock = useLate(true, () =>
    import('./restock-button.tsx').then((module) => module.RestockButton),
  )

  if (LoadedRestock)
    return (
      <LoadedRestock
        productId={id}
        variantId={variant?.id}
        name={name}
        squareClass={square ? cardActionClass : undefined}
      />
    )

  return square ? null : <span className="min-h-13" />
}

/** The name's link covers the whole card except its button. */
const wholeCard = 'hover:underline after:absolute after:inset-0'

/**
 * A square button on the poster, in the accent and its text colour, so that it is visible on any
 * picture. With a mouse it appears on hover or focus; on touch screens it is always visible.
 */
const cardActionClass =
  'absolute top-1 right-1 inline-grid size-11 place-items-center rounded-lg bg-on-accent ' +
  'bg-clip-content p-1 text-accent transition-opacity focus-visible:opacity-100 group-hover:opacity-100 ' +
  'pointer-fine:opacity-0 aria-pressed:opacity-100'

/** The card's button: choose a variant, add to the cart, or ask for a sold-out product. */
function CardAction({ product }: { product: ShopProduct }) {
  const { t } = useTranslation('store')
  const { name } = product

  if (product.variantCount > 1)
    return (
      <Link
        to={paths.product(product.slug)}
        className={cardActionClass}
        aria-label={t('product.chooseNamed', { name })}
      >
        <Glyph name="choices" size={20} />
      </Link>
    )

  if (product.stock === 'out') return <RestockSlot square product={product} />

  return (
    <button
      type="button"
      className={cardActionClass}
      aria-label={t('product.addNamed', { name })}
      onClick={() => addToCart(toCartProduct(product))}
    >
      <Glyph name="plus" size={22} />
    </button>
  )
}

/** The note beside the price: a low or empty stock, otherwise how long the licence is valid. */
function CardNote({ product }: { product: ShopProduct }) {
  if (product.stock !== 'in') return <StockBadge stock={product.stock} />

  return <ProductTerm product={product} />
}

/** The average rating of a product, and the number of reviews. */
function CardRating({ rating }: Pick<ShopProduct, 'rating'>) {
  const { t } = useTranslation('store')
  if (!rating) return null

  const average = number(rating.average)
  const countText = number(rating.count)

  return (
    <span
      role="img"
      aria-label={t('page.rating', { average, count: rating.count })}
      className="text-xs whitespace-nowrap text-muted"
    >
      ★ {average} ({countText})
    </span>
  )
}

/**
 * A product: poster with its cut, name, price, and one button on the poster (P124). The parts of a
 * card are rows of the grid, so that the prices of neighbouring cards are aligned.
 */
export function ProductCard({
  product,
  eager,
  first,
  described = false,
  heading: Heading = 'h3',
}: {
  product: ShopProduct
  eager?: boolean
  first?: boolean
  /** Whether its description is shown (S071). */
  described?: boolean
  heading?: 'h2' | 'h3'
}) {
  const { _id: id, name, image } = product

  return (
    <article className="group relative row-span-3 grid min-w-0 grid-rows-subgrid content-start pb-8">
      <ProductImage
        src={image}
        color={product.category.color}
        eager={eager}
        first={first}
        crop="motif"
        cut={id}
      />

      <div className="grid min-w-0 content-start gap-x-2 pt-3 wrap-anywhere">
        <div className="flex items-baseline justify-between gap-x-2 max-sm:flex-wrap">
          <Heading className="text-base leading-snug font-medium">
            <Link to={paths.product(product.slug)} className={wholeCard}>
              {name}
            </Link>
          </Heading>
          <CardRating rating={product.rating} />
        </div>

        {described && <p className="line-clamp-2 text-sm text-muted">{product.description}</p>}
      </div>

      <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-2 self-start pt-0.5">
        <span data-price className="flex flex-wrap items-baseline gap-x-2 price text-lg">
          {product.variantCount > 1 ? (
            <ListedPrice product={product} />
          ) : (
            <ProductPrice {...product} />
          )}
        </span>

        <CardNote product={product} />
      </div>

      <CardAction product={product} />
    </article>
  )
}

export const cardGrid =
  'grid grid-cols-2 gap-x-4 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4 xl:grid-cols-5'

/** Classes of a loading card. */
export const cardPlace = 'mb-8 aspect-3/4 rounded-poster'
