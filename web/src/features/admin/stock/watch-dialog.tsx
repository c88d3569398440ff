import { stockThreshold } from '@chaveiro/contracts/product-limits'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { number } from '../../../i18n/format.ts'
import { numberIn, wholeForm } from '../../../i18n/typed-number.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Input, FieldMessage, fieldMessageId } from '../../../ui/field.tsx'
import { Modal } from '../components/modal.tsx'
import { useNumberRefusal } from '../components/number-field.tsx'
import { useChange } from '../components/use-change.ts'
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
      <Input
        className="max-w-24 font-mono"
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

const productRow =
  'grid grid-cols-2 gap-x-4 gap-y-2 border-b border-line py-3 text-sm last:border-0 ' +
  'sm:grid-cols-[minmax(0,1fr)_5rem_9rem_5rem_auto] sm:items-center'

/**
 * For every product: the remaining keys, how many days they last, how many buyers wait for a restock
 * mail, and the warning threshold.
 */
export function WatchDialog({
  products,
  onClose,
}: {
  products: readonly StockProduct[]
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  return (
    <Modal title={t('adminStock.watch')} onClose={onClose} wide>
      <p className="mb-4 text-sm text-muted">{t('adminStock.watchText')}</p>

      <ul className="grid">
        {products.map((one) => (
          <li key={one.id} className={productRow}>
            <span className="flex items-center gap-2 font-medium wrap-anywhere max-sm:col-span-2">
              {one.name}
              {one.lowSince && <Badge tone="wait">{t('adminStock.low')}</Badge>}
            </span>
            <WatchFact label={t('adminStock.left')}>{number(one.available)}</WatchFact>
            <WatchFact label={t('adminStock.daysLeft')}>
              <DaysLeft product={one} />
            </WatchFact>
            <WatchFact label={t('adminStock.awaited')}>{number(one.awaited)}</WatchFact>
            <WatchFact label={t('adminStock.threshold')}>
              <Threshold product={one} />
            </WatchFact>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function WatchFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <span className="text-xs text-muted">{label}</span>
      <span className="tabular-nums">{children}</span>
    </div>
  )
}
