import { methodName } from '@chaveiro/contracts/method-names'
import { storedMethods } from '@chaveiro/contracts/payment-methods'
import { paymentStatuses } from '@chaveiro/contracts/states'
import { CreditCard, Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { money } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { columnCell, type Column } from '../components/columns.ts'
import { CustomerLink } from '../components/customer-link.tsx'
import { detailPath } from '../components/detail-page.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { DateFilter, SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { CustomerFilter } from '../components/of-customer.tsx'
import { RowLink, useOpenRow } from '../components/row-link.tsx'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { Transaction } from '../shared/rows.ts'
import { TransactionFigures } from './payment-figures.tsx'
import { PaymentState } from './payment-state.tsx'
import { TransactionDetails } from './transaction-details.tsx'

/** The price before the discount, and the coupon, shown below the amount. */
function PriceBefore({ row }: { row: Transaction }) {
  const { t } = useTranslation('admin')
  if (!row.discount.applied) return null

  const code = row.discount.cupomCode ?? t('adminTransactions.coupon')

  return (
    <span title={code} className="text-xs text-muted xl:max-w-36 xl:truncate">
      <s>{money(row.originalAmount, row.currency)}</s> {code}
    </span>
  )
}

const MonospacedId = ({ text }: { text: string }) => (
  <span title={text} className="block max-w-24 truncate font-mono text-xs max-md:max-w-48">
    {text}
  </span>
)

function CustomerCell({ row }: { row: Transaction }) {
  return (
    <div className="grid md:-my-0.5 md:min-w-36">
      <RowLink>{row.customer.name}</RowLink>

      <CustomerLink
        id={row.userId}
        title={row.customer.email}
        className="max-w-36 truncate text-xs font-normal text-muted max-md:max-w-none"
      >
        {row.customer.email}
      </CustomerLink>
    </div>
  )
}

function useColumns(): Column<Transaction>[] {
  const { t } = useTranslation('admin')
  return [
    {
      key: 'ids',
      head: t('adminTransactions.ids'),
      wide: true,
      cell: (row) => (
        <div className="grid">
          <MonospacedId text={row.paymentId} />
          <span className="text-muted">
            <MonospacedId text={row.sessionId ?? '-'} />
          </span>
        </div>
      ),
    },
    {
      key: 'customer',
      head: t('adminTransactions.customer'),
      lead: true,
      ownLink: true,
      cell: (row) => <CustomerCell row={row} />,
    },
    {
      key: 'product',
      head: t('adminTransactions.product'),
      cell: (row) => row.productName || t('adminTransactions.noProduct'),
    },
    {
      key: 'amount',
      head: t('adminTransactions.amount'),
      end: true,
      sort: ['-amount', 'amount'],
      cell: (row) => (
        <div className="grid justify-items-end xl:min-w-34">
          <span className="whitespace-nowrap">{money(row.amount, row.currency)}</span>
          <PriceBefore row={row} />
        </div>
      ),
    },
    {
      key: 'method',
      head: t('adminTransactions.methodHead'),
      wide: true,
      cell: (row) => methodName(row.paymentMethod.type, currentLanguage()),
    },
    {
      key: 'status',
      head: t('adminTransactions.statusHead'),
      cell: (row) => <PaymentState {...row} />,
    },
    {
      key: 'created',
      head: t('adminTransactions.created'),
      sort: ['createdAt', '-createdAt'],
      cell: (row) => <When at={row.createdAt} />,
    },
  ]
}

type Filter = {
  search: string
  status: string
  paymentMethod: string
  startDate: string
  endDate: string
  userId: string
}

/** First and last day, side by side. */
function DayFilters({ list: { state, set } }: { list: List<Transaction, Filter> }) {
  const { t } = useTranslation('admin')
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:flex-col">
      <DateFilter
        label={t('adminTransactions.startDate')}
        value={state.startDate}
        max={state.endDate || undefined}
        onChange={(event) => set({ startDate: event.target.value })}
      />

      <DateFilter
        label={t('adminTransactions.endDate')}
        value={state.endDate}
        min={state.startDate || undefined}
        onChange={(event) => set({ endDate: event.target.value })}
      />
    </div>
  )
}

/** Search, status, method and days. */
function TransactionFilters({ list }: { list: List<Transaction, Filter> }) {
  const { t } = useTranslation('admin')
  const { state, set } = list

  return (
    <>
      <SearchBox
        label={t('adminTransactions.search')}
        value={state.search}
        onSearch={(search) => set({ search })}
      />

      <SelectFilter
        label={t('adminTransactions.statusHead')}
        value={state.status}
        onChange={(status) => set({ status })}
        options={[
          ['', t('adminTransactions.allStatuses')],
          ...paymentStatuses.map(
            (status) => [status, t(`adminTransactions.status.${status}`)] as const,
          ),
        ]}
      />

      <SelectFilter
        label={t('adminTransactions.method')}
        value={state.paymentMethod}
        onChange={(paymentMethod) => set({ paymentMethod })}
        options={[
          ['', t('adminTransactions.allMethods')],
          ...storedMethods.map(
            (method) => [method, methodName(method, currentLanguage())] as const,
          ),
        ]}
      />

      <DayFilters list={list} />
      <CustomerFilter list={list} name={list.rows[0]?.customer.name} />
    </>
  )
}

/** All payment attempts, read-only (Q34); a load error is only logged (B242). */
export function Page() {
  const { t } = useTranslation('admin')

  const transactionList = useList(adminApi.transactions.list, {
    limit: 20,
    filters: { search: '', status: '', paymentMethod: '', startDate: '', endDate: '', userId: '' },
    rows: (answer) => answer.data.transactions,
    total: (answer) => answer.data.pagination.total,
  })

  const openedTransaction = useOpenRow('transaction', transactionList.rows)
  const transactionColumns = useColumns()

  return (
    <ListPage
      title={t('adminTransactions.title')}
      text={t('adminTransactions.text')}
      list={transactionList}
      columns={transactionColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.paymentId}
      failed={null}
      pagerOnlyWhenNeeded
      actions={
        <>
          <Link to={paths.adminSection('orders')} className={buttonClass('plain', 'sm')}>
            {t('shell.section.orders')}
          </Link>
          <Link to={paths.adminSection('desk')} className={buttonClass('plain', 'sm')}>
            {t('shell.section.desk')}
          </Link>
          <ExportButton route={adminApi.transactions.export} query={transactionList.query} />
        </>
      }
      figures={
        <TransactionFigures
          stats={transactionList.answer?.data.stats}
          failed={transactionList.failed}
        />
      }
      views="transactions"
      filters={<TransactionFilters list={transactionList} />}
      opens={({ id }) => detailPath('transactions', id)}
      rowActions={(row) => [
        {
          label: t('adminTransactions.details'),
          icon: <Eye aria-hidden />,
          run: () => openedTransaction.open(row),
        },
      ]}
      item={(row) => ({
        title: row.customer.name,
        line: (
          <>
            <When at={row.createdAt} /> · {row.productName || t('adminTransactions.noProduct')}
          </>
        ),
        end: money(row.amount, row.currency),
        state: columnCell(transactionColumns, 'status', row),
      })}
      empty={{
        title: t('adminTransactions.empty'),
        text: t('adminTransactions.emptyText'),
        icon: <CreditCard />,
      }}
    >
      {openedTransaction.row && (
        <TransactionDetails transaction={openedTransaction.row} onClose={openedTransaction.close} />
      )}
    </ListPage>
  )
}
