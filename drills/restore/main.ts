import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { fillShop } from '../../bench/src/fill.ts'
import { keyRows } from '../../bench/src/sealed-keys.ts'
import { node, root } from '../../scripts/setup.mjs'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase, type Database } from '../../server/src/db/open.ts'
import { createDb } from '../../server/src/db/session.ts'
import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { checkSecrets } from '../../server/src/domains/rotation/check-secrets.queries.ts'
import { createLog } from '../../server/src/platform/observe/log.ts'
import { createVault, type Vault } from '../../server/src/platform/secrets/vault.ts'
import { textOfKey } from '../../server/src/testing/key-text.ts'
import { shopPort, spawnShop } from '../../server/src/testing/shop-process.ts'

// npm run drill -- --restore: a shop of 100,000 orders with uploads is restored from its encrypted
// backup into an empty folder. It uses the commands of docs/operations/backup.md. Fails when it
// takes longer than fifteen minutes, a table has another number of rows, or an upload is missing or
// changed. Also fails when the books are broken, or one of a thousand keys and a thousand licences
// does not decrypt.

const { values: given } = parseArgs({
  options: {
    restore: { type: 'boolean' },
    orders: { type: 'string', default: '100000' },
    keys: { type: 'string', default: '200000' },
    users: { type: 'string', default: '50000' },
    /** Number of pictures, each of about 300 kB. */
    uploads: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '15' },
  },
})

const [orders, keys, users, uploads] = [given.orders, given.keys, given.users, given.uploads].map(
  Number,
) as [number, number, number, number]

const sampled = 1_000

const secrets = { storeSecret: randomBytes(32), olderSecrets: [] }
const vaultKeys = [{ id: 1, key: randomBytes(32) }]
const vault = createVault(vaultKeys, secrets.storeSecret)

const settings = {
  STORE_SECRET: secrets.storeSecret.toString('base64'),
  VAULT_KEYS: `1:${vaultKeys[0]!.key.toString('base64')}`,
}

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const folder = mkdtempSync(join(tmpdir(), 'chaveiro-restore-'))
const [lost, back] = [join(folder, 'lost'), join(folder, 'back')]
let isGood = false

try {
  isGood = await drill()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

process.exit(isGood ? 0 : 1)

async function drill(): Promise<boolean> {
  const before = await withShop(lost, make)
  const passphrase = join(folder, 'passphrase.txt')
  writeFileSync(passphrase, `${randomBytes(18).toString('base64')}\n`)
  const backups = join(folder, 'backups')
  mkdirSync(backups)

  const backupRun = ops(
    lost,
    'backup',
    '--to',
    backups,
    '--passphrase-file',
    passphrase,
    '--with-secrets',
  )

  rmSync(lost, { recursive: true })
  const archive = join(backups, readdirSync(backups)[0]!)
  // Restores as on a new machine: only the target folder is given, no settings of the lost shop.
  const restored = ops(back, 'restore', archive, '--passphrase-file', passphrase)

  const faults = await withShop(back, async (ground) => [
    ...differences(before, await look(ground)),
    ...(await openKeys(ground.database, vault)),
  ])

  faults.push(...(await startAgain()))
  if (restored.seconds > Number(given.minutes) * 60)
    faults.push(`it took longer than ${given.minutes} minutes`)

  console.log(
    `${faults.length ? 'BAD ' : 'good'} ${orders} orders, ${keys} keys and ${uploads} uploads ` +
      `(${(before.bytes / 1e6).toFixed(0)} MB of them, a database of ` +
      `${(before.databaseBytes / 1e6).toFixed(0)} MB): backup in ${backupRun.seconds.toFixed(0)} s, ` +
      `${(statSync(archive).size / 1e6).toFixed(0)} MB; restored in ` +
      `${restored.seconds.toFixed(0)} s, ${Object.keys(before.rows).length} tables, ` +
      `${sampled} keys of the stock and ${sampled} licences read`,
  )

  for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`)

  return faults.length === 0
}

type Ground = { database: Database; dataDir: string }

type State = {
  /** Number of rows by table. */
  rows: Record<string, number>
  /** SHA-256 of each upload by name. */
  uploads: Record<string, string>
  bytes: number
  databaseBytes: number
  broken: string[]
}

/** Opens the database of a folder for some work, and stops it afterwards. */
async function withShop<T>(dataDir: string, act: (ground: Ground) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, log: createLog('silent'), timeoutSeconds: 600 })
  try {
    return await act({ database, dataDir })
  } finally {
    await database.close()
  }
}

async function make(ground: Ground): Promise<State> {
  const { pool, url } = ground.database
  await migrate(url)
  await fillShop(pool, { orders, keys, users }, vault)
  const faults = await checkSecrets(pool, { ...secrets, vaultKeys } as never)
  if (faults.length) throw new Error(faults.join('\n'))

  const into = join(ground.dataDir, 'uploads')
  mkdirSync(into, { recursive: true })

  for (let n = 0; n < uploads; n++) {
    const picture = randomBytes(200_000 + ((n * 7919) % 200_000))
    writeFileSync(join(into, `${sumOf(picture)}.webp`), picture)
  }

  return look(ground)
}

async function look({ database, dataDir }: Ground): Promise<State> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') order by 1`,
  )

  const rows: State['rows'] = {}
  for (const { name } of tables)
    rows[name] = (await database.pool.query(`select count(*)::int as n from ${name}`)).rows[0].n
  const from = join(dataDir, 'uploads')
  const sums: State['uploads'] = {}
  let bytes = 0

  for (const name of readdirSync(from)) {
    const picture = readFileSync(join(from, name))
    sums[name] = sumOf(picture)
    bytes += picture.length
  }

  const { rows: size } = await database.pool.query(
    'select pg_database_size(current_database())::float8 as n',
  )

  return {
    rows,
    uploads: sums,
    bytes,
    databaseBytes: size[0].n,
    broken: await brokenLaws(createDb(database.pool)),
  }
}

function differences(before: State, after: State): string[] {
  const tables = new Set([...Object.keys(before.rows), ...Object.keys(after.rows)])
  const counts = [...tables]
    .filter((table) => before.rows[table] !== after.rows[table])
    .map((table) => `${table} had ${before.rows[table]} rows and has ${after.rows[table]}`)
  const files = Object.entries(before.uploads)
    .filter(([name, sum]) => after.uploads[name] !== sum)
    .map(([name]) => `uploads/${name} is missing or another`)
  const more = Object.keys(after.uploads).length - Object.keys(before.uploads).length

  return [
    ...counts,
    ...files,
    ...(more ? [`${more} more uploads`] : []),
    ...(before.broken.length ? [`before: ${before.broken.join('; ')}`] : []),
    ...after.broken,
  ]
}

/** Runs a command of the operator's tool in a process; returns how long it took. */
function ops(dataDir: string, ...args: string[]): { seconds: number } {
  const from = performance.now()

  const { status, stdout, stderr } = spawnSync(
    node,
    [join(root, 'server/src/cli/ops.ts'), ...args],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_NO_WARNINGS: '1',
        DATA_DIR: dataDir,
        ...(args[0] === 'restore' ? {} : settings),
      },
    },
  )

  console.log(stdout.trim())
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${stderr}`)

  return { seconds: (performance.now() - from) / 1000 }
}

/** Errors of a thousand stock keys and a thousand licences, spread over all. */
async function openKeys({ pool }: Database, by: Vault): Promise<string[]> {
  const faults: string[] = []

  for (const table of ['stock_keys', 'licences'] as const) {
    const isStock = table === 'stock_keys'

    // Samples licences of paid orders only: of each hundred orders, the first eighty are paid and
    // the next ten never were (fill.ts).
    const numbers = Array.from({ length: sampled }, (_, i) => {
      const n = Math.floor((i * (isStock ? keys : orders)) / sampled)
      return isStock ? n : n - (n % 100) + (i % 80)
    })

    const texts = new Map(
      numbers.map((n) => [keyRows(n)[isStock ? 'stock' : 'licence'], textOfKey(n)]),
    )

    const { rows } = await pool.query<{ id: string; key_cipher: Buffer }>(
      `select id::text, key_cipher from ${table} where id = any($1::uuid[])`,
      [[...texts.keys()]],
    )

    if (rows.length !== texts.size) faults.push(`${texts.size - rows.length} ${table} are missing`)
    for (const { id, key_cipher } of rows)
      if (by.open(key_cipher, table, id) !== texts.get(id)) faults.push(`${table} ${id} is another`)
  }

  return faults
}

/** Starts the restored shop with the restored settings; it must serve its catalogue. */
async function startAgain(): Promise<string[]> {
  const port = await shopPort()

  const child = await spawnShop({
    DATA_DIR: back,
    SECRETS_DIR: join(back, 'restored-settings'),
    PORT: String(port),
    LOG_LEVEL: 'error',
  })

  try {
    const ready = await fetch(`http://localhost:${port}/readyz`)
    const answer = await fetch(`http://localhost:${port}/api/product/list-featured-products`)

    return [ready, answer]
      .filter(({ status }) => status !== 200)
      .map(({ url, status }) => `${url} answers ${status}`)
  } finally {
    child.kill('SIGTERM')
  }
}
