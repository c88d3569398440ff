import type { Role } from '@chaveiro/contracts/limits'
import { Navigate, Outlet, useLocation } from 'react-router'
import { leaving } from '../routing/navigation.ts'
import { paths } from '../routing/paths.ts'
import { guardRefusal, type PermissionState } from '../state/guard.ts'
import { storedToken } from '../state/session.ts'

/**
 * Lets a session with an allowed role through, sends everybody else to the permission page with the
 * reason.
 */
export function Guard({ allowed }: { allowed: Role | readonly Role[] }) {
  const { pathname, search } = useLocation()
  if (leaving(pathname)) return null
  const refusal = guardRefusal(storedToken, allowed)
  if (!refusal) return <Outlet />
  return (
    <Navigate
      to={paths.permission}
      replace
      state={{ ...refusal, from: `${pathname}${search}` } satisfies PermissionState}
    />
  )
}
