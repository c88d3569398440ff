import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import { products, productVariants } from '../../db/tables/index.ts'

/** Invariants of products and their variants. */
export const catalogueLaws: readonly Law[] = [
  {
    name: 'I10 a product has its first variant and sells by those that are not deleted',

    broken: () => sql`
      select 'product ' || p.id || ' has no first variant' from ${products} p
        left join ${productVariants} v on v.id = p.id and v.product_id = p.id where v.id is null
      union all select 'product ' || p.id || ' has no variant left' from ${products} p
        where not exists (select 1 from ${productVariants} v
          where v.product_id = p.id and v.deleted_at is null)`,
  },
]
