import { sql, type SQL } from 'drizzle-orm'

import type { App } from '../../platform/app.ts'

/** What replaces the name of somebody whose account was deleted. */
export const deletedName = 'Conta excluída'

/** An address that nobody has, a different one for each deleted account. */
export const deletedEmail = (userId: string): string => `${userId}@deleted.invalid`

/**
 * The year, in the store's time zone, until which the books keep name and email of somebody deleted
 * now (Q114).
 */
export function namesKeptUntil(app: App): number {
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: app.config.timeZone })
  return Number(year.format(app.clock.now())) + app.config.retentionYears
}

/** The ids of people who were deleted so long ago that the books no longer keep their names. */
export const peopleToForget = (app: App): SQL =>
  sql`(select id from users
    where deleted_at < ${app.clock.now().toISOString()}::timestamptz
      - make_interval(years => ${app.config.retentionYears}))`

/** The columns of a row of the books without its customer. */
export const withoutCustomer = {
  customerName: deletedName,
  customerEmail: sql<string>`user_id::text || '@deleted.invalid'`,
}
