import { sql, type SQL } from 'drizzle-orm'

import type { App } from '../../platform/app.ts'

/** The name that replaces that of a deleted account. */
export const deletedName = 'Conta excluída'

/** An address that cannot receive mail, unique for each deleted account. */
export const deletedEmail = (userId: string): string => `${userId}@deleted.invalid`

/**
 * The year, in the store's time zone, until which the books keep the name and e-mail of an account
 * deleted now (Q114).
 */
export function namesKeptUntil(app: App): number {
  const yearFormat = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    timeZone: app.config.timeZone,
  })
  return Number(yearFormat.format(app.clock.now())) + app.config.retentionYears
}

/** SQL for the ids of accounts deleted so long ago that the books no longer keep their names. */
export const peopleToForget = (app: App): SQL =>
  sql`(select id from users
    where deleted_at < ${app.clock.now().toISOString()}::timestamptz
      - make_interval(years => ${app.config.retentionYears}))`

/** The columns that a row of the books gets when its customer is erased. */
export const withoutCustomer = {
  customerName: deletedName,
  customerEmail: sql<string>`user_id::text || '@deleted.invalid'`,
}
