import { request } from 'node:http'
import { Worker } from 'node:worker_threads'

import { openFleet } from '../../server/src/testing/fleet.ts'
import { buyersOf, checkouts, quantile, shownMs } from './free-checkout.ts'

// A buyer's checkout beside 500 requests a second for unknown URLs, evenly spread, and a hundred
// slow bodies. The result is the ratio of the p95 with and without this load, in one run. A
// separate thread sends the requests, so that they do not distort the measured times.

const buyers = 60
const floodRate = 500
const slowBodies = 100

const fleet = await openFleet(1)
const { origin } = fleet.servers[0] ?? (await fleet.start())
const waiting = await buyersOf(fleet.app, buyers * 2 + 10)
const someBuy = (count: number) => checkouts(origin, waiting.splice(0, count), () => 50)

/** Opens requests whose bodies arrive at one byte a second, until the server closes them. */
function openSlowBodies(): () => void {
  const { hostname, port } = new URL(origin)

  const timers = Array.from({ length: slowBodies }, () => {
    const headers = { 'content-type': 'application/json', 'content-length': '5000' }
    const body = request({ hostname, port, path: '/api/users/login', method: 'POST', headers })
    body.on('error', () => {})
    body.on('response', (reply) => reply.resume())

    return setInterval(() => body.write('{'), 1_000)
  })

  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Sends useless requests for this many seconds; returns how many were answered a second. */
function flood(seconds: number): Promise<number> {
  const worker = new Worker(new URL('./even.ts', import.meta.url), {
    workerData: { origin, rate: floodRate, seconds },
  })

  return new Promise((done, failed) => {
    worker.once('message', (answered: number) => done(answered / seconds))
    worker.once('error', failed)
  })
}

try {
  await someBuy(10)
  const idle = await someBuy(buyers)
  const stop = openSlowBodies()
  const flooding = flood(12)
  await new Promise((done) => setTimeout(done, 2_000))
  const beside = await someBuy(buyers)
  stop()
  const rate = await flooding
  console.log(
    `checkout alone: p50 ${shownMs(quantile(idle, 0.5))}, p95 ${shownMs(quantile(idle, 0.95))}`,
  )

  console.log(
    `beside ${Math.round(rate)} requests a second for nothing and ${slowBodies} slow ` +
      `bodies: p50 ${shownMs(quantile(beside, 0.5))}, p95 ${shownMs(quantile(beside, 0.95))}`,
  )

  console.log(
    `ratio of the p95: ${(quantile(beside, 0.95) / quantile(idle, 0.95)).toFixed(2)} (aim: 2 at most)`,
  )
} finally {
  await fleet.close()
}

process.exit(0)
