import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Captcha solutions that were used, so that each counts once. */
export const captchaUses = pgTable('captcha_uses', {
  nonce: text('nonce').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
}, (t) => [index('captcha_uses_expires').on(t.expiresAt)])
