import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences, orders, stockKeys } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { coupon, person, product, type Person } from '../../../testing/make.ts'
import { together } from '../../../testing/race.ts'
import { expectSound, fill, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { addKeys } from '../../stock/stock.service.ts'
import { suspendOrder } from '../revocation.service.ts'
import { serveOrder } from './deliver.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
})

/** Buy one unit; it is delivered if a key is in stock. */
async function bought(keys: string[]): Promise<{ orderId: string; productId: string }> {
  const buyer = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { keys })
  const cartId = await fill(testShop, buyer, productId)
  const { status } = await startPix(testShop, buyer, cartId, { coupon: 'TUDO' })
  expect(status).toBe(200)
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.cartId, cartId))

  return { orderId: order!.id, productId }
}

const licenceOf = async (orderId: string) =>
  (await testShop.app.db.select().from(licences).where(eq(licences.orderId, orderId)))[0]!

describe('concurrent acts on one order', () => {
  it('six key replacements at once: one replaces, five see that the key changed [F111]', async () => {
    const { orderId, productId } = await bought([
      'RAIZ-0001',
      'RAIZ-0002',
      'RAIZ-0003',
      'RAIZ-0004',
      'RAIZ-0005',
      'RAIZ-0006',
      'RAIZ-0007',
    ])

    const before = await licenceOf(orderId)

    const answers = await together(
      testShop,
      (tx) => tx.db.execute(sql`select 1 from orders where id = ${orderId} for update`),
      Array.from(
        { length: 6 },
        () => () =>
          send(testShop, `POST /api/admin/licenses/${before.id}/replace`, {
            as: staff,
            body: { reason: 'Já ativada por outro' },
          }),
      ),
    )

    const told = answers.map((one) => (one.status === 'fulfilled' ? one.value : null))
    expect(told.map((one) => one?.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])

    for (const one of told)
      if (one?.status === 409)
        expect(one.body).toMatchObject({
          code: 'licence.key_changed',
          message:
            'A chave desta licença acabou de ser trocada por outra pessoa. Recarregue e confira antes de trocar de novo.',
        })

    const after = await licenceOf(orderId)
    expect(after.stockKeyId).not.toBe(before.stockKeyId)

    const shelf = await testShop.app.db
      .select()
      .from(stockKeys)
      .where(eq(stockKeys.variantId, productId))

    expect(shelf.map((key) => key.status).toSorted()).toEqual([
      'available',
      'available',
      'available',
      'available',
      'available',
      'revoked',
      'used',
    ])

    await expectSound(testShop)
  })

  it('a licence revoked while its key is replaced revokes the new key, not the old one [F111]', async () => {
    const { orderId, productId } = await bought(['PAR-0001', 'PAR-0002'])
    const licence = await licenceOf(orderId)

    const answers = await together(
      testShop,
      (tx) =>
        tx.db.execute(sql`select 1 from stock_keys where id = ${licence.stockKeyId} for update`),
      [
        () =>
          send(testShop, `POST /api/admin/licenses/${licence.id}/replace`, {
            as: staff,
            body: { reason: 'Vazou' },
          }),
        () =>
          send(testShop, `PATCH /api/admin/licenses/${licence.id}/status`, {
            as: staff,
            body: { status: 'revoked' },
          }),
      ],
    )

    expect(
      answers.map((one) => one.status === 'fulfilled' && [one.value.status, one.value.body.code]),
    ).toEqual([
      [200, undefined],
      [200, undefined],
    ])

    expect((await licenceOf(orderId)).status).toBe('revoked')

    expect(
      (await testShop.app.db.select().from(stockKeys).where(eq(stockKeys.variantId, productId)))
        .map((key) => key.status)
        .toSorted(),
    ).toEqual(['revoked', 'revoked'])

    await expectSound(testShop)
  })

  it('stock that comes at the moment of a dispute is not delivered to the disputed order [F111]', async () => {
    const { orderId, productId } = await bought(['UNICA-0001'])
    // Make the unit of the order wait again, as if no key had been left when it was paid.
    await testShop.app.db.execute(sql`delete from licences where order_id = ${orderId}`)
    await testShop.app.db.execute(
      sql`update order_units set status = 'pending', delivered_at = null where order_id = ${orderId}`,
    )
    await testShop.app.db.execute(
      sql`update stock_keys set status = 'revoked', unit_id = null where variant_id = ${productId}`,
    )
    await inTransaction(testShop.app, (tx) => addKeys(tx, productId, ['TARDE-0001']))

    const [served] = await together(
      testShop,
      (tx) => suspendOrder(tx, orderId, { source: 'test', reason: 'dispute open' }),
      [() => serveOrder(testShop.app, orderId)],
    )

    expect(served).toMatchObject({ status: 'fulfilled', value: { delivered: 0 } })
    expect(await licenceOf(orderId)).toBeUndefined()
  })
})
