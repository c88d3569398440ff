import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isLong } from './long.ts'
import { coupon, person, product, type Person } from './make.ts'
import { expectSound, fill, send, startPix, type Answer } from './shop.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

// Random actions of staff and buyers, in an order that the seed determines. STAFF_STEPS sets the
// number of steps, STAFF_SEED the seed.
const steps = Number(process.env.STAFF_STEPS ?? (isLong ? 1000 : 150))
const seed = Number(process.env.STAFF_SEED ?? 20_261_121)

function createDraw(start: number) {
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
 * Rules besides the invariants of the books: no licence of a refunded or unpaid order is valid, and
 * the status of a key fits its licence.
 */
const brokenRules = sql`
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
  const draw = createDraw(seed)

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

  const someId = async (table: string): Promise<string> => {
    const { rows } = await testShop.app.db.execute<{ id: string }>(
      sql.raw(`select id from ${table} order by id`),
    )
    return rows.length ? draw.of(rows).id : '01890000-0000-7000-8000-000000000001'
  }

  const auditCount = async (): Promise<number> =>
    (
      await testShop.app.db.execute<{ n: number }>(
        sql`select count(*)::int as n from audit_log where actor_id = ${staff.userId}`,
      )
    ).rows[0]!.n

  const buy = async (code?: string): Promise<Answer> => {
    const buyer = draw.of(buyers)

    const {
      rows: [openCart],
    } = await testShop.app.db.execute<{ id: string }>(
      sql`select id from carts where user_id = ${buyer.userId} and status in ('active', 'abandoned')`,
    )

    const cartId = openCart?.id ?? (await fill(testShop, buyer, draw.of(shelf), 1 + draw.below(2)))

    return startPix(testShop, buyer, cartId, code ? { coupon: code } : {})
  }

  let createdCount = 0

  /** Acts of staff and buyers. Acts of buyers write no audit entry of staff. */
  const acts: Record<string, () => Promise<Answer>> = {
    paste: () =>
      ask('POST', '/stock', {
        productId: draw.of(shelf),
        licenses: Array.from(
          { length: 1 + draw.below(3) },
          () => `SEQ-${draw.below(4) ? createdCount++ : draw.below(createdCount + 1)}`,
        ),
      }),

    moveKey: async () =>
      ask('PATCH', `/stock/${await someId('stock_keys')}/status`, {
        status: draw.of(['available', 'reserved', 'used', 'revoked']),
        ...(draw.below(2)
          ? { usedBy: { email: `mao${draw.below(3)}@exemplo.test`, name: 'Mão' } }
          : {}),
      }),

    deleteKey: async () => ask('DELETE', `/stock/${await someId('stock_keys')}`),
    reveal: async () => ask('POST', `/stock/${await someId('stock_keys')}/reveal`),
    moveLicence: async () =>
      ask('PATCH', `/licenses/${await someId('licences')}/status`, {
        status: draw.of(['active', 'expired', 'revoked']),
      }),
    hideLicence: async () => ask('DELETE', `/licenses/${await someId('licences')}`),

    moveOrder: async () =>
      ask('PATCH', `/orders/${await someId('orders')}/status`, {
        status: draw.of(['cancelled', 'refunded', 'completed', 'pending']),
        reason: 'sorteio',
        ...(draw.below(2) ? { reference: `VOLTA-${createdCount++}` } : {}),
      }),

    deleteOrder: async () => ask('DELETE', `/orders/${await someId('orders')}`),

    confirm: async () =>
      ask('PATCH', `/transactions/${await someId('payments')}/status`, {
        status: 'completed',
        reason: 'sorteio',
        reference: `MAO-${createdCount++}`,
      }),

    buyFree: () => buy('TUDO'),
    buyOpen: () => buy(),
  }

  const byStaff = new Set(Object.keys(acts).filter((name) => !name.startsWith('buy')))

  it(
    `${steps} steps: no key has two owners, no unpaid unit is delivered, each change is audited [B144, B142, B112, B208, B203, B209, B180]`,
    async () => {
      const successCounts = new Map<string, number>()
      let [before, state] = [await auditCount(), await hashState(testShop)]

      for (let step = 1; step <= steps; step++) {
        const name = draw.of([...Object.keys(acts), 'moveKey', 'moveLicence', 'buyFree', 'buyFree'])
        const reply = await acts[name]!()
        expect(reply.status, `step ${step} ${name} ${JSON.stringify(reply.body)}`).toBeLessThan(500)
        const [trailsNow, stateNow] = [await auditCount(), await hashState(testShop)]
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

        if (reply.status === 200) successCounts.set(name, (successCounts.get(name) ?? 0) + 1)

        if (step % 25 === 0) {
          await testShop.drain()
          await check(step)
          state = await hashState(testShop)
        }
      }

      await testShop.drain()
      await check(steps)

      for (const name of Object.keys(acts))
        expect(
          successCounts.get(name) ?? 0,
          `${name} never succeeded: ${JSON.stringify([...successCounts])}`,
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
      (await testShop.app.db.execute<{ text: string }>(brokenRules)).rows,
      `step ${step}, seed ${seed}`,
    ).toEqual([])
    await expectSound(testShop)
  }
})

/** A hash of all data that staff can change in this test. */
async function hashState(testShop: TestShop): Promise<string> {
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
