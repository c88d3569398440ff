import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { money } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { FailedQueries } from '../components/failed-queries.tsx'
import { useStatistics } from '../sales/use-statistics.ts'
import { DaysLine } from './days-line.tsx'

type Totals = { totalSales: number; totalRevenue: number }

function DayFigures({ stats }: { stats: (Totals & { before?: Totals | undefined }) | undefined }) {
  const { t } = useTranslation('admin')
  if (!stats) return <Skeleton className="h-16 w-48" />

  return (
    <div className="min-h-16">
      <p className="display text-[2.5rem]/[2.75rem]">{money(stats.totalRevenue)}</p>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        <span>{t('adminSales.salesOf', { count: stats.totalSales })}</span>
        {stats.before && (
          <span>{t('today.yesterday', { amount: money(stats.before.totalRevenue) })}</span>
        )}
      </p>
    </div>
  )
}

/** The day's sales beside yesterday's, and the last 30 days as a line. */
export function SalesToday() {
  const { t } = useTranslation('admin')
  const dayQuery = useStatistics(adminApi.statistics.salesStats, { range: 'today' })
  const monthQuery = useStatistics(adminApi.statistics.sales, { range: '30d' })
  const failed = [dayQuery, monthQuery].filter(({ isError }) => isError)

  return (
    <section aria-labelledby="sales-today" className="grid content-start gap-3">
      <h2 id="sales-today" className="text-base font-semibold">
        {t('today.sales')}
      </h2>

      <FailedQueries failed={failed} text={t('adminSales.errorLoad')} />
      {!dayQuery.isError && <DayFigures stats={dayQuery.data?.data} />}
      {!monthQuery.isError && <DaysLine points={monthQuery.data?.data} />}

      <Link
        to={paths.adminSection('sales')}
        className="inline-flex min-h-9 items-center justify-self-start text-sm font-medium link"
      >
        {t('today.allSales')}
      </Link>
    </section>
  )
}
