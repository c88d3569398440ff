import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { findFreePort, startEmbedded } from '../../server/src/db/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { testFolder } from '../../server/src/testing/database.ts'
import { below, lives, startProcess, type ShopProcess } from './process.ts'

// Start and stop of the shop as an operator sees them: refused settings and their messages, the
// time that both take, and the files that remain.

const silent = { info() {}, warn() {} }
const folder = testFolder('start')
let embedded: Awaited<ReturnType<typeof startEmbedded>>
let admin: pg.Client
const started: ShopProcess[] = []

const start: typeof startProcess = async (env, options) => {
  const shop = await startProcess(env, options)
  started.push(shop)

  return shop
}

beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: folder, log: silent })
  await migrate(embedded.url)
  admin = new pg.Client({ connectionString: embedded.url.replace(/chaveiro$/, 'postgres') })
  await admin.connect()
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((shop) => shop.stop()))
})

afterAll(async () => {
  await admin?.end()
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
})

let made = 0

async function emptyDatabase(template = ''): Promise<string> {
  const name = `shop_${++made}`
  await admin.query(`create database ${name} ${template}`)

  return embedded.url.replace(/chaveiro$/, name)
}

const key = () => randomBytes(32).toString('base64')
const one = key()
const other = key()

const production = (url: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  STORE_MODE: 'production',
  PUBLIC_URL: 'https://loja.example',
  HOST: '127.0.0.1',
  TRUST_PROXY: '0',
  DATABASE_URL: url,
  DATA_DIR: folder,
  SMTP_URL: 'smtp://mail.internal',
  STORE_SECRET: Buffer.alloc(32, 5).toString('base64'),
  VAULT_KEYS: `1:${one}`,
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  LOG_LEVEL: 'warn',
  ...more,
})

async function refusal(env: NodeJS.ProcessEnv): Promise<{ code: number | null; lines: string[] }> {
  const shop = await start(env)
  const { code } = await shop.ended

  return {
    code,
    lines: shop
      .said()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{')),
  }
}

describe('an operator’s mistake is explained in one line, with an exit code and without a stack [F171]', () => {
  it('a used port, before the sandbox and the database are begun', async () => {
    const port = await findFreePort()
    const blocker = createServer().listen(port, '127.0.0.1')
    const dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-port-'))

    try {
      expect(await refusal({ DATA_DIR: dataDir, PORT: String(port) })).toEqual({
        code: 69,
        lines: [
          'Chaveiro cannot start:',
          `  the port ${port} is used by another program; set PORT to another one, or end that program`,
        ],
      })

      const { readdirSync } = await import('node:fs')
      expect(readdirSync(dataDir)).toEqual(['secrets.json'])
    } finally {
      blocker.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('a database that is not there, does not let us in, or does not know us', async () => {
    const url = (change: (url: URL) => void) => {
      const changed = new URL(embedded.url)
      change(changed)

      return changed.href
    }

    const { host } = new URL(embedded.url)
    const port = await findFreePort()

    const cases: [string, string][] = [
      [url((u) => (u.password = 'errada')), `the password of postgres is refused by ${host}`],
      [url((u) => (u.pathname = '/nenhuma')), `there is no database nenhuma at ${host}`],
      [url((u) => (u.port = String(port))), `no database answers at 127.0.0.1:${port}`],
    ]

    const answers = await Promise.all(cases.map(([address]) => refusal(production(address))))

    answers.forEach(({ code, lines }, at) => {
      expect(code).toBe(69)
      expect(lines.at(-1)).toBe(`  DATABASE_URL: ${cases[at]![1]}`)
      expect(lines.join('\n')).not.toMatch(/ at .*\.ts:|errada/)
    })
  })

  it('settings that are wrong, all at once', async () => {
    expect(
      await refusal(production(embedded.url, { SMTP_URL: 'mail.internal:25', RATE_LOGIN: '-1' })),
    ).toEqual({
      code: 78,
      lines: [
        'Chaveiro cannot start:',
        '  RATE_LOGIN: a whole number from 1 to 10000000',
        '  SMTP_URL: an address that begins with smtps:// or smtp://, e.g. smtps://user:password@mail.example:465',
      ],
    })
  })

  it('a DATA_DIR that is a file', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const { code, lines } = await refusal({ DATA_DIR: file })
    expect(code).toBe(69)
    expect(lines).toEqual(['Chaveiro cannot start:', `  DATA_DIR is not a folder: ${file}`])
  })

  it('a DATA_DIR that takes no file [F238]', async () => {
    const { code, lines } = await refusal(production(embedded.url, { DATA_DIR: '/proc/loja' }))
    expect([code, lines]).toEqual([
      69,
      ['Chaveiro cannot start:', '  DATA_DIR takes no file (ENOENT): /proc/loja'],
    ])
  })
})

it('an internal error names the lines of its sources, though the shop runs built', async () => {
  const url = await emptyDatabase('template chaveiro')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("update schema_migrations set sha256 = 'another' where name like '0001-%'")
  await client.end()
  const shop = await start(production(url))
  expect((await shop.ended).code).toBe(1)
  expect(shop.said()).toMatch(/migration 0001-.* was changed after it was applied/)
  expect(shop.said()).toMatch(/at apply\S* \(.*\/server\/src\/db\/migrate\.ts:\d+:\d+\)/)
  expect(shop.said()).toMatch(/at async serve \(.*\/server\/src\/serve\.ts:\d+:\d+\)/)
})

describe('the keys of the vault are those of the database, or nothing starts [F155]', () => {
  it('two processes share an empty database; a wrong, missing or doubled key starts nothing', async () => {
    const url = await emptyDatabase()
    const both = await Promise.all([start(production(url)), start(production(url))])
    await Promise.all(both.map((shop) => shop.ready))
    const [first, second] = both as [ShopProcess, ShopProcess]

    await Promise.all(
      both.map(async ({ origin }) => {
        expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      }),
    )

    await second.stop('SIGTERM')

    const [wrong, missing, doubled, secret] = await Promise.all([
      refusal(production(url, { VAULT_KEYS: `1:${other}` })),
      refusal(production(url, { VAULT_KEYS: `2:${other}` })),
      refusal(production(url, { VAULT_KEYS: `1:${one},1:${other}` })),
      refusal(production(url, { STORE_SECRET: Buffer.alloc(32, 6).toString('base64') })),
    ])

    expect(wrong).toEqual({
      code: 78,
      lines: [
        'Chaveiro cannot start:',
        '  VAULT_KEYS: the key with the id 1 is not the one that this database was sealed with',
      ],
    })

    expect(missing!.lines[1]).toBe(
      '  VAULT_KEYS: the key with the id 1 is missing; this database holds what was sealed with it',
    )
    expect(doubled!.lines[1]).toBe(
      '  VAULT_KEYS: the id 1 is there twice; every key has an id of its own',
    )
    expect(secret!.lines[1]).toBe('  STORE_SECRET is not the one that this database was made with')

    const rotated = await start(production(url, { VAULT_KEYS: `2:${other},1:${one}` }))
    await rotated.ready
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select key_id from vault_canaries order by key_id')
    expect(rows).toEqual([{ key_id: 0 }, { key_id: 1 }, { key_id: 2 }])
    // The first process does not have the new key, so it reports that it is not ready.
    await expect
      .poll(async () => (await fetch(`${first.origin}/readyz`)).json())
      .toMatchObject({ ok: false, failing: ['vault'] })
    expect((await fetch(`${rotated.origin}/readyz`)).status).toBe(200)
    await client.end()
  })
})

describe('npm start leaves no process behind [F171]', () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    it(`when npm is ended by ${signal}`, async () => {
      const dataDir = testFolder('orphans')

      const shop = await start(
        { DATA_DIR: dataDir, DATABASE_URL: await emptyDatabase('template chaveiro') },
        { command: ['npm', 'start', '--silent'] },
      )

      await shop.ready
      const family = await below(shop.child.pid!)
      expect(family.length).toBeGreaterThanOrEqual(3)
      shop.child.kill(signal)

      await expect
        .poll(async () => (await Promise.all(family.map(lives))).filter(Boolean).length, {
          timeout: 15_000,
        })
        .toBe(0)

      rmSync(dataDir, { recursive: true, force: true })
    })
})

it('npm start -- --empty begins a demo shop without products, which a later start leaves empty', async () => {
  const dataDir = testFolder('empty-demo')
  const env = { DATA_DIR: dataDir, DATABASE_URL: await emptyDatabase('template chaveiro') }

  for (const command of [['npm', 'start', '--silent', '--', '--empty'], undefined]) {
    const shop = await start(env, command && { command })
    await shop.ready
    const list = await fetch(`${shop.origin}/api/product/list-featured-products`)
    expect([list.status, await list.json()]).toEqual([200, []])
    await shop.stop('SIGTERM')
  }

  rmSync(dataDir, { recursive: true, force: true })
})

it('a demo shop killed with -9, all processes of it, starts again without a wait [F163]', async () => {
  const dataDir = testFolder('again')

  const seconds = async (): Promise<number> => {
    const begun = performance.now()
    const shop = await start({ DATA_DIR: dataDir })
    await shop.ready

    return (performance.now() - begun) / 1000
  }

  await seconds()
  await started.at(-1)!.stop('SIGTERM')
  const afterEnd = await seconds()
  const { child, ended } = started.at(-1)!

  for (const pid of [child.pid!, ...(await below(child.pid!))])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A worker process of the database has already ended.
    }

  await ended
  const afterKill = await seconds()
  process.stdout.write(
    `listening ${afterKill.toFixed(1)} s after kill -9, ${afterEnd.toFixed(1)} s after SIGTERM\n`,
  )
  // A start that waits for a dead process's lease takes at least 20 s, so the limit is lower.
  // bench/ measures exact times.
  expect(afterKill).toBeLessThan(2 * afterEnd + 15)
  await started.at(-1)!.stop('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})
