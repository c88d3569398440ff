import {
  Download,
  ExternalLink,
  Inbox,
  LifeBuoy,
  MessageSquareText,
  RefreshCw,
  Reply,
  Trash2,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { number } from '../../../i18n/format.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { lazyPart } from '../../../routing/code.ts'
import { localStore, readText, writeText } from '../../../state/storage.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../components/confirm.tsx'
import { CustomerLink } from '../components/customer-link.tsx'
import type { Column } from '../components/data-table.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { Loading } from '../components/loading.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { useChange } from '../components/use-change.ts'
import { useList } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { Ticket } from '../shared/rows.ts'
import { useFigures } from '../shared/use-figures.ts'
import { stateOf, stateTones } from './ticket-state.ts'
import { Transcript } from './transcript.tsx'
import { useTranscripts } from './use-transcripts.ts'

const SupportDesk = lazyPart(async () => {
  const [module] = await Promise.all([import('./desk/desk.tsx'), loadTexts('support')])
  return module.Desk
})

function TicketFigures() {
  const { t } = useTranslation('admin')
  const showFigure = useFigures(adminApi.tickets.stats, (answer) => answer.data)

  return (
    <StatCards
      items={[
        {
          label: t('adminTickets.total'),
          value: showFigure((stats) => number(stats.totalTickets)),
        },
        {
          label: t('adminTickets.closed'),
          value: showFigure((stats) => number(stats.closedTickets)),
        },
      ]}
    />
  )
}

function TicketStateBadge({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('admin')
  const ticketState = stateOf(ticket)

  return <Badge tone={stateTones[ticketState]}>{t(`adminTickets.state.${ticketState}`)}</Badge>
}

function useColumns(): Column<Ticket>[] {
  const { t } = useTranslation('admin')
  return [
    {
      key: 'id',
      head: t('adminTickets.id'),
      lead: true,
      cell: (row) => <span className="font-mono text-xs">{row.ticketId}</span>,
    },
    {
      key: 'user',
      head: t('adminTickets.user'),
      cell: (row) => (
        <div className="grid">
          <CustomerLink id={row.userId}>
            <bdi>@{row.userName}</bdi>
          </CustomerLink>
          <span className="font-mono text-xs text-muted">
            {row.userDiscordId || t('adminTickets.fromShop')}
          </span>
        </div>
      ),
    },
    {
      key: 'about',
      head: t('adminTickets.about'),
      cell: (row) => (
        <div className="grid justify-items-start max-md:justify-items-end max-md:gap-1">
          <bdi className="max-w-[40ch] wrap-anywhere">{row.subject}</bdi>
          <TicketStateBadge ticket={row} />
        </div>
      ),
    },
    {
      key: 'created',
      head: t('adminTickets.created'),
      sort: ['createdAt', '-createdAt'],
      cell: (row) => <When at={row.createdAt} />,
    },
  ]
}

/** Transcript in a new tab, in place or as a file; delete after a confirmation. */
function useRowActions(
  change: ReturnType<typeof useChange>,
  showView: { transcript(row: Ticket): void; conversation(row: Ticket): void },
) {
  const { t } = useTranslation('admin')
  const transcripts = useTranscripts()

  async function removeTicket(row: Ticket): Promise<void> {
    if (
      !(await confirm({
        title: t('adminTickets.deleteTitle'),
        text: t('adminTickets.deleteText', { id: row.ticketId }),
        act: t('adminTickets.deleteAct'),
      }))
    )
      return

    await change.run(() => call(adminApi.tickets.remove, { params: { id: row.id } }), {
      failed: t('adminTickets.errorDelete'),
      done: t('adminTickets.deleted'),
    })
  }

  return (row: Ticket): RowAction[] => [
    {
      label: t('adminTickets.answer'),
      icon: <Reply aria-hidden />,
      run: () => showView.conversation(row),
    },
    {
      label: t('adminTickets.open'),
      icon: <ExternalLink aria-hidden />,
      run: () => void transcripts.openTranscript(row),
    },
    {
      label: t('adminTickets.view'),
      icon: <MessageSquareText aria-hidden />,
      run: () => showView.transcript(row),
    },
    {
      label: t('adminTickets.download'),
      icon: <Download aria-hidden />,
      run: () => void transcripts.saveTranscript(row),
    },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      refused: row.status === 'open' ? t('adminTickets.deleteOpen') : undefined,
      run: () => void removeTicket(row),
    },
  ]
}

type View = 'inbox' | 'table'
const viewStorageKey = 'adminTicketsView'

/** Table or inbox: the view in the URL, otherwise the last view that this browser showed. */
function useTicketView() {
  const [search, setSearch] = useSearchParams()
  const storedView = readText(localStore(), viewStorageKey) === 'inbox' ? 'inbox' : 'table'
  const viewInAddress = search.get('view')

  const showView = (view: View, more: Record<string, string> = {}) => {
    writeText(localStore(), viewStorageKey, view)
    setSearch({ view, ...more })
  }

  return {
    view: viewInAddress === 'inbox' || viewInAddress === 'table' ? viewInAddress : storedView,
    show: showView,
  }
}

/** The table of all tickets, or the support desk (P330). */
export function Page() {
  const { view, show: showView } = useTicketView()
  if (view === 'table')
    return <TicketTable onDesk={(ticket) => showView('inbox', ticket ? { ticket } : {})} />

  return (
    <Suspense fallback={<Loading />}>
      <SupportDesk onTable={() => showView('table')} />
    </Suspense>
  )
}

/** All tickets; the search starts by Enter or its button. */
function TicketTable({ onDesk }: { onDesk(ticket?: string): void }) {
  const { t } = useTranslation('admin')

  const ticketList = useList(adminApi.tickets.list, {
    filters: { search: '' },
    rows: (answer) => answer.tickets,
    total: (answer) => answer.total,
  })

  const ticketChange = useChange(adminApi.tickets.list, adminApi.tickets.stats)
  const [shown, setShown] = useState<Ticket | null>(null)
  const [visit, setVisit] = useState(0)
  const ticketColumns = useColumns()

  // The new React key also clears a search text that was typed but not sent.
  const refreshList = () => {
    ticketList.set({ search: '' })
    setVisit(visit + 1)
    void ticketChange.reload()
  }

  const rowActions = useRowActions(ticketChange, {
    transcript: setShown,
    conversation: ({ ticketId }) => onDesk(ticketId),
  })

  return (
    <ListPage
      title={t('adminTickets.title')}
      text={t('adminTickets.text')}
      list={ticketList}
      columns={ticketColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.ticketId}
      opens={({ ticketId }) => ({ search: `view=inbox&ticket=${ticketId}` })}
      item={(row) => ({
        title: row.subject || row.ticketId,
        line: (
          <>
            {row.ticketId} · <When at={row.createdAt} />
          </>
        ),
        state: <TicketStateBadge ticket={row} />,
      })}
      failed={t('adminTickets.errorLoad')}
      actions={
        <>
          <Button
            size="sm"
            look="primary"
            icon={<Inbox size={15} aria-hidden />}
            onClick={() => onDesk()}
          >
            {t('adminTickets.desk.open')}
          </Button>

          <Button size="sm" icon={<RefreshCw size={15} aria-hidden />} onClick={refreshList}>
            {t('kit.refresh')}
          </Button>
          <ExportButton route={adminApi.tickets.export} query={ticketList.query} />
        </>
      }
      figures={<TicketFigures />}
      filters={
        <SearchBox
          key={visit}
          label={t('adminTickets.search')}
          button={t('kit.search')}
          value={ticketList.state.search}
          onSearch={(search) => ticketList.set({ search })}
        />
      }
      rowActions={rowActions}
      empty={{
        title: t('adminTickets.empty'),
        text: t('adminTickets.emptyText'),
        icon: <LifeBuoy />,
      }}
    >
      {shown && <Transcript ticket={shown} onClose={() => setShown(null)} />}
    </ListPage>
  )
}
