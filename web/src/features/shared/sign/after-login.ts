import { staffRoles, type Role } from '@chaveiro/contracts/limits'

import { needsSession, paths } from '../../../routing/paths.ts'

const placeholderOrigin = 'https://shop.invalid'

/**
 * A guarded page of this shop that the visitor came from; null for anything else, because other
 * code can write the history's state.
 */
function guardedPage(from: unknown): string | null {
  if (typeof from !== 'string' || !from.startsWith('/')) return null

  // The URL parser decides: '//host', '/\\host' and '/<tab>/host' all lead away.
  const address = URL.parse(from, placeholderOrigin)

  if (address?.origin === placeholderOrigin && needsSession(address.pathname))
    return address.pathname + address.search

  return null
}

/**
 * Target after a login: the guarded page the visitor came from (Q126), else the back office for
 * staff and the dashboard for customers (S153, S154).
 */
export function pathAfterLogin(role: Role, from: unknown): string {
  return guardedPage(from) ?? (staffRoles.includes(role) ? paths.adminUsers : paths.dashboard)
}
