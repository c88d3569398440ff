import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isLong } from './long.ts'
import { coupon, person, product, type Person } from './make.ts'
import { expectSound, fill, send, startPix, type Answer } from './shop.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

// Staff and buyers doing whatever comes to their mind, in an order that a seed fixes.
// STAFF_STEPS for another number of steps, STAFF_SEED for another order.
const steps = Number(process.env.STAFF_STEPS ?? (isLong ? 1000 : 150))
const seed = Number(process.env.STAFF_SEED ?? 20_261_121)

function drawFrom(start: number) {
  let state = start >>> 0

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)

    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    below: (n: number): number => Math.floor(next() * n),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  }
}

/**
 * What the shop's books do not say but this run promises: nothing of a refunded or unpaid order
 * works, and a key and its licence agree.
 */
const broken = sql`
  select 'licence ' || l.id || ' is ' || l.status || ' and its order is ' || o.status as text
  from licences l join orders o on o.id = l.order_id
  where o.status in ('pending', 'cancelled')
    or (o.status = 'refunded' and l.status <> 'revoked')
  union all
  select 'licence ' || l.id || ' is ' || l.status || ' and its key ' || k.status
  from licences l join stock_keys k on k.id = l.stock_key_id
  where (l.status = 'revoked') <> (k.status = 'revoked')
  union all
  select 'key ' || k.id || ' was given away and is ' || k.status
  from stock_keys k
  where k.used_at is not null and k.status not in ('used', 'revoked')`

describe('staff and buyers at random', () => {
  let testShop: TestShop
  let staff: Person
  let buyers: Person[]
  let shelf: string[]
  const draw = drawFrom(seed)

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true })
    staff = await person(testShop.app, { role: 'admin' })
    buyers = await Promise.all(Array.from({ length: 6 }, () => person(testShop.app)))
    await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
    shelf = await Promise.all(
      [8, 5, 3].map(async (keys) => (await product(testShop.app, { keys })).id),
    )
  })

  afterAll(async () => {
    await testShop?.close()
  })

  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer> => send(testShop, `${method} /api/admin${path}`, { as: staff, body })

  const some = async (table: string): Promise<string> => {
    const { rows } = await testShop.app.db.execute<{ id: string }>(
      sql.raw(`select id from ${table} order by id`),
    )
    return rows.length ? draw.of(rows).id : '01890000-0000-7000-8000-000000000001'
  }

  const trails = async (): Promise<number> =>
    (
      await testShop.app.db.execute<{ n: number }>(
        sql`select count(*)::int as n from audit_log where actor_id = ${staff.userId}`,
      )
    ).rows[0]!.n

  const buy = async (code?: string): Promise<Answer> => {
    const who = draw.of(buyers)

    const {
      rows: [open],
    } = await testShop.app.db.execute<{ id: string }>(
      sql`select id from carts where user_id = ${who.userId} and status in ('active', 'abandoned')`,
    )

    const cartId = open?.id ?? (await fill(testShop, who, draw.of(shelf), 1 + draw.below(2)))

    return startPix(testShop, who, cartId, code ? { coupon: code } : {})
  }

  let made = 0

  /**
   * By staff, each with what it would change; those that are not staff's leave no trail of theirs.
   */
  const acts: Record<string, () => Promise<Answer>> = {
    paste: () =>
      ask('POST', '/stock', {
        productId: draw.of(shelf),
        licenses: Array.from(
          { length: 1 + draw.below(3) },
          () => `SEQ-${draw.below(4) ? made++ : draw.below(made + 1)}`,
        ),
      }),

    moveKey: async () =>
      ask('PATCH', `/stock/${await some('stock_keys')}/status`, {
        status: draw.of(['available', 'reserved', 'used', 'revoked']),
        ...(draw.below(2)
          ? { usedBy: { email: `mao${draw.below(3)}@exemplo.test`, name: 'Mão' } }
          : {}),
      }),

    deleteKey: async () => ask('DELETE', `/stock/${await some('stock_keys')}`),
    reveal: async () => ask('POST', `/stock/${await some('stock_keys')}/reveal`),
    moveLicence: async () =>
      ask('PATCH', `/licenses/${await some('licences')}/status`, {
        status: draw.of(['active', 'expired', 'revoked']),
      }),
    hideLicence: async () => ask('DELETE', `/licenses/${await some('licences')}`),

    moveOrder: async () =>
      ask('PATCH', `/orders/${await some('orders')}/status`, {
        status: draw.of(['cancelled', 'refunded', 'completed', 'pending']),
        reason: 'sorteio',
        ...(draw.below(2) ? { reference: `VOLTA-${made++}` } : {}),
      }),

    deleteOrder: async () => ask('DELETE', `/orders/${await some('orders')}`),

    confirm: async () =>
      ask('PATCH', `/transactions/${await some('payments')}/status`, {
        status: 'completed',
        reason: 'sorteio',
        reference: `MAO-${made++}`,
      }),

    buyFree: () => buy('TUDO'),
    buyOpen: () => buy(),
  }

  const byStaff = new Set(Object.keys(acts).filter((name) => !name.startsWith('buy')))

  it(
    `${steps} steps: no key with two owners, nothing delivered unpaid, every change in the trail [B144, B142, B112, B208, B203, B209, B180]`,
    async () => {
      const done = new Map<string, number>()
      let [before, state] = [await trails(), await bookOf(testShop)]

      for (let step = 1; step <= steps; step++) {
        const name = draw.of([...Object.keys(acts), 'moveKey', 'moveLicence', 'buyFree', 'buyFree'])
        const reply = await acts[name]!()
        expect(reply.status, `step ${step} ${name} ${JSON.stringify(reply.body)}`).toBeLessThan(500)
        const [trailsNow, stateNow] = [await trails(), await bookOf(testShop)]
        const [changed, traced] = [stateNow !== state, trailsNow - before]
        ;[before, state] = [trailsNow, stateNow]

        if (byStaff.has(name)) {
          if (changed) expect(traced, `step ${step}: ${name} left no trail`).toBeGreaterThan(0)
          if (reply.status >= 400)
            expect([changed, traced], `step ${step}: a refused ${name} changed something`).toEqual([
              false,
              0,
            ])
        }

        if (reply.status === 200) done.set(name, (done.get(name) ?? 0) + 1)

        if (step % 25 === 0) {
          await testShop.drain()
          await check(step)
          state = await bookOf(testShop)
        }
      }

      await testShop.drain()
      await check(steps)

      for (const name of Object.keys(acts))
        expect(
          done.get(name) ?? 0,
          `${name} never succeeded: ${JSON.stringify([...done])}`,
        ).toBeGreaterThan(0)

      const { rows } = await testShop.app.db.execute<{ text: string }>(
        sql`select details::text as text from audit_log`,
      )
      expect(rows.filter((row) => /"(SEQ|KEY)-/.test(row.text))).toEqual([])
    },
    60_000 + steps * 400,
  )

  async function check(step: number): Promise<void> {
    expect(
      (await testShop.app.db.execute<{ text: string }>(broken)).rows,
      `step ${step}, seed ${seed}`,
    ).toEqual([])
    await expectSound(testShop)
  }
})

/** One hash of everything staff can change here. */
async function bookOf(testShop: TestShop): Promise<string> {
  const {
    rows: [row],
  } = await testShop.app.db.execute<{ hash: string }>(sql`select md5(concat(
    (select string_agg(concat(id, status, used_by_email, unit_id, handled_by), ',' order by id)
      from stock_keys),
    (select string_agg(concat(id, status, hidden_at, expires_at), ',' order by id) from licences),
    (select string_agg(concat(id, status, deleted_at, archived_at), ',' order by id) from orders),
    (select string_agg(concat(id, status), ',' order by id) from payments),
    (select string_agg(concat(id, status), ',' order by id) from order_units)
  )) as hash`)
  return row!.hash
}
