import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, HandCoins, ListChecks, PackageCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'
import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { join } from '../../../ui/join.ts'

/** How often the frame looks again at what waits. */
export const lookAgainMs = 60_000

/** How much waits where. */
function useCounts() {
  const dead = useQuery(
    ask(
      adminApi.jobs.list,
      { query: { limit: 1, state: 'dead' } },
      { refetchInterval: lookAgainMs },
    ),
  ).data?.counts.dead
  const units = useQuery(
    ask(adminApi.deliveries.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  ).data?.counts
  const open = useQuery(
    ask(adminApi.desk.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  ).data
  const refused = useQuery(
    ask(
      adminApi.roles.list,
      { query: { limit: 1, state: 'failed' } },
      { refetchInterval: lookAgainMs },
    ),
  ).data?.counts.failed
  return {
    dead: dead ?? 0,
    // What a provider makes comes by itself, unless it is held; staff hear of it through the job
    // that gave up.
    byHand: units ? units.manual + units.stock + units.held : 0,
    onDesk: open ? open.open + open.unmatched : 0,
    refused: refused ?? 0,
  }
}

/**
 * The link to what waits; nothing when nothing does. On the lowest screens its words give way to
 * the number, and stay for who hears or points at it.
 */
function Way({
  count,
  to,
  icon,
  text,
  bad = false,
}: {
  count: number
  to: string
  icon: ReactNode
  text: string
  bad?: boolean
}) {
  if (count <= 0) return null
  return (
    <li className="lowest:flex-1">
      <Link
        to={to}
        title={text}
        className={join(
          'flex min-h-8 items-center gap-2.5 rounded-sm border border-line px-2.5 hover:bg-raised ' +
            'max-lg:min-h-11 low:min-h-6 low:leading-tight lowest:justify-center lowest:gap-1.5 lowest:px-1',
          bad ? 'text-bad' : 'text-wait',
        )}
      >
        {icon}
        <span className="lowest:sr-only">{text}</span>
        <span aria-hidden className="hidden tabular-nums lowest:inline">
          {number(count)}
        </span>
      </Link>
    </li>
  )
}

/** What waits for staff and for nobody else, as links that are there only while something does. */
export function Waiting() {
  const { t } = useTranslation('admin')
  const { dead, onDesk, byHand, refused } = useCounts()
  if (dead + onDesk + byHand + refused === 0) return null
  return (
    <ul aria-label={t('shell.attention')} className="grid gap-1 text-sm low:gap-0.5 lowest:flex">
      <Way
        count={onDesk}
        to={paths.adminSection('desk')}
        icon={<HandCoins size={16} aria-hidden />}
        text={t('shell.deskOpen', { count: onDesk })}
      />
      <Way
        count={byHand}
        to={paths.adminSection('deliveries')}
        icon={<PackageCheck size={16} aria-hidden />}
        text={t('shell.deliveriesOpen', { count: byHand })}
      />
      <Way
        count={refused}
        to={paths.adminSection('discord', { state: 'failed' })}
        icon={<BadgeCheck size={16} aria-hidden />}
        text={t('shell.rolesFailed', { count: refused })}
      />
      <Way
        count={dead}
        to={paths.adminSection('jobs', { state: 'dead' })}
        icon={<ListChecks size={16} aria-hidden />}
        text={t('shell.jobsDead', { count: dead })}
        bad
      />
    </ul>
  )
}
