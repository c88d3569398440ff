import { sql, type SQL } from 'drizzle-orm'

import type { Db } from '../../db/handle.ts'

/** One law of the shop: the statement answers a text for each row that breaks it. */
type Law = { name: string; broken: SQL }

const keyLaws = (now: SQL): Law[] => [
  {
    name: 'I1 a key belongs to one unit',

    broken: sql`
    select 'key ' || encode(key_index, 'hex') || ' stands in ' || count(*) || ' licences'
      from licences group by key_index having count(*) > 1
    union all select 'stock key ' || stock_key_id || ' stands in ' || count(*) || ' licences'
      from licences where stock_key_id is not null group by stock_key_id having count(*) > 1
    union all select 'unit ' || unit_id || ' has ' || count(*) || ' stock keys' from stock_keys
      where unit_id is not null group by unit_id having count(*) > 1
    union all select 'stock key ' || id || ' is used by no unit' from stock_keys
      where status = 'used' and unit_id is null and handled_by is null
    union all select 'stock key ' || id || ' is ' || status || ' and belongs to a unit'
      from stock_keys where status in ('available', 'reserved') and unit_id is not null
    union all
      select 'stock key ' || k.id || ' went to unit ' || k.unit_id
      || ' whose licence has another key' from stock_keys k
      left join licences l on l.unit_id = k.unit_id
      where k.unit_id is not null and (l.stock_key_id is distinct from k.id or l.key_index is distinct from k.key_index)
    union all
      select 'licence ' || l.id || ' took stock key ' || l.stock_key_id || ' of another unit'
      from licences l left join stock_keys k on k.id = l.stock_key_id
      where l.stock_key_id is not null and k.unit_id is distinct from l.unit_id`,
  },
  {
    name: 'I2 a paid line has its units and each delivered unit its licence',

    broken: sql`
    select 'line ' || l.id || ' of ' || o.number || ' sold ' || l.quantity || ' and has '
      || count(u.id) || ' units' from orders o join order_lines l on l.order_id = o.id
      left join order_units u on u.line_id = l.id
      where o.status = 'completed' group by o.number, l.id having count(u.id) <> l.quantity
    union all select 'unit ' || u.id || ' belongs to ' || o.number || ' which is ' || o.status
      from order_units u join orders o on o.id = u.order_id
      where o.status in ('pending', 'cancelled') and u.status <> 'revoked'
    union all select 'unit ' || u.id || ' is delivered and has no licence' from order_units u
      left join licences l on l.unit_id = u.id where u.status = 'delivered' and l.id is null
    union all select 'unit ' || u.id || ' is pending and has a licence' from order_units u
      join licences l on l.unit_id = u.id where u.status = 'pending'
    union all select 'stock unit ' || u.id || ' is delivered without a stock key'
      from order_units u join licences l on l.unit_id = u.id
      where u.status = 'delivered' and u.provider = 'stock' and l.stock_key_id is null
    union all
      select 'unit ' || u.id || ' of ' || o.number
      || ' waits for more than a minute though there are keys' from order_units u
      join orders o on o.id = u.order_id
      join users b on b.id = o.user_id and not b.is_banned and b.deleted_at is null
      where u.status = 'pending' and u.provider = 'stock' and o.status = 'completed'
        and o.suspended_at is null and u.created_at + interval '60 seconds' < ${now}
        and exists (select 1 from stock_keys k
          where k.variant_id = u.variant_id and k.status = 'available'
          and k.updated_at + interval '60 seconds' < ${now})`,
  },
]

const moneyLaws: Law[] = [
  // Money in another currency counts for nothing (payments.rules decide); more than the amount has
  // to be named.
  {
    name: 'I3 money that came in is an order or is named',

    broken: sql`
    with came as (select p.*,
      coalesce((select sum(r.amount_cents) from receipts r
      where r.payment_id = p.id and r.currency = p.currency), 0) as sum_cents from payments p)
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
      where sum_cents > 0 and status in ('pending', 'failed', 'rejected') and attention is null
    union all
      select 'payment ' || c.id || ' is completed and its order ' || o.number || ' is ' || o.status
      from came c join orders o on o.id = c.order_id
      where c.status = 'completed' and o.status not in ('completed', 'refunded')
    union all select 'order ' || o.number || ' is completed without a completed payment' from orders o
      where o.status = 'completed'
        and not exists (select 1 from payments p where p.order_id = o.id and p.status = 'completed')
    union all
      select 'order ' || o.number || ' was paid ' || count(*) || ' times and nobody is told'
      from orders o
      join payments p on p.order_id = o.id and p.status = 'completed'
      and coalesce(p.attention, '') not in ('duplicate', 'disputed')
      group by o.number having count(*) > 1`,
  },
  {
    name: 'I4 coupon counters tell the uses',

    broken: sql`
    with counted as (select c.code, c.usage_limit, c.usage_count, c.reserved_count,
      count(u.payment_id) filter (where u.state = 'consumed') as consumed,
        count(u.payment_id) filter (where u.state = 'reserved') as reserved from coupons c
          left join coupon_uses u on u.coupon_id = c.id group by c.id)
    select 'coupon ' || code || ' counts ' || usage_count || ' uses and has ' || consumed
      from counted where usage_count <> consumed
    union all
      select 'coupon ' || code || ' counts ' || reserved_count || ' reservations and has '
      || reserved from counted where reserved_count <> reserved
    union all
      select 'coupon ' || code || ' has ' || consumed + reserved || ' uses of ' || usage_limit
      from counted where usage_limit > 0 and consumed + reserved > usage_limit
    union all
      select 'use of payment ' || u.payment_id || ' is consumed and the payment is '
      || coalesce(p.status, 'missing') from coupon_uses u
      left join payments p on p.id = u.payment_id
      where u.state = 'consumed' and coalesce(p.status, '') not in ('completed', 'refunded')
    union all
      select 'payment ' || p.id || ' completed with a coupon whose use is '
      || coalesce(u.state, 'missing') from payments p left join coupon_uses u on u.payment_id = p.id
      where p.status = 'completed' and p.coupon_code is not null and p.attention is null
        and coalesce(u.state, '') <> 'consumed'`,
  },
  {
    name: 'I5 totals are lines minus discount and what is charged',

    broken: sql`
    select 'order ' || o.number || ': ' || o.subtotal_cents || ' - ' || o.discount_cents || ' = '
      || o.total_cents || ', lines ' || coalesce(sum(l.unit_cents * l.quantity), 0) from orders o
      left join order_lines l on l.order_id = o.id
      group by o.id
        having o.total_cents <> o.subtotal_cents - o.discount_cents
        or o.subtotal_cents <> coalesce(sum(l.unit_cents * l.quantity), 0) or o.total_cents < 0
        or o.discount_cents < 0
    union all
      select 'payment ' || p.id || ' asks ' || p.amount_cents || ' ' || p.currency || ' for '
      || o.number || ' of ' || o.total_cents || ' ' || o.currency from payments p
      join orders o on o.id = p.order_id
      where p.amount_cents <> o.total_cents or p.currency <> o.currency
        or p.original_cents <> o.subtotal_cents or p.discount_cents <> o.discount_cents`,
  },
]

const holdLaws = (now: SQL): Law[] => [
  {
    name: 'I6 nothing is held for a payment that is over',
    broken: sql`
    with holds as (select 'stock key ' || id as thing, payment_id from stock_keys
      where status = 'reserved' and (payment_id is not null or handled_by is null) union all
      select 'coupon use' as thing, payment_id from coupon_uses where state = 'reserved')
    select h.thing || ' is reserved for payment ' || coalesce(h.payment_id, 'of nobody')
      || ' which is ' || coalesce(p.status, 'missing') from holds h
      left join payments p on p.id = h.payment_id where p.status is distinct from 'pending'
    union all
      select h.thing || ' is still reserved for payment ' || p.id || ' which ended at '
      || p.expires_at from holds h join payments p on p.id = h.payment_id
      where p.status = 'pending' and p.expires_at + interval '60 seconds' < ${now}`,
  },
]

const jobLaw: Law = {
  name: 'I8 no job is dead',
  broken: sql`
  select 'job ' || id || ' (' || task_identifier || ') gave up after ' || attempts || ' attempts: '
    || coalesce(left(last_error, 200), '') from graphile_worker.jobs
    where attempts >= max_attempts`,
}

const countLaw: Law = {
  name: 'I9 the counted stock is the stock',
  broken: sql`
  select 'variant ' || variant_id || ' has ' || sum(n) || ' more keys ' || status
    || ' than are counted'
    from (select variant_id, status, 1 as n from stock_keys union all select variant_id, status, -n
    from stock_counts) k group by variant_id, status having sum(n) <> 0`,
}

const variantLaws: Law[] = [
  {
    name: 'I10 a product has its first variant and sells by those that are not deleted',
    broken: sql`
    select 'product ' || p.id || ' has no first variant' from products p
      left join product_variants v on v.id = p.id and v.product_id = p.id where v.id is null
    union all select 'product ' || p.id || ' has no variant left' from products p
      where not exists (select 1 from product_variants v
        where v.product_id = p.id and v.deleted_at is null)`,
  },
  {
    name: 'I11 what is sold names a variant of its product',

    broken: sql`
    select 'line ' || l.id || ' sells variant ' || l.variant_id || ' of another product than '
      || l.product_id from order_lines l left join product_variants v on v.id = l.variant_id
      where v.product_id is distinct from l.product_id
    union all select 'licence ' || l.id || ' is for variant ' || l.variant_id
      || ' of another product than ' || l.product_id from licences l
      left join product_variants v on v.id = l.variant_id
      where v.product_id is distinct from l.product_id
    union all select 'unit ' || u.id || ' is of variant ' || u.variant_id || ' and its line of '
      || l.variant_id from order_units u join order_lines l on l.id = u.line_id
      where l.variant_id <> u.variant_id
    union all select 'stock key ' || k.id || ' of variant ' || k.variant_id
      || ' went to a licence of ' || l.variant_id from licences l
      join stock_keys k on k.id = l.stock_key_id where k.variant_id <> l.variant_id`,
  },
  {
    // Money that came late is honoured beyond the limit (Q38), and staff may go beyond it (Q134).
    name: 'I12 nobody has more of a variant than one customer may have',
    broken: sql`
    select 'user ' || o.user_id || ' has ' || sum(l.quantity) || ' of variant ' || v.id
      || ' of which one may have ' || v.per_customer
      from product_variants v join order_lines l on l.variant_id = v.id
      join orders o on o.id = l.order_id and o.created_at >= v.per_customer_since
      where v.per_customer > 0 and o.origin <> 'manual' and (o.status = 'completed' or o.status = 'pending' and exists (
          select 1 from payments p where p.order_id = o.id and p.status = 'pending'))
        and not exists (select 1 from payments p where p.order_id = o.id and p.attention = 'late')
      group by o.user_id, v.id having sum(l.quantity) > v.per_customer`,
  },
]

const reviewLaws: Law[] = [
  {
    name: 'I13 the totals of reviews are those of the reviews that are shown',
    broken: sql`
    with shown as (select product_id, count(*) as n, sum(rating) as stars from reviews
      where status = 'published' and counts group by product_id)
    select 'product ' || coalesce(s.product_id, t.product_id) || ' has ' || coalesce(s.n, 0)
      || ' reviews of ' || coalesce(s.stars, 0) || ' stars and is told to have '
      || coalesce(t.n, 0) || ' of ' || coalesce(t.stars, 0)
      from shown s full join review_totals t on t.product_id = s.product_id
      where coalesce(s.n, 0) <> coalesce(t.n, 0) or coalesce(s.stars, 0) <> coalesce(t.stars, 0)`,
  },
  {
    name: 'I14 who says something of a product had it',
    broken: sql`
    select 'review ' || r.id || ' is published and its author never had product ' || r.product_id
      from reviews r where r.status = 'published' and r.user_id is not null
        and not exists (select 1 from order_units u join orders o on o.id = u.order_id
          join product_variants v on v.id = u.variant_id
          where o.user_id = r.user_id and v.product_id = r.product_id
          and u.delivered_at is not null)`,
  },
]

const ticketLaw: Law = {
  name: 'I15 a ticket holds nothing of anybody else',
  broken: sql`
  select 'ticket ' || t.ticket_id || ' is about order ' || o.number || ' of somebody else'
    from tickets t join orders o on o.id = t.order_id
    where t.user_id is distinct from o.user_id
  union all select 'file ' || f.id || ' stands in ticket ' || coalesce(f.ticket_id::text, 'none')
    || ' and its message in ' || m.ticket_id
    from ticket_files f join ticket_messages m on m.id = f.message_id
    where f.ticket_id is distinct from m.ticket_id
  union all select 'ticket ' || t.ticket_id || ' knows an answer that is not there' from tickets t
    where t.staff_position > 0 and not exists (select 1 from ticket_messages m
      where m.ticket_id = t.id and m.position = t.staff_position and m.role = 'staff')`,
}

const shown = 5

/**
 * What is broken in a shop's books, one text a finding (at most five a law), empty when all is
 * well; the laws of keys, money, holds, jobs, the counted stock, variants, reviews and tickets. All
 * laws read one snapshot, so it may run beside traffic. Pass the app's now where its clock was
 * moved.
 */
export async function brokenInvariants(db: Db, now?: Date): Promise<string[]> {
  const {
    rows: [queue],
  } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('graphile_worker.jobs') is not null as there`,
  )

  const at = now ? sql`${now}::timestamptz` : sql`now()`

  const laws = [
    ...keyLaws(at),
    ...moneyLaws,
    ...holdLaws(at),
    countLaw,
    ...variantLaws,
    ...reviewLaws,
    ticketLaw,
    ...(queue?.there ? [jobLaw] : []),
  ]

  const parts = laws.map(
    (law) =>
      sql`(select ${law.name}::text || ': ' || broken as text from (${law.broken}) as found (broken) limit ${shown})`,
  )

  const { rows } = await db.execute<{ text: string }>(sql.join(parts, sql` union all `))

  return rows.map((row) => row.text)
}
