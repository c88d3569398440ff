import { newId, newSecretId } from '../../server/src/platform/secrets/ids.ts'
import { insertLicence, rowOf, type Client } from './bare-rows.ts'

// A free purchase written by hand: one transaction with the rows that our checkout writes, one
// statement after the other.

export type Buyer = { userId: string; name: string; email: string; cartId: string }

export async function bareCheckout(
  client: Client,
  who: Buyer,
  productId: string,
  code: string,
): Promise<void> {
  const [order, line, unit, payment] = [newId(), newId(), newId(), newSecretId()]
  await client.query('select * from carts where id = $1 for update', [who.cartId])

  const p = await rowOf(
    client,
    `select i.quantity, p.*, v.price_cents from cart_items i
      join product_variants v on v.id = i.variant_id join products p on p.id = v.product_id
      where i.cart_id = $1`,
    [who.cartId],
  )

  await useCoupon(client, code, payment, who.userId)

  const k = await rowOf(
    client,
    `update stock_keys
    set status = 'used', payment_id = $1, unit_id = $2, used_by_email = $3, used_at = now()
    where id = (
      select id from stock_keys
      where variant_id = $4 and status = 'available'
      order by position limit 1
      for update skip locked
    )
    returning *`,
    [payment, unit, who.email, productId],
  )

  const ids = { order, line, unit, payment }
  await insertOrder(client, ids, who, p)
  await insertPayment(client, ids, who, p)

  await insertLicence(client, {
    unitId: unit,
    orderId: order,
    userId: who.userId,
    product: { id: productId, name: p.name, cents: p.price_cents },
    key: k,
    buyer: who,
  })

  await client.query("update carts set status = 'completed' where id = $1", [who.cartId])

  await client.query(
    // A job without a handler, because mails of the hand-written transaction would slow down our
    // service.
    "select queue_job('bench.receipt', json_build_object('orderId', $1::text), null, 25, $2, null, 10)",
    [order, `bench.receipt:${order}`],
  )

  for (const action of ['payment.created', 'payment.completed'])
    await client.query(
      "insert into audit_log (id, action, target_type, target_id, created_at) values ($1, $2, 'payment', $3, now())",
      [newId(), action, payment],
    )
}

type Ids = { order: string; line: string; unit: string; payment: string }
type Line = Awaited<ReturnType<typeof rowOf>>

async function insertOrder(client: Client, ids: Ids, who: Buyer, p: Line): Promise<void> {
  const { order, line } = ids

  await client.query(
    `insert into orders (
      id, user_id, cart_id, fingerprint, status, currency,
      subtotal_cents, discount_cents, total_cents,
      payment_method, customer_name, customer_email, created_at, completed_at
    )
    values ($1, $2, $3, 'x', 'completed', 'BRL', $4, $4, 0, 'pix', $5, $6, now(), now())`,
    [order, who.userId, who.cartId, p.price_cents, who.name, who.email],
  )

  await client.query(
    `insert into order_lines (
      id, order_id, position, product_id, variant_id, name, unit_cents, quantity,
      provider, seller_type, level, validity_days
    )
    values ($1, $2, 0, $3, $3, $4, $5, 1, 'stock', 'multiloader', 1, 30)`,
    [line, order, p.id, p.name, p.price_cents],
  )

  await client.query(
    `insert into consents (id, user_id, order_id, kind, version, channel, language, created_at)
    values ($1, $2, $3, 'terms', 'x', 'site', 'pt-BR', now())`,
    [newId(), who.userId, order],
  )
}

async function insertPayment(client: Client, ids: Ids, who: Buyer, p: Line): Promise<void> {
  const { order, line, unit, payment } = ids

  await client.query(
    `insert into payments (
      id, order_id, cart_id, user_id, method, status, currency,
      amount_cents, original_cents, discount_cents, usd_rate,
      product_name, customer_name, customer_email, language, success_url, cancel_url,
      created_at, updated_at, expires_at, paid_at, settled_at
    )
    values (
      $1, $2, $3, $4, 'pix', 'completed', 'BRL',
      0, $5, $5, 5,
      $6, $7, $8, 'pt-BR', '', '',
      now(), now(), now(), now(), now()
    )`,
    [payment, order, who.cartId, who.userId, p.price_cents, p.name, who.name, who.email],
  )

  await client.query(
    `insert into order_units (
      id, order_id, line_id, unit_index, variant_id, provider, status, created_at, delivered_at
    )
    values ($1, $2, $3, 0, $4, 'stock', 'delivered', now(), now())`,
    [unit, order, line, p.id],
  )
}

async function useCoupon(client: Client, code: string, payment: string, userId: string) {
  const c = await rowOf(client, 'select * from coupons where code = $1', [code])
  await client.query('update coupons set usage_count = usage_count + 1 where id = $1', [c.id])

  await client.query(
    `insert into coupon_uses (payment_id, coupon_id, user_id, state, created_at, updated_at)
    values ($1, $2, $3, 'consumed', now(), now())`,
    [payment, c.id, userId],
  )
}
