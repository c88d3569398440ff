import { sql, type SQL } from 'drizzle-orm'

import type { App } from '../../platform/app.ts'

/** The name that replaces the name of a deleted account. */
export const deletedName = 'Conta excluída'

/** A mail address that cannot receive mail, unique for each deleted account. */
export const deletedEmail = (userId: string): string => `${userId}@deleted.invalid`

/**
 * The year, in the store's time zone, until which orders and payments keep the name and email of an
 * account deleted now (Q114).
 */
export function namesKeptUntil(app: App): number {
  const yearFormat = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    timeZone: app.config.timeZone,
  })
  return Number(yearFormat.format(app.clock.now())) + app.config.retentionYears
}

/**
 * SQL for the ids of accounts deleted so long ago that orders and payments must lose their names.
 */
export const peopleToForget = (app: App): SQL =>
  sql`(select id from users
    where deleted_at < ${app.clock.now().toISOString()}::timestamptz
      - make_interval(years => ${app.config.retentionYears}))`

/** The columns that an order or payment gets when its customer's name is erased. */
export const withoutCustomer = {
  customerName: deletedName,
  customerEmail: sql<string>`user_id::text || '@deleted.invalid'`,
}
