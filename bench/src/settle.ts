import { eq } from 'drizzle-orm'

import { payments, receipts } from '../../server/src/db/tables/index.ts'
import { startPayment } from '../../server/src/domains/payments/checkout/checkout.service.ts'
import { complete } from '../../server/src/domains/payments/settlement/complete.service.ts'
import type { App } from '../../server/src/platform/app.ts'
import { inTransaction } from '../../server/src/platform/database/transaction.ts'
import { newId } from '../../server/src/platform/secrets/ids.ts'
import { cartOf, person, product, variant } from '../../server/src/testing/make.ts'
import { inBareTransaction, insertLicence, rowOf, type Client } from './bare-rows.ts'
import { each, type Rates } from './each.ts'

/** Adds four variants to a product, with a hundred keys each (L036). */
export async function addVariants(app: App, productId: string): Promise<void> {
  for (const name of ['Dois', 'Três', 'Quatro', 'Cinco'])
    await variant(app, productId, { name, keys: 100 })
}

/** Open PIX payments of one unit each, with reserved keys and a stored receipt. */
async function opened(app: App, productId: string, count: number): Promise<string[]> {
  const ids: string[] = []

  await each(Array.from({ length: count }), async () => {
    const who = await person(app)
    const cartId = await cartOf(app, who.userId, [{ productId, quantity: 1 }])

    const { payment } = await startPayment(
      app,
      { userId: who.userId, name: who.name, email: who.email, language: 'pt-BR' },
      {
        method: 'pix',
        cartId,
        couponCode: null,
        termsAccepted: true,
        cpf: '52998224725',
        successUrl: 'http://localhost/',
        cancelUrl: 'http://localhost/',
      },
    )

    ids.push(payment.id)
  })

  return ids
}

/**
 * Settled payments a second, by our settlement and by a hand-written transaction with the same
 * rows. Each payment buys the first variant of its product.
 */
export async function settleRates(
  app: App,
  count: number,
  soldKeys: number,
  { variants = false } = {},
): Promise<Rates> {
  const { id } = await product(app, { keys: count * 2 })
  if (variants) await addVariants(app, id)

  if (soldKeys)
    await app.pool.query(
      `insert into stock_keys (id, variant_id, key_cipher, key_index, key_block_indexes, last4,
        status, created_at, updated_at)
        select gen_random_uuid(), $1, 'x', decode(md5($3 || g), 'hex'),
        array[decode(md5($3 || g), 'hex')], '0000', 'used', now(), now()
        from generate_series(1, $2) g`,
      [id, soldKeys, id],
    )

  await app.pool.query('vacuum analyze stock_keys')
  const mine = await opened(app, id, count)
  const theirs = await opened(app, id, count)

  const ours = await each(mine, (paymentId) =>
    inTransaction(app, async (tx) => {
      const [payment] = await tx.db
        .select()
        .from(payments)
        .where(eq(payments.id, paymentId))
        .for('update')

      const now = app.clock.now()

      await tx.db.insert(receipts).values({
        method: 'pix',
        receiptId: `E${paymentId}`,
        paymentId,
        amountCents: payment!.amountCents,
        currency: 'BRL',
        receivedAt: now,
        createdAt: now,
      })

      await complete(
        tx,
        payment!,
        { reviewReason: null, paidAt: now, extra: [] },
        { receivedCents: payment!.amountCents, source: 'sweep', note: null },
      )
    }),
  )

  const bare = await each(theirs, (paymentId) =>
    inBareTransaction(app, (client) => bareSettlement(client, paymentId)),
  )

  return { ours, bare }
}

async function bareSettlement(client: Client, paymentId: string): Promise<void> {
  const p = await rowOf(client, 'select * from payments where id = $1 for update', [paymentId])

  await client.query(
    `insert into receipts (method, receipt_id, payment_id, amount_cents, currency, received_at,
      created_at) values ('pix', $1, $2, $3, 'BRL', now(), now())`,
    [`E${paymentId}`, paymentId, p.amount_cents],
  )

  const o = await rowOf(
    client,
    "update orders set status = 'completed', completed_at = now() where id = $1 returning *",
    [p.order_id],
  )

  const l = await rowOf(client, 'select * from order_lines where order_id = $1', [o.id])
  const unit = newId()

  await client.query(
    `insert into order_units (id, order_id, line_id, unit_index, variant_id, provider, status,
      created_at, delivered_at) values ($1, $2, $3, 0, $4, 'stock', 'delivered', now(), now())`,
    [unit, o.id, l.id, l.product_id],
  )

  const k = await rowOf(
    client,
    `update stock_keys set status = 'used', unit_id = $1, used_by_email = $2, used_at = now()
      where id = (select id from stock_keys where payment_id = $3 and status = 'reserved' limit 1
      for update) returning *`,
    [unit, o.customer_email, paymentId],
  )

  await insertLicence(client, {
    unitId: unit,
    orderId: o.id,
    userId: o.user_id,
    product: { id: l.product_id, name: l.name, cents: l.unit_cents },
    key: k,
    buyer: { name: o.customer_name, email: o.customer_email },
  })

  await client.query("update carts set status = 'completed' where id = $1", [p.cart_id])

  await client.query(
    "select queue_job('order.receipt', json_build_object('orderId', $1::text), null, 25, $2, null, 10)",
    [o.id, `order.receipt:${o.id}`],
  )

  await client.query(
    `insert into audit_log (id, action, target_type, target_id, created_at)
      values ($1, 'payment.completed', 'payment', $2, now())`,
    [newId(), paymentId],
  )

  await client.query(
    `update payments
      set status = 'completed', paid_at = now(), settled_at = now(), received_cents = amount_cents
      where id = $1`,
    [paymentId],
  )
}
