import { sql, type SQL } from 'drizzle-orm'

/**
 * Whether a payment, by its alias in the statement, may still bring or cost money: it is open, waits
 * for staff, or is disputed. Evidence about such a payment is not cleared.
 */
export const openMoney = (payment: SQL): SQL =>
  sql`(${payment}.status = 'pending' or ${payment}.on_desk
    or ${payment}.dispute in ('inquiry', 'open', 'unknown'))`
