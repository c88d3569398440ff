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
 * How many are unseen as of the last answer; none once the panel was opened after it (S054), and
 * none before the account said what its owner has seen on other devices (P210).
 */
function useUnseen(openedAt: number): number {
  const { user, loggedIn } = useSession()
  const kept = useQuery(bellStateQuery(loggedIn ? user?.id : undefined))
  const guild = useQuery(guildQuery)
  const { data, dataUpdatedAt } = useQuery(countQuery)
  if (loggedIn && kept.isPending) return 0
  if (!data || !guild.data || openedAt >= dataUpdatedAt) return 0

  return countUnseen(data, readViewed(localStore(), guild.data), dataUpdatedAt)
}

const lookForAnswers = 60_000

/** In how many of one's tickets staff said something new (P169). */
function useAnswers(): number {
  const { loggedIn } = useSession()
  const { data } = useQuery(
    ask(ownApi.support.unread, {}, { enabled: loggedIn, ...whileWatched(lookForAnswers) }),
  )

  return (loggedIn && data?.unread) || 0
}

/** When a password was taken off the account of who looks, while there is none (P258). */
function usePasswordDropped(): string | undefined {
  const { user, loggedIn } = useSession()
  const { data } = useQuery(bellStateQuery(loggedIn ? user?.id : undefined))

  return loggedIn ? data?.passwordDropped : undefined
}

/** Whether that is still news: of the last day, as other notifications, and not looked at yet. */
const isNews = (dropped: string | undefined, openedAt: number): boolean =>
  dropped !== undefined &&
  openedAt === 0 &&
  Date.now() - Date.parse(dropped) <= limits.unseenHours * 3_600_000

/**
 * The bell with its badge; the panel's code comes when it is first opened. `start` opens it at
 * once: somebody clicked before this code was there.
 */
export function Bell({ start }: { start: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(start)
  const [openedAt, setOpenedAt] = useState(start ? Date.now() : 0)
  const [wanted, setWanted] = useState(start)
  const Panel = useLate(wanted, () => import('./bell-panel.tsx').then((module) => module.BellPanel))
  const answers = useAnswers()
  const dropped = usePasswordDropped()
  const own = isNews(dropped, openedAt) ? 1 : 0
  const badge = badgeText(useUnseen(open ? Infinity : openedAt) + answers + own)

  const show = () => {
    setWanted(true)
    setOpen(true)
    setOpenedAt(Date.now())
  }

  const close = () => {
    setOpen(false)
    setOpenedAt(Date.now())
  }

  return (
    <>
      <IconButton
        label={badge ? t('bell.unseen', { badge }) : t('bell.open')}
        aria-haspopup="dialog"
        onClick={show}
        className="relative"
      >
        <BellIcon size={21} aria-hidden />

        {badge && (
          <span
            aria-hidden
            data-badge
            className="absolute top-0.5 left-[55%] min-w-5 rounded-full bg-warm px-1 text-center text-xs leading-5 font-bold text-ground"
          >
            {badge}
          </span>
        )}
      </IconButton>

      {Panel && <Panel open={open} onClose={close} answers={answers} passwordDropped={dropped} />}
    </>
  )
}
