import type { audit } from '@chaveiro/contracts/admin/audit'
import type { Handlers } from '../../platform/mount.ts'
import { auditTrail, entryView } from './audit.queries.ts'

/** Back-office calls of audit. */
export const auditAdmin: Handlers<typeof audit> = {
  async list(app, { query: { page, limit, ...filter } }) {
    const { rows, total } = await auditTrail(app, filter, { page, limit })
    return { success: true as const, logs: rows.map(entryView), pagination: { total, pages: Math.ceil(total / limit), page, limit } }
  },
}
