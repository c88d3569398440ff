import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import type { Reply } from '../../../api/http.ts'
import { ask, whileWatched } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { Blank } from '../../shared/empty/blank.tsx'
import { AccountSection } from '../shared/section.tsx'
import { NewTicket } from './new-ticket.tsx'
import { ticketState, stateTones, type TicketHead } from './own.ts'

const ticketsPerPage = 10
const pollInterval = 30_000

/** A ticket in the list: subject, number, state and last message. */
function TicketRow({ ticket }: { ticket: TicketHead }) {
  const { t } = useTranslation('support')
  const rowState = ticketState(ticket)
  const lastTextKey = ticket.lastFrom === 'staff' ? 'lastStaff' : 'lastYou'

  return (
    <Link
      to={paths.supportTicket(ticket.ticketId)}
      data-row
      className="grid min-h-18 gap-1 py-3.5 transition-colors hover:bg-raised"
    >
      <span className="flex flex-wrap items-start justify-between gap-2">
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {ticket.subject || t('noSubject')}
        </span>
        <span className="flex flex-wrap gap-x-3 gap-y-1">
          {ticket.unread && <Badge tone="warm">{t('unread')}</Badge>}
          <Badge tone={stateTones[rowState]}>{t(`state.${rowState}`)}</Badge>
        </span>
      </span>

      <span className="text-sm wrap-anywhere text-muted">
        {[ticket.ticketId, ticket.order?.number].filter(Boolean).join(' · ')}
      </span>
      <span className="text-sm text-muted">
        {t(lastTextKey, { when: date(ticket.lastAt, 'moment') })}
      </span>
    </Link>
  )
}

function TicketPages({
  of: { totalPages, hasPrevPage, hasNextPage },
  page,
  onPage,
}: {
  of: Reply<Api['support']['list']>['pagination']
  page: number
  onPage(page: number): void
}) {
  const { t } = useTranslation('support')
  if (totalPages < 2) return null

  return (
    <nav aria-label={t('pages')} className="flex items-center justify-between gap-4">
      <Button disabled={!hasPrevPage} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <span className="text-sm text-muted">{t('page', { page, pages: totalPages })}</span>
      <Button disabled={!hasNextPage} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  )
}

/** One page of the tickets, below a link to open another. */
function TicketList({
  reply: { tickets, total, pagination },
  page,
  onPage,
}: {
  reply: Reply<Api['support']['list']>
  page: number
  onPage(page: number): void
}) {
  const { t } = useTranslation('support')

  const newTicketLink = (
    <Link to={paths.newTicket()} className={buttonClass('primary')}>
      <MessageSquarePlus size={18} aria-hidden />
      {t('new')}
    </Link>
  )

  if (total === 0) return <Blank title={t('empty')} text={t('emptyText')} action={newTicketLink} />

  return (
    <>
      <div className="justify-self-start">{newTicketLink}</div>

      <ul aria-label={t('list')} className="divide-y divide-line border-y border-line">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketRow ticket={ticket} />
          </li>
        ))}
      </ul>

      <TicketPages of={pagination} page={page} onPage={onPage} />
    </>
  )
}

function OwnTickets() {
  const { t } = useTranslation(['support', 'common'])
  const [page, setPage] = useState(1)
  const ticketsQuery = useQuery(
    ask(
      ownApi.support.list,
      { query: { page, limit: ticketsPerPage } },
      whileWatched(pollInterval),
    ),
  )

  return (
    <QueryResult
      // A failed refetch keeps the list.
      keepsOld
      answer={ticketsQuery}
      failed={t('errorList')}
      retry={t('common:action.retry')}
      waiting={
        <Skeletons
          count={3}
          label={t('common:state.loading')}
          className="grid gap-px"
          each="h-26"
        />
      }
    >
      {(reply) => <TicketList reply={reply} page={page} onPage={setPage} />}
    </QueryResult>
  )
}

/** Own tickets, or with ?new or ?order the form of a new one. */
export function Page() {
  const { t } = useTranslation('support')
  const [searchParams] = useSearchParams()
  const orderNumber = searchParams.get('order')
  const isNew = searchParams.has('new') || orderNumber !== null

  return (
    <AccountSection title={t(isNew ? 'new' : 'title')}>
      {isNew ? <NewTicket order={orderNumber} /> : <OwnTickets />}
    </AccountSection>
  )
}
