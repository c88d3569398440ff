import type { Api } from '@chaveiro/contracts'
import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Reply } from '../../../api/http.ts'
import { money } from '../../../i18n/format.ts'
import { useLate } from '../../../routing/late.ts'
import { paths } from '../../../routing/paths.ts'
import { addToCart } from '../../../state/cart.ts'
import type { CartProduct } from '../../../state/local-cart.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'

/** A product, in one of its variants where that was chosen. */
export type ShopProduct = Reply<Api['catalogue']['byCategory']>[number] & {
  variant?: { id: string; name: string }
}

/** A product as the cart holds it. */
export const forCart = ({
  _id: id,
  variant,
  name,
  image,
  price,
  currency,
  category: { color },
  maxPerOrder,
}: ShopProduct): CartProduct => ({
  id: variant?.id ?? id,
  ...(variant ? { productId: id, variantName: variant.name } : {}),
  name,
  image,
  price,
  currency,
  color,
  maxPerOrder,
})

/** What a product costs, and what it cost before. */
export function Price({ price, currency, compareAtPrice }: ShopProduct) {
  const { t } = useTranslation('store')
  return (
    <>
      {compareAtPrice === null ? null : (
        <s className="text-sm font-normal text-muted">
          <span className="sr-only">{t('product.before')} </span>
          {money(compareAtPrice, currency)}
        </s>
      )}
      <span>{money(price, currency)}</span>
    </>
  )
}

/** What is left of a product, in words. */
export function StockBadge({ stock }: { stock: ShopProduct['stock'] }) {
  const { t } = useTranslation('store')
  if (stock === 'out') return <Badge tone="bad">{t('product.out')}</Badge>
  if (stock === 'low') return <Badge tone="wait">{t('product.low')}</Badge>
  return <Badge tone="good">{t('product.in')}</Badge>
}

/**
 * For what is sold out: asking to hear when it is back. Its code comes after the page, since most
 * products are there; its place is kept.
 */
export function RestockSlot({ product: { _id: id, name, variant } }: { product: ShopProduct }) {
  const Restock = useLate(true, () =>
    import('./restock-button.tsx').then((module) => module.RestockButton),
  )
  return Restock ? (
    <Restock productId={id} variantId={variant?.id} name={name} />
  ) : (
    <span className="min-h-11" />
  )
}

/** The link of a name takes the presses of the card around it, but not those of its buttons. */
const wholeCard = 'hover:underline after:absolute after:inset-0 after:rounded-lg'

/** The one button of a card: into the cart, or to the choice where there is one. */
function CardAct({ product, quiet }: { product: ShopProduct; quiet?: boolean | undefined }) {
  const { t } = useTranslation('store')
  const { name } = product
  const gone = product.stock === 'out'
  const isChoice = product.variantCount > 1
  return (
    <>
      {isChoice ? (
        <Link
          to={paths.product(product.slug)}
          className={buttonClass(gone || quiet ? 'plain' : 'primary', 'md', 'relative')}
          aria-label={t('product.chooseNamed', { name })}
        >
          {t('product.choose')}
        </Link>
      ) : (
        <Button
          look={gone || quiet ? 'plain' : 'primary'}
          className="relative"
          disabled={gone}
          icon={gone ? null : <ShoppingBag size={17} aria-hidden />}
          aria-label={
            gone ? t('product.unavailableNamed', { name }) : t('product.addNamed', { name })
          }
          onClick={() => addToCart(forCart(product))}
        >
          {gone ? t('product.unavailable') : t('product.add')}
        </Button>
      )}
      {gone && !isChoice ? <RestockSlot product={product} /> : null}
    </>
  )
}

/**
 * One product to buy: picture, name, what it is, price in its own currency, what is left, and the
 * one button. Its picture and name lead to its page; on that of another product it keeps quiet.
 */
export function ProductCard({
  product,
  eager,
  first,
  heading: Heading = 'h3',
  quiet,
}: {
  product: ShopProduct
  quiet?: boolean
  eager?: boolean
  first?: boolean
  heading?: 'h2' | 'h3'
}) {
  const { t } = useTranslation('store')
  const { name, image, currency } = product
  const isChoice = product.variantCount > 1
  return (
    <article className="relative flex flex-col gap-4 rounded-lg border border-line bg-surface p-3">
      <ProductImage src={image} color={product.category.color} eager={eager} first={first} />
      <div className="flex flex-1 flex-col gap-2 px-1">
        <Heading className="text-base leading-snug font-semibold">
          <Link to={paths.product(product.slug)} className={wholeCard}>
            {name}
          </Link>
        </Heading>
        <p className="line-clamp-2 text-sm text-muted">{product.description}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
          <span className="flex flex-wrap items-baseline gap-x-2 text-lg font-bold text-warm">
            {isChoice ? (
              t('product.from', { price: money(product.priceFrom, currency) })
            ) : (
              <Price {...product} />
            )}
          </span>
          <StockBadge stock={product.stock} />
        </div>
      </div>
      <CardAct product={product} quiet={quiet} />
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
