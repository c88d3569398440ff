import { bell as limits } from '@chaveiro/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ask, whileWatched } from '../../../api/queries.ts'
import { useLate } from '../../../routing/late.ts'
import { useSession } from '../../../state/session.ts'
import { localStore } from '../../../state/storage.ts'
import { IconButton } from '../../../ui/button.tsx'
import { guildQuery } from '../../shared/news/guild.ts'
import { bellStateQuery } from '../../shared/news/kept.ts'
import { badgeText, readViewed, countUnseen } from '../../shared/news/viewed.ts'
import { countQuery } from './notices.ts'

/**
 * Number of unseen notifications. Zero once the panel was opened after the last fetch (S054), and
 * until the account reports what was seen on other devices (P210).
 */
function useUnseenCount(openedAt: number): number {
  const { user, loggedIn } = useSession()
  const bellState = useQuery(bellStateQuery(loggedIn ? user?.id : undefined))
  const guildIdQuery = useQuery(guildQuery)
  const { data, dataUpdatedAt } = useQuery(countQuery)
  if (loggedIn && bellState.isPending) return 0
  if (!data || !guildIdQuery.data || openedAt >= dataUpdatedAt) return 0

  return countUnseen(data, readViewed(localStore(), guildIdQuery.data), dataUpdatedAt)
}

const answersPollInterval = 60_000

/** Number of own tickets with new answers (P169). */
function useNewAnswers(): number {
  const { loggedIn } = useSession()
  const { data } = useQuery(
    ask(ownApi.support.unread, {}, { enabled: loggedIn, ...whileWatched(answersPollInterval) }),
  )

  return (loggedIn && data?.unread) || 0
}

/** Time at which the user's password was removed; undefined once a new one is set (P258). */
function usePasswordDropped(): string | undefined {
  const { user, loggedIn } = useSession()
  const { data } = useQuery(bellStateQuery(loggedIn ? user?.id : undefined))

  if (!loggedIn) return undefined

  return data?.passwordDropped
}

/**
 * Whether the bell still counts the removed password: within a day, and until the panel is opened.
 */
const isNews = (dropped: string | undefined, openedAt: number): boolean =>
  dropped !== undefined &&
  openedAt === 0 &&
  Date.now() - Date.parse(dropped) <= limits.unseenHours * 3_600_000

/**
 * The bell with its badge. The panel's code loads when the panel is first opened. `start` opens the
 * panel at once, for a click before this code had loaded.
 */
export function Bell({ start }: { start: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(start)
  const [openedAt, setOpenedAt] = useState(start ? Date.now() : 0)
  const [isPanelWanted, setIsPanelWanted] = useState(start)
  const LoadedPanel = useLate(isPanelWanted, () =>
    import('./bell-panel.tsx').then((module) => module.BellPanel),
  )
  const newAnswers = useNewAnswers()
  const passwordDropped = usePasswordDropped()
  const passwordNews = isNews(passwordDropped, openedAt) ? 1 : 0
  const badgeLabel = badgeText(
    useUnseenCount(isOpen ? Infinity : openedAt) + newAnswers + passwordNews,
  )

  const openPanel = () => {
    setIsPanelWanted(true)
    setIsOpen(true)
    setOpenedAt(Date.now())
  }

  const closePanel = () => {
    setIsOpen(false)
    setOpenedAt(Date.now())
  }

  return (
    <>
      <IconButton
        label={badgeLabel ? t('bell.unseen', { badge: badgeLabel }) : t('bell.open')}
        aria-haspopup="dialog"
        onClick={openPanel}
        className="relative"
      >
        <BellIcon size={21} aria-hidden />

        {badgeLabel && (
          <span
            aria-hidden
            data-badge
            className="absolute top-0.5 left-[55%] min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-on-accent"
          >
            {badgeLabel}
          </span>
        )}
      </IconButton>

      {LoadedPanel && (
        <LoadedPanel
          open={isOpen}
          onClose={closePanel}
          answers={newAnswers}
          passwordDropped={passwordDropped}
        />
      )}
    </>
  )
}
