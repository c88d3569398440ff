import type { Role } from '@chaveiro/contracts/limits'
import { Navigate, Outlet, useLocation } from 'react-router'

import { isLeaving } from '../routing/navigation.ts'
import { paths } from '../routing/paths.ts'
import { guardRefusal, type PermissionState } from '../state/guard.ts'
import { storedToken } from '../state/session.ts'

/**
 * Renders the page for a session with an allowed role; others go to the permission page with the
 * reason. With `visitors` the page is also rendered without a session, and handles the login itself.
 */
export function Guard({
  allowed,
  visitors = false,
}: {
  allowed: Role | readonly Role[]
  visitors?: boolean
}) {
  const { pathname, search } = useLocation()
  if (isLeaving(pathname)) return null

  const accessRefusal = guardRefusal(storedToken, allowed)
  if (!accessRefusal || (visitors && accessRefusal.type === 'no-auth')) return <Outlet />

  return (
    <Navigate
      to={paths.permission}
      replace
      state={{ ...accessRefusal, from: `${pathname}${search}` } satisfies PermissionState}
    />
  )
}
