import { and, eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences, orders, providerChecks, stockKeys } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { isLong } from '../../../testing/long.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import {
  eventually,
  expectSound,
  fill,
  payCard,
  paymentRow,
  payPix,
  send,
  startCard,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { addKeys } from '../../stock/stock.service.ts'
import { pollInfractions } from '../disputes/infractions.service.ts'
import { settle } from './settle.service.ts'

// Returns and disputes of received money: by each method, for a present, banned or deleted
// customer, with the key delivered and without stock. Each sale costs R$ 100,00; a part is
// R$ 30,00.
//
// Impossible cases are left out. Coins are neither disputed nor taken back, so crypto has only the
// questions of the exchange (deposits.test.ts). A deletion closes the PIX charge and the card page,
// so a deleted customer paid before the deletion. Held money has no key, so stock makes no
// difference. A buyer who was banned or deleted after paying has the same results as others. Only
// the long run tests such buyers, and sales without stock.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

type Loss = 'part returned' | 'returned' | 'contested' | 'part lost' | 'lost' | 'won'
type Sale = { id: string; productId: string; who: Person; method: 'pix' | 'stripe'; at: string }

type End = {
  payment: string
  order: string
  delivered: number
  licences: string[]
  kind: string | null
  onDesk: boolean
  refunded: number
  left: number
  actions: string[]
}

const act = (id: string, action: string, body: object = {}) =>
  send(testShop, `POST /api/admin/desk/payments/${id}/${action}`, {
    as: staff,
    body: { reason: 'Conferido', ...body },
  })

const leave = {
  there: async () => {},
  banned: (who: Person) =>
    send(testShop, `POST /api/admin/users/${who.userId}/ban`, {
      as: staff,
      body: { reason: 'Fraude' },
    }),
  deleted: (who: Person) => send(testShop, `DELETE /api/admin/users/${who.userId}`, { as: staff }),
}

const look = async (id: string) => {
  await settle(testShop.app, id, 'sweep')
  await testShop.drain()
}

async function opened(method: Sale['method'], provider?: 'keyauth'): Promise<Sale> {
  const who = await person(testShop.app)

  const { id: productId } = await product(testShop.app, {
    priceCents: 10_000,
    ...(provider ? { provider } : { keys: 1 }),
  })

  const start = method === 'pix' ? startPix : startCard
  const { body } = await start(testShop, who, await fill(testShop, who, productId))
  const id = String(body.paymentId)
  const reference = (await paymentRow(testShop, id)).providerReference

  return { id, productId, who, method, at: method === 'pix' ? String(body.txid) : reference! }
}

async function paid(sale: Sale): Promise<Sale> {
  await (sale.method === 'pix' ? payPix : payCard)(testShop, sale.at)
  await look(sale.id)

  return sale
}

/** Revokes the only key that a payment reserved, so that the paid unit waits for stock. */
const takeReservedKey = (productId: string) =>
  testShop.app.db
    .update(stockKeys)
    .set({ status: 'revoked', paymentId: null })
    .where(and(eq(stockKeys.variantId, productId), eq(stockKeys.status, 'reserved')))

const addKey = async (productId: string) => {
  await inTransaction(testShop.app, (tx) =>
    addKeys(tx, productId, [`KEY-${randomBytes(10).toString('hex').toUpperCase()}`]),
  )
  await testShop.drain()
}

const card = (sale: Sale, what: 'refund' | 'dispute', body: object) =>
  testShop.sandbox!.call('POST', `/sandbox/api/card/${sale.at}/${what}`, body)

const bank = (sale: Sale, what: 'return' | 'infraction', body: object) =>
  testShop.sandbox!.call('POST', `/sandbox/api/pix/${sale.at}/${what}`, body)

const part = { amount: '30.00' }

/** Makes the hourly check due, and reads the reports of fraud. */
async function readReports(id: string) {
  await testShop.app.db.delete(providerChecks)
  await pollInfractions(testShop.app)
  await look(id)
}

async function dispute(sale: Sale, step: 'created' | 'lost' | 'won' | 'appealed', more = {}) {
  if (sale.method === 'stripe') {
    await card(sale, 'dispute', { status: step, ...more })
    return look(sale.id)
  }

  const status = { created: 'ABERTA', lost: 'ACEITA', won: 'REJEITADA', appealed: '' }[step]
  await bank(sale, 'infraction', { status, ...more })
  await readReports(sale.id)
}

const back = (sale: Sale, more: object) =>
  sale.method === 'stripe' ? card(sale, 'refund', more) : bank(sale, 'return', more)

const happens: Record<Loss, (sale: Sale) => Promise<unknown>> = {
  'part returned': (sale) => back(sale, part),
  returned: (sale) => back(sale, {}),
  contested: (sale) => dispute(sale, 'created'),
  'part lost': (sale) => dispute(sale, 'created').then(() => dispute(sale, 'lost', part)),
  lost: (sale) => dispute(sale, 'created').then(() => dispute(sale, 'lost')),
  won: (sale) => dispute(sale, 'created').then(() => dispute(sale, 'won')),
}

async function stateOf(id: string): Promise<End> {
  const row = await paymentRow(testShop, id)
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, row.orderId))

  const owned = await testShop.app.db
    .select({ status: licences.status })
    .from(licences)
    .where(eq(licences.orderId, row.orderId))

  const { body } = await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })
  const { delivered, kind, onDesk, refunded, left, actions } = body.payment

  return {
    payment: row.status,
    order: order!.status,
    delivered,
    licences: owned.map(({ status }) => status),
    kind,
    onDesk,
    refunded,
    left,
    actions,
  }
}

const ends = (sale: { id: string }, end: Partial<End>) =>
  eventually(testShop, async () => {
    await look(sale.id)
    expect(await stateOf(sale.id)).toMatchObject(end)
  })

const stands = { payment: 'completed', order: 'completed', delivered: 1, licences: ['active'] }
const gone = { payment: 'refunded', order: 'refunded', delivered: 0, licences: ['revoked'] }
const nothing = { refunded: 0, left: 100 }
const some = { refunded: 30, left: 70 }
const all = { refunded: 100, left: 0 }
const offDesk = { kind: null, onDesk: false }
const disputed = { kind: 'disputed', onDesk: true }

/** The end of a paid sale, and whether a later key is delivered to a waiting unit. */
const delivered: Record<Loss, End & { serves: boolean }> = {
  'part returned': { ...stands, ...offDesk, ...some, actions: ['refund', 'note'], serves: true },
  returned: { ...gone, ...offDesk, ...all, actions: ['note'], serves: false },

  contested: {
    ...stands,
    licences: ['revoked'],
    ...disputed,
    ...nothing,
    actions: ['release', 'note'],
    serves: false,
  },

  'part lost': {
    ...stands,
    ...disputed,
    ...some,
    actions: ['refund', 'release', 'note'],
    serves: true,
  },

  lost: { ...gone, ...disputed, ...all, actions: ['release', 'note'], serves: false },
  won: { ...stands, ...disputed, ...nothing, actions: ['refund', 'release', 'note'], serves: true },
}

const unpaid = { payment: 'failed', order: 'cancelled', delivered: 0, licences: [] }
const toDecide = ['accept', 'refund', 'release', 'note']

/** The end of a payment that is held because its buyer was banned before paying. */
const held: Record<Loss, End> = {
  'part returned': { ...unpaid, kind: 'held', onDesk: true, ...some, actions: toDecide },
  returned: { ...unpaid, kind: 'held', onDesk: false, ...all, actions: ['note'] },
  contested: { ...unpaid, ...disputed, ...nothing, actions: ['release', 'note'] },
  'part lost': { ...unpaid, ...disputed, ...some, actions: toDecide },
  lost: { ...unpaid, ...disputed, ...all, actions: ['release', 'note'] },
  won: { ...unpaid, ...disputed, ...nothing, actions: toDecide },
}

const losses = Object.keys(delivered) as Loss[]
const methods = ['pix', 'stripe'] as const

describe('money of a paid order that is returned or disputed', () => {
  for (const buyer of ['there', 'banned', 'deleted'] as const)
    for (const method of methods)
      for (const loss of losses)
        for (const stock of [true, false])
          it.runIf((buyer === 'there' && stock) || isLong)(
            `${loss} by ${method}, buyer ${buyer}, ${stock ? 'delivered' : 'waiting for stock'} [F102, F104, F105, R007]`,
            async () => {
              const sale = await opened(method)
              if (!stock) await takeReservedKey(sale.productId)
              await paid(sale)
              await leave[buyer](sale.who)
              await happens[loss](sale)
              const { serves, ...end } = delivered[loss]
              await ends(sale, stock ? end : { ...end, delivered: 0, licences: [] })
              await expectSound(testShop)
              if (stock || buyer !== 'there') return

              await addKey(sale.productId)
              expect(await stateOf(sale.id)).toMatchObject(
                serves ? { delivered: 1, licences: ['active'] } : { delivered: 0, licences: [] },
              )
              await expectSound(testShop)
            },
          )
})

describe('money held because its buyer was banned before paying', () => {
  for (const method of methods)
    for (const loss of losses)
      it(`${loss} by ${method}: it waits for staff after the ban, and is not accepted while disputed [Q114, F109, R007]`, async () => {
        const sale = await opened(method)
        await leave.banned(sale.who)
        await paid(sale)
        await happens[loss](sale)
        await ends(sale, held[loss])
        await send(testShop, `POST /api/admin/users/${sale.who.userId}/unban`, {
          as: staff,
          body: {},
        })
        await look(sale.id)
        expect(await stateOf(sale.id)).toEqual(held[loss])
        await expectSound(testShop)

        if (loss === 'contested')
          for (const [action, body] of [
            ['accept', {}],
            ['confirm', { reference: `TED ${sale.id}` }],
            ['refund', {}],
          ] as const)
            expect(await act(sale.id, action, body)).toMatchObject({
              status: 409,
              body: { code: 'payment.disputed' },
            })

        const accepted = held[loss].actions.includes('accept')
        if (accepted) expect((await act(sale.id, 'accept')).status).toBe(200)
        expect(await stateOf(sale.id)).toMatchObject(accepted ? stands : unpaid)
        await expectSound(testShop)
      })
})

describe('money that is disputed in progress', () => {
  for (const method of methods)
    it(`by ${method}, the whole of a paid order: staff cannot refund it meanwhile, by any call [Q34, F105]`, async () => {
      const sale = await paid(await opened(method))
      await dispute(sale, 'created')

      for (const answer of [
        await act(sale.id, 'refund'),
        await send(testShop, `PATCH /api/admin/transactions/${sale.id}/status`, {
          as: staff,
          body: { status: 'refunded', reason: 'Desistiu' },
        }),
      ])
        expect(answer).toMatchObject({ status: 409, body: { code: 'payment.disputed' } })

      await ends(sale, { ...stands, licences: ['revoked'], refunded: 0 })
      await expectSound(testShop)
    })

  it('by pix, the first part early: the order is paid and its licence suspended until decided [F104, F105]', async () => {
    const sale = await opened('pix')
    await payPix(testShop, sale.at, '60.00')
    await look(sale.id)
    await dispute(sale, 'created')
    expect(await stateOf(sale.id)).toMatchObject({ payment: 'pending', ...disputed })
    await payPix(testShop, sale.at, '40.00')
    await ends(sale, { ...stands, licences: ['revoked'], ...disputed, refunded: 0, left: 100 })
    await expectSound(testShop)
  })

  it('by card, an inquiry becomes a dispute: only before that can held money be accepted [F106, F116]', async () => {
    const [sale, waiting] = [await opened('stripe'), await opened('stripe')]
    await leave.banned(waiting.who)

    for (const one of [sale, waiting]) {
      await paid(one)
      await card(one, 'dispute', { status: 'inquiry' })
    }

    await ends(sale, { ...stands, ...disputed, actions: ['refund', 'release', 'note'] })
    await ends(waiting, { ...unpaid, ...disputed, actions: toDecide })
    for (const one of [sale, waiting]) await card(one, 'dispute', { status: 'escalated' })
    await ends(sale, { ...stands, licences: ['revoked'], actions: ['release', 'note'] })
    await ends(waiting, { ...unpaid, ...disputed, actions: ['release', 'note'] })
    await expectSound(testShop)
  })
})
