import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orderLines, orders, products } from '../../db/tables/index.ts'
import { coupon, person, product } from '../../testing/make.ts'
import { fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { sendMail } from './mails.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

it('a receipt has the picture of each product that has one, until the list is long', async () => {
  const { db } = testShop.app
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  const staff = await person(testShop.app, { role: 'admin' })
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 1 })
  await db.update(products).set({ image: '/demo/basaltar.svg' }).where(eq(products.id, id))
  await startPix(testShop, who, await fill(testShop, who, id), { coupon: 'TUDO' })

  const mails = async (): Promise<{ html: string }[]> => {
    await testShop.drain()
    return testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)
  }

  const [short] = await mails()
  expect(short!.html).toContain('src="http://localhost:3000/cards/motif/demo-basaltar.png"')
  await testShop.sandbox!.call('DELETE', '/sandbox/api/mail')

  const [order] = await db.select().from(orders).where(eq(orders.userId, who.userId))
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, order!.id))

  await db
    .insert(orderLines)
    .values(
      Array.from({ length: 12 }, (_, at) => ({ ...line!, id: randomUUID(), position: at + 1 })),
    )

  await send(testShop, `POST /api/admin/orders/${order!.id}/receipt`, { as: staff })
  const [long] = await mails()
  expect(long!.html).toContain(order!.number)
  expect(long!.html).not.toContain('/cards/motif/')
})

const pictureUrl = 'http://localhost:3000/cards/motif/demo-basaltar.png'

it('a mail about products has their pictures, and their names in its text part', async () => {
  const who = await person(testShop.app)
  const to = { name: who.name, email: who.email, language: 'pt-BR' as const }
  const picture = '/cards/motif/demo-basaltar.png'
  const product = { product: 'Reinos', picture }

  await sendMail(testShop.app, 'stockBack', { id: 'p1', to, values: product })

  await sendMail(testShop.app, 'reviewInvite', {
    id: 'p2',
    to,
    values: { products: [{ name: 'Reinos', picture }, { name: 'Neblina' }] },
  })

  await sendMail(testShop.app, 'licenceExpiring', {
    id: 'p3',
    to,
    values: {
      number: 'ORD-000001',
      licences: [{ ...product, last4: 'ABCD', expiresAt: new Date('2026-03-14T15:00:00Z') }],
    },
  })

  await testShop.drain()
  const mails: { html: string; text: string }[] = await testShop.sandbox!.call(
    'GET',
    `/sandbox/api/mail?to=${who.email}`,
  )
  expect(mails).toHaveLength(3)
  for (const { html } of mails) expect(html).toContain(`src="${pictureUrl}"`)
  const texts = mails.map(({ text }) => text).join('\n')
  expect(texts).toContain('\nReinos\nNeblina\n')
  expect(texts).toContain('Reinos (final ABCD): 14 de março de 2026')
})
