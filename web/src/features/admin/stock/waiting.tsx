import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { StockProduct } from '../shared/rows.ts'

/**
 * Paid units that wait for keys, as a hint what to add. New keys go to the oldest unit first
 * (Q38).
 */
export function WaitingProducts({
  products,
  onServe,
}: {
  products: readonly StockProduct[]
  onServe(target: { productId: string; variantId: string }): void
}) {
  const { t } = useTranslation('admin')
  const productsWaiting = products.filter((one) => one.waiting > 0)
  if (productsWaiting.length === 0) return null

  return (
    <Notice tone="wait" className="grid gap-2">
      <p className="text-ink">{t('adminStock.waitingText')}</p>

      <ul className="flex flex-wrap gap-2">
        {productsWaiting.map(({ id, productId, name, waiting: count }) => (
          <li key={id}>
            <Button size="sm" onClick={() => onServe({ productId, variantId: id })}>
              {t('adminStock.waiting', { name, count })}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
