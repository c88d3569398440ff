import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

import { Badge } from '../../../../ui/badge.tsx'
import { join } from '../../../../ui/join.ts'
import type { InboxTicket } from '../../shared/rows.ts'
import { date } from '../../shared/shop-clock.ts'
import { stateOf, stateTones } from '../ticket-state.ts'
import { formatAge } from './spans.ts'

/** How long the customer has waited; otherwise the time since their last message. */
function WaitingAge({ row, now }: { row: InboxTicket; now: number }) {
  const { t } = useTranslation('admin')
  const waitingSince = row.status === 'open' ? row.waitingSince : null
  const sinceMoment = waitingSince ?? row.customerAt
  if (!sinceMoment) return null

  return (
    <time
      dateTime={sinceMoment}
      title={date(sinceMoment, 'moment')}
      className={join(
        'shrink-0 text-xs whitespace-nowrap',
        waitingSince ? 'text-wait' : 'text-muted',
      )}
    >
      {t(waitingSince ? 'adminTickets.desk.waits' : 'adminTickets.desk.customerAgo', {
        time: formatAge(sinceMoment, now),
      })}
    </time>
  )
}

/** One ticket as a link, so that it can open in a new tab. */
export function InboxRow({ row, now, isOpen }: { row: InboxTicket; now: number; isOpen: boolean }) {
  const { t } = useTranslation('admin')
  const [search] = useSearchParams()
  const ticketAddress = new URLSearchParams(search)
  ticketAddress.set('view', 'inbox')
  ticketAddress.set('ticket', row.ticketId)
  ticketAddress.delete('part')
  const ticketState = stateOf(row)
  const spokenSummary =
    row.lastFrom === 'staff' ? t('adminTickets.desk.byStaff', { text: row.preview }) : row.preview

  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={`?${ticketAddress}`}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
        className={join(
          'grid gap-1 rounded-sm px-2 py-2.5 text-sm',
          isOpen ? 'bg-high' : 'hover:bg-raised',
        )}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className={join('flex min-w-0 items-baseline gap-1.5', row.unread && 'font-bold')}>
            {row.unread && (
              <span className="size-2 shrink-0 self-center rounded-full bg-accent">
                <span className="sr-only">{t('adminTickets.desk.unread')}</span>
              </span>
            )}

            <bdi className="truncate">{row.customer}</bdi>
          </span>

          <WaitingAge row={row} now={now} />
        </span>

        <bdi className={join('line-clamp-2 wrap-anywhere', row.unread && 'font-semibold')}>
          {row.subject || row.ticketId}
        </bdi>
        <bdi className="truncate text-xs text-muted">{spokenSummary}</bdi>

        <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
          <Badge
            tone={stateTones[ticketState]}
            className="shrink-0 border-transparent bg-transparent px-0"
          >
            {t(`adminTickets.state.${ticketState}`)}
          </Badge>

          {row.source === 'discord' && (
            <MessageCircle
              size={14}
              className="shrink-0"
              role="img"
              aria-label={t('adminTickets.desk.discord')}
            />
          )}

          <span className="min-w-0 truncate">
            {row.assignee?.active ? row.assignee.name : t('adminTickets.desk.nobody')}
          </span>
        </span>
      </Link>
    </li>
  )
}
