import { afterAll, beforeAll, expect, it } from 'vitest'

import { byClock } from '../../testing/clock.ts'
import { cartOf, coupon, person, product } from '../../testing/make.ts'
import { send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { RETENTION_YEARS: '2' } })
})

afterAll(async () => {
  await testShop?.close()
})

it("two years after an erasure the books lose name and email, and only that person's [B182, Q114]", async () => {
  await coupon(testShop.app, { code: 'LIVRE', value: 10_000 })
  const made = await product(testShop.app, { keys: 4 })
  const admin = await person(testShop.app, { role: 'admin' })

  const bought = async (name: string, email: string) => {
    const who = await person(testShop.app, { name, email })
    const cartId = await cartOf(testShop.app, who.userId, [{ productId: made.id, quantity: 1 }])

    const { body } = await startPix(testShop, who, cartId, {
      coupon: 'LIVRE',
      named: { name: `${name} Ltda`, email: `nota-${email}` },
    })

    expect(body.status).toBe('completed')

    return who
  }

  const leaving = await bought('Lia Saindo', 'lia@exemplo.test')
  const staying = await bought('Rui Ficando', 'rui@exemplo.test')
  const at = `/api/admin/users/${leaving.userId}`

  const year = Number(
    new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'America/Sao_Paulo' }).format(
      testShop.clock.now(),
    ),
  )

  expect((await send(testShop, `GET ${at}`, { as: admin })).body.user.namesKeptUntil).toBe(year + 2)
  expect((await send(testShop, `DELETE ${at}`, { as: admin })).status).toBe(200)
  const forget = () => byClock(testShop.app, 'forget customers deleted long ago')

  const names = async (userId: string) => {
    const { rows } = await testShop.app.pool.query(
      `select customer_name || ' ' || customer_email as name from orders where user_id = $1
        union all select customer_name || ' ' || customer_email from licences where user_id = $1
        union all select customer_name || ' ' || customer_email from payments where user_id = $1
        union all select receipt_name || ' ' || receipt_email from orders where user_id = $1`,
      [userId],
    )
    return rows.map(({ name }: { name: string }) => name)
  }

  testShop.clock.advance(729 * 86_400)
  await forget()

  expect(await names(leaving.userId)).toEqual([
    ...Array(3).fill('Lia Saindo lia@exemplo.test'),
    'Lia Saindo Ltda nota-lia@exemplo.test',
  ])

  testShop.clock.advance(3 * 86_400)
  await Promise.all([forget(), forget()])
  await forget()

  expect(await names(leaving.userId)).toEqual([
    ...Array(3).fill(`Conta excluída ${leaving.userId}@deleted.invalid`),
    null,
  ])

  expect(await names(staying.userId)).toEqual([
    ...Array(3).fill('Rui Ficando rui@exemplo.test'),
    'Rui Ficando Ltda nota-rui@exemplo.test',
  ])
})
