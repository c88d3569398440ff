import { openFleet } from '../../server/src/testing/fleet.ts'
import { buyersOf, checkouts, quantile, shownMs } from './free-checkout.ts'

// Compares checkouts while 10,000 receipts are being sent with checkouts while the receipts are
// postponed. Both alternate in one run. The result is the ratio of the medians.

const receipts = 10_000
const rounds = 6
const buyers = 20

const fleet = await openFleet(1)
const { app, servers } = fleet
const { origin } = servers[0]!
const waiting = await buyersOf(app, buyers * (rounds * 2 + 1))

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.pool.query<R>(text, values)).rows

/**
 * A group of buyers checks out one after the other, with random pauses of a quarter of a second on
 * average.
 */
const someBuy = () =>
  checkouts(origin, waiting.splice(0, buyers), () => -250 * Math.log(1 - Math.random()))

/** Number of receipts that are not sent yet. */
const pendingJobs = async (): Promise<number> =>
  (
    await query<{ left: number }>(
      "select count(*)::int as left from graphile_worker._private_jobs where key like '%:again-%'",
    )
  )[0]!.left

/** Makes the receipts due now, or postpones the receipts that have not begun. */
const release = (now: boolean) =>
  query(
    `update graphile_worker._private_jobs set run_at = now() + ($1 || ' hours')::interval
      where key like '%:again-%' and locked_at is null`,
    [now ? 0 : 5],
  )

try {
  await someBuy()

  // Queues receipts of one order again and again, as staff may request. Each is a separate mail
  // with a PDF.
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
    alone.push(...(await someBuy()))
    const [before, from] = [await pendingJobs(), performance.now()]
    await release(true)
    await new Promise((done) => setTimeout(done, 1_500))
    beside.push(...(await someBuy()))
    await release(false)
    sent += before - (await pendingJobs())
    seconds += (performance.now() - from) / 1_000
    await new Promise((done) => setTimeout(done, 1_500))
  }

  console.log(
    `checkout alone: p50 ${shownMs(quantile(alone, 0.5))}, p95 ${shownMs(quantile(alone, 0.95))}`,
  )

  console.log(
    `beside a queue of ${receipts} receipts, ${(sent / seconds).toFixed(1)} sent a second: ` +
      `p50 ${shownMs(quantile(beside, 0.5))}, p95 ${shownMs(quantile(beside, 0.95))}`,
  )

  console.log(
    `ratio of the p50: ${(quantile(beside, 0.5) / quantile(alone, 0.5)).toFixed(2)} (aim: 1.1 at most)`,
  )
} finally {
  await fleet.close()
}

process.exit(0)
