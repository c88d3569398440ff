import { sql } from 'drizzle-orm'

import { carts, orders, payments } from '../../db/tables/index.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { openMoney } from '../books/open-money.queries.ts'

/**
 * Carts that nobody touched for long: what was bought of them stands in the orders, and the others
 * tell what somebody once thought of.
 */
export const oldCarts: Clearing = {
  what: 'carts, whether bought or left, and what is in them',
  table: carts,
  kept: ({ retention }) => `${retention.cartDays} days`,
  due(app) {
    const days = app.config.retention.cartDays
    const before = secondsAfter(app.clock.now(), -days * 86_400).toISOString()

    return sql`${carts.createdAt} < ${before} and ${carts.updatedAt} < ${before}
      and not exists (select 1 from ${orders} o join ${payments} p on p.order_id = o.id
        where o.cart_id = ${carts.id} and ${openMoney(sql`p`)})`
  },
}
