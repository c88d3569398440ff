import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Who did what to which thing, from where; no actor means the system. */
export const auditLog = pgTable('audit_log', {
  id: uuid('id').primaryKey(),
  action: text('action').notNull(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name'),
  targetType: text('target_type'),
  targetId: text('target_id'),
  details: jsonb('details').notNull().default({}),
  ip: text('ip'),
  createdAt: instant('created_at').notNull(),
}, (t) => [index('audit_created').on(t.createdAt), index('audit_actor').on(t.actorId, t.createdAt), index('audit_target').on(t.targetType, t.targetId, t.createdAt)])
