import { sql } from 'drizzle-orm'

import { carts, orders, payments } from '../../db/tables/index.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { openMoney } from '../books/open-money.queries.ts'

/**
 * Carts without a change for a long time. Orders have a copy of the bought items; the other items
 * only show what a person once considered buying.
 */
export const oldCarts: Clearing = {
  what: 'carts, whether bought or left, and what is in them',
  table: carts,
  period: ({ retention }) => `${retention.cartDays} days`,
  due(app) {
    const retentionDays = app.config.retention.cartDays
    const cutoffDate = secondsAfter(app.clock.now(), -retentionDays * 86_400).toISOString()

    return sql`${carts.createdAt} < ${cutoffDate} and ${carts.updatedAt} < ${cutoffDate}
      and not exists (select 1 from ${orders} o join ${payments} p on p.order_id = o.id
        where o.cart_id = ${carts.id} and ${openMoney(sql`p`)})`
  },
}
