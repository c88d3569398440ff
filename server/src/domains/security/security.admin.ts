import type { security } from '@chaveiro/contracts/admin/security'
import { say, type Handlers } from '../../platform/mount.ts'
import { entryView, securityTrail } from '../audit/audit.queries.ts'
import { createBan, listBans, removeBan, type Ban } from './bans.service.ts'

/** Back-office calls of security. */
export const securityAdmin: Handlers<typeof security> = {
  async bans(app) {
    const bans = (await listBans(app)).map(banView)
    return { success: true as const, bans, total: bans.length, data: bans }
  },
  async ban(app, { body, who, caller }) {
    const made = await createBan(app, body, who, caller)
    const ban = banView(made.ban)
    return { success: true as const, message: say(caller, 'Banimento criado.', 'Ban created.'), ban, data: ban, sharedBy: made.sharedBy }
  },
  async removeBan(app, { params, who, caller }) {
    await removeBan(app, params.id, who, caller)
    return { success: true as const, message: say(caller, 'Banimento removido.', 'Ban removed.') }
  },
  async logs(app, { query }) {
    const { rows, total } = await securityTrail(app, query)
    const logs = rows.map(entryView)
    return { success: true as const, logs, total, pages: Math.ceil(total / query.limit), data: logs }
  },
}

const banView = (ban: Ban) => ({ id: ban.id, _id: ban.id, ip: ban.ip, network: ban.network, hwid: ban.hwid, reason: ban.reason, expiresAt: ban.expiresAt?.toISOString() ?? null, createdAt: ban.createdAt.toISOString() })
