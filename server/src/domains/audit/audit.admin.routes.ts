import type { audit } from '@chaveiro/contracts/admin/audit'

import type { Handlers } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { auditAfter, auditTrail, type AuditRow } from './audit.queries.ts'
import { entriesWithTargets } from './audit.targets.queries.ts'

const auditColumns: readonly Column<AuditRow>[] = [
  ['id', (row) => row.id],
  ['createdAt', (row) => row.createdAt],
  ['action', (row) => row.action],
  ['performedBy', (row) => row.actorName ?? ''],
  ['performedById', (row) => row.actorId],
  ['targetType', (row) => row.targetType],
  ['targetId', (row) => row.targetId],
  ['details', (row) => JSON.stringify(row.details)],
  ['ip', (row) => row.ip],
]

/** Back-office calls of the audit log. */
export const auditAdmin: Handlers<typeof audit> = {
  async export(app, { query }) {
    return csvFile('audit-log', auditColumns, (last, limit) => auditAfter(app, query, last, limit))
  },
  async list(app, { query: { page, limit, sort, ...filter } }) {
    const { rows, total } = await auditTrail(app, filter, { page, limit, sort })
    return {
      success: true as const,
      logs: await entriesWithTargets(app, rows),
      pagination: { total, pages: Math.ceil(total / limit), page, limit },
    }
  },
}
