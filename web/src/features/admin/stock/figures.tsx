import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { loadedFigure, formatShare, StatCards } from '../components/stat-cards.tsx'

/** Figures by state; that they could not be loaded is only logged (B245). */
export function Figures() {
  const { t } = useTranslation('admin')
  const { data, error } = useQuery(ask(adminApi.stock.stats))
  useEffect(() => {
    if (error) console.error('stock stats', error)
  }, [error])
  const counts = data?.data

  const part = (count: number | undefined) =>
    counts && count !== undefined
      ? { value: number(count), note: formatShare(count, counts.totalLicenses) }
      : { value: loadedFigure(undefined, error !== null), note: error ? undefined : '\u00A0' }

  return (
    <StatCards
      items={[
        {
          label: t('adminStock.total'),
          value: loadedFigure(counts && number(counts.totalLicenses), error !== null),
        },
        { label: t('adminStock.available'), ...part(counts?.availableLicenses) },
        { label: t('adminStock.used'), ...part(counts?.usedLicenses) },
        { label: t('adminStock.revoked'), ...part(counts?.revokedLicenses) },
        { label: t('adminStock.reserved'), ...part(counts?.reservedLicenses) },
      ]}
    />
  )
}
