import { staffRoles, type Role } from '@chaveiro/contracts/limits'

import { needsSession, paths } from '../../../routing/paths.ts'

const here = 'https://shop.invalid'

/**
 * A guarded page of this shop that somebody came from; null for anything else, since the history's
 * state is not ours alone to write.
 */
function ownPage(from: unknown): string | null {
  if (typeof from !== 'string' || !from.startsWith('/')) return null

  // The browser's own reading decides: '//host', '/\\host' and '/<tab>/host' all lead away.
  const url = URL.parse(from, here)

  return url?.origin === here && needsSession(url.pathname) ? url.pathname + url.search : null
}

/**
 * Where a login leads: back to the guarded page one came from (Q126), else staff to the back office
 * and customers to their dashboard (S153, S154).
 */
export function afterLogin(role: Role, from: unknown): string {
  return ownPage(from) ?? (staffRoles.includes(role) ? paths.adminUsers : paths.dashboard)
}
