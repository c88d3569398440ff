import { defaultRange, rangeFault, type RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { money, number } from '../../../i18n/format.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { FailedQueries } from '../components/failed-queries.tsx'
import { Section } from '../components/section.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { Tabs } from '../components/tabs.tsx'
import { BusinessView } from './business.tsx'
import { averageOrder, percentChange, growthText } from './chart-data.ts'
import { Chart, type Drawing } from './chart.tsx'
import {
  methodsDrawing,
  monthsDrawing,
  productsDrawing,
  salesDrawing,
  usersDrawing,
  type ChartTexts,
} from './drawings.ts'
import { OwnRangeFields } from './own-range.tsx'
import { RangeChoice } from './range-choice.tsx'
import { rangeInAddress, switchRange, today } from './range-days.ts'
import { useStatistics } from './use-statistics.ts'

function useChartTexts(): { language: ReturnType<typeof nearestLanguage>; text: ChartTexts } {
  const { t, i18n } = useTranslation('admin')
  const languageCode = nearestLanguage(i18n.language)

  return useMemo(
    () => ({
      language: languageCode,

      text: {
        day: t('adminSales.day'),
        month: t('adminSales.month'),
        amount: t('adminSales.amount'),
        count: t('adminSales.count'),
        people: t('adminSales.people'),
        income: t('adminSales.income'),
        expenses: t('adminSales.expenses'),
        profit: t('adminSales.profit'),
        product: t('adminSales.product'),
        method: t('adminSales.method'),
        share: t('adminSales.share'),
        salesOf: (count) => t('adminSales.salesOf', { count }),
      },
    }),
    [t, languageCode],
  )
}

type Totals = { totalSales: number; totalRevenue: number; totalUsers: number }
type Stats = Totals & { growthRate: number; before?: Totals | undefined }

/** Growth against the previous range. Two lines are reserved where the text wraps. */
function GrowthBadge({ rate }: { rate: number | undefined }) {
  const { t, i18n } = useTranslation('admin')
  if (rate === undefined) return <span className={growthClass} />

  const { text, good } = growthText(rate, nearestLanguage(i18n.language))

  return (
    <span className={growthClass}>
      <span data-growth className={good ? 'text-good' : 'text-bad'}>
        {t('adminSales.growth', { rate: text })}
      </span>
    </span>
  )
}

const growthClass = 'block min-h-4 max-[23rem]:min-h-8'

/** Four figures with their growth (B020, P666). */
function SalesCards({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  const { t } = useTranslation('admin')
  const figureChange = (read: (of: Totals) => number) => {
    if (failed || (stats && !stats.before)) return undefined

    return <GrowthBadge rate={stats?.before && percentChange(read(stats), read(stats.before))} />
  }

  return (
    <StatCards
      layout="columns"
      items={[
        {
          label: t('adminSales.revenue'),
          value: loadedFigure(stats && money(stats.totalRevenue), failed),
          note: failed ? undefined : <GrowthBadge rate={stats?.growthRate} />,
        },
        {
          label: t('adminSales.sales'),
          value: loadedFigure(stats && number(stats.totalSales), failed),
          note: figureChange((of) => of.totalSales),
        },
        {
          label: t('adminSales.newUsers'),
          value: loadedFigure(stats && number(stats.totalUsers), failed),
          note: figureChange((of) => of.totalUsers),
        },
        {
          label: t('adminSales.average'),
          value: loadedFigure(stats && money(averageOrder(stats)), failed),
          note: figureChange(averageOrder),
        },
      ]}
    />
  )
}

/** The six queries of a range, which of them failed, and the five charts. */
function useDrawings(shownRange: RangeQuery) {
  const statsQuery = useStatistics(adminApi.statistics.salesStats, shownRange)
  const salesQuery = useStatistics(adminApi.statistics.sales, shownRange)
  const usersQuery = useStatistics(adminApi.statistics.users, shownRange)
  const revenueQuery = useStatistics(adminApi.statistics.revenue)
  const productsQuery = useStatistics(adminApi.statistics.topProducts, shownRange)
  const methodsQuery = useStatistics(adminApi.statistics.paymentMethods, shownRange)
  const chartTexts = useChartTexts()
  const failedQueries = [
    statsQuery,
    salesQuery,
    usersQuery,
    revenueQuery,
    productsQuery,
    methodsQuery,
  ].filter((failedQuery) => failedQuery.isError)

  const chartDrawings = [
    [
      'adminSales.chart.sales',
      salesQuery,
      useMemo(
        () => salesQuery.data && salesDrawing(salesQuery.data.data, chartTexts),
        [salesQuery.data, chartTexts],
      ),
      'lg:col-span-2',
    ],
    [
      'adminSales.chart.users',
      usersQuery,
      useMemo(
        () => usersQuery.data && usersDrawing(usersQuery.data.data, chartTexts),
        [usersQuery.data, chartTexts],
      ),
      '',
    ],
    [
      'adminSales.chart.months',
      revenueQuery,
      useMemo(
        () => revenueQuery.data && monthsDrawing(revenueQuery.data.data, chartTexts),
        [revenueQuery.data, chartTexts],
      ),
      '',
    ],
    [
      'adminSales.chart.products',
      productsQuery,
      useMemo(
        () => productsQuery.data && productsDrawing(productsQuery.data.data, chartTexts),
        [productsQuery.data, chartTexts],
      ),
      '',
    ],
    [
      'adminSales.chart.methods',
      methodsQuery,
      useMemo(
        () => methodsQuery.data && methodsDrawing(methodsQuery.data.data, chartTexts),
        [methodsQuery.data, chartTexts],
      ),
      '',
    ],
  ] as const satisfies readonly (readonly [
    string,
    { isError: boolean },
    Drawing | undefined,
    string,
  ])[]

  return { statsQuery, failedQueries, chartDrawings }
}

/** Four figures and five charts of a range; a failed query does not hide the others. */
function SalesCharts({ range: shownRange }: { range: RangeQuery }) {
  const { t } = useTranslation(['admin', 'common'])
  const { statsQuery, failedQueries, chartDrawings } = useDrawings(shownRange)

  const loadingNotice = (
    <div
      role="status"
      aria-label={t('common:state.loading')}
      className="m-auto animate-late text-muted"
    >
      <Spinner />
    </div>
  )

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FailedQueries failed={failedQueries} text={t('adminSales.errorLoad')} />

      <SalesCards
        stats={statsQuery.isError ? undefined : statsQuery.data?.data}
        failed={statsQuery.isError}
      />

      <div className="grid gap-3 lg:grid-cols-2">
        {chartDrawings.map(
          ([key, answer, drawing, className]) =>
            !answer.isError && (
              <Chart
                key={key}
                title={t(key)}
                drawing={drawing ?? null}
                waiting={loadingNotice}
                className={className}
              />
            ),
        )}
      </div>
    </div>
  )
}

type ViewName = 'charts' | 'business'

/** The two views of a range: charts and business. */
function SalesViews({
  range: shownRange,
  view: shownView,
  onView,
}: {
  range: RangeQuery
  view: ViewName
  onView(view: string): void
}) {
  const { t } = useTranslation('admin')
  return (
    <Tabs
      label={t('adminSales.title')}
      value={shownView}
      onChange={onView}
      tabs={[
        {
          value: 'charts',
          label: t('adminSales.view.charts'),
          content: shownView === 'charts' && <SalesCharts range={shownRange} />,
        },
        {
          value: 'business',
          label: t('adminSales.view.business'),
          content: shownView === 'business' && <BusinessView range={shownRange} />,
        },
      ]}
    />
  )
}

export function Page() {
  const { t } = useTranslation('admin')
  const [state, set] = useUrlState({ range: defaultRange, from: '', to: '', view: 'charts' })
  const shownRange = rangeInAddress(state)
  const chooseRange = (next: RangeQuery) => set({ from: '', to: '', ...next })
  const shownView = state.view === 'business' ? 'business' : 'charts'

  return (
    <Section
      title={t('adminSales.title')}
      text={t('adminSales.text')}
      actions={
        <RangeChoice
          value={shownRange.range}
          onChange={(next) => chooseRange(switchRange(shownRange, next))}
        />
      }
    >
      {shownRange.range === 'today' && (
        <p className="text-sm text-muted">{t('adminSales.todayNote')}</p>
      )}
      {shownRange.range === 'own' && (
        <OwnRangeFields
          key={`${shownRange.from} ${shownRange.to}`}
          value={shownRange}
          onChange={chooseRange}
        />
      )}
      {!rangeFault(shownRange, today()) && (
        <SalesViews range={shownRange} view={shownView} onView={(next) => set({ view: next })} />
      )}
    </Section>
  )
}
