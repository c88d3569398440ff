import { BadgeCheck, HandCoins, ListChecks, PackageCheck } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { localStore, readText, writeText } from '../../../state/storage.ts'
import { join } from '../../../ui/join.ts'
import { useWaitingCounts } from './use-waiting-counts.ts'

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
          'flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 hover:bg-raised max-lg:min-h-11 ' +
            'low:min-h-6 low:leading-tight lowest:justify-center lowest:gap-1.5 lowest:px-1',
          bad ? '[&>svg]:text-bad' : '[&>svg]:text-wait',
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
  const { isComplete, dead, onDesk, byHand, refused } = useWaitingCounts()
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
      className="grid text-sm max-lg:gap-0.5 lowest:flex"
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
