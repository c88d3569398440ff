import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'

import { instant } from './columns.ts'

/** Captcha solutions that were used, so that each counts once. */
export const captchaUses = pgTable(
  'captcha_uses',
  {
    nonce: text('nonce').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('captcha_uses_expires').on(t.expiresAt)],
)

/**
 * Addresses and devices that are kept out; network is what is compared, ip what staff wrote. No
 * expiry means for good.
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

/** Counters of limits, which the library rate-limiter-flexible writes; here to be cleared. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  expire: bigint('expire', { mode: 'number' }),
})
