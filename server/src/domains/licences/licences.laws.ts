import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import { licences, productVariants } from '../../db/tables/index.ts'

/** Invariants of licences: a key is in one licence, and the variant belongs to the product. */
export const licenceLaws: readonly Law[] = [
  {
    name: 'I1 a key is in one licence',

    broken: () => sql`
      select 'key ' || encode(key_index, 'hex') || ' stands in ' || count(*) || ' licences'
        from ${licences} group by key_index having count(*) > 1
      union all select 'stock key ' || stock_key_id || ' stands in ' || count(*) || ' licences'
        from ${licences} where stock_key_id is not null group by stock_key_id having count(*) > 1`,
  },
  {
    name: 'I11 a licence is for a variant of its product',

    broken: () => sql`
      select 'licence ' || l.id || ' is for variant ' || l.variant_id
        || ' of another product than ' || l.product_id
        from ${licences} l left join ${productVariants} v on v.id = l.variant_id
        where v.product_id is distinct from l.product_id`,
  },
]
