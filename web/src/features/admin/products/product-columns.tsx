import { productStatuses } from '@chaveiro/contracts/states'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money } from '../../../i18n/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import type { Undo } from '../../../ui/toast.tsx'
import type { Column } from '../components/data-table.tsx'
import { RowLink } from '../components/row-link.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { useChange } from '../components/use-change.ts'
import type { ListedProduct, Product } from '../shared/rows.ts'
import { hasSeveral } from './product-fields.ts'
import { KeysCell, useProductFigures } from './product-figures.tsx'

const statusTones: Record<Product['status'], Tone> = {
  active: 'good',
  inactive: 'muted',
  maintenance: 'wait',
  discontinued: 'bad',
}

function ProductName({ product, onOptions }: { product: Product; onOptions(): void }) {
  const { t } = useTranslation('admin')
  return (
    <span className="flex items-center gap-3">
      <span className="w-12 shrink-0">
        <ProductImage src={product.image} color={product.category.color} />
      </span>

      <span
        className={join(
          'grid min-w-0 justify-items-start md:-my-0.5 xl:min-w-44',
          // The number of options is the second line of the row.
          hasSeveral(product) && 'md:max-w-64 md:[&>a]:truncate',
        )}
        title={product.name}
      >
        <RowLink>{product.name}</RowLink>

        {hasSeveral(product) && (
          <button
            type="button"
            className="min-h-6 text-xs font-normal text-muted underline hover:text-ink"
            onClick={onOptions}
          >
            {t('adminOptions.count', { count: product.variantCount })}
          </button>
        )}
      </span>

      {product.isFeatured && (
        <Star
          size={14}
          role="img"
          aria-label={t('adminProducts.featured')}
          className="shrink-0 fill-current star-ink"
        />
      )}
    </span>
  )
}

function PriceCell({ product }: { product: ListedProduct }) {
  const { t } = useTranslation('admin')
  if (hasSeveral(product))
    return t('adminOptions.from', { price: money(product.priceFrom, product.currency) })

  return <span className="whitespace-nowrap">{money(product.price, product.currency)}</span>
}

/** Columns of the product list; several options show their number and lowest price. */
export function useColumns(onOptions: (row: ListedProduct) => void): Column<ListedProduct>[] {
  const { t } = useTranslation('admin')
  const productChange = useChange(adminApi.products.list)
  const productFigures = useProductFigures()
  const statusOptions = productStatuses.map(
    (status) => [status, t(`adminProducts.status.${status}`)] as const,
  )

  /** A choice in a row applies at once, so its toast offers an undo (F141). */
  const setStatus = (row: Product, status: Product['status'], undo?: Undo) =>
    productChange.run(
      () => call(adminApi.products.update, { params: { id: row.id }, body: { status } }),
      {
        failed: t('adminProducts.errorUpdate'),
        done: t('adminProducts.updated', { name: row.name }),
        undo,
      },
    )

  return [
    {
      key: 'name',
      head: t('adminProducts.name'),
      lead: true,
      ownLink: true,
      sort: ['name', '-name'],
      cell: (row) => <ProductName product={row} onOptions={() => onOptions(row)} />,
    },
    {
      key: 'price',
      head: t('adminProducts.price'),
      end: true,
      sort: ['price', '-price'],
      cell: (row) => <PriceCell product={row} />,
    },
    {
      key: 'keys',
      head: t('adminProducts.freeKeysHead'),
      end: true,
      cell: (row) => <KeysCell product={row} />,
    },
    {
      key: 'sold',
      head: t('adminProducts.soldHead'),
      end: true,
      cell: (row) => productFigures.sold(row),
    },
    {
      key: 'provider',
      head: t('adminProducts.provider'),
      wide: '1536px',
      cell: (row) => <Badge>{t(`adminProducts.provider.${row.provider}`)}</Badge>,
    },
    {
      key: 'category',
      head: t('adminProducts.category'),
      wide: true,
      cell: (row) => row.category.name,
    },
    {
      key: 'status',
      head: t('adminProducts.statusHead'),

      cell: (row) => (
        <StatusMenu
          label={t('adminProducts.statusOf', { name: row.name })}
          value={row.status}
          options={statusOptions}
          tones={statusTones}
          disabled={productChange.busy}
          onChange={(status) => {
            void setStatus(row, status, {
              label: t('kit.undo'),
              run: () => setStatus({ ...row, status }, row.status),
            })
          }}
        />
      ),
    },
  ]
}
