import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import { coupons, couponUses } from '../../db/tables/index.ts'

/** Invariants of coupons: use counters and usage limits. */
export const couponLaws: readonly Law[] = [
  {
    name: 'I4 the counters of a coupon are its uses',

    broken: () => sql`
      with counted as (select c.code, c.usage_limit, c.usage_count, c.reserved_count,
        count(u.payment_id) filter (where u.state = 'consumed') as consumed,
        count(u.payment_id) filter (where u.state = 'reserved') as reserved
        from ${coupons} c left join ${couponUses} u on u.coupon_id = c.id group by c.id)
      select 'coupon ' || code || ' counts ' || usage_count || ' uses and has ' || consumed
        from counted where usage_count <> consumed
      union all
        select 'coupon ' || code || ' counts ' || reserved_count || ' reservations and has '
        || reserved from counted where reserved_count <> reserved
      union all
        select 'coupon ' || code || ' has ' || consumed + reserved || ' uses of ' || usage_limit
        from counted where usage_limit > 0 and consumed + reserved > usage_limit`,
  },
]
