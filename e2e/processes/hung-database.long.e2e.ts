import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'
import { below } from './process.ts'

// PostgreSQL freezes during a hundred purchases, as on a suspended machine: its connections stay
// open but silent. All buyers get their keys soon after it resumes.

let fleet: Fleet
afterEach(() => fleet?.close())
const { rows, countOf, sound, postmasterPid } = questionsTo(() => fleet)

type Buyer = { who: Person; cartId: string }

async function buyersOf(productId: string, count: number): Promise<Buyer[]> {
  const made: Buyer[] = []

  while (made.length < count)
    made.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async () => {
          const who = await person(fleet.app)
          const lines = [{ productId, quantity: 1 }]

          return { who, cartId: await cartOf(fleet.app, who.userId, lines) }
        }),
      )),
    )

  return made
}

type Charge = { txid: string }
type Answer = Charge | { code: string; payment?: Charge }

/**
 * Requests a charge until an answer contains a charge, new or already open for the cart. Pays the
 * charge once.
 */
async function buy({ who, cartId }: Buyer): Promise<void> {
  const charge = async (): Promise<Charge> => {
    const answer = await fetch(`${fleet.servers[0]!.origin}/api/payment/efybank/checkout`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ cartId, termsAccepted: true, customer: { cpf: validCpf } }),
    })

    const body = (await answer.json()) as Answer
    if ('txid' in body) return body

    // The charge exists, because only the answer to the first request was lost.
    expect(body).toMatchObject({ code: 'payment.pending', payment: { txid: expect.any(String) } })

    return body.payment!
  }

  let open: Charge
  await until(async () => {
    open = await charge()
  }, 170)
  await fleet.sandbox('POST', `/sandbox/api/pix/${open!.txid}/pay`, {})
}

const oldestDue = () =>
  countOf(
    `select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as n
      from graphile_worker._private_jobs where attempts < max_attempts and run_at <= now()`,
  )

const get = async (path: string) => {
  const from = performance.now()
  const answer = await fetch(fleet.servers[0]!.origin + path)
  const text = await answer.text()

  return { answer, text, ms: performance.now() - from }
}

const ready = async () => {
  const { answer, text } = await get('/readyz')
  return { status: answer.status, ...(JSON.parse(text) as { ok: boolean; failing: string[] }) }
}

/** Resident memory of the shop's process in megabytes. */
const held = () => {
  const status = readFileSync(`/proc/${fleet.servers[0]!.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}

/** Paths that the shop answers from its cache. */
const cachedPaths = ['/', '/products', '/api/product/list-featured-products']

/**
 * Checks the shop's answers while the database is frozen; returns the highest memory and the
 * slowest answer.
 */
async function watchStill(seconds: number): Promise<{ mostMb: number; slowestMs: number }> {
  const figures = { mostMb: 0, slowestMs: 0 }

  const look = async (path: string) => {
    const { answer, text, ms } = await get(path)
    figures.mostMb = Math.max(figures.mostMb, held())
    figures.slowestMs = Math.max(figures.slowestMs, ms)

    return { path, status: answer.status, stale: answer.headers.get('x-shop-stale'), text }
  }

  const from = performance.now()
  const end = from + (seconds - 5) * 1000
  // Requests that were already running may still be answered.
  await new Promise((done) => setTimeout(done, 4_000))

  while (performance.now() < end) {
    expect(await ready()).toMatchObject({ status: 500, ok: false, failing: ['database'] })
    expect((await look('/healthz')).status).toBe(200)
    // The shop needs some seconds to notice that its listening connection is silent. Until then the
    // cache counts as fresh.
    const isKnown = performance.now() - from > 9_000

    for (const path of cachedPaths) {
      const { status, stale } = await look(path)
      expect([path, status, stale]).toEqual([path, 200, isKnown ? 'database away' : stale])
    }

    expect(JSON.parse((await look('/api/payment/efybank/status/pay-none')).text)).toMatchObject({
      code: 'database.away',
    })
    await new Promise((done) => setTimeout(done, 2_000))
  }

  return figures
}

/** Stops processes for some seconds and checks the shop's answers meanwhile. */
async function stopped(pids: readonly number[], seconds: number) {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const still = new Promise((done) => setTimeout(done, seconds * 1000))

  try {
    return await watchStill(seconds)
  } finally {
    await still
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

for (const seconds of [20, 60, 96])
  it(`a database frozen for ${seconds} seconds: jobs flow 15 s later, all buyers have their keys`, async () => {
    fleet = await openFleet(1, { SWEEP_SECONDS: '1' })
    const { id: productId } = await product(fleet.app, {
      keys: Array.from({ length: 100 }, (_, at) => `HUNG-${seconds}-${at}`),
    })
    const sold = () =>
      countOf('select count(*)::int as n from licences where product_id = $1', [productId])
    const buyers = await buyersOf(productId, 100)
    for (const path of cachedPaths) await get(path)
    const postmaster = await postmasterPid()
    let at = 0
    const all = Array.from({ length: 12 }, async () => {
      for (let one = buyers[at++]; one; one = buyers[at++]) await buy(one)
    })
    await until(async () => expect(await sold()).toBeGreaterThan(30), 60)
    const before = held()
    const cluster = [postmaster, ...(await below(postmaster))]
    const figures = await stopped(cluster, seconds)
    const from = performance.now()
    const { app } = fleet

    await until(async () => {
      const text = `insert into audit_log (action) select 'x' where false`
      await app.pool.query(text)
    }, 5)

    // The job's priority places it before the backlog, which may take any time on a slow machine.
    const [{ id }] = (await rows<{ id: string }>(
      `select id from graphile_worker.add_job('chat.commands', '{}', run_at => now(), priority => -1)`,
    )) as [{ id: string }]

    await until(async () => {
      const remainingJobs = `select count(*)::int as n from graphile_worker._private_jobs where id = $1`
      expect(await countOf(remainingJobs, [id])).toBe(0)
      expect(await ready()).toMatchObject({ status: 200, ok: true, failing: [] })
    }, 15)

    const wellMs = performance.now() - from
    await Promise.all(all)
    await until(async () => expect(await sold()).toBe(100), 60)
    await until(async () => expect(await oldestDue()).toBeLessThan(5), 60)
    const doneMs = performance.now() - from
    await sound()
    expect(figures.slowestMs).toBeLessThan(2_500)
    expect(figures.mostMb - before).toBeLessThan(150)
    const row = [seconds, before, figures.mostMb, figures.slowestMs, wellMs / 1000, doneMs / 1000]
    console.log(`| ${row.map((one) => one.toFixed(1)).join(' | ')} |`)
  }, 400_000)
