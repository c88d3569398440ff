import { Agent, request } from 'node:http'
import pg from 'pg'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { bareShop } from './bare-shop.ts'
import { fillShop } from './fill.ts'
import { buyersOf, freeCheckout, quantile, type Waiting } from './free-checkout.ts'
import { postmasterOf, processor, withChildren } from './processor.ts'

// npm run bench -- --orders: whole free orders over HTTP with the key in the answer, while receipts
// are mailed. The baseline is a bare Fastify with pg that writes the same rows. Rounds of both
// alternate in one run. With --large, the shop has 100,000 orders and 1,000,000 keys.

const orders = Number(process.env.BENCH_ORDERS ?? 300)
const turns = 3
const isLarge = process.argv.includes('--large')

/** Whether each buyer has a separate product and coupon, or all have the same. */
type Goods = 'own' | 'hot'
type Side = { origins: string[]; pids: number[]; send(buyer: Waiting): [string, object, object] }

type Measured = {
  times: number[]
  /** Times of the health check during the orders. */
  health: number[]
  seconds: number
  errors: number
  cpu: number[]
  wal: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

function post(url: string, headers: object, body: object): Promise<boolean> {
  return new Promise((done) => {
    const sent = request(url, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    })

    sent.on('error', () => done(false))

    sent.on('response', (reply) => {
      let said = ''
      reply.setEncoding('utf8').on('data', (text: string) => (said += text))
      reply.once('end', () => done(said.includes('"completed"')))
    })

    sent.end(JSON.stringify(body))
  })
}

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)

async function run(fleet: Fleet, side: Side, all: Waiting[], width: number): Promise<Measured> {
  const postmaster = await postmasterOf(fleet)
  const wal = async () =>
    Number((await fleet.app.pool.query('select pg_current_wal_lsn() - $1 as n', ['0/0'])).rows[0].n)
  const spent = () => [sum(side.pids.map(processor)), withChildren(postmaster)]
  const [walBefore, before, from] = [await wal(), spent(), performance.now()]
  const times: number[] = []
  const health: number[] = []

  const check = async (): Promise<void> => {
    const askedAt = performance.now()
    await fetch(`${fleet.servers[0]!.origin}/healthz`)
    health.push(performance.now() - askedAt)
  }

  const timer = setInterval(() => void check(), 50)
  let [next, errors] = [0, 0]

  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < all.length) {
        const at = next++
        const [path, headers, body] = side.send(all[at]!)
        const askedAt = performance.now()
        if (!(await post(side.origins[at % side.origins.length]! + path, headers, body))) errors++
        times.push(performance.now() - askedAt)
      }
    }),
  )

  const seconds = (performance.now() - from) / 1000
  clearInterval(timer)
  const cpu = spent().map((now, at) => ((now - before[at]!) * 1000) / all.length)

  return { times, health, seconds, errors, cpu, wal: ((await wal()) - walBefore) / all.length }
}

/**
 * Waits until no job is due, before the next side is measured. Low-stock alerts of the large shop
 * are left out, because they wait for the chat's rate limits.
 */
const settled = ({ app }: Fleet) =>
  until(async () => {
    const { rows } = await app.pool.query(
      `select t.identifier, count(*)::int as jobs, max(attempts) as attempts, max(last_error) as error
        from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier not like 'bench.%' and t.identifier <> 'chat.stock-low'
          and run_at <= now()
        group by 1`,
    )
    if (rows.length) throw new Error(`jobs are still pending: ${JSON.stringify(rows)}`)
  }, 120)

const ours = (fleet: Fleet): Side => ({
  origins: fleet.servers.map((server) => server.origin),
  pids: fleet.servers.map((server) => server.child.pid!),
  send: freeCheckout,
})

const bareSide = (shop: { origin: string; pid: number }): Side => ({
  origins: [shop.origin],
  pids: [shop.pid],
  send: ({ who: { userId, name, email }, cartId, productId, code }) => [
    '/order',
    {},
    { userId, name, email, cartId, productId, code },
  ],
})

function summed(list: readonly Measured[]) {
  const times = list.flatMap((roundResult) => roundResult.times)
  const mean = (of: (roundResult: Measured) => number) => sum(list.map(of)) / list.length

  return {
    rate: times.length / sum(list.map((roundResult) => roundResult.seconds)),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    health: Math.max(0, ...list.flatMap((roundResult) => roundResult.health)),
    errors: sum(list.map((roundResult) => roundResult.errors)),
    server: mean((roundResult) => roundResult.cpu[0]!),
    database: mean((roundResult) => roundResult.cpu[1]!),
    wal: mean((roundResult) => roundResult.wal) / 1024,
  }
}

const ratesText = (of: ReturnType<typeof summed>) =>
  `${of.rate.toFixed(0)}/s, p50 ${of.p50.toFixed(0)}, p99 ${of.p99.toFixed(0)} ms, ` +
  `${of.server.toFixed(1)} + ${of.database.toFixed(1)} ms, ${of.wal.toFixed(1)} kB`

const fleet = await openFleet(1)

try {
  if (isLarge) {
    // A pool without a statement timeout.
    const patient = new pg.Pool({ connectionString: fleet.databaseUrl, max: 1 })
    await fillShop(patient, { orders: 100_000, keys: 1_000_000, users: 50_000 })
    await patient.end()
  }

  const bare = await bareShop(fleet.databaseUrl)

  console.log(
    '| orders over HTTP | ours: rate, times, processor of server + database, WAL an order ' +
      '| bare | ratio | errors | slowest health check |\n|---|---|---|---|---|---|',
  )

  const compare = async (name: string, goods: Goods, width: number) => {
    const sides = [ours(fleet), bareSide(bare)]
    const measured: Measured[][] = [[], []]

    // The first round only warms up.
    for (let turn = 0; turn <= turns; turn++)
      for (const [which, side] of sides.entries()) {
        const all = await buyersOf(fleet.app, orders, goods === 'hot' ? 1 : 32)
        await settled(fleet)
        const roundResult = await run(fleet, side, all, width)
        if (turn > 0) measured[which]!.push(roundResult)
      }

    const [own, other] = measured.map(summed) as [
      ReturnType<typeof summed>,
      ReturnType<typeof summed>,
    ]

    console.log(
      `| ${name} | ${ratesText(own)} | ${ratesText(other)} | ${(own.rate / other.rate).toFixed(2)} | ` +
        `${own.errors} | ${own.health.toFixed(0)} ms |`,
    )
  }

  await compare('1 connection', 'own', 1)
  await compare('32 connections', 'own', 32)
  await compare('32 connections, one coupon and one product', 'hot', 32)
  await compare('256 connections', 'own', 256)
  await fleet.start()
  await compare('32 connections, two processes', 'own', 32)
  await bare.close()
} finally {
  await fleet.close()
}

process.exit(0)
