import { request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { openFleet } from '../../server/src/testing/fleet.ts'
import { cartOf, coupon, person, product, type Person } from '../../server/src/testing/make.ts'

// A buyer's checkout while 500 requests a second for nothing come in beside it, evenly spread:
// addresses that are no page, other spellings, slow bodies. The figure is the ratio of the two p95
// of one run; the requests come from a thread of their own, which the stop watch does not feel.

const buyers = 60
const floodRate = 500
const slowBodies = 100

const fleet = await openFleet(1)
const { origin } = fleet.servers[0] ?? (await fleet.start())
const { app } = fleet
const { id: productId } = await product(app, {
  keys: buyers * 4,
  name: 'Licença',
  category: 'general',
})
await coupon(app, { code: 'TUDO', value: 10_000 })

const waiting: { who: Person; cartId: string }[] = []
for (let n = 0; n < buyers * 2 + 10; n++) {
  const who = await person(app)
  waiting.push({ who, cartId: await cartOf(app, who.userId, [{ productId, quantity: 1 }]) })
}

/**
 * One checkout after the other over HTTP, with nothing to pay; answers how long each took, in
 * milliseconds.
 */
async function checkouts(count: number): Promise<number[]> {
  const times: number[] = []
  for (const { who, cartId } of waiting.splice(0, count)) {
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
    await new Promise((done) => setTimeout(done, 50))
  }
  return times.sort((a, b) => a - b)
}

/** Bodies that come one byte a second, as long as the server lets them. */
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

/** Requests for nothing for so many seconds; answers how many were answered a second. */
function flood(seconds: number): Promise<number> {
  const worker = new Worker(new URL('./even.ts', import.meta.url), {
    workerData: { origin, rate: floodRate, seconds },
  })
  return new Promise((done, failed) => {
    worker.once('message', (answered: number) => done(answered / seconds))
    worker.once('error', failed)
  })
}

const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)]!
const shown = (ms: number) => `${ms.toFixed(1)} ms`
try {
  await checkouts(10)
  const idle = await checkouts(buyers)
  const stop = openSlowBodies()
  const flooding = flood(12)
  await new Promise((done) => setTimeout(done, 2_000))
  const beside = await checkouts(buyers)
  stop()
  const rate = await flooding
  console.log(`checkout alone: p50 ${shown(at(idle, 0.5))}, p95 ${shown(at(idle, 0.95))}`)
  console.log(
    `beside ${Math.round(rate)} requests a second for nothing and ${slowBodies} slow ` +
      `bodies: p50 ${shown(at(beside, 0.5))}, p95 ${shown(at(beside, 0.95))}`,
  )
  console.log(
    `ratio of the p95: ${(at(beside, 0.95) / at(idle, 0.95)).toFixed(2)} (aim: 2 at most)`,
  )
} finally {
  await fleet.close()
}
process.exit(0)
