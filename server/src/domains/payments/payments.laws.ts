import { sql } from 'drizzle-orm'

import type { Law } from '../../db/law.ts'
import {
  couponUses,
  orderLines,
  orders,
  payments,
  productVariants,
  receipts,
  stockKeys,
} from '../../db/tables/index.ts'

/** Invariants of money, of what it paid for, and of what is reserved for it. */
export const paymentLaws: readonly Law[] = [
  // Money in another currency does not count (`decideVerdict`); a surplus needs a review reason.
  {
    name: 'I3 money that came in is an order or is named',

    broken: () => sql`
      with came as (select p.*,
        coalesce((select sum(r.amount_cents) from ${receipts} r
        where r.payment_id = p.id and r.currency = p.currency), 0) as sum_cents from ${payments} p)
      select 'payment ' || id || ' is ' || status || ' for ' || amount_cents || ' with receipts of '
        || sum_cents from came
        where status in ('completed', 'refunded')
          and (sum_cents < amount_cents
          and coalesce(attention, '') not in ('partial', 'mismatch', 'disputed')
          or sum_cents > amount_cents and attention is null)
      union all
        select 'payment ' || id || ' says it received ' || received_cents || ' with receipts of '
        || sum_cents from came where received_cents <> sum_cents
      union all
        select 'payment ' || id || ' is ' || status || ', has receipts of ' || sum_cents
        || ' and tells nobody' from came
        where sum_cents > 0 and status in ('pending', 'failed', 'rejected') and attention is null`,
  },
  {
    name: 'I3 an order is completed by one payment',

    broken: () => sql`
      select 'payment ' || p.id || ' is completed and its order ' || o.number || ' is ' || o.status
        from ${payments} p join ${orders} o on o.id = p.order_id
        where p.status = 'completed' and o.status not in ('completed', 'refunded')
      union all
        select 'order ' || o.number || ' is completed without a completed payment'
        from ${orders} o where o.status = 'completed' and not exists (
          select 1 from ${payments} p where p.order_id = o.id and p.status = 'completed')
      union all
        select 'order ' || o.number || ' was paid ' || count(*) || ' times and nobody is told'
        from ${orders} o
        join ${payments} p on p.order_id = o.id and p.status = 'completed'
        and coalesce(p.attention, '') not in ('duplicate', 'disputed')
        group by o.number having count(*) > 1`,
  },
  {
    name: 'I4 a coupon use follows its payment',

    broken: () => sql`
      select 'use of payment ' || u.payment_id || ' is consumed and the payment is '
        || coalesce(p.status, 'missing') from ${couponUses} u
        left join ${payments} p on p.id = u.payment_id
        where u.state = 'consumed' and coalesce(p.status, '') not in ('completed', 'refunded')
      union all
        select 'payment ' || p.id || ' completed with a coupon whose use is '
        || coalesce(u.state, 'missing') from ${payments} p
        left join ${couponUses} u on u.payment_id = p.id
        where p.status = 'completed' and p.coupon_code is not null and p.attention is null
          and coalesce(u.state, '') <> 'consumed'`,
  },
  {
    name: 'I5 a payment asks for the total of its order',

    broken: () => sql`
      select 'payment ' || p.id || ' asks ' || p.amount_cents || ' ' || p.currency || ' for '
        || o.number || ' of ' || o.total_cents || ' ' || o.currency from ${payments} p
        join ${orders} o on o.id = p.order_id
        where p.amount_cents <> o.total_cents or p.currency <> o.currency
          or p.original_cents <> o.subtotal_cents or p.discount_cents <> o.discount_cents`,
  },
  {
    name: 'I6 nothing is held for a payment that is over',

    broken: (now) => sql`
      with holds as (select 'stock key ' || id as thing, payment_id from ${stockKeys}
        where status = 'reserved' and (payment_id is not null or handled_by is null)
        union all select 'coupon use' as thing, payment_id from ${couponUses}
        where state = 'reserved')
      select h.thing || ' is reserved for payment ' || coalesce(h.payment_id, 'of nobody')
        || ' which is ' || coalesce(p.status, 'missing') from holds h
        left join ${payments} p on p.id = h.payment_id where p.status is distinct from 'pending'
      union all
        select h.thing || ' is still reserved for payment ' || p.id || ' which ended at '
        || p.expires_at from holds h join ${payments} p on p.id = h.payment_id
        where p.status = 'pending' and p.expires_at + interval '60 seconds' < ${now}`,
  },
  // Late money may exceed the limit (Q38), and so may staff (Q134).
  {
    name: 'I12 nobody has more of a variant than one customer may have',

    broken: () => sql`
      select 'user ' || o.user_id || ' has ' || sum(l.quantity) || ' of variant ' || v.id
        || ' of which one may have ' || v.per_customer
        from ${productVariants} v join ${orderLines} l on l.variant_id = v.id
        join ${orders} o on o.id = l.order_id and o.created_at >= v.per_customer_since
        where v.per_customer > 0 and o.origin <> 'manual'
          and (o.status = 'completed' or o.status = 'pending' and exists (
            select 1 from ${payments} p where p.order_id = o.id and p.status = 'pending'))
          and not exists (select 1 from ${payments} p
            where p.order_id = o.id and p.attention = 'late')
        group by o.user_id, v.id having sum(l.quantity) > v.per_customer`,
  },
]
