import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { loadedFigure, formatShare, StatCards } from '../components/stat-cards.tsx'

/** Number of keys by status; a load error is only logged (B245). */
export function StockFigures() {
  const { t } = useTranslation('admin')
  const { data, error } = useQuery(ask(adminApi.stock.stats))
  useEffect(() => {
    if (error) console.error('stock stats', error)
  }, [error])
  const statusCounts = data?.data

  const countPart = (count: number | undefined) => {
    if (statusCounts && count !== undefined)
      return { value: number(count), note: formatShare(count, statusCounts.totalLicenses) }

    // While loading, a space keeps the height of the note.
    return { value: loadedFigure(undefined, error !== null), note: error ? undefined : '\u00A0' }
  }

  return (
    <StatCards
      items={[
        {
          label: t('adminStock.total'),
          value: loadedFigure(statusCounts && number(statusCounts.totalLicenses), error !== null),
        },
        { label: t('adminStock.available'), ...countPart(statusCounts?.availableLicenses) },
        { label: t('adminStock.used'), ...countPart(statusCounts?.usedLicenses) },
        { label: t('adminStock.revoked'), ...countPart(statusCounts?.revokedLicenses) },
        { label: t('adminStock.reserved'), ...countPart(statusCounts?.reservedLicenses) },
      ]}
    />
  )
}
