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
  products: ProductsQuery
  errorText: string
  emptyText: string
}

function ProductGrid({ products, errorText, emptyText }: Omit<ProductsLayoutProps, 'title'>) {
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
        count={6}
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
          heading="h2"
          eager={index < 3}
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
export function ProductsLayout({ title, ...grid }: ProductsLayoutProps) {
  const { t } = useTranslation('store')
  const { units } = useCart()
  const productCount = grid.products.data?.length ?? 0

  return (
    <div className="page grid gap-8 py-10">
      <header className="grid gap-3">
        <Link
          to={paths.products}
          className="inline-flex min-h-9 items-center gap-2 justify-self-start text-sm text-muted hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          {t('category.back')}
        </Link>

        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="grid gap-1">
            <h1 className="text-xl font-bold tracking-tight first-letter:uppercase">{title}</h1>

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

      <ProductGrid {...grid} />
    </div>
  )
}
