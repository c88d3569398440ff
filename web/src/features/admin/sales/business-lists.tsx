import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { money, number } from '../../../i18n/format.ts'
import { Table, type Column } from '../../../ui/table.tsx'
import type { BusinessReply } from './business-cards.tsx'

type Row<Part extends 'customers' | 'coupons' | 'sources' | 'stock'> = BusinessReply[Part][number]

type ListProps<T> = {
  title: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey(row: T): string
}

/** A list of the business view, or a note that it has no data. */
function BusinessList<T>(list: ListProps<T>) {
  return (
    <section className="grid content-start gap-2 rounded-lg bg-surface">
      <h2 className="px-4 pt-3 text-sm font-semibold">{list.title}</h2>
      <RowsOrNone {...list} />
    </section>
  )
}

function RowsOrNone<T>({ title, rows, ...table }: ListProps<T>) {
  const { t } = useTranslation('admin')
  if (!rows.length) return <p className="px-4 pb-4 text-sm text-muted">{t('adminSales.noData')}</p>

  return <Table caption={title} rows={rows} {...table} />
}

const nameColumn = <T,>(head: string, cell: (row: T) => ReactNode): Column<T> => ({
  key: 'name',
  head,
  cell,
  phone: 'title',
})

const figureColumn = <T,>(head: string, cell: (row: T) => string): Column<T> => ({
  key: head,
  head,
  cell: (row) => <span className="whitespace-nowrap">{cell(row)}</span>,
  end: true,
})

/** The figure by which a list is sorted; a phone's card shows it at the side. */
const leadingColumn = <T,>(head: string, cell: (row: T) => string): Column<T> => ({
  ...figureColumn(head, cell),
  phone: 'side',
})

function SourceList({ rows }: { rows: Row<'sources'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <BusinessList<Row<'sources'>>
      title={t('adminSales.business.sources')}
      rows={rows}
      rowKey={(row) => row.source}
      columns={[
        nameColumn(
          t('adminSales.business.head.source'),
          ({ source }) => source || t('adminSales.business.direct'),
        ),
        figureColumn(t('adminSales.business.head.visits'), ({ visits }) => number(visits)),
        figureColumn(t('adminSales.business.head.orders'), ({ orders }) => number(orders)),
        leadingColumn(t('adminSales.business.head.revenue'), ({ revenue }) => money(revenue)),
      ]}
    />
  )
}

function Customers({ rows }: { rows: Row<'customers'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <BusinessList<Row<'customers'>>
      title={t('adminSales.business.customers')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        nameColumn(t('adminSales.business.head.customer'), ({ name }) => name),
        figureColumn(t('adminSales.business.head.orders'), ({ orders }) => number(orders)),
        leadingColumn(t('adminSales.business.head.revenue'), ({ revenue }) => money(revenue)),
      ]}
    />
  )
}

function CouponList({ rows }: { rows: Row<'coupons'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <BusinessList<Row<'coupons'>>
      title={t('adminSales.business.coupons')}
      rows={rows}
      rowKey={({ code }) => code}
      columns={[
        nameColumn(t('adminSales.business.head.coupon'), ({ code }) => code),
        figureColumn(t('adminSales.business.head.orders'), ({ orders }) => number(orders)),
        figureColumn(t('adminSales.business.head.discount'), ({ discount }) => money(discount)),
        leadingColumn(t('adminSales.business.head.revenue'), ({ revenue }) => money(revenue)),
      ]}
    />
  )
}

function StockDurations({ rows }: { rows: Row<'stock'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <BusinessList<Row<'stock'>>
      title={t('adminSales.business.stock')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        nameColumn(t('adminSales.business.head.option'), ({ name }) => name),
        figureColumn(t('adminSales.business.head.left'), ({ left }) => number(left)),
        figureColumn(t('adminSales.business.head.sold'), ({ sold }) => number(sold)),
        leadingColumn(t('adminSales.business.head.days'), ({ days }) =>
          t('adminSales.business.lasts', { count: days }),
        ),
      ]}
    />
  )
}

/** Sources of visits, best customers, used coupons and how long keys last. */
export function BusinessLists({ data }: { data: BusinessReply }) {
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <SourceList rows={data.sources} />
      <Customers rows={data.customers} />
      <CouponList rows={data.coupons} />
      <StockDurations rows={data.stock} />
    </div>
  )
}
