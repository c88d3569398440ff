import { IDS } from '@chaveiro/sandbox/discord-ids'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { licences, orders, orderUnits, productVariants, users } from '../db/tables/index.ts'
import { workerGroups } from '../jobs/handlers.ts'
import { enqueue, type JobName, type Jobs } from '../platform/queue/jobs.ts'
import { startWorker } from '../platform/queue/worker.ts'
import { coupon, person, product, type Person } from './make.ts'
import { fill, payPix, startPix } from './shop.ts'
import { openStatementFaults, readFaults, writeFaults, type Fault } from './statement-faults.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

// Makes statements fail in every way under calls and jobs that carry secrets. Then it searches log,
// jobs, answers, audit and metrics for these secrets.

const maria = {
  name: 'Maria Segredo',
  email: 'maria@cofre-segredo.example',
  password: 'Senha-Cofre-77',
}

const ana = {
  name: 'Ana Reservada',
  email: 'ana@cofre-segredo.example',
  password: 'Outra-Senha-88',
}

const cpf = '529.982.247-25'
const address = '203.0.113.77'
const keys = ['COFRE-AAAA-0001', 'COFRE-AAAA-0002', 'COFRE-AAAA-0003', 'COFRE-AAAA-0004']
const pasted = ['COLADA-BBBB-0001', 'COLADA-BBBB-0002']

/**
 * Values that must appear nowhere, by the name that a failure reports. The shop's own secrets are
 * added later.
 */
const secrets: Record<string, string> = {
  'name of a newcomer': maria.name,
  'mail of a newcomer': maria.email,
  'password of a newcomer': maria.password,
  'name of a customer': ana.name,
  'mail of a customer': ana.email,
  'password of a customer': ana.password,
  'new password': 'Nova-Senha-99',
  'an argon2 hash': '$argon2',
  cpf,
  'digits of the cpf': '52998224725',
  'address of a visitor': address,
  'a key by hand': 'DA-MAO-CCCC-0001',
  'a searched key': 'PROCURADA-DDDD-0001',
  'a new name by staff': 'Ana Renomeada',
  'a new mail by staff': 'renomeada@cofre-segredo.example',
  'name of a payer at the provider': 'Pagador Sigiloso',
}

for (const key of [...keys, ...pasted]) secrets[`key ${key}`] = key

const log: string[] = []
const answers: string[] = []
const jobRows: string[] = []
let testShop: TestShop
let faults: Awaited<ReturnType<typeof openStatementFaults>>
let staff: Person
let customer: Person
let productId: string
type Purchase = { orderId: string; unitId: string }
let paidPurchase: Purchase
let manualPurchase: Purchase
let mintedPurchase: Purchase
let openCart: string

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { LOG_LEVEL: 'trace', KEYAUTH_INTERVAL_MS: '0', RATE_ACCOUNT: '1000' },
    logTo: (line) => void log.push(line),
  })

  const { app } = testShop
  secrets['webhook secret of PIX'] = app.config.pix!.webhookSecret[0]!
  secrets['webhook secret of cards'] = app.config.card!.webhookSecrets[0]!
  secrets['seller key'] = Object.values(app.config.licences!.sellerKeys).find(Boolean)!
  secrets['bot token'] = app.config.chat.bot!.botToken
  staff = await person(app, { name: 'Dora Equipe', role: 'admin' })
  productId = (await product(app, { keys, role: IDS.roles.vip })).id
  const reply = await call('POST /api/users/register', { body: { ...ana, termsAccepted: true } })
  const token = reply.json().data.tokens.accessToken as string
  const [row] = await app.db.select().from(users).where(eq(users.email, ana.email))
  customer = { ...ana, userId: row!.id, token, headers: { authorization: `Bearer ${token}` } }
  secrets['access token'] = token.split('.')[2]!
  secrets['refresh token'] = reply.cookies.find(({ name }) => name === 'refreshToken')!.value
  paidPurchase = await buy(null)
  manualPurchase = await buy({ provider: 'manual' })
  mintedPurchase = await buy({ provider: 'keyauth' })
  openCart = await fill(testShop, customer, productId)
  faults = await openStatementFaults(app.config.databaseUrl!)
})

afterAll(async () => {
  await faults?.close()
  await testShop?.close()
})

type Asked = { body?: object; as?: Person; cookies?: Record<string, string> }

const call = (line: string, { body, as: who, cookies = {} }: Asked = {}) => {
  const [method, url] = line.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH', string]
  return testShop.http.inject({
    method,
    url,
    cookies,
    remoteAddress: address,
    headers: { ...who?.headers },
    ...(body ? { payload: body } : {}),
  })
}

type Reply = Awaited<ReturnType<typeof call>>

/** The decrypted value of a field in the newest job with this field. */
async function sealedIn(field: string, sealedFor: string): Promise<{ id: string; value: string }> {
  const { rows } = await testShop.app.pool.query(
    `select payload from graphile_worker._private_jobs where payload->>'${field}' is not null order by id desc limit 1`,
  )
  const { payload } = rows[0]
  const id = payload[sealedFor] as string

  return { id, value: testShop.app.vault.open(Buffer.from(payload[field], 'base64'), 'jobs', id) }
}

let coupons = 0

async function buy(given: Parameters<typeof product>[1] | null): Promise<Purchase> {
  const id = given ? (await product(testShop.app, given)).id : productId
  const code = `TUDO${++coupons}`
  await coupon(testShop.app, { code, value: 10_000 })
  const cartId = await fill(testShop, customer, id)
  const { status } = await startPix(testShop, customer, cartId, { coupon: code, cpf })
  expect(status).toBe(200)
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.cartId, cartId))

  const [unit] = await testShop.app.db
    .select()
    .from(orderUnits)
    .where(eq(orderUnits.orderId, order!.id))

  return { orderId: order!.id, unitId: unit!.id }
}

type Act = { name: string; table: string; ways: readonly Fault[]; run(): Promise<Reply> }
const allFaults = [...readFaults, ...writeFaults]
const quotingFaults = writeFaults

/** The cookie of a browser that proved a mail address without an account. */
async function provenNewcomer(): Promise<string> {
  const codeReply = await call('POST /api/users/login/code', { body: { email: maria.email } })
  const loginCode = codeReply.cookies.find(({ name }) => name === 'loginCode')!.value
  const { value } = await sealedIn('sealedCode', 'id')

  const enterReply = await call('POST /api/users/login/code/enter', {
    body: { code: value },
    cookies: { loginCode },
  })

  expect(enterReply.json().code).toBe('login_code.new')
  secrets['cookie of a newcomer'] = loginCode
  secrets['code of a newcomer'] = `"${value}"`

  return loginCode
}

/** The calls, each with the table whose statements fail. */
async function calls(): Promise<Act[]> {
  const codeReply = await call('POST /api/users/login/code', { body: { email: ana.email } })
  const loginCode = codeReply.cookies.find(({ name }) => name === 'loginCode')!.value
  const code = await sealedIn('sealedCode', 'id')
  const newcomer = await provenNewcomer()
  await call('POST /api/users/forgot-password', { body: { email: ana.email } })
  const reset = await sealedIn('sealedToken', 'userId')
  secrets['cookie of a login code'] = loginCode
  secrets['recovery token'] = reset.value
  secrets['login code'] = `"${code.value}"`
  const { orderId } = paidPurchase
  const [licence] = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.orderId, orderId))

  const act = (
    table: string,
    ways: readonly Fault[],
    ...callArguments: Parameters<typeof call>
  ): Act => ({
    name: `${callArguments[0]} on ${table}`,
    table,
    ways,
    run: () => call(...callArguments),
  })

  const pix = { cartId: openCart, termsAccepted: true, customer: { ...ana, cpf, keepCpf: true } }

  const hook = {
    pix: [
      {
        endToEndId: 'E1234',
        txid: 'sigiloso',
        valor: '1.00',
        infoPagador: 'Pagador Sigiloso',
        pagador: { cpf: '52998224725', nome: 'Pagador Sigiloso' },
      },
    ],
  }

  const stock = '/api/admin/stock'
  const searchedKey = 'PROCURADA-DDDD-0001'

  return [
    act('users', allFaults, 'POST /api/users/register', {
      body: { ...maria, termsAccepted: true },
    }),
    act('users', allFaults, 'POST /api/users/login', { body: ana }),
    act('sessions', allFaults, 'POST /api/users/login', { body: ana }),
    act('login_codes', allFaults, 'POST /api/users/login/code', { body: { email: ana.email } }),
    act('login_codes', allFaults, 'POST /api/users/login/code/enter', {
      body: { code: code.value },
      cookies: { loginCode },
    }),
    act('login_codes', allFaults, 'POST /api/users/login/code', { body: { email: maria.email } }),
    act('users', allFaults, 'POST /api/users/login/code/register', {
      body: { name: maria.name, termsAccepted: true },
      cookies: { loginCode: newcomer },
    }),
    act('password_resets', quotingFaults, 'POST /api/users/forgot-password', {
      body: { email: ana.email },
    }),
    act('users', quotingFaults, 'POST /api/users/reset-password', {
      body: {
        token: reset.value,
        newPassword: 'Nova-Senha-99',
      },
    }),
    act('users', quotingFaults, 'PUT /api/users/password', {
      body: { currentPassword: ana.password, newPassword: 'Nova-Senha-99' },
      as: customer,
    }),
    act('users', quotingFaults, `PUT /api/admin/users/${customer.userId}`, {
      body: { name: 'Ana Renomeada', email: 'renomeada@cofre-segredo.example' },
      as: staff,
    }),
    act('payments', allFaults, 'POST /api/payment/efybank/checkout', { body: pix, as: customer }),
    act('orders', allFaults, 'POST /api/payment/efybank/checkout', { body: pix, as: customer }),
    act('kept_cpfs', allFaults, 'POST /api/payment/efybank/checkout', { body: pix, as: customer }),
    act('kept_cpfs', readFaults, 'GET /api/users/profile/cpf', { as: customer }),
    act(
      'webhook_events',
      allFaults,
      `POST /api/webhooks/pix/pix?hmac=${encodeURIComponent(secrets['webhook secret of PIX']!)}`,
      { body: hook },
    ),
    act('stock_keys', allFaults, `POST ${stock}`, {
      body: { productId, licenses: pasted },
      as: staff,
    }),
    act('key_replacements', allFaults, `POST /api/admin/licenses/${licence!.id}/replace`, {
      body: { reason: 'prova' },
      as: staff,
    }),
    act('licences', readFaults, `GET /api/admin/licenses?search=${searchedKey}`, { as: staff }),
    act('stock_keys', readFaults, `GET ${stock}?search=${searchedKey}`, { as: staff }),
    act('stock_keys', readFaults, `GET ${stock}/${keys[3]}`, { as: staff }),
    act('stock_keys', allFaults, `PATCH ${stock}/${keys[3]}/status`, {
      body: { status: 'revoked' },
      as: staff,
    }),
    act('audit_log', writeFaults, `POST ${stock}/${keys[3]}/reveal`, { body: {}, as: staff }),
    act('licences', allFaults, `POST /api/admin/deliveries/${manualPurchase.unitId}`, {
      body: { licenseKey: 'DA-MAO-CCCC-0001' },
      as: staff,
    }),
  ]
}

it('calls whose statements fail answer 500 with the catalogue’s text [F152]', async () => {
  for (const { name, table, ways, run } of await calls())
    for (const fault of ways) {
      const reply = await faults.during(fault, table, run)

      expect([name, fault, reply.statusCode, reply.json().code]).toEqual([
        name,
        fault,
        500,
        'internal',
      ])

      answers.push(JSON.stringify(reply.headers) + reply.payload)
    }
})

it('jobs whose statements fail store the error without a value [F152]', async () => {
  const { app } = testShop
  await app.pool.query('delete from graphile_worker._private_jobs')
  const { body } = await startPix(testShop, customer, openCart, { cpf })
  await payPix(testShop, body.txid)
  const { orderId } = paidPurchase

  const { id: discordId } = await testShop.sandbox!.call('POST', '/sandbox/api/discord/member', {
    action: 'create',
    user: 'sigilosa',
  })

  await app.db.update(users).set({ discordId }).where(eq(users.id, customer.userId))
  await app.db.update(productVariants).set({ discordRoleId: IDS.roles.vip })
  await call('POST /api/users/login/code', { body: { email: ana.email } })
  const code = await sealedIn('sealedCode', 'id')
  await call('POST /api/users/forgot-password', { body: { email: ana.email } })
  const reset = await sealedIn('sealedToken', 'userId')
  secrets['another login code'] = `"${code.value}"`
  secrets['another recovery token'] = reset.value
  const seal = (value: string, id: string) => app.vault.seal(value, 'jobs', id).toString('base64')
  await app.pool.query('delete from graphile_worker._private_jobs')

  const worker = await startWorker({
    pool: app.pool,
    connect: async () => {
      const client = new pg.Client({ connectionString: app.config.databaseUrl })
      await client.connect()

      return client
    },
    groups: workerGroups(app),
    log: app.log,
  })

  const fails = async <N extends JobName>(
    table: string,
    ways: readonly Fault[],
    name: N,
    payload: Jobs[N],
  ) => {
    for (const fault of ways)
      await faults.during(fault, table, async () => {
        await enqueue(app, name, payload)

        await expect
          .poll(
            async () => {
              const { rows } = await app.pool.query(
                `select * from graphile_worker._private_jobs where key like $1 || ':%' and last_error is not null and locked_at is null`,
                [name],
              )

              jobRows.push(...rows.map((row) => JSON.stringify(row)))

              return [name, fault, rows.length]
            },
            { timeout: 5_000, interval: 15 },
          )
          .toEqual([name, fault, 1])

        await app.pool.query(
          `delete from graphile_worker._private_jobs where key like $1 || ':%'`,
          [name],
        )
      })
  }

  try {
    const settling = { paymentId: body.paymentId, source: 'webhook' } as const
    await fails('payments', allFaults, 'payment.settle', settling)
    await fails('licences', writeFaults, 'payment.settle', settling)
    await fails('mails_sent', allFaults, 'order.receipt', { orderId })
    await fails('licences', readFaults, 'order.receipt', { orderId })
    await fails('licence_grants', allFaults, 'unit.grant', { unitId: mintedPurchase.unitId })
    await fails('role_grants', allFaults, 'role.sync', { userId: customer.userId })

    await fails('mails_sent', allFaults, 'mail.login-code', {
      id: code.id,
      sealedCode: seal(code.value, code.id),
    })

    await fails('mails_sent', allFaults, 'mail.password-reset', {
      userId: reset.id,
      sealedToken: seal(reset.value, reset.id),
    })
  } finally {
    await worker.stop()
  }
})

it('no secret is in the log, a job, an answer, the audit or the metrics [F152]', async () => {
  const { app } = testShop
  for (const [name, secret] of Object.entries(secrets))
    expect([name, secret.length > 5]).toEqual([name, true])
  const trail = (await app.pool.query('select * from audit_log')).rows.map((row) =>
    JSON.stringify(row),
  )
  const { rows: remainingJobs } = await app.pool.query(
    'select * from graphile_worker._private_jobs',
  )
  const metrics = (await testShop.http.inject('/metrics')).payload
  expect(metrics).toContain('chaveiro_jobs')

  expect([log.length > 150, jobRows.length > 40, answers.length > 80, trail.length > 5]).toEqual([
    true,
    true,
    true,
    true,
  ])

  // The audit log contains names and addresses on purpose.
  const auditedSecrets = /^(?:(?:new )?(?:name|mail)|a new (?:name|mail)|address) /

  const leaks = Object.entries(secrets).flatMap(([name, secret]) =>
    (
      [
        ['log', log],
        ['jobs', [...jobRows, ...remainingJobs.map((row) => JSON.stringify(row))]],
        ['answers', answers],
        ['figures', [metrics]],
        ['audit', auditedSecrets.test(name) ? [] : trail],
      ] as const
    ).flatMap(([place, texts]) =>
      texts
        .filter(
          (text) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
        )
        .slice(0, 1)
        .map((text) => `${name} in ${place}: ${text.slice(0, 300)}`),
    ),
  )

  expect(leaks).toEqual([])
})
