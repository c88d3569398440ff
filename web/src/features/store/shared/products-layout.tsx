import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useCart } from '../../../state/cart.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { EmptyShelf } from './empty-shelf.tsx'
import { cardGrid, cardPlace, ProductCard, type ShopProduct } from './product-card.tsx'

type ProductsQuery = {
  data: readonly ShopProduct[] | undefined
  isError: boolean
  refetch(): unknown
}
type ProductsLayoutProps = {
  title: ReactNode
  /** The row between the title and the products. */
  row: ReactNode
  products: ProductsQuery
  errorText: string
  emptyText: string
}

function ProductGrid({
  products,
  errorText,
  emptyText,
}: Omit<ProductsLayoutProps, 'title' | 'row'>) {
  const { t } = useTranslation(['store', 'common'])

  if (products.isError && !products.data)
    return (
      <ErrorState
        text={errorText}
        retry={t('common:action.retry')}
        onRetry={() => {
          void products.refetch()
        }}
      />
    )

  if (!products.data)
    return (
      <Skeletons
        count={5}
        label={t('common:state.loading')}
        className={cardGrid}
        each={cardPlace}
      />
    )

  if (products.data.length === 0)
    return (
      <EmptyShelf
        title={emptyText}
        text={t('category.emptyText')}
        action={
          <Link to={paths.products} className={buttonClass()}>
            {t('category.back')}
          </Link>
        }
      />
    )

  return (
    <div className={cardGrid}>
      {products.data.map((product, index) => (
        <ProductCard
          key={product._id}
          product={product}
          described
          heading="h2"
          eager={index < 5}
          first={index === 0}
        />
      ))}
    </div>
  )
}

/**
 * A grid of products with its loading, error and empty states, a back link and a link to pay
 * (Q103).
 */
export function ProductsLayout({ title, row, ...grid }: ProductsLayoutProps) {
  const { t } = useTranslation('store')
  const { units } = useCart()
  const productCount = grid.products.data?.length ?? 0

  return (
    <div className="page flex flex-col gap-8 pt-6 pb-10">
      <header className="grid gap-1">
        <Link
          to={paths.products}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm text-muted hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          {t('category.back')}
        </Link>

        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="grid gap-1">
            <h1 className="text-xl first-letter:uppercase">{title}</h1>

            {productCount > 0 && (
              <p className="text-sm text-muted">{t('category.count', { count: productCount })}</p>
            )}
          </div>

          {units > 0 && (
            <Link to={paths.checkout} className={buttonClass('plain')}>
              {t('category.checkout')}
            </Link>
          )}
        </div>
      </header>

      {row}
      <ProductGrid {...grid} />
    </div>
  )
}
