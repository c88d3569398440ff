import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'

import { paths } from '../routing/paths.ts'
import { logout } from '../state/logout.ts'
import { useSession } from '../state/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { join } from '../ui/join.ts'

/** Log in and register, or dashboard, admin and log out (S044 to S046). */
export function AccountLinks({ wide }: { wide?: boolean }) {
  const { t } = useTranslation()
  const { loggedIn, user } = useSession()
  const widthClass = wide ? 'w-full' : 'px-3'
  const quietLook = wide ? 'plain' : 'ghost'

  if (!loggedIn)
    return (
      <>
        <Link to={paths.login} className={buttonClass('ghost', 'md', widthClass)}>
          {t('nav.login')}
        </Link>
        <Link to={paths.register} className={buttonClass('plain', 'md', widthClass)}>
          {t('nav.register')}
        </Link>
      </>
    )

  return (
    <>
      {user?.role === 'admin' && (
        <Link to={paths.adminUsers} className={buttonClass(quietLook, 'md', widthClass)}>
          {t('nav.admin')}
        </Link>
      )}

      <Link to={paths.dashboard} className={buttonClass(quietLook, 'md', widthClass)}>
        {t('nav.dashboard')}
      </Link>

      <Button
        look="ghost"
        className={widthClass}
        onClick={() => {
          void logout()
        }}
      >
        {t('nav.logout')}
      </Button>
    </>
  )
}

export function PageLinks({ tall }: { tall?: boolean }) {
  const { t } = useTranslation()

  const linkClass = ({ isActive }: { isActive: boolean }) =>
    join(
      'flex min-h-11 items-center rounded-md px-3 text-sm font-medium hover:text-ink',
      isActive ? 'text-ink' : 'text-muted',
      tall && '-mx-3 text-base',
    )

  return (
    <>
      <NavLink to={paths.products} className={linkClass}>
        {t('nav.products')}
      </NavLink>
      <NavLink to={paths.status} className={linkClass}>
        {t('nav.status')}
      </NavLink>
    </>
  )
}
