import { Activity, CircleUser, Gamepad2, LifeBuoy, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useSession } from '../../../state/session.ts'
import { supportLink, useSite } from '../../../state/site.ts'
import { Badge } from '../../../ui/badge.tsx'

const tileClass =
  'flex min-h-16 flex-1 basis-28 flex-col items-start justify-between gap-2 rounded-md ' +
  'border border-line bg-raised p-3 text-sm font-semibold transition-colors ' +
  'hover:bg-high'

type TileProps = {
  to: string
  /** A target outside the app (https, mailto, the sandbox), which opens in a new tab. */
  outside?: boolean
  icon: ReactNode
  children: ReactNode
}

function QuickTile({ to, outside = false, icon, children }: TileProps) {
  const tileContent = (
    <>
      <span aria-hidden className="text-muted">
        {icon}
      </span>
      {children}
    </>
  )

  if (outside)
    return (
      <a className={tileClass} href={to} target="_blank" rel="noreferrer">
        {tileContent}
      </a>
    )

  return (
    <Link className={tileClass} to={to}>
      {tileContent}
    </Link>
  )
}

/** For logged-in users: initial, name, mail, role, and five links (S062). */
export function QuickMenu() {
  const { t } = useTranslation('store')
  const { user, loggedIn } = useSession()
  const siteSettings = useSite()
  if (!loggedIn || !user) return null

  return (
    <section
      aria-label={t('home.quickMenu')}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex min-w-0 items-center gap-3">
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent font-bold text-on-accent"
        >
          {user.name.charAt(0).toUpperCase()}
        </span>

        <span className="grid min-w-0">
          <span className="truncate font-semibold">{user.name}</span>
          <span className="truncate text-sm text-muted">{user.email}</span>
        </span>
        <Badge tone="info" className="ml-auto shrink-0">
          {t(`role.${user.role}`)}
        </Badge>
      </div>

      <div className="flex flex-wrap gap-2">
        <QuickTile to={paths.products} icon={<Gamepad2 size={20} />}>
          {t('home.games')}
        </QuickTile>
        <QuickTile to={paths.dashboard} icon={<CircleUser size={20} />}>
          {t('home.account')}
        </QuickTile>
        <QuickTile to={paths.orders} icon={<Package size={20} />}>
          {t('home.orders')}
        </QuickTile>
        <QuickTile to={paths.status} icon={<Activity size={20} />}>
          {t('home.status')}
        </QuickTile>
        <QuickTile outside to={supportLink(siteSettings)} icon={<LifeBuoy size={20} />}>
          {t('home.help')}
        </QuickTile>
      </div>
    </section>
  )
}
