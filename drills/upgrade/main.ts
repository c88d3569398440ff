import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { startEmbedded } from '../../server/src/db/embedded.ts'
import { createDb } from '../../server/src/db/session.ts'
import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { launchSandbox } from '../../server/src/public-pages/launch-sandbox.ts'
import { unhindered } from '../../server/src/testing/fleet.ts'
import { callsOf } from '../../server/src/testing/sandbox-call.ts'
import { shopEntry } from '../../server/src/testing/shop-process.ts'
import { sleep, until } from '../availability/service.ts'
import { openProxy, replace, startCopy, stopCopy, type Copy } from './copies.ts'
import { openCrowd, type Outcome } from './crowd.ts'
import { buildOlder, commitBefore } from './older.ts'

// npm run drill -- --upgrade: two copies of an older version are upgraded to this one, copy by
// copy, with the migrations in between. Meanwhile people check out at an even rate without retries.
// Fails when a checkout fails, an order or its key is missing, a key is delivered twice, or an
// invariant is broken. Needs git and HAProxy, but not root.

const { values: given } = parseArgs({
  options: {
    upgrade: { type: 'boolean' },
    /** The older version; by default the last version before the additive migrations. */
    from: { type: 'string' },
    /** Checkouts a second, and the number of buyers. */
    rate: { type: 'string', default: '50' },
    buyers: { type: 'string', default: '3000' },
    /** One of this many buyers pays by PIX; the orders of the others are free. */
    paying: { type: 'string', default: '10' },
    /** Stops a copy without draining it at the proxy first. */
    abrupt: { type: 'boolean', default: false },
    port: { type: 'string', default: '4400' },
  },
})

const port = Number(given.port)
const ports = [port + 1, port + 2]
const calmMs = 8_000

const folder = mkdtempSync(join(tmpdir(), 'chaveiro-upgrade-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
let isGood = false

try {
  isGood = await drill()
} finally {
  for (const close of closers.toReversed()) await close()
}

process.exit(isGood ? 0 : 1)

async function drill(): Promise<boolean> {
  const entry = shopEntry()
  const older = buildOlder(given.from ?? commitBefore())
  closers.push(older.remove)
  const { env, sandbox, url } = await ground()
  const copies: Copy[] = []
  closers.push(() => Promise.all(copies.map((copy) => stopCopy(copy, 'SIGKILL'))))
  for (const copyPort of ports) copies.push(await startCopy(older.entry, copyPort, env))
  const proxy = await openProxy(folder, port, ports)
  closers.push(proxy.close)
  for (const at of ports.keys()) await proxy.lead(at)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  closers.push(() => pool.end())
  const before = await migrationsOf(pool)
  // Keys that the older version's demo shop delivered, not to be counted as sold in the drill.
  const others = (await deliveries(pool)).delivered
  const buyers = older.buyers(env, Number(given.buyers), Number(given.paying))
  console.log(
    `${older.commit} stands with ${before.length} migrations, ${buyers.length} buyers wait`,
  )

  const crowd = openCrowd(buyers, { origin: proxy.origin, sandbox, rate: Number(given.rate) })
  const begun = performance.now()
  await sleep(calmMs)
  for (const at of copies.keys())
    await replace(proxy, copies, at, { entry, env, isAbrupt: given.abrupt })
  await sleep(calmMs)
  const wereEnough = crowd.left() > 0
  await crowd.stop()
  const seconds = (performance.now() - begun) / 1000
  const { outcome } = crowd
  await until('every order to be delivered', 120, async () => {
    return (await deliveries(pool)).delivered - others === outcome.free + outcome.paid
  }).catch(() => {})
  const newMigrations = (await migrationsOf(pool)).slice(before.length)

  return judge(pool, outcome, {
    seconds,
    made: newMigrations,
    others,
    isWhole: wereEnough,
    commit: older.commit,
  })
}

/** Creates the database, the sandbox and the environment that every copy starts with. */
async function ground() {
  const log = { info() {}, warn() {} }
  const database = await startEmbedded({ dataDir: folder, log })
  closers.push(database.stop)
  const sandbox = await launchSandbox({ DATA_DIR: folder, PORT: '1' })
  closers.push(sandbox.stop)
  const call = callsOf(sandbox.origin)
  const origin = `http://127.0.0.1:${port}`
  await call('POST', '/sandbox/api/store', { origins: [origin] })

  const env = {
    ...sandbox.env,
    SANDBOX_URL: sandbox.origin,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PUBLIC_URL: origin,
    TRUST_PROXY: '1',
    ...unhindered,
    LOG_LEVEL: 'error',
    DATABASE_POOL: '20',
  }

  return { env, sandbox: call, url: database.url }
}

type Turn = {
  seconds: number
  /** The migrations that ran during the upgrade. */
  made: string[]
  /** How many keys had been delivered before the drill. */
  others: number
  isWhole: boolean
  commit: string
}

async function judge(pool: pg.Pool, outcome: Outcome, turn: Turn): Promise<boolean> {
  const { free, paid, failed, times } = outcome
  const { delivered: all, keys } = await deliveries(pool)
  const delivered = all - turn.others
  const broken = await brokenLaws(createDb(pool))

  const isGood =
    failed.length === 0 &&
    delivered === free + paid &&
    keys === all &&
    broken.length === 0 &&
    turn.isWhole

  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  const checkouts = free + paid + failed.length

  console.log(
    `${isGood ? 'good' : 'BAD '} from ${turn.commit} over ${turn.made.length} migrations` +
      `${turn.made.length ? ` (${turn.made[0]} to ${turn.made.at(-1)})` : ''}: ${checkouts} checkouts in ` +
      `${turn.seconds.toFixed(0)} s (${(checkouts / turn.seconds).toFixed(1)} a second), ` +
      `${failed.length} failed, ${free} with nothing to pay, ${paid} by PIX, ${delivered} delivered, ` +
      `${all - keys} keys twice; p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(0.99999)} ms`,
  )

  if (!turn.isWhole) console.log('    there were too few buyers for the whole upgrade: --buyers')
  const counts = Map.groupBy([...failed, ...broken], (message) => message)
  for (const [message, same] of counts) console.log(`    ${same.length} times: ${message}`)

  return isGood
}

async function migrationsOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from schema_migrations order by applied_at, name',
  )
  return rows.map(({ name }) => name)
}

async function deliveries(pool: pg.Pool): Promise<{ delivered: number; keys: number }> {
  const { rows } = await pool.query<{ delivered: number; keys: number }>(
    'select count(*)::int as delivered, count(distinct key_index)::int as keys from licences',
  )
  return rows[0]!
}
