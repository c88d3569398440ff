import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, HandCoins, ListChecks, PackageCheck } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { localStore, readText, writeText } from '../../../state/storage.ts'
import { join } from '../../../ui/join.ts'

/** Interval between refreshes of the pending counts, in milliseconds. */
export const lookAgainMs = 60_000

const isSettled = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  !isPending || failureCount > 0

/** Number of pending items by kind. */
function useCounts() {
  const jobsQuery = useQuery(
    ask(
      adminApi.jobs.list,
      { query: { limit: 1, state: 'dead' } },
      { refetchInterval: lookAgainMs },
    ),
  )

  const deliveries = useQuery(
    ask(adminApi.deliveries.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  )
  const deskQuery = useQuery(
    ask(adminApi.desk.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  )

  const rolesQuery = useQuery(
    ask(
      adminApi.roles.list,
      { query: { limit: 1, state: 'failed' } },
      { refetchInterval: lookAgainMs },
    ),
  )

  const unitCounts = deliveries.data?.counts
  const openCases = deskQuery.data

  return {
    isComplete: [jobsQuery, deliveries, deskQuery, rolesQuery].every(isSettled),
    dead: jobsQuery.data?.counts.dead ?? 0,
    // Units of a licence server need staff only while they are on hold; a failed delivery is
    // reported as a failed job.
    byHand: unitCounts ? unitCounts.manual + unitCounts.stock + unitCounts.held : 0,
    onDesk: openCases ? openCases.open + openCases.unmatched : 0,
    refused: rolesQuery.data?.counts.failed ?? 0,
  }
}

/**
 * Link to pending items; hidden at 0. On the lowest screens only its number is visible, and its
 * text is for screen readers and tooltips.
 */
function WaitingLink({
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

const heightStorageKey = 'adminWaitingHeight'

/** Height of the links on the previous page, in pixels. */
const lastHeight = (): number => Number(readText(localStore(), heightStorageKey)) || 0

/**
 * Links to pending work. Their height is reserved until all counts are loaded, so that the menu
 * below does not jump.
 */
export function WaitingLinks() {
  const { t } = useTranslation('admin')
  const { isComplete, dead, onDesk, byHand, refused } = useCounts()
  const listElement = useRef<HTMLUListElement>(null)
  const isNothingWaiting = dead + onDesk + byHand + refused === 0

  useLayoutEffect(() => {
    if (!isComplete) return

    // A hidden menu has no height.
    const listHeight = listElement.current?.offsetHeight ?? 0
    if (isNothingWaiting) writeText(localStore(), heightStorageKey, null)
    else if (listHeight > 0) writeText(localStore(), heightStorageKey, String(listHeight))
  }, [isComplete, isNothingWaiting, dead, onDesk, byHand, refused])

  if (!isComplete) {
    const heightBefore = lastHeight()
    if (heightBefore <= 0) return null

    return <div style={{ height: heightBefore }} />
  }

  if (isNothingWaiting) return null

  return (
    <ul
      ref={listElement}
      aria-label={t('shell.attention')}
      className="grid gap-1 text-sm low:gap-0.5 lowest:flex"
    >
      <WaitingLink
        count={onDesk}
        to={paths.adminSection('desk')}
        icon={<HandCoins size={16} aria-hidden />}
        text={t('shell.deskOpen', { count: onDesk })}
      />

      <WaitingLink
        count={byHand}
        to={paths.adminSection('deliveries')}
        icon={<PackageCheck size={16} aria-hidden />}
        text={t('shell.deliveriesOpen', { count: byHand })}
      />

      <WaitingLink
        count={refused}
        to={paths.adminSection('discord', { state: 'failed' })}
        icon={<BadgeCheck size={16} aria-hidden />}
        text={t('shell.rolesFailed', { count: refused })}
      />

      <WaitingLink
        count={dead}
        to={paths.adminSection('jobs', { state: 'dead' })}
        icon={<ListChecks size={16} aria-hidden />}
        text={t('shell.jobsDead', { count: dead })}
        bad
      />
    </ul>
  )
}
