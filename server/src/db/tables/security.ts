import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'

import { instant } from './columns.ts'

/** Used captcha solutions, so that each is accepted once. */
export const captchaUses = pgTable(
  'captcha_uses',
  {
    nonce: text('nonce').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('captcha_uses_expires').on(t.expiresAt)],
)

/**
 * Banned IP addresses and devices. Requests are matched against `network`; `ip` is the text that
 * staff typed. A ban without an expiry is permanent.
 */
export const bans = pgTable(
  'bans',
  {
    id: uuid('id').primaryKey(),
    ip: text('ip'),
    network: text('network'),
    hwid: text('hwid'),
    reason: text('reason').notNull(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by'),
  },
  (t) => [
    index('bans_created').on(t.createdAt),
    index('bans_hwid')
      .on(t.hwid)
      .where(sql`hwid is not null`),
  ],
)

/**
 * Counters of the library rate-limiter-flexible, declared here so that expired counters can be
 * deleted.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  expire: bigint('expire', { mode: 'number' }),
})
