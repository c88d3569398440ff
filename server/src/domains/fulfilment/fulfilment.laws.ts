import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import { licences, orders, orderUnits, stockKeys, users } from '../../db/tables/index.ts'

/** Invariants between stock keys and the licences and orders that use them. */
export const fulfilmentLaws: readonly Law[] = [
  {
    name: 'I1 a stock key and the licence that took it are of one unit',

    broken: () => sql`
      select 'stock key ' || k.id || ' went to unit ' || k.unit_id
        || ' whose licence has another key' from ${stockKeys} k
        left join ${licences} l on l.unit_id = k.unit_id
        where k.unit_id is not null
          and (l.stock_key_id is distinct from k.id or l.key_index is distinct from k.key_index)
      union all
        select 'licence ' || l.id || ' took stock key ' || l.stock_key_id || ' of another unit'
        from ${licences} l left join ${stockKeys} k on k.id = l.stock_key_id
        where l.stock_key_id is not null and k.unit_id is distinct from l.unit_id`,
  },
  {
    name: 'I2 no paid unit waits while there are keys',

    broken: (now) => sql`
      select 'unit ' || u.id || ' of ' || o.number
        || ' waits for more than a minute though there are keys' from ${orderUnits} u
        join ${orders} o on o.id = u.order_id
        join ${users} b on b.id = o.user_id and not b.is_banned and b.deleted_at is null
        where u.status = 'pending' and u.provider = 'stock' and o.status = 'completed'
          and o.suspended_at is null and u.created_at + interval '60 seconds' < ${now}
          and exists (select 1 from ${stockKeys} k
            where k.variant_id = u.variant_id and k.status = 'available'
              and k.updated_at + interval '60 seconds' < ${now})`,
  },
  {
    name: 'I11 a stock key goes to a licence of its variant',

    broken: () => sql`
      select 'stock key ' || k.id || ' of variant ' || k.variant_id
        || ' went to a licence of ' || l.variant_id from ${licences} l
        join ${stockKeys} k on k.id = l.stock_key_id where k.variant_id <> l.variant_id`,
  },
]
