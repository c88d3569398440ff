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
  /**
   * What is no page of the app: the browser opens it, whatever its address is (https, mailto, the
   * sandbox).
   */
  outside?: boolean
  icon: ReactNode
  children: ReactNode
}

function Tile({ to, outside = false, icon, children }: TileProps) {
  const inner = (
    <>
      <span aria-hidden className="text-accent">
        {icon}
      </span>
      {children}
    </>
  )

  if (outside)
    return (
      <a className={tileClass} href={to} target="_blank" rel="noreferrer">
        {inner}
      </a>
    )

  return (
    <Link className={tileClass} to={to}>
      {inner}
    </Link>
  )
}

/** For who is logged in: initial, name, email, role, and the five places they go to (S062). */
export function QuickMenu() {
  const { t } = useTranslation('store')
  const { user, loggedIn } = useSession()
  const site = useSite()
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
        <Tile to={paths.products} icon={<Gamepad2 size={20} />}>
          {t('home.games')}
        </Tile>
        <Tile to={paths.dashboard} icon={<CircleUser size={20} />}>
          {t('home.account')}
        </Tile>
        <Tile to={paths.orders} icon={<Package size={20} />}>
          {t('home.orders')}
        </Tile>
        <Tile to={paths.status} icon={<Activity size={20} />}>
          {t('home.status')}
        </Tile>
        <Tile outside to={supportLink(site)} icon={<LifeBuoy size={20} />}>
          {t('home.help')}
        </Tile>
      </div>
    </section>
  )
}
