import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import { stockCounts, stockKeys } from '../../db/tables/index.ts'

/** Invariants of stock: the status of its keys, and their counts. */
export const stockLaws: readonly Law[] = [
  {
    name: 'I1 a stock key belongs to one unit',

    broken: () => sql`
      select 'unit ' || unit_id || ' has ' || count(*) || ' stock keys' from ${stockKeys}
        where unit_id is not null group by unit_id having count(*) > 1
      union all select 'stock key ' || id || ' is used by no unit' from ${stockKeys}
        where status = 'used' and unit_id is null and handled_by is null
      union all select 'stock key ' || id || ' is ' || status || ' and belongs to a unit'
        from ${stockKeys} where status in ('available', 'reserved') and unit_id is not null`,
  },
  {
    name: 'I9 the counted stock is the stock',

    broken: () => sql`
      select 'variant ' || variant_id || ' has ' || sum(n) || ' more keys ' || status
        || ' than are counted'
        from (select variant_id, status, 1 as n from ${stockKeys}
          union all select variant_id, status, -n from ${stockCounts}) k
        group by variant_id, status having sum(n) <> 0`,
  },
]
