import { roles, type Role } from '@chaveiro/contracts/limits'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import type { PermissionState } from '../../../state/guard.ts'
import { supportLink, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'

const types = [
  'no-auth',
  'token-error',
  'insufficient-permissions',
  'auth-error',
  'denied',
] as const

const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

/** Why a page did not open, by the type that the guard sent along, and where to go from here. */
export function Page() {
  const { t } = useTranslation('store')
  const state = useLocation().state as PermissionState | null
  const site = useSite()
  const type = types.find((known) => known === state?.type) ?? 'denied'
  const wantsLogin = type === 'no-auth' || type === 'token-error' || type === 'auth-error'
  const named = (role: string) => (isRole(role) ? t(`role.${role}`) : role)
  const required = [state?.requiredRole ?? []].flat().map(named).join(', ')
  useTitle(t(`permission.title.${type}`))
  return (
    <div className="page grid max-w-xl flex-1 content-center justify-items-center gap-5 py-16 text-center">
      <Lock aria-hidden size={40} className="text-warm" />
      <h1 className="text-xl font-bold tracking-tight">{t(`permission.title.${type}`)}</h1>
      <p className="text-muted">{t(`permission.message.${type}`)}</p>
      {type === 'insufficient-permissions' ? (
        <p className="text-sm text-muted">
          {t('permission.roles', { required, current: named(state?.currentRole ?? '') })}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-center gap-3">
        {wantsLogin ? (
          <Link
            to={paths.login}
            state={state?.from ? { from: state.from } : null}
            className={buttonClass('primary')}
          >
            {t('permission.login')}
          </Link>
        ) : null}
        <Link to={paths.dashboard} className={buttonClass('plain')}>
          {t('permission.dashboard')}
        </Link>
        <Link to={paths.home} className={buttonClass('plain')}>
          {t('permission.home')}
        </Link>
      </div>
      <a
        href={supportLink(site)}
        target="_blank"
        rel="noreferrer"
        className="py-1 text-sm text-muted underline hover:text-ink"
      >
        {t('permission.support')}
      </a>
    </div>
  )
}
