import type { security } from '@chaveiro/contracts/admin/security'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Handlers } from '../../platform/http/mount.ts'
import { entryView, securityTrail } from '../audit/audit.queries.ts'
import { actorOf } from '../audit/audit.service.ts'
import { createBan, listBans, removeBan, type Ban } from './bans.service.ts'

/** Back-office calls of security. */
export const securityAdmin: Handlers<typeof security> = {
  async bans(app) {
    const bans = (await listBans(app)).map(banView)
    return { success: true as const, bans, total: bans.length, data: bans }
  },

  async ban(app, input) {
    const created = await createBan(app, input.body, actorOf(input))
    const ban = banView(created.ban)

    return {
      success: true as const,
      message: inLanguage(input.caller.language, {
        'pt-BR': 'Banimento criado.',
        'en-US': 'Ban created.',
      }),
      ban,
      data: ban,
      sharedBy: created.sharedBy,
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
    const logs = rows.map(entryView)

    return {
      success: true as const,
      logs,
      total,
      pages: Math.ceil(total / query.limit),
      data: logs,
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
