import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { isLong } from '../../server/src/testing/long.ts'
import {
  cartOf,
  coupon,
  person,
  product,
  validCpf,
  type Person,
} from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'

// The shop's only process is killed with SIGKILL, at random moments and at chosen statements. After
// a restart every paid order has its key or a visible wait. No key is delivered twice or stays
// reserved.

let fleet: Fleet
let productId: string

beforeAll(async () => {
  fleet = await openFleet(1, { SWEEP_SECONDS: '1' })
  productId = (await product(fleet.app, { keys: 1_200 })).id
  await coupon(fleet.app, { code: 'QUEDA', value: 1000 })
})

afterAll(async () => {
  await fleet?.close()
})

type Bought = { who: Person; paymentId: string; txid: string }
const { rows, sound, postmasterPid, startedAt } = questionsTo(() => fleet)

async function filled(quantity: number): Promise<{ who: Person; cartId: string }> {
  const who = await person(fleet.app)
  return { who, cartId: await cartOf(fleet.app, who.userId, [{ productId, quantity }]) }
}

let killing = false

/**
 * Buys and pays, and retries like a buyer whose page got no answer. Fails only after a minute
 * without a kill.
 */
async function buy(quantity: number, given = filled(quantity)): Promise<Bought> {
  const { who, cartId } = await given
  let last: unknown = 'no answer'

  for (let end = Date.now() + 60_000; Date.now() < end;) {
    if (killing) end = Date.now() + 60_000

    try {
      const answer = await fetch(`${fleet.servers[0]!.origin}/api/payment/efybank/checkout`, {
        method: 'POST',
        headers: { ...who.headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          cartId,
          termsAccepted: true,
          cupomCode: 'QUEDA',
          customer: { cpf: validCpf },
        }),
        signal: AbortSignal.timeout(5000),
      })

      const body = (last = (await answer.json()) as any)
      const payment = answer.ok ? body : body.payment

      if (payment?.txid) {
        await fleet.sandbox('POST', `/sandbox/api/pix/${payment.txid}/pay`, {})
        return { who, paymentId: payment.paymentId, txid: payment.txid }
      }
    } catch {
      /* the shop is down: try again */
    }

    await new Promise((done) => setTimeout(done, 200))
  }

  throw new Error(
    `nobody could buy for a minute; the last answer was ${JSON.stringify(last).slice(0, 300)}`,
  )
}

async function delivered(bought: readonly Bought[], quantity: number): Promise<void> {
  const ids = bought.map((one) => one.paymentId)
  await until(async () => {
    const [state] = await rows<{ paid: number; keys: number; distinct: number }>(
      `select
        count(distinct p.id)::int as paid,
        count(l.id)::int as keys,
        count(distinct l.key_index)::int as distinct
      from payments p left join licences l on l.order_id = p.order_id
      where p.id = any($1) and p.status = 'completed'`,
      [ids],
    )

    expect(state).toEqual({
      paid: ids.length,
      keys: ids.length * quantity,
      distinct: ids.length * quantity,
    })
  }, 60)
}

const points = [
  'before insert into "payments"',
  'after insert into "payments"',
  'before update "coupons"',
  'after update "coupons"',
  'before picked as materialized',
  'after picked as materialized',
  'before insert into "orders"',
  'after insert into "order_lines"',
  'before update "payments"',
  'after update "payments"',
  'before insert into "webhook_events"',
  'after insert into "webhook_events"',
  'before insert into "receipts"',
  'after insert into "receipts"',
  'before update "orders"',
  'after update stock_keys k set status = .used',
  'before insert into "licences"',
  'after insert into "licences"',
  'after update "carts"',
  'after queue_job',
]

/** The daily run tries three statements: of a payment, of a settlement, and of a key's delivery. */
const tried = isLong ? points : points.filter((_, at) => at % 7 === 1)

const pointsOfStaff = [
  'after picked as materialized',
  'after insert into "orders"',
  'after insert into "receipts"',
  'after insert into "licences"',
  'after queue_job',
]

const triedOfStaff = isLong ? pointsOfStaff : pointsOfStaff.slice(3, 4)

/**
 * Starts the shop so that it dies at this statement during a purchase. The start itself may reach
 * the statement (it queues jobs and sweeps); then the next try lets one more occurrence pass.
 */
async function startUntil(point: string) {
  for (let passing = 0; passing < 8; passing++) {
    const server = await fleet
      .start(0, { CRASH_AT: point, CRASH_SKIP: String(passing) })
      .catch(() => null)
    if (server) return server
  }
  throw new Error(`the shop never came up before "${point}"`)
}

describe('killed and started again', () => {
  it(`at ${tried.length} named statements of checkout and settlement, in the long run 20 [S004, S006]`, async () => {
    for (const point of tried) {
      await fleet.servers[0]!.kill()
      const server = await startUntil(point)
      const buying = Promise.all([buy(2), buy(2)])
      await until(async () => {
        expect(server.alive(), `the statement "${point}" was never reached`).toBe(false)
      }, 20)
      await fleet.start(0)
      await delivered(await buying, 2)
    }
    await sound()
  }, 400_000)

  it(`a staff order cut at any of ${triedOfStaff.length} statements is complete once when resent [decision Q134]`, async () => {
    const staff = await person(fleet.app, { role: 'admin' })

    for (const point of triedOfStaff) {
      const customer = await person(fleet.app)

      const body = {
        requestKey: crypto.randomUUID(),
        userId: customer.userId,
        variantId: productId,
        quantity: 2,
        method: 'outside',
        amount: 10,
        reference: `QUEDA-${customer.userId}`,
      }

      const make = () =>
        fetch(`${fleet.servers[0]!.origin}/api/admin/orders`, {
          method: 'POST',
          headers: { ...staff.headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then(
          (answer) => answer.status,
          () => 'no answer',
        )

      await fleet.servers[0]!.kill()
      const server = await startUntil(point)
      await make()
      await until(async () => {
        expect(server.alive(), `the statement "${point}" was never reached`).toBe(false)
      }, 20)
      await fleet.start(0)
      expect([await make(), await make()], point).toEqual([200, 200])

      const orderQuery = `select o.status, o.total_cents, p.received_cents, count(l.id)::int as keys,
          (select count(*)::int from receipts r where r.payment_id = p.id) as receipts
        from orders o join payments p on p.order_id = o.id left join licences l on l.order_id = o.id
        where o.user_id = $1 group by o.id, p.id`

      expect(await rows(orderQuery, [customer.userId]), point).toEqual([
        { status: 'completed', total_cents: 1000, received_cents: 1000, keys: 2, receipts: 1 },
      ])
    }

    await sound()
  }, 200_000)

  it('at random moments under buyers: 3, in the long run 40 [S004, S006]', async () => {
    const kills = isLong ? 40 : 3
    const all: Bought[] = []
    let killed = 0
    killing = true

    const killer = (async () => {
      while (killed < kills) {
        await new Promise((done) => setTimeout(done, 20 + Math.random() * 1_500))
        await fleet.servers[0]!.kill()
        killed++
        await fleet.start(0)
      }
      killing = false
    })()

    while (killed < kills) all.push(...(await Promise.all([buy(1), buy(1), buy(1)])))
    await killer
    expect(all.length).toBeGreaterThan(kills / 10)
    await delivered(all, 1)
    await sound()
  }, 1_800_000)

  it('a database killed twice, 15 times in the long run, keeps acknowledged orders [S004]', async () => {
    const all: Bought[] = []

    for (let kills = 0; kills < (isLong ? 15 : 2); kills++) {
      const before = await Promise.all([buy(1), buy(1)])
      const postmaster = await postmasterPid()
      const first = await startedAt()
      const carts = [await filled(1), await filled(1)]
      const after = carts.map((cart) => buy(1, Promise.resolve(cart)))
      await new Promise((done) => setTimeout(done, Math.random() * 100))
      process.kill(postmaster, 'SIGKILL')
      all.push(...before, ...(await Promise.all(after)))
      // Waits for the restart: all answers may have arrived before the kill, and an old backend may
      // still respond for a moment.
      await until(async () => expect(await startedAt()).not.toBe(first), 30)
    }

    await delivered(all, 1)
    await sound()
  }, 600_000)
})
