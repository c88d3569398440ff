import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { coupon, person, product, type Person } from '../testing/make.ts'
import { opsOf } from '../testing/ops-process.ts'
import { fill, paymentRow, send, startPix } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let folder: string
let ana: Person
let ops: ReturnType<typeof opsOf>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-person-'))
  shop = await openTestShop({ sandbox: true, env: { RETENTION_YEARS: '7', TIME_ZONE: 'UTC' } })
  ops = opsOf(shop, { SANDBOX_URL: shop.sandbox!.origin, RETENTION_YEARS: '7', TIME_ZONE: 'UTC' })
  ana = await person(shop.app, { name: 'Ana Souza', email: 'ana@exemplo.test' })
  const { id } = await product(shop.app, { keys: ['CHAVE-DA-ANA-0001'] })
  await coupon(shop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })

  await shop.app.pool.query(
    `insert into customer_notes (id, user_id, text, author_id, author, created_at, client_id)
      values (gen_random_uuid(), $1, 'VIP', $1, 'Dora', now(), gen_random_uuid())`,
    [ana.userId],
  )

  const free = await startPix(shop, ana, await fill(shop, ana, id, 1), { coupon: 'TUDO' })
  expect(free.body.status).toBe('completed')
})

afterAll(async () => {
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
})

const auditEntries = async (action: string) =>
  (
    await shop.app.pool.query(
      `select actor_id, actor_name, target_type, target_id::text, details from audit_log where action = $1`,
      [action],
    )
  ).rows

it('export writes the file that customers get, readable by the operator alone, and is audited [P584]', async () => {
  const file = join(folder, 'ana.json')
  const done = await ops(['export', ' Ana@Exemplo.TEST ', '--to', file])

  expect(done).toEqual({
    code: 0,
    out: `Everything about ana@exemplo.test is in ${file}.\n`,
    err: '',
  })

  expect(statSync(file).mode & 0o777).toBe(0o600)
  const own = await shop.http.inject({ url: '/api/users/profile/data.json', headers: ana.headers })
  const [written, ownExport] = [JSON.parse(readFileSync(file, 'utf8')), own.json()]
  expect({ ...written, exportedAt: '' }).toEqual({ ...ownExport, exportedAt: '' })
  expect(JSON.stringify(written)).toContain('CHAVE-DA-ANA-0001')

  expect(await auditEntries('user.exported')).toEqual([
    {
      actor_id: null,
      actor_name: null,
      target_type: 'user',
      target_id: ana.userId,
      details: { from: 'command line' },
    },
  ])
})

it('export overwrites nothing, leaves no half file, and refuses an unknown address [P584]', async () => {
  const [existingFile, newFile] = [join(folder, 'there.json'), join(folder, 'new.json')]
  writeFileSync(existingFile, 'mine')

  const [twice, stranger, wrong, nowhere] = await Promise.all([
    ops(['export', 'ana@exemplo.test', '--to', existingFile]),
    ops(['export', 'ninguem@exemplo.test', '--to', newFile]),
    ops(['export', 'ana@exemplo.test']),
    ops(['export', 'ana@exemplo.test', '--to', join(folder, 'none', 'x.json')]),
  ])

  expect(twice).toEqual({
    code: 1,
    out: '',
    err: `The command failed:\n  ${existingFile} exists already\n`,
  })

  expect(readFileSync(existingFile, 'utf8')).toBe('mine')
  expect(stranger).toEqual({ code: 1, out: '', err: 'The command failed:\n  User not found.\n' })
  expect(existsSync(newFile)).toBe(false)
  expect(wrong.code).toBe(2)
  expect(wrong.err).toMatch(/^export EMAIL --to FILE/)
  expect(nowhere.err).toMatch(/cannot be written \(ENOENT\)\n$/)
  expect(await auditEntries('user.exported')).toHaveLength(1)
})

it('erase lists what goes and what stays, and deletes as the customer would, only with --yes [P585]', async () => {
  const { id } = await product(shop.app, { keys: ['K-9'] })
  const open = await startPix(shop, ana, await fill(shop, ana, id, 1))
  const until = new Date().getUTCFullYear() + 7

  const lines = [
    '  gone: name, mail, password, Discord account',
    '  gone: 1 sessions',
    '  gone: 1 notes of staff about this person',
    '  closed with their provider first: 1 open payments',
    '  from now on without a name: 0 reviews, the audit log',
    `  kept in the books, with name and mail until the end of ${until}: 2 orders, 2 payments, 1 licences`,
  ].join('\n')

  const expectedText = `ana@exemplo.test would be deleted:\n${lines}\nNothing was changed; --yes does it.\n`

  const [withoutFlag, tried, both] = await Promise.all([
    ops(['erase', 'ana@exemplo.test']),
    ops(['erase', 'ana@exemplo.test', '--dry-run']),
    ops(['erase', 'ana@exemplo.test', '--dry-run', '--yes']),
  ])

  expect(withoutFlag).toEqual({ code: 1, out: expectedText, err: '' })
  expect(tried).toEqual({ code: 0, out: expectedText, err: '' })
  expect(both.code).toBe(2)
  expect((await send(shop, 'GET /api/users/orders', { as: ana })).status).toBe(200)

  const done = await ops(['erase', 'ana@exemplo.test', '--yes'])
  expect(done).toEqual({ code: 0, out: `ana@exemplo.test was deleted.\n${lines}\n`, err: '' })
  expect((await send(shop, 'GET /api/users/orders', { as: ana })).status).toBe(401)
  const { rows } = await shop.app.pool.query('select name, email from users where id = $1', [
    ana.userId,
  ])
  expect(rows).toEqual([{ name: 'Conta excluída', email: `${ana.userId}@deleted.invalid` }])

  const orderRows = await shop.app.pool.query(
    'select customer_email from orders where user_id = $1 order by created_at',
    [ana.userId],
  )

  expect(orderRows.rows).toEqual([
    { customer_email: 'ana@exemplo.test' },
    { customer_email: 'ana@exemplo.test' },
  ])

  expect((await paymentRow(shop, open.body.paymentId)).status).toBe('failed')
  expect(await auditEntries('user.deleted')).toMatchObject([
    { actor_id: null, target_id: ana.userId, details: { from: 'command line' } },
  ])
  expect((await ops(['erase', 'ana@exemplo.test', '--yes'])).err).toContain('User not found.')
})

it('erase leaves staff to another admin, and answers in JSON [P585]', async () => {
  await person(shop.app, { name: 'Dora', email: 'dora@exemplo.test', role: 'admin' })

  for (const options of [['--yes'], ['--dry-run'], []])
    expect(await ops(['erase', 'dora@exemplo.test', ...options]), options.join()).toEqual({
      code: 1,
      out: '',
      err: 'The command failed:\n  The account of a member of staff is deleted by another admin.\n',
    })

  await person(shop.app, { name: 'Eva', email: 'eva@exemplo.test' })
  const dryRunAnswer = await ops(['erase', 'eva@exemplo.test', '--dry-run', '--json'])

  expect(JSON.parse(dryRunAnswer.out)).toMatchObject({
    email: 'eva@exemplo.test',
    erased: false,
    goes: { sessions: 1, secondFactor: 0, tickets: 0 },
    keptForTheBooks: { orders: 0, payments: 0, licences: 0 },
    openPayments: 0,
  })
})
