import type { roles } from '@chaveiro/contracts/admin/roles'
import { totalsOf } from '../../platform/listing.ts'
import type { Handlers } from '../../platform/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import { rolesOfGuild } from './roles.check.ts'
import { retryRole } from './roles.desk.service.ts'
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
