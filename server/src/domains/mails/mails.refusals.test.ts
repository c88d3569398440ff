import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { mailRefusals, mailsSent, orders, users } from '../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { accepted, fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { sendMail } from './mails.service.ts'

// The sandbox's mail server refuses names that begin with nao-existe, and mails above ten
// megabytes.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin', name: 'Dora Equipe' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(() => testShop?.close())

const mailsTo = async (email: string): Promise<any[]> => {
  await testShop.drain()
  return testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${email}`)
}

async function buy(who: Person) {
  const { id } = await product(testShop.app, { keys: 1 })
  const cart = await fill(testShop, who, id, 1)
  accepted(await startPix(testShop, who, cart, { coupon: 'TUDO' }))
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId))

  return order!
}

it('a refused address gets no second try; its person and staff see it until it accepts a mail [F221]', async () => {
  const who = await person(testShop.app, { email: 'nao-existe@exemplo.test' })
  const order = await buy(who)
  await testShop.drain()
  expect(await testShop.app.db.$count(mailsSent, sql`id like ${`%${order.id}%`}`)).toBe(0)

  const { rows } = await testShop.app.pool.query(
    `select count(*)::int as n from graphile_worker._private_jobs where payload->>'orderId' = $1`,
    [order.id],
  )

  expect(rows).toEqual([{ n: 0 }])

  const since = async () => {
    const own = accepted(await send(testShop, 'GET /api/users/dashboard', { as: who }))
    const shown = accepted(await send(testShop, `GET /api/admin/orders/${order.id}`, { as: staff }))

    return [own.data.dashboard.mailRefusedSince, shown.order.mailRefusedSince]
  }

  const [told, toStaff] = await since()
  expect(Date.parse(told)).toBeGreaterThan(0)
  expect(toStaff).toBe(told)
  expect(await testShop.app.db.select().from(mailRefusals)).toMatchObject([
    { email: 'nao-existe@exemplo.test', reply: '550 5.1.1', source: 'refused' },
  ])
  // A changed address has no refusal, and an address that accepts a mail again loses its refusal.
  const email = 'ja-existe@exemplo.test'
  const move = () => testShop.app.db.update(users).set({ email }).where(eq(users.id, who.userId))
  await move()
  expect(await since()).toEqual([null, null])
  await testShop.app.db.update(mailRefusals).set({ email })
  expect(await since()).toEqual([told, told])
  const to = { name: who.name, email, language: 'pt-BR' as const }
  expect(await sendMail(testShop.app, 'welcome', { id: 'chega-1', to, values: {} })).toBe(true)
  expect(await since()).toEqual([null, null])
})

it("a mail beyond the server's size limit goes without its files, and says where they are [F256]", async () => {
  const who = await person(testShop.app)
  const content = Buffer.alloc(9_000_000)

  const sent = await sendMail(testShop.app, 'welcome', {
    id: 'grande-1',
    to: { name: who.name, email: who.email, language: 'pt-BR' },
    values: {},
    attachments: [{ fileName: 'recibo.pdf', content, contentType: 'application/pdf' }],
  })

  expect(sent).toBe(true)
  const [mail] = await mailsTo(who.email)
  expect(mail.attachments).toEqual([])
  const note =
    'O servidor de e-mail não aceita anexos deste tamanho. Você encontra recibo.pdf na sua conta: http://localhost:3000/dashboard/orders'
  expect([mail.text.includes(note), mail.html.includes(note)]).toEqual([true, true])
})
