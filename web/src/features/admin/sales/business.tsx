import type { RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { nearestLanguage } from '../../../i18n/language.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { Funnel, LossCards, MoneyCards } from './business-cards.tsx'
import { Lists } from './business-lists.tsx'
import { Chart } from './chart.tsx'
import { compareDrawing } from './compare-drawing.ts'
import { MonthFile } from './month-file.tsx'
import { useStatistics } from './use-statistics.ts'

/** How the business does in a range: from the visit to the money that stays (P402). */
export function Business({ range }: { range: RangeQuery }) {
  const { t, i18n } = useTranslation(['admin', 'common'])
  const answer = useStatistics(adminApi.statistics.business, range)
  const { data, isError } = answer
  const language = nearestLanguage(i18n.language)

  const drawing = useMemo(
    () =>
      data &&
      compareDrawing(data.days, language, {
        day: t('adminSales.day'),
        now: t('adminSales.business.thisRange'),
        before: t('adminSales.business.rangeBefore'),
      }),
    [data, language, t],
  )

  const shown = isError ? undefined : data
  const figures = { now: shown?.now, before: shown?.before, failed: isError }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isError && (
        <ErrorState
          text={t('adminSales.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      )}

      <div className="max-md:order-last md:justify-self-end">
        <MonthFile />
      </div>
      <MoneyCards {...figures} />
      <Funnel {...figures} />
      <LossCards {...figures} />
      <p className="text-xs text-muted">{t('adminSales.business.privacy')}</p>
      {!isError && <Chart title={t('adminSales.business.chart')} drawing={drawing ?? null} />}
      {shown && <Lists data={shown} />}
    </div>
  )
}
