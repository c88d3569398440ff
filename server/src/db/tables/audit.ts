import { languages } from '@chaveiro/contracts/limits'
import { consentChannels, consentKinds } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { instant } from './columns.ts'

/**
 * Actions with actor, target and IP address; without an actor the system acted. Partitioned by
 * months in UTC (decision 0011).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').notNull(),
    action: text('action').notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    targetType: text('target_type'),
    targetId: text('target_id'),
    details: jsonb('details').notNull().default({}),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('audit_log_id').on(t.id, t.createdAt),
    index('audit_log_created').on(t.createdAt),
    index('audit_log_actor').on(t.actorId, t.createdAt),
    index('audit_log_target').on(t.targetType, t.targetId, t.createdAt),
    index('audit_log_action').on(t.action, t.createdAt),
    index('audit_log_security')
      .on(t.createdAt)
      .where(
        sql`action in ('login.failed', 'request.blocked', 'session.reuse', 'user.banned',
          'user.unbanned', 'ban.created', 'ban.removed')`,
      ),
  ],
)

/**
 * The keys that a staff member viewed in a section within the last ten minutes, and the audit entry
 * that counts these views. Only hand-written statements use this table. @public
 */
export const keysSeen = pgTable(
  'keys_seen',
  {
    actorId: uuid('actor_id').notNull(),
    section: text('section').notNull(),
    auditId: uuid('audit_id').notNull(),
    since: instant('since').notNull(),
    keyIds: uuid('key_ids').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.actorId, t.section] })],
)

/**
 * Proof of accepted terms: version of the text, time and IP address, at registration and order.
 * Append-only.
 */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The order for which the terms were accepted; null at registration. */
    orderId: uuid('order_id'),
    kind: text('kind', { enum: consentKinds }).notNull(),
    /** SHA-256 of the accepted text, in hex. */
    version: text('version').notNull(),
    channel: text('channel', { enum: consentChannels }).notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    language: text('language', { enum: languages }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('consents_user').on(t.userId), index('consents_order').on(t.orderId)],
)
