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

/** How often the frame looks again at what waits. */
export const lookAgainMs = 60_000

const isSettled = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  !isPending || failureCount > 0

/** How much waits where. */
function useCounts() {
  const jobs = useQuery(
    ask(
      adminApi.jobs.list,
      { query: { limit: 1, state: 'dead' } },
      { refetchInterval: lookAgainMs },
    ),
  )

  const deliveries = useQuery(
    ask(adminApi.deliveries.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  )
  const desk = useQuery(
    ask(adminApi.desk.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  )

  const roles = useQuery(
    ask(
      adminApi.roles.list,
      { query: { limit: 1, state: 'failed' } },
      { refetchInterval: lookAgainMs },
    ),
  )

  const units = deliveries.data?.counts
  const open = desk.data

  return {
    isComplete: [jobs, deliveries, desk, roles].every(isSettled),
    dead: jobs.data?.counts.dead ?? 0,
    // What a provider makes comes by itself, unless it is held; staff hear of it through the job
    // that gave up.
    byHand: units ? units.manual + units.stock + units.held : 0,
    onDesk: open ? open.open + open.unmatched : 0,
    refused: roles.data?.counts.failed ?? 0,
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

const heightAs = 'adminWaitingHeight'

/** The height that the links had on the page before, in pixels. */
const lastHeight = (): number => Number(readText(localStore(), heightAs)) || 0

/**
 * What waits for staff and for nobody else, as links that are there only while something does. The
 * menu below does not jump when they come: their place is kept until all counts are known.
 */
export function Waiting() {
  const { t } = useTranslation('admin')
  const { isComplete, dead, onDesk, byHand, refused } = useCounts()
  const list = useRef<HTMLUListElement>(null)
  const isEmpty = dead + onDesk + byHand + refused === 0

  useLayoutEffect(() => {
    if (!isComplete) return

    // A menu that is not shown has no height.
    const height = list.current?.offsetHeight ?? 0
    if (isEmpty) writeText(localStore(), heightAs, null)
    else if (height > 0) writeText(localStore(), heightAs, String(height))
  }, [isComplete, isEmpty, dead, onDesk, byHand, refused])

  if (!isComplete) {
    const height = lastHeight()
    if (height <= 0) return null

    return <div style={{ height }} />
  }

  if (isEmpty) return null

  return (
    <ul
      ref={list}
      aria-label={t('shell.attention')}
      className="grid gap-1 text-sm low:gap-0.5 lowest:flex"
    >
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
