import type { RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { nearestLanguage } from '../../../i18n/language.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { VisitFunnel, LossCards, MoneyCards } from './business-cards.tsx'
import { BusinessLists } from './business-lists.tsx'
import { Chart } from './chart.tsx'
import { compareDrawing } from './compare-drawing.ts'
import { MonthFile } from './month-file.tsx'
import { useStatistics } from './use-statistics.ts'

/** Business figures of a range, from visit to profit (P402). */
export function BusinessView({ range }: { range: RangeQuery }) {
  const { t, i18n } = useTranslation(['admin', 'common'])
  const salesQuery = useStatistics(adminApi.statistics.business, range)
  const { data, isError } = salesQuery
  const languageCode = nearestLanguage(i18n.language)

  const comparison = useMemo(
    () =>
      data &&
      compareDrawing(data.days, languageCode, {
        day: t('adminSales.day'),
        now: t('adminSales.business.thisRange'),
        before: t('adminSales.business.rangeBefore'),
      }),
    [data, languageCode, t],
  )

  const currentData = isError ? undefined : data
  const cardFigures = { now: currentData?.now, before: currentData?.before, failed: isError }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isError && (
        <ErrorState
          text={t('adminSales.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void salesQuery.refetch()}
        />
      )}

      <div className="max-md:order-last md:justify-self-end">
        <MonthFile />
      </div>
      <MoneyCards {...cardFigures} />
      <VisitFunnel {...cardFigures} />
      <LossCards {...cardFigures} />
      <p className="text-xs text-muted">{t('adminSales.business.privacy')}</p>
      {!isError && <Chart title={t('adminSales.business.chart')} drawing={comparison ?? null} />}
      {currentData && <BusinessLists data={currentData} />}
    </div>
  )
}
