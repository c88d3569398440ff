import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'
import { hasPooler, openPooler, type Pooler } from './pooler.ts'

// Two processes of the shop use their database through a pgbouncer with five connections in
// transaction mode.

const isThere = hasPooler()
let fleet: Fleet
let pooler: Pooler

const start = (extra = {}) =>
  fleet.start(undefined, {
    DATABASE_URL: pooler.url,
    DATABASE_SESSION_URL: fleet.databaseUrl,
    ...extra,
  })

beforeAll(async () => {
  if (!isThere) return

  fleet = await openFleet(0)
  pooler = await openPooler(fleet.databaseUrl, 5)
  await pooler.start()
  await start()
  await start()
})

afterAll(async () => {
  await fleet?.close()
  await pooler?.close()
})

const { countOf, sound } = questionsTo(() => fleet)

async function ask(who: Person, at: number, path: string, body?: object): Promise<any> {
  const answer = await fetch(fleet.servers[at % 2]!.origin + path, {
    headers: { ...who.headers, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  return answer.json()
}

/** Creates buyers, each with an open PIX payment. */
async function waiting(count: number, productId: string): Promise<{ txid: string }[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const who = await person(fleet.app)
      const cartId = await cartOf(fleet.app, who.userId, [{ productId, quantity: 1 }])

      const begun = await ask(who, at, '/api/payment/efybank/checkout', {
        cartId,
        termsAccepted: true,
        customer: { cpf: validCpf },
      })

      expect(begun).toMatchObject({ txid: expect.any(String) })

      return begun
    }),
  )
}

const pay = ({ txid }: { txid: string }) =>
  fleet.sandbox('POST', `/sandbox/api/pix/${txid}/pay`, {})

const delivered = (productId: string) =>
  countOf('select count(distinct key_index)::int as n from licences where product_id = $1', [
    productId,
  ])

const readyz = async (at: number) => (await fetch(`${fleet.servers[at]!.origin}/readyz`)).json()

describe.skipIf(!isThere)('behind a pgbouncer in transaction mode', () => {
  it('forty orders of two processes on five connections are paid and delivered, each key once [P428]', async () => {
    const { id } = await product(fleet.app, { keys: 40 })
    for (const one of await waiting(40, id)) await pay(one)
    await until(async () => expect(await delivered(id)).toBe(40), 60)
    await sound()
  })

  it('killed while forty orders are being paid, it loses none, and the shop recovers by itself [P428]', async () => {
    const { id } = await product(fleet.app, { keys: 40 })
    const orders = await waiting(40, id)
    for (const order of orders.slice(0, 20)) await pay(order)
    await pooler.kill()
    for (const order of orders.slice(20)) await pay(order)
    expect(await readyz(0)).toMatchObject({ failing: ['database'] })
    await pooler.start()
    await until(async () => expect(await readyz(0)).toMatchObject({ failing: [] }), 20)
    await until(async () => expect(await delivered(id)).toBe(40), 90)
    await sound()
  })

  it('statements end after DATABASE_TIMEOUT_SECONDS, idle transactions after thirty seconds [P429]', async () => {
    const shown = async () => {
      const client = new pg.Client({ connectionString: pooler.url })
      await client.connect()

      const { rows } = await client.query(
        `select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`,
      )

      await client.end()

      return rows[0]
    }

    expect(await shown()).toEqual({ statement: '30s', idle: '30s' })
    await start({ DATABASE_TIMEOUT_SECONDS: '45' })
    // Only connections that the pooler opens from now on have the new timeout, so the pooler is
    // restarted.
    await pooler.kill()
    await pooler.start()
    expect(await shown()).toEqual({ statement: '45s', idle: '30s' })
  })
})
