import { roles, type Role } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { useCart } from '../../../state/cart.ts'
import type { PermissionState } from '../../../state/guard.ts'
import { useSession } from '../../../state/session.ts'
import { supportLink, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { LogoMark } from '../../../ui/logo.tsx'
import { KeyRing } from '../../shared/empty/key-ring.tsx'
import { GetIn } from '../../shared/sign/get-in.tsx'
import { useEnter } from '../../shared/sign/use-sign.ts'
import { CartGlance } from '../shared/cart-glance.tsx'

const refusalTypes = [
  'no-auth',
  'token-error',
  'insufficient-permissions',
  'auth-error',
  'denied',
] as const

const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

/** Login in place, with the visitor's cart if any (P142). */
function LoginInvitation() {
  const enterShop = useEnter()
  const currentCart = useCart()
  const { loggedIn } = useSession()
  const showsCart = !loggedIn && currentCart.items.length > 0

  return (
    <div
      className={join('grid w-full items-start gap-5', showsCart ? 'md:grid-cols-2' : 'max-w-md')}
    >
      {showsCart && (
        <div className="md:order-2">
          <CartGlance cart={currentCart} />
        </div>
      )}

      <GetIn onEnter={enterShop} />
    </div>
  )
}

/** The required role and the account's role. */
function RoleNotice({ state }: { state: PermissionState | null }) {
  const { t } = useTranslation('store')
  const roleName = (role: string) => (isRole(role) ? t(`role.${role}`) : role)
  const requiredRoles = [state?.requiredRole ?? []].flat().map(roleName).join(', ')

  return (
    <p className="text-sm text-muted">
      {t('permission.roles', {
        required: requiredRoles,
        current: roleName(state?.currentRole ?? ''),
      })}
    </p>
  )
}

/** Links onward; the login returns to the page that was refused. */
function OnwardLinks({ from, login }: { from: string | undefined; login: boolean }) {
  const { t } = useTranslation('store')
  const linkClass = buttonClass(login ? 'ghost' : 'plain')

  return (
    <div className="flex flex-wrap justify-center gap-3">
      {login && (
        <Link to={paths.login} state={from ? { from } : null} className={linkClass}>
          {t('permission.login')}
        </Link>
      )}

      <Link to={paths.dashboard} className={linkClass}>
        {t('permission.dashboard')}
      </Link>
      <Link to={paths.home} className={linkClass}>
        {t('permission.home')}
      </Link>
    </div>
  )
}

/** Why the guard refused a page, and links onward. */
export function Page() {
  const { t } = useTranslation('store')
  const state = useLocation().state as PermissionState | null
  const siteSettings = useSite()
  const refusalType = refusalTypes.find((known) => known === state?.type) ?? 'denied'
  const wantsLogin =
    refusalType === 'no-auth' || refusalType === 'token-error' || refusalType === 'auth-error'
  useTitle(t(`permission.title.${refusalType}`))

  return (
    <div
      className={join(
        'page grid flex-1 content-center justify-items-center gap-5 py-10 text-center',
        wantsLogin ? 'max-w-4xl' : 'max-w-xl',
      )}
    >
      {wantsLogin ? <LogoMark size={40} /> : <KeyRing className="w-44" />}
      <h1 className="text-xl font-bold tracking-tight">{t(`permission.title.${refusalType}`)}</h1>
      <p className="text-muted">{t(`permission.message.${refusalType}`)}</p>
      {refusalType === 'insufficient-permissions' && <RoleNotice state={state} />}
      {wantsLogin && <LoginInvitation />}
      <OnwardLinks from={state?.from} login={wantsLogin} />

      <a
        href={supportLink(siteSettings)}
        target="_blank"
        rel="noreferrer"
        className="py-3 text-sm link"
      >
        {t('permission.support')}
      </a>
    </div>
  )
}
