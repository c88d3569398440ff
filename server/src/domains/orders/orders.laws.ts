import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import { licences, orderLines, orders, orderUnits, productVariants } from '../../db/tables/index.ts'

/** Invariants of orders: their units, their totals, and what their lines sell. */
export const orderLaws: readonly Law[] = [
  {
    name: 'I2 a paid line has its units',

    broken: () => sql`
      select 'line ' || l.id || ' of ' || o.number || ' sold ' || l.quantity || ' and has '
        || count(u.id) || ' units' from ${orders} o join ${orderLines} l on l.order_id = o.id
        left join ${orderUnits} u on u.line_id = l.id
        where o.status = 'completed' group by o.number, l.id having count(u.id) <> l.quantity
      union all select 'unit ' || u.id || ' belongs to ' || o.number || ' which is ' || o.status
        from ${orderUnits} u join ${orders} o on o.id = u.order_id
        where o.status in ('pending', 'cancelled') and u.status <> 'revoked'`,
  },
  {
    name: 'I2 a delivered unit has its licence',

    broken: () => sql`
      select 'unit ' || u.id || ' is delivered and has no licence' from ${orderUnits} u
        left join ${licences} l on l.unit_id = u.id where u.status = 'delivered' and l.id is null
      union all select 'unit ' || u.id || ' is pending and has a licence' from ${orderUnits} u
        join ${licences} l on l.unit_id = u.id where u.status = 'pending'
      union all select 'stock unit ' || u.id || ' is delivered without a stock key'
        from ${orderUnits} u join ${licences} l on l.unit_id = u.id
        where u.status = 'delivered' and u.provider = 'stock' and l.stock_key_id is null`,
  },
  {
    name: 'I5 the total of an order is its lines minus its discount',

    broken: () => sql`
      select 'order ' || o.number || ': ' || o.subtotal_cents || ' - ' || o.discount_cents || ' = '
        || o.total_cents || ', lines ' || coalesce(sum(l.unit_cents * l.quantity), 0)
        from ${orders} o left join ${orderLines} l on l.order_id = o.id
        group by o.id
        having o.total_cents <> o.subtotal_cents - o.discount_cents
          or o.subtotal_cents <> coalesce(sum(l.unit_cents * l.quantity), 0)
          or o.total_cents < 0 or o.discount_cents < 0`,
  },
  {
    name: 'I11 a line sells a variant of its product and its units are of it',

    broken: () => sql`
      select 'line ' || l.id || ' sells variant ' || l.variant_id || ' of another product than '
        || l.product_id from ${orderLines} l left join ${productVariants} v on v.id = l.variant_id
        where v.product_id is distinct from l.product_id
      union all select 'unit ' || u.id || ' is of variant ' || u.variant_id || ' and its line of '
        || l.variant_id from ${orderUnits} u join ${orderLines} l on l.id = u.line_id
        where l.variant_id <> u.variant_id`,
  },
]
