import { afterEach, expect, it } from 'vitest'
import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'
import { below } from './process.ts'

// PostgreSQL stands still in the middle of a hundred purchases, as on a machine that is suspended:
// its connections stay open and say nothing. Everybody has their key soon after it goes on.

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

/** Ask for a charge until an answer brings it, as the cart's open one too, and pay it once. */
async function buy({ who, cartId }: Buyer): Promise<void> {
  const charge = async (): Promise<Charge> => {
    const answer = await fetch(`${fleet.servers[0]!.origin}/api/payment/efybank/checkout`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ cartId, termsAccepted: true, customer: { cpf: validCpf } }),
    })
    const body = (await answer.json()) as Answer
    if ('txid' in body) return body
    // The answer to the first asking was lost with the database.
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
const ready = async () => (await fetch(`${fleet.servers[0]!.origin}/readyz`)).json()

for (const seconds of [20, 60, 96])
  it(`a database that stands still for ${seconds} seconds under a hundred buyers: jobs flow within 15 s after it, all have their keys`, async () => {
    fleet = await openFleet(1, { SWEEP_SECONDS: '1' })
    const { id: productId } = await product(fleet.app, {
      keys: Array.from({ length: 100 }, (_, at) => `HUNG-${seconds}-${at}`),
    })
    const sold = () =>
      countOf('select count(*)::int as n from licences where product_id = $1', [productId])
    const buyers = await buyersOf(productId, 100)
    const postmaster = await postmasterPid()
    let at = 0
    const all = Array.from({ length: 12 }, async () => {
      for (let one = buyers[at++]; one; one = buyers[at++]) await buy(one)
    })
    await until(async () => expect(await sold()).toBeGreaterThan(30), 60)
    const cluster = [postmaster, ...(await below(postmaster))]
    for (const pid of cluster) process.kill(pid, 'SIGSTOP')
    await new Promise((done) => setTimeout(done, seconds * 1000))
    for (const pid of cluster) process.kill(pid, 'SIGCONT')
    const { app } = fleet
    await until(async () => {
      const text = `insert into audit_log (action) select 'x' where false`
      await app.pool.query(text)
    }, 5)
    // It goes before what piled up, which takes as long as the machine needs for it.
    const [{ id }] = (await rows<{ id: string }>(
      `select id from graphile_worker.add_job('chat.commands', '{}', run_at => now(), priority => -1)`,
    )) as [{ id: string }]
    await until(async () => {
      const left = `select count(*)::int as n from graphile_worker._private_jobs where id = $1`
      expect(await countOf(left, [id])).toBe(0)
      expect(await ready()).toMatchObject({ ok: true, failing: [] })
    }, 15)
    await Promise.all(all)
    await until(async () => expect(await sold()).toBe(100), 30)
    await until(async () => expect(await oldestDue()).toBeLessThan(5), 45)
    await sound()
  }, 400_000)
