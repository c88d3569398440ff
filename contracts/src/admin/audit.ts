import { z } from 'zod'

import { auditEntry } from '../account-shapes.ts'
import { route } from '../route.ts'
import { csvReply, dayIn, instantIn, pageQuery, success } from '../shared.ts'
import { sortBy } from './list-query.ts'

/** A day (in the shop's time zone) or an instant; empty means no filter (B228). */
const dayFilter = z.union([z.literal('').transform(() => undefined), dayIn, instantIn]).optional()

const textFilter = z
  .string()
  .trim()
  .max(100)
  .transform((value) => value || undefined)
  .optional()

/** `action` matches a part of an action's name, `actionName` the whole name. */
export const auditFilter = {
  action: textFilter,
  actionName: textFilter,
  userName: textFilter,
  startDate: dayFilter,
  endDate: dayFilter,
}

/** Back-office calls of the audit log (Q26, Q36). */
export const audit = {
  list: route({
    method: 'GET',
    path: '/api/server/audit-logs',
    also: ['/api/admin/audit-logs'],
    access: 'staff',
    fromReplica: true,
    summary:
      "Who did what, newest first or oldest first; both days inclusive in the shop's time zone",
    query: z.object({ ...pageQuery, ...auditFilter, sort: sortBy(['createdAt']) }),
    reply: z.object({
      ...success,
      logs: z.array(auditEntry),
      pagination: z.object({ total: z.int(), pages: z.int(), page: z.int(), limit: z.int() }),
    }),
  }),

  export: route({
    method: 'GET',
    path: '/api/server/audit-logs/export.csv',
    also: ['/api/admin/audit-logs/export.csv'],
    access: 'staff',
    fromReplica: true,
    summary: 'What the filter shows, as CSV',
    query: z.object(auditFilter),
    ...csvReply,
  }),
}
