import type { Role } from '@chaveiro/contracts/limits'
import { Navigate, Outlet, useLocation } from 'react-router'

import { leaving } from '../routing/navigation.ts'
import { paths } from '../routing/paths.ts'
import { guardRefusal, type PermissionState } from '../state/guard.ts'
import { storedToken } from '../state/session.ts'

/**
 * Lets a session with an allowed role through, sends everybody else to the permission page with the
 * reason. Where visitors are let in too, the page itself asks them who they are.
 */
export function Guard({
  allowed,
  visitors = false,
}: {
  allowed: Role | readonly Role[]
  visitors?: boolean
}) {
  const { pathname, search } = useLocation()
  if (leaving(pathname)) return null

  const refusal = guardRefusal(storedToken, allowed)
  if (!refusal || (visitors && refusal.type === 'no-auth')) return <Outlet />

  return (
    <Navigate
      to={paths.permission}
      replace
      state={{ ...refusal, from: `${pathname}${search}` } satisfies PermissionState}
    />
  )
}
