import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import {
  orders,
  orderUnits,
  productVariants,
  reviews,
  reviewTotals,
} from '../../db/tables/index.ts'

/** Invariants of customers' reviews: their totals and their authors. */
export const reviewLaws: readonly Law[] = [
  {
    name: 'I13 the totals of reviews are those of the reviews that are shown',

    broken: () => sql`
      with shown as (select product_id, count(*) as n, sum(rating) as stars from ${reviews}
        where status = 'published' and counts group by product_id)
      select 'product ' || coalesce(s.product_id, t.product_id) || ' has ' || coalesce(s.n, 0)
        || ' reviews of ' || coalesce(s.stars, 0) || ' stars and is told to have '
        || coalesce(t.n, 0) || ' of ' || coalesce(t.stars, 0)
        from shown s full join ${reviewTotals} t on t.product_id = s.product_id
        where coalesce(s.n, 0) <> coalesce(t.n, 0) or coalesce(s.stars, 0) <> coalesce(t.stars, 0)`,
  },
  {
    name: 'I14 the author of a review had the product',

    broken: () => sql`
      select 'review ' || r.id || ' is published and its author never had product ' || r.product_id
        from ${reviews} r where r.status = 'published' and r.user_id is not null
          and not exists (select 1 from ${orderUnits} u join ${orders} o on o.id = u.order_id
            join ${productVariants} v on v.id = u.variant_id
            where o.user_id = r.user_id and v.product_id = r.product_id
              and u.delivered_at is not null)`,
  },
]
