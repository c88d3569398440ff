import { sql, type SQL } from 'drizzle-orm'

/**
 * SQL condition: the payment with this alias is open, in review or disputed, so its money may still
 * move. Evidence about such a payment must not be deleted.
 */
export const openMoney = (payment: SQL): SQL =>
  sql`(${payment}.status = 'pending' or ${payment}.on_desk
    or ${payment}.dispute in ('inquiry', 'open', 'unknown'))`
