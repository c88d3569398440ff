import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { money, number } from '../../../i18n/format.ts'
import { Table, type Column } from '../../../ui/table.tsx'
import type { BusinessReply } from './business-cards.tsx'

type Row<Part extends 'customers' | 'coupons' | 'sources' | 'stock'> = BusinessReply[Part][number]

/** One of the lists, or a line that says there is nothing to list. */
function List<T>({
  title,
  rows,
  ...table
}: {
  title: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey(row: T): string
}) {
  const { t } = useTranslation('admin')
  return (
    <section className="grid content-start gap-2 rounded-md border border-line bg-surface">
      <h2 className="px-4 pt-3 text-sm font-semibold">{title}</h2>

      {rows.length ? (
        <Table caption={title} rows={rows} {...table} />
      ) : (
        <p className="px-4 pb-4 text-sm text-muted">{t('adminSales.noData')}</p>
      )}
    </section>
  )
}

const named = <T,>(head: string, cell: (row: T) => ReactNode): Column<T> => ({
  key: 'name',
  head,
  cell,
  phone: 'title',
})

const figure = <T,>(head: string, cell: (row: T) => string): Column<T> => ({
  key: head,
  head,
  cell: (row) => <span className="whitespace-nowrap">{cell(row)}</span>,
  end: true,
})

/** The figure that a list is ordered by stands at a card's side on a phone. */
const leading = <T,>(head: string, cell: (row: T) => string): Column<T> => ({
  ...figure(head, cell),
  phone: 'side',
})

function Sources({ rows }: { rows: Row<'sources'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <List<Row<'sources'>>
      title={t('adminSales.business.sources')}
      rows={rows}
      rowKey={(row) => row.source}
      columns={[
        named(
          t('adminSales.business.head.source'),
          ({ source }) => source || t('adminSales.business.direct'),
        ),
        figure(t('adminSales.business.head.visits'), ({ visits }) => number(visits)),
        figure(t('adminSales.business.head.orders'), ({ orders }) => number(orders)),
        leading(t('adminSales.business.head.revenue'), ({ revenue }) => money(revenue)),
      ]}
    />
  )
}

function Customers({ rows }: { rows: Row<'customers'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <List<Row<'customers'>>
      title={t('adminSales.business.customers')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        named(t('adminSales.business.head.customer'), ({ name }) => name),
        figure(t('adminSales.business.head.orders'), ({ orders }) => number(orders)),
        leading(t('adminSales.business.head.revenue'), ({ revenue }) => money(revenue)),
      ]}
    />
  )
}

function Coupons({ rows }: { rows: Row<'coupons'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <List<Row<'coupons'>>
      title={t('adminSales.business.coupons')}
      rows={rows}
      rowKey={({ code }) => code}
      columns={[
        named(t('adminSales.business.head.coupon'), ({ code }) => code),
        figure(t('adminSales.business.head.orders'), ({ orders }) => number(orders)),
        figure(t('adminSales.business.head.discount'), ({ discount }) => money(discount)),
        leading(t('adminSales.business.head.revenue'), ({ revenue }) => money(revenue)),
      ]}
    />
  )
}

function Stock({ rows }: { rows: Row<'stock'>[] }) {
  const { t } = useTranslation('admin')
  return (
    <List<Row<'stock'>>
      title={t('adminSales.business.stock')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        named(t('adminSales.business.head.option'), ({ name }) => name),
        figure(t('adminSales.business.head.left'), ({ left }) => number(left)),
        figure(t('adminSales.business.head.sold'), ({ sold }) => number(sold)),
        leading(t('adminSales.business.head.days'), ({ days }) =>
          t('adminSales.business.lasts', { count: days }),
        ),
      ]}
    />
  )
}

/** Where visits came from, who bought most, which coupons were used and how long keys last. */
export function Lists({ data }: { data: BusinessReply }) {
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <Sources rows={data.sources} />
      <Customers rows={data.customers} />
      <Coupons rows={data.coupons} />
      <Stock rows={data.stock} />
    </div>
  )
}
