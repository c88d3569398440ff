import { deskKinds } from '@chaveiro/contracts/states'
import { Coins, HandCoins } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { number } from '../../../i18n/format.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { detailPath } from '../components/detail-page.tsx'
import { SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { RowLink } from '../components/row-link.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { DeskItem } from '../shared/rows.ts'
import { DepositList } from './deposits.tsx'
import { DisputeList, KindBadge, PromisedUnits, RefundSummary, useHappened } from './desk-words.tsx'

function useColumns() {
  const { t } = useTranslation('admin')
  const describeCase = useHappened()

  return [
    {
      key: 'order',
      head: t('desk.order'),
      lead: true,
      ownLink: true,
      cell: (row: DeskItem) => (
        <div className="grid gap-0.5 md:min-w-36">
          <RowLink>
            {row.orderNumber} · {row.productName}
          </RowLink>
          <span className="text-xs font-normal text-muted">
            {row.customer.name} · {t(`desk.method.${row.method}`, { defaultValue: row.method })}
          </span>
        </div>
      ),
    },
    { key: 'kind', head: t('desk.kindHead'), cell: (row: DeskItem) => <KindBadge item={row} /> },
    {
      key: 'happened',
      head: t('desk.what'),
      cell: (row: DeskItem) => (
        <div className="grid max-w-[48ch] gap-0.5 max-md:w-full max-md:text-left md:min-w-[24ch]">
          <span>{describeCase(row)}</span>
          <DisputeList item={row} />
          <RefundSummary item={row} />
        </div>
      ),
    },
    {
      key: 'promised',
      head: t('desk.promised'),
      cell: (row: DeskItem) => <PromisedUnits item={row} />,
    },
    {
      key: 'status',
      head: t('desk.status'),
      wide: true,
      cell: (row: DeskItem) => t(`desk.is.${row.status}`),
    },
    {
      key: 'since',
      head: t('desk.since'),
      cell: (row: DeskItem) => <When at={row.updatedAt} />,
    },
  ]
}

/** Number of open cases, and a link to unmatched deposits. */
function DeskFigures({
  open,
  failed,
  onDeposits,
}: {
  open: { open: number; unmatched: number } | undefined
  failed: boolean
  onDeposits(): void
}) {
  const { t } = useTranslation('admin')
  return (
    <StatCards
      items={[
        { label: t('desk.open'), value: loadedFigure(open && number(open.open), failed) },
        {
          label: t('desk.unmatched'),
          value: loadedFigure(
            open && (
              <button
                type="button"
                className="inline-flex min-h-6 items-center gap-2 text-left underline decoration-1 underline-offset-4"
                onClick={onDeposits}
              >
                <Coins size={16} aria-hidden className="shrink-0 max-sm:hidden" />
                {t('desk.seeDeposits', { count: open.unmatched })}
              </button>
            ),
            failed,
          ),
        },
      ]}
    />
  )
}

function DeskFilters({ list }: { list: List<DeskItem, { state: string; kind: string }> }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <SelectFilter
        label={t('desk.state')}
        value={list.state.state}
        onChange={(state) => list.set({ state })}
        options={[
          ['open', t('desk.stateOpen')],
          ['done', t('desk.stateDone')],
        ]}
      />

      <SelectFilter
        label={t('desk.kindHead')}
        value={list.state.kind}
        onChange={(kind) => list.set({ kind })}
        options={[
          ['', t('desk.allKinds')],
          ...deskKinds.map((kind) => [kind, t(`desk.kind.${kind}`)] as const),
        ]}
      />
    </>
  )
}

/** Payments that need a decision by staff. */
export function Page() {
  const { t } = useTranslation('admin')
  const deskColumns = useColumns()

  const deskCases = useList(adminApi.desk.list, {
    filters: { state: 'open', kind: '' },
    limit: 20,
    rows: (answer) => answer.payments,
    total: (answer) => answer.total,
  })

  const [{ view, payment }, set] = useUrlState({ view: 'payments', payment: '' })
  // A case was a dialog at this address before it had a page; links to it still exist.
  if (payment) return <Navigate replace to={detailPath('desk', payment)} />
  if (view === 'deposits') return <DepositList onBack={() => set({ view: 'payments' })} />

  return (
    <ListPage
      title={t('desk.title')}
      text={t('desk.text')}
      list={deskCases}
      columns={deskColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.orderNumber}
      failed={t('desk.errorLoad')}
      figures={
        <DeskFigures
          open={deskCases.answer}
          failed={deskCases.failed}
          onDeposits={() => set({ view: 'deposits' })}
        />
      }
      filters={<DeskFilters list={deskCases} />}
      opens={(row) => detailPath('desk', row.id)}
      item={(row) => ({
        title: `${row.orderNumber} · ${row.productName}`,
        line: (
          <>
            <When at={row.updatedAt} /> · {row.customer.name}
          </>
        ),
        state: <KindBadge item={row} />,
      })}
      empty={{
        title: t('desk.empty'),
        text: t('desk.emptyText'),
        icon: <HandCoins />,
        always: deskCases.state.state === 'open' && deskCases.state.kind === '',
      }}
    />
  )
}
