import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildApp, closeApp } from '../build-app.ts'
import {
  isAnswering,
  createDatabase,
  endLauncher,
  launchPostgres,
  makeCluster,
} from '../db/embedded-cluster.ts'
import { unprivileged } from '../db/embedded-place.ts'
import { findFreePort } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { ensureDefaultCategory } from '../demo/seed.ts'
import { checkSecrets } from '../domains/rotation/check-secrets.queries.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLog } from '../platform/observe/log.ts'
import { testFolder } from '../testing/database.ts'
import { until } from '../testing/fleet.ts'
import { product } from '../testing/make.ts'

// Tests with two real major versions: that of Debian 12, and the bundled one.

const debian = '/usr/lib/postgresql/15'

const secrets = {
  VAULT_KEYS: `1:${Buffer.alloc(32, 3).toString('base64')}`,
  STORE_SECRET: Buffer.alloc(32, 5).toString('base64'),
}

const owner = process.getuid?.() === 0 ? unprivileged() : null
const entry = fileURLToPath(new URL('ops.ts', import.meta.url))

let dataDir: string
let cluster: string
const env = () => ({ PATH: process.env.PATH, NODE_NO_WARNINGS: '1', DATA_DIR: dataDir, ...secrets })

const ops = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    execFile(process.execPath, [entry, ...args], { env: env() }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

async function runOld() {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
  const url = (name: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
  const server = launchPostgres(
    { cluster, place: { folder: dataDir, binaries: debian }, owner },
    { port },
  )
  await until(async () => expect(await isAnswering(url('postgres'))).toBe(true), 60)

  return { url, stop: () => endLauncher(server) }
}

describe.skipIf(!existsSync(join(debian, 'bin', 'postgres')))('the embedded PostgreSQL', () => {
  beforeAll(async () => {
    dataDir = testFolder('upgrade')
    cluster = join(dataDir, 'postgres')
    const password = randomBytes(18).toString('hex')
    makeCluster({ cluster, place: { folder: dataDir, binaries: debian }, owner }, password)
    const settings = { port: await findFreePort(), password, folder: dataDir }
    writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify(settings), { mode: 0o600 })
    const { url, stop } = await runOld()
    await createDatabase(url('postgres'))
    await migrate(url('chaveiro'))
    const log = createLog('silent')
    const database = await openDatabase({ databaseUrl: url('chaveiro'), dataDir, log, max: 4 })
    const { pool, connect } = database
    const config = readConfig({ ...secrets, DATA_DIR: dataDir, DATABASE_URL: url('chaveiro') })
    const app = buildApp({ config, log, pool, connect, subscribers: [] })
    await checkSecrets(pool, config)
    await ensureDefaultCategory(app)
    await product(app, { keys: ['CHAVE-DE-QUINZE-1', 'CHAVE-DE-QUINZE-2'], name: 'Quinze' })
    await closeApp(app)
    await database.close()
    await stop()
  }, 120_000)

  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  const mismatchText = () =>
    `the database in ${cluster} is of PostgreSQL 15, and this version brings 18`
  const readMajor = (name: string) => readFileSync(join(dataDir, name, 'PG_VERSION'), 'utf8').trim()

  it('of another major version is refused in one line, and not upgraded under a running shop [P592]', async () => {
    const started = await ops('keys', 'status')
    expect(started.code).toBe(1)
    expect(started.err).toContain(`${mismatchText()}: stop the shop and run "upgrade-database"`)
    const { stop } = await runOld()
    const running = await ops('upgrade-database')
    await stop()

    expect(running).toEqual({
      code: 1,
      out: '',
      err: 'The command failed:\n  the shop still runs on this database; stop it first\n',
    })

    const nowhere = await ops('upgrade-database', '--binaries', dataDir)
    expect(nowhere.err).toContain('the programs of PostgreSQL 15 are needed')
    const tried = await ops('upgrade-database', '--dry-run')
    expect(tried.out).toMatch(/^PostgreSQL 15 would become 18: \d+ MB, and \d+ MB are left\.\n$/)
    expect((await ops('upgrade-database', '--confirm')).code).toBe(1)
    expect(readdirSync(dataDir)).not.toContain('postgres-18')
  }, 240_000)

  it('is upgraded with every row, even after a kill; the old cluster stays until confirmed [P592]', async () => {
    for (const step of ['making the schema', 'reading everything again']) {
      const child = spawn(process.execPath, [entry, 'upgrade-database'], {
        env: env(),
        stdio: ['ignore', 'ignore', 'pipe'],
      })

      let output = ''
      child.stderr.on('data', (text) => (output += text))
      await until(async () => expect(output).toContain(step), 120)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).cluster).toBe(
        undefined,
      )
    }

    const done = await ops('upgrade-database')
    expect(done.code, done.err).toBe(0)
    expect(done.out).toMatch(
      /^The database is PostgreSQL 18 now: \d+ rows of \d+ tables\.\nIts books are in order\.\nThe database of PostgreSQL 15 is kept unchanged\. /,
    )
    expect(done.out).toMatch(/ "upgrade-database --confirm", or --undo to go back\.\n$/)
    expect([readMajor('postgres'), readMajor('postgres-18')]).toEqual(['15', '18'])

    expect(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))).toMatchObject({
      cluster: 'postgres-18',
      was: { cluster: 'postgres', major: 15 },
    })

    const status = JSON.parse((await ops('keys', 'status', '--json')).out)
    expect(status.keys).toMatchObject([{ id: 1, values: 2 }])
    const again = await ops('upgrade-database')
    expect(again.out).toBe('The database already has the version of this release.\n')
    // After --undo the previous cluster is unchanged, and a start uses it.
    const log = createLog('silent')
    const running = await openDatabase({ dataDir, log, max: 1 })
    const settingsBefore = readFileSync(join(dataDir, 'postgres.json'), 'utf8')
    expect((await ops('upgrade-database', '--undo')).err).toBe(
      'The command failed:\n  the shop still runs on this database; stop it first\n',
    )
    await running.close()
    expect(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).toBe(settingsBefore)
    const undone = await ops('upgrade-database', '--undo')
    const [aside] = readdirSync(dataDir).filter((name) => name.startsWith('postgres-18'))
    expect(aside).toMatch(/^postgres-18\.\d{14}$/)

    expect(undone).toEqual({
      code: 0,
      out:
        'The database of PostgreSQL 15 is used again: start the previous version of the shop. ' +
        `Later sales are in ${join(dataDir, aside!)}.\n`,
      err: '',
    })

    expect(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))).toEqual({
      ...JSON.parse(settingsBefore),
      cluster: 'postgres',
      was: undefined,
    })

    expect((await ops('upgrade-database', '--undo')).out).toBe('There is no previous database.\n')
    expect((await ops('keys', 'status')).err).toContain(mismatchText())
    const { url, stop } = await runOld()
    const database = await openDatabase({ databaseUrl: url('chaveiro'), dataDir, log, max: 1 })
    const { rows } = await database.pool.query('select name from products')
    await database.close()
    await stop()
    expect(rows).toEqual([{ name: 'Quinze' }])
    expect((await ops('upgrade-database')).code).toBe(0)
    expect(readMajor(aside!)).toBe('18')
    rmSync(join(dataDir, aside!), { recursive: true })
    const confirmed = await ops('upgrade-database', '--confirm')
    expect(confirmed.out).toBe(`The database of PostgreSQL 15 in ${cluster} is removed.\n`)

    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([
      'postgres-18',
      'postgres.json',
    ])

    expect(JSON.parse((await ops('keys', 'status', '--json')).out).keys).toMatchObject([
      { id: 1, values: 2 },
    ])
  }, 600_000)
})

it('a version older than the cluster explains the way back, and runs on the previous cluster [P592]', async () => {
  dataDir = testFolder('newer-cluster')
  const log = createLog('silent')

  try {
    await (await openDatabase({ dataDir, log, max: 1 })).close()
    const file = join(dataDir, 'postgres.json')
    const settings = JSON.parse(readFileSync(file, 'utf8'))
    const newer = join(settings.folder, 'postgres-19')
    mkdirSync(newer)
    writeFileSync(join(newer, 'PG_VERSION'), '19\n')
    const after = { ...settings, cluster: 'postgres-19', was: { cluster: 'postgres', major: 18 } }
    writeFileSync(file, JSON.stringify(after))

    const explanation =
      `  the database in ${newer} is of PostgreSQL 19, and this version brings 18: run a version ` +
      'that brings 19; to return to the previous database, without later sales: ' +
      '"upgrade-database --undo"\n'

    expect((await ops('keys', 'status')).err).toBe(`The command failed:\n${explanation}`)
    expect((await ops('upgrade-database')).err).toBe(`The command failed:\n${explanation}`)
    expect((await ops('upgrade-database', '--undo', '--confirm')).code).toBe(2)
    expect(await ops('upgrade-database', '--undo')).toMatchObject({ code: 0, err: '' })
    const back = await openDatabase({ dataDir, log, max: 1 })
    const { rows } = await back.pool.query(`select current_setting('server_version') as v`)
    await back.close()
    expect(rows).toEqual([{ v: expect.stringMatching(/^18\./) }])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)

it.skipIf(process.getuid?.() !== 0)(
  'a dry run by root makes no folder and copies no program [P592]',
  async () => {
    // Only root may enter this folder, so starting the shop would create the cluster in a system
    // folder.
    dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-root-'))
    writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ port: 1, password: 'x' }))
    const of = () => readdirSync('/var/lib').filter((name) => name === 'chaveiro')
    const inside = () => of().flatMap(() => readdirSync('/var/lib/chaveiro'))
    const before = [of(), inside()]
    const { code, err } = await ops('upgrade-database', '--dry-run')
    const after = [of(), inside()]
    rmSync(dataDir, { recursive: true })
    expect(code).toBe(1)
    expect(err).toMatch(/there is no database in \/var\/lib\/chaveiro\/[\da-f]{12}\/postgres\n$/)
    expect(after).toEqual(before)
  },
)
