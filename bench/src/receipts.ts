import { openFleet } from '../../server/src/testing/fleet.ts'
import { cartOf, coupon, person, product, type Person } from '../../server/src/testing/make.ts'

// A buyer's checkout while 10,000 receipts wait to be sent and are being sent, against one without
// any, in turns of one run: the queue is held, let go and held again. The figure is the ratio of
// the two medians.

const receipts = 10_000
const rounds = 6
const buyers = 20

const fleet = await openFleet(1)
const { app, servers } = fleet
const { origin } = servers[0]!
const { id: productId } = await product(app, { keys: buyers * (rounds * 2 + 2) })
await coupon(app, { code: 'TUDO', value: 10_000 })

const waiting: { who: Person; cartId: string }[] = []
for (let n = 0; n < buyers * (rounds * 2 + 1); n++) {
  const who = await person(app)
  waiting.push({ who, cartId: await cartOf(app, who.userId, [{ productId, quantity: 1 }]) })
}
const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.pool.query<R>(text, values)).rows

/** Checkouts with nothing to pay, one after the other; answers how long each took, in ms. */
async function checkouts(): Promise<number[]> {
  const times: number[] = []
  for (const { who, cartId } of waiting.splice(0, buyers)) {
    const from = performance.now()
    const reply = await fetch(`${origin}/api/payment/efybank/checkout`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        cartId,
        termsAccepted: true,
        cupomCode: 'TUDO',
        customer: { name: who.name, email: who.email, cpf: '52998224725' },
      }),
    })
    const { status } = (await reply.json()) as { status?: string }
    if (status !== 'completed') throw new Error(`a checkout answered ${reply.status}`)
    times.push(performance.now() - from)
    // Buyers come when they like: a quarter of a second apart, more or less.
    await new Promise((done) => setTimeout(done, -250 * Math.log(1 - Math.random())))
  }
  return times
}

/** Receipts of the queue that were not sent yet. */
const left = async (): Promise<number> =>
  (
    await query<{ left: number }>(
      "select count(*)::int as left from graphile_worker._private_jobs where key like '%:again-%'",
    )
  )[0]!.left
/** Let the queue go, or hold what of it has not begun. */
const release = (now: boolean) =>
  query(
    `update graphile_worker._private_jobs set run_at = now() + ($1 || ' hours')::interval
      where key like '%:again-%' and locked_at is null`,
    [now ? 0 : 5],
  )
const middle = (times: number[], share = 0.5) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * share)]!
const shown = (ms: number) => `${ms.toFixed(1)} ms`

try {
  await checkouts()
  // The same order again and again, as staff may ask: each is a letter and a PDF of its own.
  for (let at = 0; at < receipts; at += 500)
    await query(
      `select graphile_worker.add_job('order.receipt',
          json_build_object('orderId', o.id, 'again', n::text),
          run_at := now() + interval '5 hours', job_key := 'order.receipt:again-' || n, priority := 10)
        from (select id from orders limit 1) o, generate_series($1::int + 1, $1::int + 500) n`,
      [at],
    )
  const [alone, beside]: [number[], number[]] = [[], []]
  let sent = 0
  let seconds = 0
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await checkouts()))
    const [before, from] = [await left(), performance.now()]
    await release(true)
    await new Promise((done) => setTimeout(done, 1_500))
    beside.push(...(await checkouts()))
    await release(false)
    sent += before - (await left())
    seconds += (performance.now() - from) / 1_000
    await new Promise((done) => setTimeout(done, 1_500))
  }
  console.log(`checkout alone: p50 ${shown(middle(alone))}, p95 ${shown(middle(alone, 0.95))}`)
  console.log(
    `beside a queue of ${receipts} receipts, ${(sent / seconds).toFixed(1)} sent a second: ` +
      `p50 ${shown(middle(beside))}, p95 ${shown(middle(beside, 0.95))}`,
  )
  console.log(`ratio of the p50: ${(middle(beside) / middle(alone)).toFixed(2)} (aim: 1.1 at most)`)
} finally {
  await fleet.close()
}
process.exit(0)
