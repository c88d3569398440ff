import { deskKinds } from '@chaveiro/contracts/states'
import { Coins, HandCoins } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { number } from '../../../i18n/format.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { RowLink, useOpenItem } from '../components/row-link.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { DeskItem } from '../shared/rows.ts'
import { Deposits } from './deposits.tsx'
import { DeskCase } from './desk-case.tsx'
import { Disputes, KindBadge, Promised, Returned, useHappened } from './desk-words.tsx'

function useColumns() {
  const { t } = useTranslation('admin')
  const happened = useHappened()

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
          <span>{happened(row)}</span>
          <Disputes item={row} />
          <Returned item={row} />
        </div>
      ),
    },
    { key: 'promised', head: t('desk.promised'), cell: (row: DeskItem) => <Promised item={row} /> },
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

/** How much is open, and the way to money that nobody was asked for. */
function Figures({
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

/** Open or done, and what happened. */
function Filters({ list }: { list: List<DeskItem, { state: string; kind: string }> }) {
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

/**
 * Money that did not come as it should: what happened, what was promised, and what may be done
 * about it.
 */
export function Page() {
  const { t } = useTranslation('admin')
  const columns = useColumns()

  const list = useList(adminApi.desk.list, {
    filters: { state: 'open', kind: '' },
    limit: 20,
    rows: (answer) => answer.payments,
    total: (answer) => answer.total,
  })

  const [{ view }, set] = useUrlState({ view: 'payments' })
  const shown = useOpenItem('payment')
  const details = shown.id ? <DeskCase id={shown.id} onClose={shown.close} /> : null

  if (view === 'deposits')
    return (
      <>
        <Deposits onBack={() => set({ view: 'payments' })} />
        {details}
      </>
    )

  return (
    <ListPage
      title={t('desk.title')}
      text={t('desk.text')}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.orderNumber}
      failed={t('desk.errorLoad')}
      figures={
        <Figures
          open={list.answer}
          failed={list.failed}
          onDeposits={() => set({ view: 'deposits' })}
        />
      }
      filters={<Filters list={list} />}
      opens={shown.to}
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
        always: list.state.state === 'open' && list.state.kind === '',
      }}
    >
      {details}
    </ListPage>
  )
}
