import type { roles } from '@chaveiro/contracts/admin/roles'

import type { Handlers } from '../../platform/http/mount.ts'
import { totalsOf } from '../../platform/lists/filters.ts'
import { actorOf } from '../audit/audit.service.ts'
import { rolesOfGuild } from './role-permissions.queries.ts'
import { retryRole } from './roles.admin.service.ts'
import { listRoles } from './roles.queries.ts'

/** Back-office calls of roles in the chat server. */
export const rolesAdmin: Handlers<typeof roles> = {
  async list(app, { query }) {
    const { total, ...list } = await listRoles(app, query)
    return {
      success: true as const,
      ...list,
      configured: app.providers.chat !== null,
      ...totalsOf(total, query.limit),
    }
  },

  async guild(app) {
    return { success: true as const, ...(await rolesOfGuild(app)) }
  },
  async retry(app, input) {
    await retryRole(app, input.params.id, actorOf(input))
    return { success: true as const }
  },
}
