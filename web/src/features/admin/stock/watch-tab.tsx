import { stockThreshold } from '@chaveiro/contracts/product-limits'
import { Bell, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { number } from '../../../i18n/format.ts'
import { numberIn, wholeForm } from '../../../i18n/typed-number.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FieldMessage, fieldMessageId } from '../../../ui/field.tsx'
import { join } from '../../../ui/join.ts'
import { DataTable, type Column } from '../components/data-table.tsx'
import { denseClass } from '../components/filters.tsx'
import { useNumberRefusal } from '../components/number-field.tsx'
import { RowLink } from '../components/row-link.tsx'
import { useChange } from '../components/use-change.ts'
import type { FirstTab } from '../components/views/views.tsx'
import type { StockProduct } from '../shared/rows.ts'

/** How long the free keys last at the sales rate of the last 30 days. */
function DaysLeft({ product: { daysLeft } }: { product: StockProduct }) {
  const { t } = useTranslation('admin')
  if (daysLeft === null) return <span className="text-muted">{t('adminStock.noSales')}</span>
  if (daysLeft < 1) return t('adminStock.lessThanDay')

  return t('adminStock.days', { count: Math.floor(daysLeft) })
}

/** Warning threshold of a product. A changed and valid whole number is saved on blur. */
function Threshold({ product }: { product: StockProduct }) {
  const { t } = useTranslation('admin')
  const elementId = useId()
  const stockChange = useChange(adminApi.stock.products)
  const refuseNumber = useNumberRefusal()
  const [typed, setTyped] = useState(String(product.threshold))
  const [error, setError] = useState<string | null>(null)

  async function saveThreshold(): Promise<void> {
    const isInvalid = typed.trim()
      ? refuseNumber(typed, wholeForm, { max: stockThreshold.max })
      : t('kit.required')
    setError(isInvalid)
    const threshold = numberIn(typed, wholeForm)
    if (isInvalid || threshold === null || threshold === product.threshold) return

    const succeeded = await stockChange.run(
      () => call(adminApi.stock.threshold, { params: { id: product.id }, body: { threshold } }),
      {
        failed: t('adminStock.errorThreshold'),
        done: t('adminStock.thresholdSaved', { name: product.name }),
      },
    )

    setTyped(String(succeeded ? threshold : product.threshold))
  }

  return (
    <>
      <input
        className={join(denseClass, 'w-20 text-right font-mono max-md:w-14')}
        inputMode="numeric"
        autoComplete="off"
        disabled={stockChange.busy}
        aria-label={t('adminStock.thresholdOf', { name: product.name })}
        aria-invalid={error ? true : undefined}
        aria-describedby={fieldMessageId(elementId, { error })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void saveThreshold()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />

      <FieldMessage id={elementId} error={error} />
    </>
  )
}

/** Order of urgency: low ones first, then those that are in stock for fewer days. */
function compareUrgency(one: StockProduct, other: StockProduct): number {
  const isLow = one.lowSince !== null
  if (isLow !== (other.lowSince !== null)) return isLow ? -1 : 1

  const [days, otherDays] = [one.daysLeft ?? Infinity, other.daysLeft ?? Infinity]

  return days === otherDays ? 0 : days - otherDays
}

function useColumns(): Column<StockProduct>[] {
  const { t } = useTranslation('admin')
  return [
    {
      key: 'product',
      head: t('adminStock.product'),
      lead: true,
      ownLink: true,
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
          <RowLink>{row.name}</RowLink>
          {row.lowSince && <Badge tone="wait">{t('adminStock.low')}</Badge>}
        </span>
      ),
    },
    {
      key: 'left',
      head: t('adminStock.left'),
      end: true,
      cell: (row) => number(row.available),
    },
    {
      key: 'daysLeft',
      head: t('adminStock.daysLeft'),
      end: true,
      cell: (row) => <DaysLeft product={row} />,
    },
    {
      key: 'awaited',
      head: t('adminStock.awaited'),
      end: true,
      cell: (row) => number(row.awaited),
    },
    {
      key: 'threshold',
      head: t('adminStock.threshold'),
      end: true,
      cell: (row) => <Threshold product={row} />,
    },
  ]
}

/**
 * For every product: the remaining keys, how many days they last, how many buyers wait for a restock
 * mail, and the warning threshold; the most urgent first.
 */
function WatchTable({
  products,
  onAdd,
}: {
  products: readonly StockProduct[]
  onAdd(target: { productId: string; variantId: string }): void
}) {
  const { t } = useTranslation('admin')
  return (
    <>
      <p className="text-sm text-muted">{t('adminStock.watchText')}</p>

      <DataTable
        caption={t('adminStock.watch')}
        columns={useColumns()}
        rows={products.toSorted(compareUrgency)}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        item={(row) => ({
          title: row.name,
          line: (
            <>
              {t('adminOptions.free', { count: row.available })} · <DaysLeft product={row} />
              {row.awaited > 0 && ` · ${t('adminStock.awaited')}: ${number(row.awaited)}`}
            </>
          ),
          end: row.lowSince && <Badge tone="wait">{t('adminStock.low')}</Badge>,
          state: (
            <span
              className="flex items-center gap-1.5 text-muted"
              title={t('adminStock.threshold')}
            >
              <Bell size={14} aria-hidden />
              <Threshold product={row} />
            </span>
          ),
        })}
        opens={({ id, productId }) => ({
          search: String(new URLSearchParams({ productId, variantId: id })),
        })}
        actions={({ id, productId }) => [
          {
            label: t('adminStock.add'),
            icon: <Plus aria-hidden />,
            run: () => onAdd({ productId, variantId: id }),
          },
        ]}
      />
    </>
  )
}

/** Value of the address parameter `tab` that shows the stock alerts instead of the keys. */
const watchTab = 'watch'

/** The stock alerts as a tab before the views of the keys; none without products that have keys. */
export function useWatchTab(
  products: readonly StockProduct[],
  onAdd: (option: { productId: string; variantId: string }) => void,
): FirstTab | undefined {
  const { t } = useTranslation('admin')
  const [{ tab }] = useUrlState({ tab: '' })
  if (products.length === 0) return undefined

  return {
    label: t('adminStock.watch'),
    to: { search: `tab=${watchTab}` },
    chosen: tab === watchTab,
    content: <WatchTable products={products} onAdd={onAdd} />,
  }
}
