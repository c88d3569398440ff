import { sql, type SQL } from 'drizzle-orm'

/**
 * SQL condition, by the alias of a payment: it is open, in review or disputed, so money may still
 * move. Evidence about it is not cleared.
 */
export const openMoney = (payment: SQL): SQL =>
  sql`(${payment}.status = 'pending' or ${payment}.on_desk
    or ${payment}.dispute in ('inquiry', 'open', 'unknown'))`
