import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { mailRefusals, mailsSent, orders, users } from '../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { accepted, fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { sendMail } from './mails.service.ts'

// The sandbox's mail server refuses names that begin with nao-existe, and mails above ten
// megabytes.

let world: TestShop
let staff: Person

beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
  staff = await person(world.app, { role: 'admin', name: 'Dora Equipe' })
  await coupon(world.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(() => world?.close())

const mailsTo = async (email: string): Promise<any[]> => {
  await world.drain()
  return world.sandbox!.call('GET', `/sandbox/api/mail?to=${email}`)
}

async function buy(who: Person) {
  const { id } = await product(world.app, { keys: 1 })
  const cart = await fill(world, who, id, 1)
  accepted(await startPix(world, who, cart, { coupon: 'TUDO' }))
  const [order] = await world.app.db.select().from(orders).where(eq(orders.userId, who.userId))

  return order!
}

it('a refused address gets no second try; its person and staff see it until it accepts a mail [F221]', async () => {
  const who = await person(world.app, { email: 'nao-existe@exemplo.test' })
  const order = await buy(who)
  await world.drain()
  expect(await world.app.db.$count(mailsSent, sql`id like ${`%${order.id}%`}`)).toBe(0)

  const { rows } = await world.app.pool.query(
    `select count(*)::int as n from graphile_worker._private_jobs where payload->>'orderId' = $1`,
    [order.id],
  )

  expect(rows).toEqual([{ n: 0 }])

  const since = async () => {
    const own = accepted(await send(world, 'GET /api/users/dashboard', { as: who }))
    const shown = accepted(await send(world, `GET /api/admin/orders/${order.id}`, { as: staff }))

    return [own.data.dashboard.mailRefusedSince, shown.order.mailRefusedSince]
  }

  const [told, toStaff] = await since()
  expect(Date.parse(told)).toBeGreaterThan(0)
  expect(toStaff).toBe(told)
  expect(await world.app.db.select().from(mailRefusals)).toMatchObject([
    { email: 'nao-existe@exemplo.test', reply: '550 5.1.1', source: 'refused' },
  ])
  // Another address has no refusal, and an address that accepts a mail again loses its own.
  const email = 'ja-existe@exemplo.test'
  const move = () => world.app.db.update(users).set({ email }).where(eq(users.id, who.userId))
  await move()
  expect(await since()).toEqual([null, null])
  await world.app.db.update(mailRefusals).set({ email })
  expect(await since()).toEqual([told, told])
  const to = { name: who.name, email, language: 'pt-BR' as const }
  expect(await sendMail(world.app, 'welcome', { id: 'chega-1', to, values: {} })).toBe(true)
  expect(await since()).toEqual([null, null])
})

it("a mail beyond the server's size limit goes without its files, and says where they are [F256]", async () => {
  const who = await person(world.app)
  const content = Buffer.alloc(9_000_000)

  const sent = await sendMail(world.app, 'welcome', {
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
