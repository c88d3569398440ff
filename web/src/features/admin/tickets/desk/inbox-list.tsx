import { useTranslation } from 'react-i18next'

import { number } from '../../../../i18n/format.ts'
import { join } from '../../../../ui/join.ts'
import { EmptyState, ErrorState, Skeletons } from '../../../../ui/states.tsx'
import { SearchBox } from '../../components/filters.tsx'
import { Pager } from '../../components/pager.tsx'
import { InboxRow } from './inbox-row.tsx'
import { useNow } from './spans.ts'
import { inboxViews, type Desk } from './use-desk.ts'

/** Views of the inbox with their counts. */
function InboxViews({ desk: { list } }: { desk: Desk }) {
  const { t } = useTranslation('admin')
  const statusCounts = list.answer?.counts

  return (
    <div role="group" aria-label={t('adminTickets.desk.views')} className="grid grid-cols-2 gap-1">
      {inboxViews.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={list.state.show === view}
          onClick={() => list.set({ show: view })}
          className={join(
            'flex min-h-9 items-center justify-between gap-2 rounded-sm px-2 text-left text-xs',
            'font-medium pointer-coarse:min-h-11',
            list.state.show === view ? 'bg-high text-ink' : 'text-muted hover:bg-raised',
          )}
        >
          {t(`adminTickets.desk.view.${view}`)}
          <span className="tabular-nums">{statusCounts && number(statusCounts[view])}</span>
        </button>
      ))}
    </div>
  )
}

function InboxRows({ desk }: { desk: Desk }) {
  const { t } = useTranslation(['admin', 'common'])
  const { list } = desk
  const currentTime = useNow()

  if (list.loading)
    return (
      <Skeletons
        count={5}
        label={t('common:state.loading')}
        className="grid gap-2"
        each="h-20 rounded-md"
      />
    )

  if (list.failed)
    return (
      <ErrorState
        text={t('adminTickets.errorLoad')}
        retry={t('common:action.retry')}
        onRetry={list.reload}
      />
    )

  if (!list.rows.length && list.state.search)
    return <EmptyState title={t('kit.noMatch')} text={t('kit.noMatchText')} />

  if (!list.rows.length)
    return (
      <EmptyState
        title={t(`adminTickets.desk.empty.${list.state.show as (typeof inboxViews)[number]}`)}
      />
    )

  return (
    <ul aria-label={t('adminTickets.desk.list')} className="grid">
      {list.rows.map((row) => (
        <InboxRow key={row.id} row={row} now={currentTime} isOpen={desk.ticket === row.ticketId} />
      ))}
    </ul>
  )
}

/** The first column: filtered tickets, page by page. */
export function InboxList({ desk, className }: { desk: Desk; className: string }) {
  const { t } = useTranslation('admin')
  const { list } = desk

  return (
    <section
      aria-label={t('adminTickets.desk.inbox')}
      className={join(
        'grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] gap-2 [&_form]:w-full!',
        className,
      )}
    >
      <InboxViews desk={desk} />

      <SearchBox
        label={t('adminTickets.desk.search')}
        value={list.state.search}
        onSearch={(search) => list.set({ search })}
      />

      <div className="min-h-0 overflow-y-auto overscroll-contain" aria-busy={list.stale}>
        <InboxRows desk={desk} />
      </div>

      <Pager
        page={list.state.page}
        pages={list.pages}
        onPage={(page) => list.set({ page })}
        always={false}
      />
    </section>
  )
}
