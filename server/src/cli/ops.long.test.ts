import { generateIdentity, identityToRecipient } from 'age-encryption'
import { execFile, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
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
import { afterAll, beforeAll, expect, it } from 'vitest'

import { migrate, ownMigrations } from '../db/migrate.ts'
import { checkSecrets } from '../domains/rotation/check-secrets.queries.ts'
import { person, product } from '../testing/make.ts'
import { spareDatabase } from '../testing/spare-database.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

// Tests the operator's tool as its user runs it: a process with its output and its exit code.

let shop: TestShop
let folder: string
const vaultKey = Buffer.alloc(32, 3).toString('base64')
const storeSecret = Buffer.alloc(32, 5).toString('base64')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-ops-'))
  shop = await openTestShop({
    env: { VAULT_KEYS: `1:${vaultKey}`, STORE_SECRET: storeSecret },
  })
  await checkSecrets(shop.app.pool, shop.app.config)
  await product(shop.app, { keys: ['CHAVE-DO-COFRE-1', 'CHAVE-DO-COFRE-2'], name: 'Cofre' })
})

afterAll(async () => {
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { code: number; out: string; err: string }

function ops(
  args: string[],
  env: Record<string, string> = {},
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Answer> {
  const entry = fileURLToPath(new URL('ops.ts', import.meta.url))
  const { PATH, HOME } = process.env

  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [entry, ...args],
      {
        env: {
          PATH,
          HOME,
          NODE_NO_WARNINGS: '1',
          DATABASE_URL: shop.app.pool.options.connectionString!,
          DATA_DIR: shop.app.config.dataDir,
          VAULT_KEYS: `1:${vaultKey}`,
          STORE_SECRET: storeSecret,
          ...env,
        },
      },
      (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
    )
    onStart(child)
  })
}

it('lists its commands, explains each, and answers wrong use with help and exit code 2 [P440]', async () => {
  const [list, none, help, unknown, wrong] = await Promise.all([
    ops(['--help']),
    ops([]),
    ops(['backup', '--help']),
    ops(['explode']),
    ops(['promote', 'ana@exemplo.test', 'rainha']),
  ])

  expect(list.code).toBe(0)

  expect(list.out.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
    'Usage:',
    'doctor',
    'backup',
    'restore',
    'verify',
    'keys',
    'secret',
    'retention',
    'stock',
    'promote',
    'password',
    'two-factor',
    'export',
    'erase',
    'upgrade-database',
    'Exit',
    '',
  ])

  expect([none.code, none.out]).toEqual([2, ''])
  expect(none.err).toBe(list.out)
  expect(help.code).toBe(0)
  expect(help.out).toMatch(/^backup --to FOLDER \(--recipient age1\.\.\. \| --passphrase-file FILE/)
  expect(unknown.code).toBe(2)
  expect(unknown.err).toMatch(/^There is no command explode\.\nUsage: /)
  expect(wrong.code).toBe(2)
  expect(wrong.err).toMatch(/^promote EMAIL ROLE\n/)
})

it('gives a user a role; an unknown user and a dead database are one line each [P441]', async () => {
  const { email } = await person(shop.app, { name: 'Ana' })

  const [done, nobody, down] = await Promise.all([
    ops(['promote', email, 'developer']),
    ops(['promote', 'ninguem@exemplo.test', 'admin']),
    ops(['promote', email, 'admin'], { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }),
  ])

  expect(done).toEqual({ code: 0, out: `${email} is now developer (was client).\n`, err: '' })
  expect(nobody.code).toBe(1)
  expect(nobody.err).toMatch(/^The command failed:\n {2}\S.*\n$/)
  expect(down.code).toBe(1)
  expect(down.err).toBe('The command failed:\n  connect ECONNREFUSED 127.0.0.1:1\n')
})

it('a command changes no schema: it reports waiting migrations or a missing shop in one line [P440]', async () => {
  const [older, empty] = await Promise.all([spareDatabase(), spareDatabase()])
  const names = ownMigrations().map(({ name }) => name)
  await migrate(older.url, { restoring: { only: new Set(names.slice(0, -2)) } })
  const migrationCount = 'select count(*)::int as n from schema_migrations'
  const file = join(folder, 'of-nobody.json')

  const commandLines = [
    ['keys', 'status'],
    ['keys', 'rotate', '--dry-run'],
    ['secret', 'rotate', '--dry-run'],
    ['retention', '--dry-run'],
    ['erase', 'ana@exemplo.test', '--dry-run'],
    ['export', 'ana@exemplo.test', '--to', file],
    ['promote', 'ana@exemplo.test', 'admin'],
    ['password', 'ana@exemplo.test', '--generate'],
    ['two-factor', 'off', 'ana@exemplo.test'],
  ]

  try {
    for (const args of commandLines)
      expect(await ops(args, { DATABASE_URL: older.url }), args.join(' ')).toEqual({
        code: 1,
        out: '',
        err:
          'The command failed:\n  2 migrations wait: start this version first, ' +
          'or use the tool of the version that runs\n',
      })

    expect(await older.ask(migrationCount)).toEqual([{ n: names.length - 2 }])

    expect(await ops(['keys', 'status'], { DATABASE_URL: empty.url })).toEqual({
      code: 1,
      out: '',
      err: 'The command failed:\n  the database holds no shop yet: start the shop once\n',
    })

    expect(await empty.ask("select to_regclass('users') as t")).toEqual([{ t: null }])
  } finally {
    await Promise.all([older.drop(), empty.drop()])
  }
})

type Finding = { about: string; state: string; seen: string; todo?: string }
const findingsAbout = (findings: Finding[], about: string) =>
  findings.filter((finding) => finding.about === about)

it('the doctor checks everything that a shop needs, and says what to do about a problem [P442]', async () => {
  // Jobs of earlier tests would count as late, since no worker runs here.
  await shop.app.pool.query('delete from graphile_worker._private_jobs')
  const publicUrl = 'http://loja.invalid'
  const { code, out } = await ops(['doctor', '--json'], { PUBLIC_URL: publicUrl })
  const findings = JSON.parse(out) as Finding[]
  expect(code).toBe(3)
  expect(findings.map(({ about }) => about).join(' ')).toBe(
    'database schema connections clock disk address keys admins backup payments queue orders',
  )

  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([
    {
      about: 'address',
      state: 'broken',
      seen: 'loja.invalid leads nowhere',
      todo: 'enter it at your DNS, or mend PUBLIC_URL',
    },
    {
      about: 'admins',
      state: 'broken',
      seen: 'none: nobody runs this shop',
      todo:
        'run "promote EMAIL admin" for an account of yours, ' +
        'or set ADMIN_EMAIL and ADMIN_PASSWORD and restart',
    },
    {
      about: 'backup',
      state: 'look',
      seen: '"chaveiro backup" never made one',
      todo: 'make one each night (Backup and restore of the guide), and name its place in BACKUP_TO',
    },
    {
      about: 'payments',
      state: 'look',
      seen: 'no method is set up',
      todo: 'enter one in the back office: Settings, Services',
    },
  ])

  expect(findingsAbout(findings, 'orders')[0]!.seen).toBe('none is paid and waits')
})

it('the doctor reports a wrong or silent replica as something to look at, not as broken [P603]', async () => {
  const replicaOf = async (url: string) => {
    const { out } = await ops(['doctor', '--json'], { REPLICA_URL: url })
    return findingsAbout(JSON.parse(out) as Finding[], 'replica')
  }

  const primary = shop.app.config.databaseUrl!

  const [same, away] = await Promise.all([
    replicaOf(primary),
    replicaOf('postgres://a@127.0.0.1:1/b'),
  ])

  const todo = 'mend REPLICA_URL; lists come from the primary meanwhile'
  const about = { about: 'replica', state: 'look' }
  expect(same).toEqual([
    { ...about, seen: 'REPLICA_URL leads to no replica of this database', todo },
  ])

  expect(away).toEqual([
    {
      ...about,
      seen: 'does not answer (connect ECONNREFUSED 127.0.0.1:1)',
      todo: `start it, or ${todo}`,
    },
  ])
})

it('the doctor reports wrong keys, a refusing provider, a newer schema and broken books [P442]', async () => {
  const { pool } = shop.app
  await pool.query(`insert into schema_migrations (name, sha256) values ('9999-later.sql', 'x')`)

  await pool.query(
    `insert into webhook_events (provider, event_id, type, received_at)
      values ('stripe', 'evt_1', 'x', now() - interval '11 minutes')`,
  )

  await pool.query(
    `select graphile_worker.add_job('nothing', run_at := now() - interval '1 minute')`,
  )

  try {
    const { code, out } = await ops(['doctor', '--deep'], {
      PUBLIC_URL: 'http://localhost:1',
      VAULT_KEYS: `1:${Buffer.alloc(32, 9).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
    })

    expect(code).toBe(3)

    for (const line of [
      'broken schema            of a newer shop (9999-later.sql)',
      'broken keys              VAULT_KEYS: the key with the id 1 is not the one that this database was sealed with',
      'broken mail              does not: unreachable',
      'look   address           http://localhost:1 does not answer',
      'look   events of stripe  1 wait for ten minutes',
      'broken queue             jobs wait and no worker takes them',
      'ok     books             every invariant holds',
    ])
      expect(out).toContain(line)
  } finally {
    await pool.query(`delete from schema_migrations where name = '9999-later.sql'`)
    await pool.query('delete from webhook_events')
    await pool.query('delete from graphile_worker._private_jobs')
  }
})

it('the doctor runs without a database or a started shop, and refuses an unknown option [P442]', async () => {
  const empty = await spareDatabase()

  const [down, wrong, fresh] = await Promise.all([
    ops(['doctor'], { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }),
    ops(['doctor', '--fix']),
    ops(['doctor', '--json'], { DATABASE_URL: empty.url }),
  ])

  await empty.drop()

  expect(JSON.parse(fresh.out).slice(1)).toMatchObject([
    { about: 'schema', state: 'look', seen: 'there is none', todo: 'start the shop once' },
    { about: 'connections' },
    { about: 'clock' },
    { about: 'disk' },
    { about: 'address' },
  ])

  expect(down.code).toBe(3)
  expect(down.out).toMatch(/^broken database {10}connect ECONNREFUSED 127\.0\.0\.1:1\n/)
  expect(down.out).toMatch(/\nok {5}disk {14}\d+ MB left in /)
  expect(wrong.code).toBe(2)
})

it('the doctor creates nothing in a mistyped DATA_DIR, and says that no shop is there [F238]', async () => {
  const mistyped = join(folder, 'loja-de-ninguem')
  const { code, out } = await ops(['doctor'], { DATABASE_URL: '', DATA_DIR: mistyped })

  expect([code, out]).toEqual([
    3,
    `broken database          DATA_DIR holds no shop: ${mistyped}\n` +
      `${' '.repeat(25)}-> name the folder of the shop, or start it there once\n`,
  ])

  expect(existsSync(mistyped)).toBe(false)
})

it('the doctor names a wrong setting, never its value, and checks all that needs no settings [P442]', async () => {
  const { code, out, err } = await ops(['doctor', '--json'], {
    VAULT_KEYS: '1:nenhuma-chave-de-verdade',
    SMTP_URL: 'http://conta:senha-secreta@127.0.0.1:1',
    PUBLIC_URL: 'http://loja.invalid',
    BACKUP_TO: join(folder, 'no-backups'),
    TRUST_PROXI: '1',
  })

  const [misspelt, ...findings] = JSON.parse(out) as Finding[]

  expect(misspelt).toEqual({
    about: 'settings',
    state: 'look',
    seen: 'TRUST_PROXI is no setting; TRUST_PROXY is one',
    todo: 'rename it to TRUST_PROXY, or take it out',
  })

  expect([code, err]).toEqual([3, ''])

  expect(findings.map(({ about, state }) => `${about} ${state}`)).toEqual([
    'settings broken',
    'database ok',
    'schema ok',
    'connections ok',
    'clock ok',
    'disk ok',
    'address broken',
    'backup broken',
  ])

  expect(findings[0]!.seen).toMatch(/^SMTP_URL: an address that begins with smtps:/)
  const key = await ops(['doctor', '--json'], { VAULT_KEYS: '1:nenhuma-chave-de-verdade' })
  const [wrong] = JSON.parse(key.out) as Finding[]
  expect(wrong!.seen).toMatch(/^VAULT_KEYS: id:base64 of 32 random bytes/)
  expect(out + key.out).not.toMatch(/nenhuma-chave|senha-secreta/)
  const nowhere = await ops(['doctor', '--json'], { DATABASE_URL: 'mysql://a@b/c' })
  expect(nowhere.code).toBe(3)

  expect((JSON.parse(nowhere.out) as Finding[]).map(({ about }) => about)).toEqual([
    'settings',
    'disk',
  ])
})

it.skipIf(process.getuid?.() !== 0)(
  'the doctor, run by root, reports that the shop’s user may not write into its folder [P442]',
  async () => {
    const dataDir = join(folder, 'of-nobody')
    mkdirSync(dataDir)

    const disk = async (mode: number) => {
      chmodSync(dataDir, mode)
      const { out } = await ops(['doctor', '--json'], { DATA_DIR: dataDir })

      return findingsAbout(JSON.parse(out) as Finding[], 'disk')
    }

    chownSync(dataDir, 65_534, 65_534)

    expect(await disk(0o500)).toEqual([
      {
        about: 'disk',
        state: 'broken',
        seen: `${dataDir} takes no file from the user it belongs to`,
        todo: 'let the shop’s user write there',
      },
    ])

    expect(await disk(0o700)).toMatchObject([{ state: 'ok' }])
  },
)

it('backs a shop up for a key, verifies it, and restores it on a machine without settings [P476]', async () => {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const key = join(folder, 'key.txt')
  writeFileSync(key, `# made today\n${identity}\n`)
  const to = join(folder, 'sealed')
  const backupAnswer = await ops(['backup', '--to', to, '--recipient', recipient, '--with-secrets'])
  expect(backupAnswer.code).toBe(0)
  const [name] = readdirSync(to)
  expect(name).toMatch(/^chaveiro-\d{8}-\d{6}\.tar\.zst\.age$/)
  expect(backupAnswer.out).toContain(`${to}/${name}`)
  expect(backupAnswer.out).toMatch(/The settings are in it\.\n$/)
  const file = join(to, name!)

  const [read, withoutKey] = await Promise.all([
    ops(['verify', file, '--identity', key, '--json']),
    ops(['verify', file]),
  ])

  expect(read.code).toBe(0)
  expect(JSON.parse(read.out)).toMatchObject({ version: '0.1.0', uploads: 0 })
  expect(withoutKey.code).toBe(1)
  expect(withoutKey.err).toBe(
    'The command failed:\n  the backup is encrypted: name its key (--identity FILE) or its passphrase (--passphrase-file FILE)\n',
  )
  const newDatabase = await spareDatabase()

  try {
    const dataDir = join(folder, 'new-machine')
    const nothing = {
      DATABASE_URL: newDatabase.url,
      DATA_DIR: dataDir,
      VAULT_KEYS: '',
      STORE_SECRET: '',
    }
    const tried = await ops(['restore', file, '--identity', key, '--dry-run'], nothing)
    expect([tried.code, tried.err]).toEqual([0, ''])
    expect(tried.out).toMatch(/^The backup is whole: \d+ rows of \d+ tables and 0 uploads of /)
    expect(await newDatabase.ask("select to_regclass('orders') as t")).toEqual([{ t: null }])
    const back = await ops(['restore', file, '--identity', key], nothing)
    expect(back.code).toBe(0)
    expect(back.out).toContain('Its books are in order.\n')
    // The two keys of the product are counted; the vault's own test value is not.
    expect(back.out).toContain('2 encrypted values were tried and can be read.\n')
    const settings = join(dataDir, 'restored-settings')
    expect(back.out).toContain(`Its settings are in ${settings}: set SECRETS_DIR to that folder.\n`)
    expect(readFileSync(join(settings, 'VAULT_KEYS'), 'utf8')).toBe(`1:${vaultKey}`)
    expect(existsSync(join(settings, 'DATA_DIR'))).toBe(false)
    expect(await newDatabase.ask('select name from products')).toEqual([{ name: 'Cofre' }])
    const again = await ops(['restore', file, '--identity', key], nothing)
    expect(again.code).toBe(1)
    expect(again.err).toContain('a restore needs one that was just created')
  } finally {
    await newDatabase.drop()
  }
})

it('a backup needs a key, a passphrase or --plain, says what else to keep, and obeys --keep [P477]', async () => {
  const to = join(folder, 'kept')
  const passphraseFile = join(folder, 'words.txt')
  writeFileSync(passphraseFile, 'quatro palavras que ninguem diz\n')
  const short = join(folder, 'short.txt')
  writeFileSync(short, 'curta\n')

  const refused = await Promise.all([
    ops(['backup', '--to', to]),
    ops(['backup', '--to', to, '--plain', '--passphrase-file', passphraseFile]),
    ops(['backup', '--to', to, '--plain', '--keep', '0']),
    ops(['backup', '--to', to, '--recipient', 'age1abc']),
    ops(['backup', '--to', to, '--passphrase-file', short]),
    ops(['backup', '--to', to, '--plain', '--with-secrets']),
  ])

  expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 1, 1, 1])

  expect(refused.slice(3).map(({ err }) => err)).toEqual([
    'The command failed:\n  the recipient is no public key of age: it begins with age1\n',
    `The command failed:\n  ${short}: the passphrase, its first line, has fewer than twelve characters\n`,
    'The command failed:\n  secrets are never written into a backup that is not encrypted\n',
  ])

  expect(existsSync(to)).toBe(false)
  const first = await ops(['backup', '--to', to, '--passphrase-file', passphraseFile])
  expect(first.out).toContain(
    'Keep STORE_SECRET and the keys of VAULT_KEYS (1) elsewhere: without them no licence key in it can be read.',
  )
  const [old] = readdirSync(to)
  writeFileSync(join(to, 'notes.txt'), 'mine')
  await new Promise((go) => setTimeout(go, 1_000))
  const second = await ops(['backup', '--to', to, '--plain', '--keep', '1', '--json'])
  expect(JSON.parse(second.out)).toMatchObject({ removed: [old], vaultKeys: [1] })
  // The metrics and the system page read the time of the last backup from this row (P522).
  const { rows } = await shop.app.pool.query<{ at: Date }>(
    `select at from operation_marks where name = 'backup'`,
  )
  expect(rows.map(({ at }) => at.toISOString())).toEqual([JSON.parse(second.out).takenAt])
  const remainingFiles = readdirSync(to)
  expect(remainingFiles).toHaveLength(2)
  expect(remainingFiles).toContain('notes.txt')
  expect(remainingFiles[0]).toMatch(/^chaveiro-\d{8}-\d{6}\.tar\.zst$/)
})

it('takes all keys off sale and puts them back, and counts them by option [P478]', async () => {
  const { id } = await product(shop.app, { keys: ['H-1', 'H-2'], name: 'Chaveirinho' })
  const held = await ops(['stock', 'hold', '--dry-run'])
  expect(held.code).toBe(0)
  expect(held.out).toMatch(/^\d+ keys would be held\.\n/)
  expect(held.out).toContain(`  ${id}  2  Chaveirinho\n`)
  expect((await ops(['stock', 'hold'])).out).toContain(`  ${id}  2  Chaveirinho\n`)
  expect(await ops(['stock', 'hold'])).toEqual({ code: 0, out: '0 keys held.\n', err: '' })
  const oneReleased = await ops(['stock', 'release', '--variant', id, '--skip', '1'])

  expect(oneReleased).toEqual({
    code: 0,
    out: `1 key for sale again.\n  ${id}  1  Chaveirinho\n`,
    err: '',
  })

  const rest = await ops(['stock', 'release', '--json'])

  expect(JSON.parse(rest.out)).toContainEqual({
    variantId: id,
    productId: id,
    name: 'Chaveirinho',
    keys: 1,
  })

  const wrong = await Promise.all([
    ops(['stock']),
    ops(['stock', 'sell']),
    ops(['stock', 'hold', '--skip', '1']),
    ops(['stock', 'release', '--skip', '-1']),
    ops(['stock', 'release', '--variant', 'x']),
  ])

  expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])

  expect(wrong.map(({ err }) => err.trimEnd().split('\n').at(-1))).toEqual([
    'Wrong use: an argument is missing.',
    'Wrong use: sell',
    'Wrong use: hold --skip 1',
    'Wrong use: release --skip -1',
    'Wrong use: release --variant x',
  ])

  const strange = await ops(['stock', 'hold', '--dryrun'])

  expect([strange.code, strange.err.trimEnd().split('\n').at(-1)]).toEqual([
    2,
    'Wrong use: there is no option --dryrun.',
  ])

  const unknown = '019ab1c2-7e3d-7a11-8c55-0123456789ab'

  expect(await ops(['stock', 'release', '--variant', unknown])).toEqual({
    code: 1,
    out: '',
    err: `The command failed:\n  no key is held of an option with the id ${unknown}; "stock hold" lists the ids\n`,
  })

  expect(wrong[0]!.err).toMatch(/^stock hold \[--dry-run\]/)
})

it('retention reports due rows, deletes none in a dry run, then all; a second run finds none [P540]', async () => {
  await shop.app.pool.query(
    `insert into webhook_events (provider, event_id, type, received_at)
      select 'pix', 'old' || g, 'pix', now() - interval '91 days' from generate_series(1, 3) g`,
  )

  type Row = { table: string; kept: string; due: number; cleared: number }

  const read = async (...args: string[]) => {
    const { code, out } = await ops(['retention', '--json', ...args])
    const report = JSON.parse(out) as { tables: Row[]; months: { partition: string }[] }
    const row = report.tables.find(({ table }) => table === 'webhook_events')!

    return { code, row, months: report.months.map(({ partition }) => partition) }
  }

  const tried = await read('--dry-run')

  expect([tried.code, tried.row]).toEqual([
    0,
    {
      table: 'webhook_events',
      what: 'hints of providers',
      kept: '90 days',
      due: 3,
      cleared: 0,
      left: 3,
    },
  ])

  expect(tried.months).toEqual(['audit_log_first', 'audit_log_other'])
  const text = await ops(['retention', '--dry-run'])
  expect(text.out).toMatch(/^webhook_events +90 days +3 due +hints of providers$/m)
  expect(text.out).toMatch(/^audit_log_first +until \d{4}-\d\d-01 {2}\d+\.\d MB$/m)
  const done = await read()
  expect([done.code, done.row]).toEqual([0, { ...tried.row, cleared: 3, left: 0 }])
  expect(done.months).toHaveLength(4)
  const again = await read()
  expect([again.code, again.row.due, again.row.cleared]).toEqual([0, 0, 0])
  const wrong = await ops(['retention', 'now'])
  expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([2, 'retention [--dry-run] [--json]'])
})

it('a retention run killed half-way leaves whole rows, and the next run deletes the rest [P546]', async () => {
  const countEvents = async () =>
    (await shop.app.pool.query<{ n: number }>('select count(*)::int as n from webhook_events'))
      .rows[0]!.n

  await shop.app.pool.query(
    `insert into webhook_events (provider, event_id, type, received_at)
      select 'pix', 'old' || g, 'pix', now() - interval '91 days' from generate_series(1, 40000) g`,
  )

  await ops(['retention'], {}, (child) =>
    child.stderr!.on('data', (text: string) => {
      if (text.includes('webhook_events: hints of providers ...'))
        setTimeout(() => child.kill('SIGKILL'), 300)
    }),
  )

  const remainingEvents = await countEvents()
  expect(remainingEvents).toBeGreaterThan(0)
  expect(remainingEvents).toBeLessThan(40_000)
  expect((await ops(['retention'])).code).toBe(0)
  expect(await countEvents()).toBe(0)
})
