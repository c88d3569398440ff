import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

import { Badge } from '../../../../ui/badge.tsx'
import { join } from '../../../../ui/join.ts'
import type { InboxTicket } from '../../shared/rows.ts'
import { date } from '../../shared/shop-clock.ts'
import { stateOf, stateTones } from '../ticket-state.ts'
import { ageOf } from './spans.ts'

/** Since when the customer waits; of one who does not, how long ago he spoke. */
function Age({ row, now }: { row: InboxTicket; now: number }) {
  const { t } = useTranslation('admin')
  const waits = row.status === 'open' ? row.waitingSince : null
  const at = waits ?? row.customerAt
  if (!at) return null

  return (
    <time
      dateTime={at}
      title={date(at, 'moment')}
      className={join('shrink-0 text-xs whitespace-nowrap', waits ? 'text-wait' : 'text-muted')}
    >
      {t(waits ? 'adminTickets.desk.waits' : 'adminTickets.desk.customerAgo', {
        time: ageOf(at, now),
      })}
    </time>
  )
}

/** One ticket of the list; a link, so that it opens in a tab of its own too. */
export function InboxRow({ row, now, isOpen }: { row: InboxTicket; now: number; isOpen: boolean }) {
  const { t } = useTranslation('admin')
  const [search] = useSearchParams()
  const there = new URLSearchParams(search)
  there.set('view', 'inbox')
  there.set('ticket', row.ticketId)
  there.delete('part')
  const state = stateOf(row)
  const said =
    row.lastFrom === 'staff' ? t('adminTickets.desk.byStaff', { text: row.preview }) : row.preview

  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={`?${there}`}
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

          <Age row={row} now={now} />
        </span>

        <bdi className={join('line-clamp-2 wrap-anywhere', row.unread && 'font-semibold')}>
          {row.subject || row.ticketId}
        </bdi>
        <bdi className="truncate text-xs text-muted">{said}</bdi>

        <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
          <Badge tone={stateTones[state]} className="shrink-0">
            {t(`adminTickets.state.${state}`)}
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
