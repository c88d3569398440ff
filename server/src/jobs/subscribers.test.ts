import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { pushDevices, sessions, tickets } from '../db/tables/index.ts'
import { registerCommands } from '../domains/discord-shop/chat.commands.ts'
import { settle } from '../domains/payments/settlement/settle.service.ts'
import { readOpenChannels } from '../domains/tickets/live-chat.service.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { publish } from '../platform/queue/publish.ts'
import { newId } from '../platform/secrets/ids.ts'
import { coupon, person, product, type Person } from '../testing/make.ts'
import {
  accepted,
  buyerOf,
  eventually,
  payPix,
  paymentRow,
  send,
  startPix,
} from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

// Tests that subscribers of an event write in the transaction that published the event.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
  await registerCommands(testShop.app)

  const [session] = await testShop.app.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, staff.userId))

  await testShop.app.db.insert(pushDevices).values({
    id: newId(),
    endpointIndex: Buffer.from('um'),
    sealed: Buffer.from('um'),
    userId: staff.userId,
    sessionId: session!.id,
    createdAt: testShop.clock.now(),
  })

  await testShop.app.pool.query(
    `create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused at the commit'; end $$`,
  )
})

afterAll(() => testShop?.close())

const clearPushes = () =>
  testShop.app.pool.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier like 'push.%'`,
  )

/** The queued push messages for staff: kind and id of the event. */
async function queuedPushes(): Promise<string[]> {
  const { rows } = await testShop.app.pool.query(
    `select payload->>'kind' as kind, payload->>'id' as id
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'push.tell'`,
  )

  return rows.map(({ kind, id }) => `${kind} ${id}`).toSorted()
}

/**
 * While `work` runs, a transaction that writes this table fails at its commit, after all its
 * statements.
 */
async function refusingCommits(table: string, work: () => Promise<unknown>): Promise<void> {
  await testShop.app.pool.query(
    `create constraint trigger refused after insert or update on ${table}
      deferrable initially deferred for each row execute function refuse()`,
  )

  try {
    await work()
  } finally {
    await testShop.app.pool.query(`drop trigger refused on ${table}`)
  }
}

/** A PIX payment of 25.00 that the provider has received and the shop has not settled. */
async function paidPix(amount?: string) {
  const { who, cartId } = await buyerOf(testShop, 1, { priceCents: 2500 })
  const { paymentId, txid } = accepted(await startPix(testShop, who, cartId))
  await payPix(testShop, txid, amount)

  return paymentRow(testShop, paymentId)
}

/**
 * A ticket that a member of the chat server opened, with a channel and a message of that member.
 */
async function ticketInChat() {
  const inChat = (path: string, body: object) =>
    testShop.sandbox!.call('POST', `/sandbox/api/discord/${path}`, { user: 'ana', ...body })

  const options = { assunto: 'Ajuda' }
  await inChat('interaction', { waitMs: 0, kind: 'command', name: 'ticket', options })
  const openTickets = () => testShop.app.db.select().from(tickets).where(eq(tickets.chat, 'open'))
  await eventually(testShop, async () => expect(await openTickets()).toHaveLength(1))
  const [ticket] = await openTickets()
  await inChat('message', { channel: ticket!.channelId, content: 'Ainda não ativa' })

  return ticket!
}

const newOrder = (userId: string, variantId: string, more: object) => ({
  requestKey: randomUUID(),
  userId,
  variantId,
  quantity: 1,
  ...more,
})

type Act = {
  /** A table that the call writes. */
  table: string
  run: () => Promise<unknown>
  /** The push messages that the call must queue. */
  pushes: () => Promise<string[]>
}

const acts: Record<string, () => Promise<Act>> = {
  async 'a payment that completes'() {
    const payment = await paidPix()

    return {
      table: 'payments',
      run: () => settle(testShop.app, payment.id, 'poll'),
      pushes: async () => [`sale ${payment.orderId}`],
    }
  },

  async 'a payment that staff must review'() {
    const payment = await paidPix('1.00')

    return {
      table: 'payments',
      run: () => settle(testShop.app, payment.id, 'poll'),
      pushes: async () => [`review ${payment.id}`],
    }
  },

  async 'a paid order that staff deliver'() {
    const { who, cartId } = await buyerOf(testShop, 1, { provider: 'manual', keys: 0 })

    return {
      table: 'orders',
      run: async () => accepted(await startPix(testShop, who, cartId, { coupon: 'TUDO' })),
      async pushes() {
        const id = await latestOrder(who)
        return [`delivery ${id}`, `sale ${id}`]
      },
    }
  },

  async 'an order that staff record'() {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const more = { method: 'outside', amount: 20, reference: randomUUID() }
    const body = newOrder(who.userId, id, more)

    return {
      table: 'orders',
      run: async () =>
        accepted(await send(testShop, 'POST /api/admin/orders', { as: staff, body })),
      pushes: async () => [`sale ${await latestOrder(who)}`],
    }
  },

  async 'a message of a customer in the shop'() {
    const who = await person(testShop.app)
    const clientId = randomUUID()
    const body = { clientId, subject: 'Ajuda', text: 'Não ativa', files: [] }

    return {
      table: 'ticket_messages',
      run: async () => accepted(await send(testShop, 'POST /api/users/tickets', { as: who, body })),
      async pushes() {
        const [ticket] = await testShop.app.db
          .select()
          .from(tickets)
          .where(eq(tickets.userId, who.userId))

        return [`ticket ${ticket!.id}`]
      },
    }
  },

  async 'a message of a customer in the chat server'() {
    const ticket = await ticketInChat()

    return {
      table: 'ticket_messages',
      async run() {
        await testShop.advance(31)
        await readOpenChannels(testShop.app)
      },
      pushes: async () => [`ticket ${ticket.id}`],
    }
  },
}

async function latestOrder(who: Person): Promise<string> {
  const { orders } = accepted(await send(testShop, 'GET /api/users/orders', { as: who }))
  return orders[0].id
}

it.each(Object.keys(acts))('%s notifies staff, and does not when it fails [P370]', async (name) => {
  const { table, run, pushes } = await acts[name]!()
  await clearPushes()
  await refusingCommits(table, () => run().catch(() => {}))
  expect(await queuedPushes()).toEqual([])

  await run()
  expect(await queuedPushes()).toEqual(await pushes())
})

it('an order that staff give away is no sale [P370]', async () => {
  const { userId } = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 1 })
  const body = newOrder(userId, id, { method: 'given', reason: 'chave defeituosa' })
  await clearPushes()
  accepted(await send(testShop, 'POST /api/admin/orders', { as: staff, body }))
  expect(await queuedPushes()).toEqual([])
})

it('an event that is published twice queues one push [P372]', async () => {
  const id = newId()
  const sale = () => inTransaction(testShop.app, (tx) => publish(tx, { kind: 'order.sold', id }))
  await clearPushes()
  await sale()
  await sale()
  expect(await queuedPushes()).toEqual([`sale ${id}`])
})
