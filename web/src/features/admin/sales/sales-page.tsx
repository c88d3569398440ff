import { defaultRange, rangeFault, type RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { money, number } from '../../../i18n/format.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Section } from '../components/section.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { Tabs } from '../components/tabs.tsx'
import { Business } from './business.tsx'
import { averageOrder, changeOf, growthText } from './chart-data.ts'
import { Chart, type Drawing } from './chart.tsx'
import {
  methodsDrawing,
  monthsDrawing,
  productsDrawing,
  salesDrawing,
  usersDrawing,
  type ChartTexts,
} from './drawings.ts'
import { OwnRange } from './own-range.tsx'
import { RangeChoice } from './range-choice.tsx'
import { rangeOf, renamed, today } from './range-days.ts'
import { useStatistics } from './use-statistics.ts'

function useTexts(): { language: ReturnType<typeof nearestLanguage>; text: ChartTexts } {
  const { t, i18n } = useTranslation('admin')
  const language = nearestLanguage(i18n.language)

  return useMemo(
    () => ({
      language,

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
    [t, language],
  )
}

type Totals = { totalSales: number; totalRevenue: number; totalUsers: number }
type Stats = Totals & { growthRate: number; before?: Totals | undefined }

/** How a figure did against the range before. */
function Growth({ rate }: { rate: number }) {
  const { t, i18n } = useTranslation('admin')
  const { text, good } = growthText(rate, nearestLanguage(i18n.language))

  return (
    <span data-growth className={good ? 'text-good' : 'text-bad'}>
      {t('adminSales.growth', { rate: text })}
    </span>
  )
}

/** Four figures, each with its change (B020, P666). */
function Cards({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  const { t } = useTranslation('admin')
  const change = (read: (of: Totals) => number) =>
    stats?.before ? <Growth rate={changeOf(read(stats), read(stats.before))} /> : undefined

  return (
    <StatCards
      items={[
        {
          label: t('adminSales.revenue'),
          value: loadedFigure(stats && money(stats.totalRevenue), failed),
          note: stats && <Growth rate={stats.growthRate} />,
        },
        {
          label: t('adminSales.sales'),
          value: loadedFigure(stats && number(stats.totalSales), failed),
          note: change((of) => of.totalSales),
        },
        {
          label: t('adminSales.newUsers'),
          value: loadedFigure(stats && number(stats.totalUsers), failed),
          note: change((of) => of.totalUsers),
        },
        {
          label: t('adminSales.average'),
          value: loadedFigure(stats && money(averageOrder(stats)), failed),
          note: change(averageOrder),
        },
      ]}
    />
  )
}

/** The six answers over a range, those that failed, and what the five charts draw of them. */
function useDrawings(range: RangeQuery) {
  const stats = useStatistics(adminApi.statistics.salesStats, range)
  const sales = useStatistics(adminApi.statistics.sales, range)
  const users = useStatistics(adminApi.statistics.users, range)
  const revenue = useStatistics(adminApi.statistics.revenue)
  const products = useStatistics(adminApi.statistics.topProducts, range)
  const methods = useStatistics(adminApi.statistics.paymentMethods, range)
  const way = useTexts()
  const lost = [stats, sales, users, revenue, products, methods].filter((one) => one.isError)

  const drawings = [
    [
      'adminSales.chart.sales',
      sales,
      useMemo(() => sales.data && salesDrawing(sales.data.data, way), [sales.data, way]),
      'lg:col-span-2',
    ],
    [
      'adminSales.chart.users',
      users,
      useMemo(() => users.data && usersDrawing(users.data.data, way), [users.data, way]),
      '',
    ],
    [
      'adminSales.chart.months',
      revenue,
      useMemo(() => revenue.data && monthsDrawing(revenue.data.data, way), [revenue.data, way]),
      '',
    ],
    [
      'adminSales.chart.products',
      products,
      useMemo(
        () => products.data && productsDrawing(products.data.data, way),
        [products.data, way],
      ),
      '',
    ],
    [
      'adminSales.chart.methods',
      methods,
      useMemo(() => methods.data && methodsDrawing(methods.data.data, way), [methods.data, way]),
      '',
    ],
  ] as const satisfies readonly (readonly [
    string,
    { isError: boolean },
    Drawing | undefined,
    string,
  ])[]

  return { stats, lost, drawings }
}

/**
 * Four figures and five charts over a range; what could not be loaded says so and leaves the rest
 * standing.
 */
function Charts({ range }: { range: RangeQuery }) {
  const { t } = useTranslation(['admin', 'common'])
  const { stats, lost, drawings } = useDrawings(range)

  const waiting = (
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
      {lost.length ? (
        <ErrorState
          text={t('adminSales.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => {
            for (const one of lost) void one.refetch()
          }}
        />
      ) : null}

      <Cards stats={stats.isError ? undefined : stats.data?.data} failed={stats.isError} />

      <div className="grid gap-3 lg:grid-cols-2">
        {drawings.map(([key, answer, drawing, className]) =>
          answer.isError ? null : (
            <Chart
              key={key}
              title={t(key)}
              drawing={drawing ?? null}
              waiting={waiting}
              className={className}
            />
          ),
        )}
      </div>
    </div>
  )
}

type ViewName = 'charts' | 'business'

/** The figures of a range as charts or as a business. */
function Views({
  range,
  view,
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
      value={view}
      onChange={onView}
      tabs={[
        {
          value: 'charts',
          label: t('adminSales.view.charts'),
          content: view === 'charts' ? <Charts range={range} /> : null,
        },
        {
          value: 'business',
          label: t('adminSales.view.business'),
          content: view === 'business' ? <Business range={range} /> : null,
        },
      ]}
    />
  )
}

/** How the shop sells, in its five charts or as a business. */
export function Page() {
  const { t } = useTranslation('admin')
  const [state, set] = useUrlState({ range: defaultRange, from: '', to: '', view: 'charts' })
  const range = rangeOf(state)
  const choose = (next: RangeQuery) => set({ from: '', to: '', ...next })
  const view = state.view === 'business' ? 'business' : 'charts'

  return (
    <Section
      title={t('adminSales.title')}
      text={t('adminSales.text')}
      actions={
        <RangeChoice value={range.range} onChange={(next) => choose(renamed(range, next))} />
      }
    >
      {range.range === 'today' && <p className="text-sm text-muted">{t('adminSales.todayNote')}</p>}
      {range.range === 'own' && (
        <OwnRange key={`${range.from} ${range.to}`} value={range} onChange={choose} />
      )}
      {!rangeFault(range, today()) && (
        <Views range={range} view={view} onView={(next) => set({ view: next })} />
      )}
    </Section>
  )
}
