import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import type { Reply } from '../../../../api/http.ts'
import { ask } from '../../../../api/queries.ts'
import { userData } from '../../../../state/session.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { denseClass } from '../../components/filters.tsx'
import { useChange } from '../../components/use-change.ts'
import type { FullTicket } from '../../shared/rows.ts'
import { stateOf, stateTones } from '../ticket-state.ts'
import { formatAge, formatSpan, useNow } from './spans.ts'
import type { Desk } from './use-desk.ts'

export type TicketReply = Reply<typeof adminApi.tickets.read>

/** The assignee: one press takes the ticket, and a select assigns it to others (P332). */
function AssigneeMenu({
  ticket: { ticketId, assignee },
  onChanged,
}: {
  ticket: FullTicket
  onChanged(reply: TicketReply): void
}) {
  const { t } = useTranslation('admin')
  const ticketChange = useChange()
  const currentUserId = userData()?.id
  const staffMembers = useQuery(ask(adminApi.supportDesk.staff)).data?.staff ?? []
  const isAssigneeListed = staffMembers.some(({ id }) => id === assignee?.id)

  const assignTo = (to: string) =>
    void ticketChange.run(
      async () =>
        onChanged(
          await call(adminApi.supportDesk.assign, {
            params: { id: ticketId },
            body: { assigneeId: to || null },
          }),
        ),
      { failed: t('adminTickets.desk.errorAssign') },
    )

  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Select
        aria-label={t('adminTickets.desk.assignee')}
        value={assignee?.id ?? ''}
        disabled={ticketChange.busy}
        onChange={(event) => assignTo(event.target.value)}
        className={`${denseClass} max-w-48 min-w-0`}
      >
        <option value="">{t('adminTickets.desk.nobody')}</option>

        {staffMembers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}

        {assignee && !isAssigneeListed && (
          <option value={assignee.id} disabled>
            {assignee.active
              ? assignee.name
              : t('adminTickets.desk.former', { name: assignee.name })}
          </option>
        )}
      </Select>

      {currentUserId && assignee?.id !== currentUserId && (
        <Button size="sm" busy={ticketChange.busy} onClick={() => assignTo(currentUserId)}>
          {t('adminTickets.desk.take')}
        </Button>
      )}
    </span>
  )
}

/** How long the customer has waited, and how long the first answer took. */
function WaitingTimes({
  ticket: { status, waitingSince, responseSeconds },
}: {
  ticket: FullTicket
}) {
  const { t } = useTranslation('admin')
  const currentTime = useNow()

  return (
    <>
      {status === 'open' && waitingSince && (
        <span className="text-wait">
          {t('adminTickets.desk.waits', { time: formatAge(waitingSince, currentTime) })}
        </span>
      )}

      {responseSeconds !== null && (
        <span>{t('adminTickets.desk.firstAnswer', { time: formatSpan(responseSeconds) })}</span>
      )}
    </>
  )
}

/** Subject, status and assignee; on a phone also Back. */
export function ConversationHead({
  ticket,
  desk,
  onChanged,
}: {
  ticket: FullTicket
  desk: Desk
  onChanged(reply: TicketReply): void
}) {
  const { t } = useTranslation('admin')
  const ticketState = stateOf(ticket)

  return (
    <header className="grid gap-1.5 border-b border-line pb-2">
      <div className="flex items-start gap-1">
        <IconButton
          label={t('adminTickets.desk.toList')}
          className="-ml-2 md:hidden"
          onClick={() => desk.open('')}
        >
          <ArrowLeft size={18} aria-hidden />
        </IconButton>

        <h2 className="line-clamp-2 min-w-0 flex-1 py-2 font-semibold wrap-anywhere md:py-0.5">
          <bdi>{ticket.subject || ticket.ticketId}</bdi>
        </h2>

        <IconButton
          label={t('adminTickets.desk.about')}
          className="xl:hidden"
          onClick={() => desk.show('about')}
        >
          <UserRound size={18} aria-hidden />
        </IconButton>
      </div>

      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <Badge tone={stateTones[ticketState]}>{t(`adminTickets.state.${ticketState}`)}</Badge>
          <span>{ticket.ticketId}</span>
          <bdi className="wrap-anywhere">{ticket.userName}</bdi>
          <WaitingTimes ticket={ticket} />
        </p>

        <AssigneeMenu ticket={ticket} onChanged={onChanged} />
      </div>
    </header>
  )
}
