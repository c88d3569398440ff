import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'

import { signAccess } from '../../server/src/domains/accounts/session/access-token.service.ts'
import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { openFleet, type Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'
import { shopPort, spawnShop } from '../../server/src/testing/shop-process.ts'
import { quantile } from './free-checkout.ts'
import { postmasterOf, processor, withChildren } from './processor.ts'

// npm run bench -- --steady --rate 10 --minutes 5: PIX orders at a steady rate. Each buyer opens
// pages, fills a cart, pays after some seconds, polls the status and gets a receipt. By default one
// process of the shop runs, with default settings, on PostgreSQL with default limits. The results
// are the costs of the model (npm run bench -- --model).

const { values: given } = parseArgs({
  strict: false,
  options: {
    /** Orders a minute. */
    rate: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '5' },
    /** Number of web processes of the shop. */
    processes: { type: 'string', default: '1' },
    /** Number of further processes that only run jobs. */
    workers: { type: 'string', default: '0' },
    /** Settings of PostgreSQL, such as --set max_wal_size=4GB. */
    set: { type: 'string', multiple: true, default: [] },
  },
})

const settings = Object.fromEntries((given.set as string[]).map((one) => one.split('=')))

const [rate, minutes, processes, workers] = [
  given.rate,
  given.minutes,
  given.processes,
  given.workers,
].map(Number) as [number, number, number, number]

const count = Math.round(rate * minutes)
const pagesAnOrder = 10
const paysAfterMs = 4_000
const looksEveryMs = 5_000
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

type Buyer = { who: Person; cartId: string; productId: string }
type Seen = { pages: number[]; checkouts: number[]; keys: number[]; failed: string[] }

type Sample = {
  /** Connections of the shop: active connections, and all. */
  busy: number
  open: number
  /**
   * Age of the oldest due urgent job and of the oldest due patient job, in seconds; and the number
   * of patient jobs.
   */
  queue: number
  patience: number
  patient: number
  health: number
}

/** Accounts are created beforehand, so that only the order is measured. */
async function buyersOf({ app }: Fleet): Promise<Buyer[]> {
  const shelf: string[] = []
  for (let n = 0; n < 20; n++)
    shelf.push((await product(app, { keys: Math.ceil(count / 20) + 50 })).id)
  const newBuyers: Buyer[] = []

  while (newBuyers.length < count)
    newBuyers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(8, count - newBuyers.length) }, async (_, n) => {
          const productId = shelf[(newBuyers.length + n) % shelf.length]!
          const who = await person(app)
          const cartId = await cartOf(app, who.userId, [{ productId, quantity: 1 }])

          return { who, cartId, productId }
        }),
      )),
    )

  return newBuyers
}

async function ask(origin: string, path: string, who?: Person, body?: object): Promise<any> {
  const answer = await fetch(origin + path, {
    headers: { ...who?.headers, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })

  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path.slice(0, 40)}: ${answer.status} ${text.slice(0, 150)}`)

  return text.startsWith('{') ? JSON.parse(text) : text
}

async function timed<T>(into: number[], act: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const answer = await act()
  into.push(performance.now() - from)

  return answer
}

/**
 * Logs a buyer in at the moment of the purchase: a token from the start of the bench may have
 * expired.
 */
async function logIn({ app }: Fleet, who: Person): Promise<void> {
  const { sid } = JSON.parse(Buffer.from(who.token.split('.')[1]!, 'base64url').toString())
  const token = await signAccess(app, sid, { id: who.userId, role: 'client' })
  Object.assign(who, { token, headers: { authorization: `Bearer ${token}` } })
}

/** The path of one buyer, from the first page to the key. */
async function buy(fleet: Fleet, at: number, { who, cartId, productId }: Buyer, observed: Seen) {
  const { origin } = fleet.servers[at % fleet.servers.length]!
  await logIn(fleet, who)

  const paths = [
    '/',
    '/products',
    `/api/product/detail/${productId}`,
    '/api/product/list-featured-products',
  ]

  for (let n = 0; n < pagesAnOrder; n++)
    await timed(observed.pages, () => ask(origin, paths[n % paths.length]!))

  const { paymentId, txid } = await timed(observed.checkouts, () =>
    ask(origin, '/api/payment/efybank/checkout', who, {
      cartId,
      termsAccepted: true,
      customer: { cpf: validCpf },
    }),
  )

  await sleep(paysAfterMs)
  const paid = performance.now()
  await fleet.sandbox('POST', `/sandbox/api/pix/${txid}/pay`, {})

  for (;;) {
    const { owner } = await ask(origin, `/api/payment/efybank/status/${paymentId}`, who)
    if (owner?.units[0]?.licenseKey) break
    if (performance.now() - paid > 120_000) throw new Error('no key within two minutes')

    await sleep(looksEveryMs)
  }

  observed.keys.push(performance.now() - paid)
}

async function look({ app, servers }: Fleet, ownConnections: number): Promise<Sample> {
  const askedAt = performance.now()
  await fetch(`${servers[0]!.origin}/healthz`)
  const health = performance.now() - askedAt

  const { rows } = await app.pool.query(
    `select (select count(*)::int from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend' and state <> 'idle') - 1 as busy,
      (select count(*)::int from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend') - $1 as open,
      coalesce(extract(epoch from now() - min(j.run_at) filter (where j.priority < 10)), 0)::float8
        as queue,
      coalesce(extract(epoch from now() - min(j.run_at) filter (where j.priority >= 10)), 0)::float8
        as patience,
      count(*) filter (where j.priority >= 10)::int as patient
    from graphile_worker._private_jobs j
    where j.run_at <= now() and j.locked_at is null and j.attempts < j.max_attempts`,
    [ownConnections],
  )

  return { ...rows[0], health } as Sample
}

/**
 * Usage so far: processor seconds of server and database, bytes of WAL and of the database,
 * checkpoints.
 */
async function spent(fleet: Fleet, postmaster: number) {
  const { rows } = await fleet.app.pool.query(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal,
      pg_database_size(current_database())::float8 as size,
      (select wal_fpi::float8 from pg_stat_wal) as "wholePages",
      (select (num_timed + num_requested)::float8 from pg_stat_checkpointer) as checkpoints`,
  )

  const all = [...fleet.servers.map(({ child }) => child), ...helpers]
  const server = all.reduce((sum, { pid }) => sum + processor(pid!), 0)

  return {
    server,
    database: withChildren(postmaster),
    ...(rows[0] as { wal: number; size: number; wholePages: number; checkpoints: number }),
  }
}

const sizeOf = async ({ app }: Fleet): Promise<number> =>
  Number((await app.pool.query('select pg_database_size(current_database()) as n')).rows[0].n)

async function run(fleet: Fleet) {
  const empty = await sizeOf(fleet)
  const buyers = await buyersOf(fleet)
  await sleep(5_000)
  const postmaster = await postmasterOf(fleet)
  const ownConnections = (await fleet.app.pool.query('select 1'), fleet.app.pool.totalCount)
  await fleet.app.pool.query('checkpoint')
  const before = await spent(fleet, postmaster)
  const observed: Seen = { pages: [], checkouts: [], keys: [], failed: [] }
  const samples: Sample[] = []
  const watch = setInterval(
    () => void look(fleet, ownConnections).then((one) => samples.push(one)),
    1_000,
  )
  const began = performance.now()

  await Promise.all(
    buyers.map(async (buyer, at) => {
      // The rate is even over the whole run, but random within a minute, as with real visitors.
      await sleep(((at + Math.random() * Math.min(count, rate)) / rate) * 60_000)
      await buy(fleet, at, buyer, observed).catch((error: Error) =>
        observed.failed.push(error.message),
      )
    }),
  )

  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  const waiting = (await look(fleet, ownConnections)).patient
  const after = await spent(fleet, postmaster)

  return { seen: observed, samples, before, after, seconds, waiting, whole: after.size - empty }
}

const ms = (times: number[], share: number) => (quantile(times, share) ?? NaN).toFixed(0)

const mean = (samples: Sample[], of: (one: Sample) => number) =>
  samples.reduce((sum, one) => sum + of(one), 0) / Math.max(1, samples.length)

const most = (samples: Sample[], of: (one: Sample) => number) => Math.max(0, ...samples.map(of))

function resultText(outcome: Awaited<ReturnType<typeof run>>) {
  const { seen: observed, samples, before, after, seconds, waiting, whole } = outcome
  const each = (from: number, to: number) => (to - from) / count

  return [
    `${rate} orders a minute for ${minutes} minutes, ${processes} process, ${workers} workers ` +
      `beside it: ${observed.keys.length} of ` +
      `${count} delivered in ${seconds.toFixed(0)} s, ${observed.failed.length} failed`,
    `server ${(each(before.server, after.server) * 1000).toFixed(1)} ms, database ` +
      `${(each(before.database, after.database) * 1000).toFixed(1)} ms of a processor an order`,
    `WAL ${(each(before.wal, after.wal) / 1024).toFixed(1)} kB ` +
      `(${each(before.wholePages, after.wholePages).toFixed(1)} pages whole after ` +
      `${after.checkpoints - before.checkpoints} checkpoints), ` +
      `${(each(before.size, after.size) / 1024).toFixed(1)} kB on disk an order, ` +
      `${(whole / count / 1024).toFixed(1)} with its account, cart and key`,
    `pages p50 ${ms(observed.pages, 0.5)}, p99 ${ms(observed.pages, 0.99)} ms; checkout p50 ` +
      `${ms(observed.checkouts, 0.5)}, p99 ${ms(observed.checkouts, 0.99)} ms; from paying to the key p50 ` +
      `${ms(observed.keys, 0.5)}, p99 ${ms(observed.keys, 0.99)} ms (the page looks every five seconds)`,
    `oldest due job ${most(samples, (one) => one.queue).toFixed(1)} s; receipts waiting at most ` +
      `${most(samples, (one) => one.patient)}, ${most(samples, (one) => one.patience).toFixed(0)} s, ` +
      `at the end ${waiting}`,
    `connections busy on the average ${mean(samples, (one) => one.busy).toFixed(1)}, at most ` +
      `${most(samples, (one) => one.busy)}, open ${most(samples, (one) => one.open)}; health check ` +
      `on the average ${mean(samples, (one) => one.health).toFixed(0)}, at most ` +
      `${most(samples, (one) => one.health).toFixed(0)} ms`,
    ...[...new Set(observed.failed)].slice(0, 5),
  ].join('\n')
}

const helpers: ChildProcess[] = []
const fleet = await openFleet(processes, { DATABASE_POOL: '20', SWEEP_SECONDS: '5' }, settings)
let isGood = false

try {
  for (let n = 0; n < workers; n++) {
    const env = { ...fleet.env, PORT: String(await shopPort()) }
    helpers.push(await spawnShop(env, ['--max-semi-space-size=4'], ['--only=worker']))
  }

  const outcome = await run(fleet)
  const broken = await brokenLaws(fleet.app.db)
  console.log([resultText(outcome), ...broken].join('\n'))
  isGood = outcome.seen.failed.length === 0 && broken.length === 0
} finally {
  for (const child of helpers) child.kill('SIGKILL')
  await fleet.close()
}

process.exit(isGood ? 0 : 1)
