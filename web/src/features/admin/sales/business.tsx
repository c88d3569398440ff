import type { Range } from '@chaveiro/contracts/admin/ranges'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { money, number } from '../../../i18n/format.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { Table, type Column } from '../../../ui/table.tsx'
import { Funnel, LossCards, MoneyCards, type BusinessReply } from './business-cards.tsx'
import { Chart } from './chart.tsx'
import { compareDrawing } from './compare-drawing.ts'
import { MonthFile } from './month-file.tsx'
import { useStatistics } from './use-statistics.ts'

type Row<Part extends 'customers' | 'coupons' | 'sources' | 'stock'> = BusinessReply[Part][number]

/** One of the lists, or a line that says there is nothing to list. */
function List<T>({
  title,
  empty,
  rows,
  ...table
}: {
  title: string
  empty: ReactNode
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey(row: T): string
}) {
  return (
    <section className="grid content-start gap-2 rounded-md border border-line bg-surface">
      <h2 className="px-4 pt-3 text-sm font-semibold">{title}</h2>
      {rows.length ? (
        <Table caption={title} rows={rows} {...table} />
      ) : (
        <p className="px-4 pb-4 text-sm text-muted">{empty}</p>
      )}
    </section>
  )
}

/** Where visits came from, who bought most, which coupons were used and how long keys last. */
function Lists({ data }: { data: BusinessReply }) {
  const { t } = useTranslation('admin')
  const of = (
    key:
      | 'source'
      | 'visits'
      | 'orders'
      | 'revenue'
      | 'customer'
      | 'coupon'
      | 'discount'
      | 'option'
      | 'left'
      | 'sold'
      | 'days',
  ) => t(`adminSales.business.head.${key}`)
  const figure = <T,>(
    key: 'visits' | 'orders' | 'left' | 'sold' | 'discount' | 'revenue' | 'days',
    cell: (row: T) => string,
    phone: Column<T>['phone'] = 'line',
  ): Column<T> => ({ key, head: of(key), cell, end: true, phone })
  const sourceName = (source: string) => source || t('adminSales.business.direct')
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <List<Row<'sources'>>
        title={t('adminSales.business.sources')}
        empty={t('adminSales.noData')}
        rows={data.sources}
        rowKey={(row) => row.source}
        columns={[
          {
            key: 'source',
            head: of('source'),
            cell: (row) => sourceName(row.source),
            phone: 'title',
          },
          figure('visits', (row) => number(row.visits)),
          figure('orders', (row) => number(row.orders)),
          figure('revenue', (row) => money(row.revenue), 'side'),
        ]}
      />
      <List<Row<'customers'>>
        title={t('adminSales.business.customers')}
        empty={t('adminSales.noData')}
        rows={data.customers}
        rowKey={(row) => row.id}
        columns={[
          { key: 'customer', head: of('customer'), cell: (row) => row.name, phone: 'title' },
          figure('orders', (row) => number(row.orders)),
          figure('revenue', (row) => money(row.revenue), 'side'),
        ]}
      />
      <List<Row<'coupons'>>
        title={t('adminSales.business.coupons')}
        empty={t('adminSales.noData')}
        rows={data.coupons}
        rowKey={(row) => row.code}
        columns={[
          { key: 'coupon', head: of('coupon'), cell: (row) => row.code, phone: 'title' },
          figure('orders', (row) => number(row.orders)),
          figure('discount', (row) => money(row.discount)),
          figure('revenue', (row) => money(row.revenue), 'side'),
        ]}
      />
      <List<Row<'stock'>>
        title={t('adminSales.business.stock')}
        empty={t('adminSales.noData')}
        rows={data.stock}
        rowKey={(row) => row.name}
        columns={[
          { key: 'option', head: of('option'), cell: (row) => row.name, phone: 'title' },
          figure('left', (row) => number(row.left)),
          figure('sold', (row) => number(row.sold)),
          {
            key: 'days',
            head: of('days'),
            cell: (row) => (
              <span className="whitespace-nowrap">
                {t('adminSales.business.lasts', { count: row.days })}
              </span>
            ),
            end: true,
            phone: 'side',
          },
        ]}
      />
    </div>
  )
}

/** How the business does in a range: from the visit to the money that stays (P402). */
export function Business({ range }: { range: Range }) {
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
      {isError ? (
        <ErrorState
          text={t('adminSales.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      ) : null}
      <MoneyCards {...figures} />
      <Funnel {...figures} />
      <LossCards {...figures} />
      <p className="text-xs text-muted">{t('adminSales.business.privacy')}</p>
      {isError ? null : <Chart title={t('adminSales.business.chart')} drawing={drawing ?? null} />}
      {shown ? <Lists data={shown} /> : null}
      <MonthFile />
    </div>
  )
}
