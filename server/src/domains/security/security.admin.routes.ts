import type { security } from '@chaveiro/contracts/admin/security'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../platform/http/mount.ts'
import { entryView, securityTrail } from '../audit/audit.queries.ts'
import { actorOf } from '../audit/audit.service.ts'
import { createBan, listBans, removeBan, type Ban } from './bans.service.ts'

/** Back-office calls of security. */
export const securityAdmin: Handlers<typeof security> = {
  async bans(app) {
    const banViews = (await listBans(app)).map(banView)
    return { success: true as const, bans: banViews, total: banViews.length, data: banViews }
  },

  async ban(app, input) {
    const createdBan = await createBan(app, input.body, actorOf(input))
    const createdView = banView(createdBan.ban)

    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Banimento criado.',
        'en-US': 'Ban created.',
      }),
      ban: createdView,
      data: createdView,
      sharedBy: createdBan.sharedBy,
    }
  },

  async removeBan(app, input) {
    await removeBan(app, input.params.id, actorOf(input))
    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Banimento removido.',
        'en-US': 'Ban removed.',
      }),
    }
  },

  async logs(app, { query }) {
    const { rows, total } = await securityTrail(app, query)
    const logEntries = rows.map(entryView)

    return {
      success: true as const,
      logs: logEntries,
      total,
      pages: Math.ceil(total / query.limit),
      data: logEntries,
    }
  },
}

const banView = (ban: Ban) => ({
  id: ban.id,
  _id: ban.id,
  ip: ban.ip,
  network: ban.network,
  hwid: ban.hwid,
  reason: ban.reason,
  expiresAt: ban.expiresAt?.toISOString() ?? null,
  createdAt: ban.createdAt.toISOString(),
})
