import { addItem } from '../../server/src/domains/cart/cart.service.ts'
import { startPayment } from '../../server/src/domains/payments/checkout/checkout.service.ts'
import type { App } from '../../server/src/platform/app.ts'
import { newId } from '../../server/src/platform/secrets/ids.ts'
import { cartOf, coupon, person, product } from '../../server/src/testing/make.ts'
import { bareCheckout, type Buyer } from './bare-checkout.ts'
import { inBareTransaction } from './bare-rows.ts'
import { each, type Rates } from './each.ts'

/**
 * People who put their first product into a cart, per second: by our service, and by a hand-written
 * transaction that writes the same rows.
 */
export async function addRates(app: App, count: number): Promise<Rates> {
  const { id } = await product(app, { keys: 5 })
  const people: string[] = []
  await each(Array.from({ length: count * 2 }), async () => {
    people.push((await person(app)).userId)
  })
  const ours = await each(people.slice(0, count), (userId) =>
    addItem(app, userId, { productId: id, quantity: 1 }),
  )

  const bare = await each(people.slice(count), (userId) =>
    inBareTransaction(app, async (client) => {
      const cart = newId()

      await client.query(
        `insert into carts (id, user_id, created_at, updated_at, expires_at)
        values ($1, $2, now(), now(), now() + interval '7 days')`,
        [cart, userId],
      )

      await client.query(
        "select id, currency from products where id = $1 and status = 'active' and deleted_at is null",
        [id],
      )

      await client.query(
        'insert into cart_items (id, cart_id, variant_id, quantity, added_at) values ($1, $2, $3, 1, now())',
        [newId(), cart, id],
      )

      await client.query('update carts set updated_at = now() where id = $1', [cart])

      await client.query(
        `select i.*, p.name, v.price_cents, p.image
        from cart_items i join product_variants v on v.id = i.variant_id
          join products p on p.id = v.product_id
        where i.cart_id = $1`,
        [cart],
      )
    }),
  )

  return { ours, bare }
}

/**
 * Free purchases a second, by our service and by a hand-written transaction: price, coupon,
 * reservation, order, payment and delivery, without a provider.
 */
export async function checkoutRates(app: App, count: number): Promise<Rates> {
  const { id } = await product(app, { keys: count * 2 })
  const code = `TUDO${newId().slice(-12).toUpperCase()}`
  await coupon(app, { code, value: 10_000 })
  const carts: Buyer[] = []

  await each(Array.from({ length: count * 2 }), async () => {
    const who = await person(app)
    carts.push({ ...who, cartId: await cartOf(app, who.userId, [{ productId: id, quantity: 1 }]) })
  })

  const ours = await each(carts.slice(0, count), (who) =>
    startPayment(
      app,
      { userId: who.userId, name: who.name, email: who.email, language: 'pt-BR' },
      {
        method: 'pix',
        cartId: who.cartId,
        couponCode: code,
        termsAccepted: true,
        cpf: '52998224725',
        successUrl: 'http://localhost/',
        cancelUrl: 'http://localhost/',
      },
    ),
  )

  const bare = await each(carts.slice(count), (who) =>
    inBareTransaction(app, (client) => bareCheckout(client, who, id, code)),
  )

  return { ours, bare }
}
