import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { folderStore } from '../../adapters/folder/folder.ts'
import { openSandbox, type TestSandbox } from '../../adapters/provider-sandbox.suite.ts'
import { buildApp, closeApp } from '../../build-app.ts'
import { payments } from '../../db/tables/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { credentialsOf } from '../../testing/entered-credentials.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { accepted, eventually, fill, send, startCard } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { makeBackup } from '../backup/backup.service.ts'
import { chargesFor } from '../books/methods.rules.ts'

// Staff enter credentials in a demo shop that has no sandbox of its own. URLs in its environment
// lead to the providers of another sandbox.

let sandbox: TestSandbox
let testShop: TestShop
let staff: Person
const log: string[] = []
const answers: string[] = []

beforeAll(async () => {
  sandbox = await openSandbox()

  testShop = await openTestShop({
    env: { ...addresses(), LOG_LEVEL: 'trace' },
    logTo: (line) => void log.push(line),
  })

  staff = await person(testShop.app, { role: 'admin', name: 'Dora' })
})

afterAll(async () => {
  await testShop?.close()
  await sandbox?.close()
})

beforeEach(async () => {
  await testShop.app.pool.query('delete from kept_providers')
  await testShop.app.providerSettings.reload()
})

/**
 * URLs of the sandbox without credentials, so that staff can still enter the credentials of each
 * provider.
 */
const addresses = () => ({
  STRIPE_BASE_URL: sandbox.env.STRIPE_BASE_URL,
  BINANCE_BASE_URL: sandbox.env.BINANCE_BASE_URL,
  PIX_BASE_URL: sandbox.env.PIX_BASE_URL,
  PIX_CA: sandbox.env.PIX_CA,
  DISCORD_API_URL: sandbox.env.DISCORD_API_URL,
  KEYAUTH_BASE_URL: sandbox.env.KEYAUTH_BASE_URL,
  KEYAUTH_INTERVAL_MS: '0',
  RECAPTCHA_BASE_URL: sandbox.env.RECAPTCHA_BASE_URL,
})

const base = '/api/admin/providers'
type Body = Record<string, unknown>

async function ask(
  call: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path = '',
  body?: Body,
  language = 'pt-BR',
) {
  const answer = await send(testShop, `${call} ${base}${path}`, {
    as: staff,
    body,
    headers: { 'accept-language': language },
  })

  answers.push(JSON.stringify(answer.body))

  return answer
}

const save = (name: string, values: object, more: object = {}, language?: string) =>
  ask('PUT', `/${name}`, { values, ...more }, language)

const shown = async (name: string) =>
  (await ask('GET')).body.providers.find((one: { name: string }) => one.name === name)

const card = () => credentialsOf(sandbox).card
const pix = () => credentialsOf(sandbox).pix
const mailParts = () => credentialsOf(sandbox).mail

it('entered credentials are tried, stored, used at once and shown by name alone [P350, P353]', async () => {
  expect(await shown('card')).toEqual({
    name: 'card',
    source: 'off',
    test: null,
    kept: false,
    fault: null,
    updatedAt: null,
    fields: [
      { name: 'STRIPE_SECRET_KEY', set: false, fromEnvironment: false, value: null },
      { name: 'STRIPE_WEBHOOK_SECRET', set: false, fromEnvironment: false, value: null },
    ],
    other: null,
    decidedBy: [],
    openPayments: 0,
    webhookUrl: 'http://localhost:3000/api/webhooks/stripe',

    webhookEvents: [
      'checkout.session.completed',
      'checkout.session.expired',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'charge.refunded',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
    ],
  })

  const methods = async () =>
    (await send(testShop, 'GET /api/server/public/site-settings')).body.store.methods

  expect((await save('card', card())).body).toMatchObject({
    saved: true,
    trial: {
      works: true,
      reason: null,
      message: 'Funciona: o serviço respondeu com estas credenciais.',
    },
    provider: { source: 'kept', test: true, kept: true },
  })

  expect(await methods()).toEqual({ pix: false, card: true, crypto: false })
  expect((await save('pix', pix())).body).toMatchObject({ saved: true, provider: { test: true } })
  await testShop.app.providers.charges.pix!.check()
  expect((await save('mail', mailParts())).body).toMatchObject({ saved: true })

  expect((await shown('mail')).fields).toEqual([
    { name: 'SMTP_HOST', set: true, fromEnvironment: false, value: '127.0.0.1' },
    { name: 'SMTP_PORT', set: true, fromEnvironment: false, value: mailParts().SMTP_PORT },
    { name: 'SMTP_USER', set: true, fromEnvironment: false, value: 'loja' },
    { name: 'SMTP_PASSWORD', set: true, fromEnvironment: false, value: null },
    { name: 'MAIL_FROM', set: true, fromEnvironment: false, value: 'Loja <loja@exemplo.test>' },
  ])

  // A field missing in the input keeps its value: only the sender changes, and the password still
  // works.
  expect((await save('mail', { MAIL_FROM: 'Outra <loja@exemplo.test>' })).body.saved).toBe(true)
  expect(testShop.app.config.smtp!.from).toBe('Outra <loja@exemplo.test>')
})

it('a trial stores nothing; by mail it sends one letter to its author, in their language [P354]', async () => {
  const tried = await ask('POST', '/mail/try', { values: mailParts() }, 'en-US')

  expect(tried.body.trial).toEqual({
    works: true,
    reason: null,
    message: 'It works: the service answered with these credentials.',
  })

  const { mails } = (await sandbox.control('GET', '/state')).mail
  expect(mails.map((mail: { to: string; subject: string }) => [mail.to, mail.subject])).toEqual([
    [staff.email, 'Test mail of Chaveiro'],
  ])
  expect((await shown('mail')).kept).toBe(false)
  expect(testShop.app.providers.mail).toBeNull()
})

it('failing credentials replace working ones only on request, and say what to do [P355, P356]', async () => {
  await save('card', card())
  const before = (await shown('card')).updatedAt
  const wrong = { STRIPE_SECRET_KEY: 'sk_test_errada' }

  expect((await save('card', wrong)).body).toMatchObject({
    saved: false,
    trial: {
      works: false,
      reason: 'secret',
      message:
        'A Stripe recusou a chave secreta. Ela começa com sk_ ou rk_ e está em Desenvolvedores, Chaves da API.',
    },
  })

  expect((await shown('card')).updatedAt).toBe(before)
  await testShop.app.providers.charges.stripe!.check()

  expect((await save('card', wrong, { anyway: true }, 'en-US')).body).toMatchObject({
    saved: true,
    trial: {
      works: false,
      message:
        'Stripe refused the secret key. It begins with sk_ or rk_ and is in Developers, API keys.',
    },
  })

  await expect(testShop.app.providers.charges.stripe!.check()).rejects.toThrow('401')
})

it('missing, foreign and malformed fields are refused by name [P357]', async () => {
  const refusal = async (name: string, values: object, language?: string) => {
    const { status, body } = await save(name, values, { anyway: true }, language)
    return [status, body.error ?? body.message]
  }

  expect(await refusal('card', { STRIPE_SECRET_KEY: 'sk_test_x' })).toEqual([
    400,
    'Falta preencher: Segredo de assinatura do webhook.',
  ])

  expect(await refusal('keyauth', {}, 'en-US')).toEqual([400, 'Still to be filled in: Seller key.'])

  expect(await refusal('card', { ...card(), ADMIN_PASSWORD: 'x' }, 'en-US')).toEqual([
    400,
    'Please check what you entered: fields filled in.',
  ])

  expect(await refusal('mail', { ...mailParts(), MAIL_FROM: 'ninguém' })).toEqual([
    400,
    'Este valor não tem a forma esperada: Remetente. Copie-o de novo, inteiro.',
  ])

  expect(await refusal('mail', { ...mailParts(), SMTP_HOST: 'a b' })).toEqual([
    400,
    'Este valor não tem a forma esperada: Servidor. Copie-o de novo, inteiro.',
  ])
})

it('a demo shop takes no credentials of real money, and each payment keeps its kind [P358]', async () => {
  const live = { ...card(), STRIPE_SECRET_KEY: 'sk_live_0123456789' }
  // The URL of a sandbox implies test mode, so this shop runs without a sandbox.
  const other = await openTestShop()
  const owner = await person(other.app, { role: 'admin' })

  try {
    const { body } = await send(other, `PUT ${base}/card`, {
      as: owner,
      body: { values: live, anyway: true },
    })
    expect(body).toMatchObject({ code: 'provider.demo' })
  } finally {
    await other.close()
  }

  await save('card', card())
  const item = await product(testShop.app, { priceCents: 1990, keys: 2 })
  const buyer = await person(testShop.app)
  accepted(await startCard(testShop, buyer, await fill(testShop, buyer, item.id)))
  const rows = await testShop.app.db.select({ test: payments.testMode }).from(payments)
  expect(rows).toEqual([{ test: true }])
})

it('real and test credentials are kept sealed side by side and can be switched [P427]', async () => {
  const shop = await openTestShop()
  const { app } = shop
  app.config.production = true
  app.providerSettings.try = async () => ({ works: true })
  const owner = await person(app, { role: 'admin' })
  const told: string[] = []

  const put = async (body: object) => {
    const answer = await send(shop, `PUT ${base}/card`, { as: owner, body })
    told.push(JSON.stringify(answer.body))

    return answer
  }

  const both = (kind: string) => ({
    STRIPE_SECRET_KEY: `sk_${kind}_0123456789`,
    STRIPE_WEBHOOK_SECRET: `whsec_of_${kind}`,
  })

  const state = async () => {
    const { body } = await send(shop, `GET ${base}`, { as: owner })
    told.push(JSON.stringify(body))
    const one = body.providers.find(({ name }: { name: string }) => name === 'card')
    const { store } = (await send(shop, 'GET /api/server/public/site-settings')).body
    const used = app.config.card && [app.config.card.secretKey, ...app.config.card.webhookSecrets]

    return [one.test, one.other, used, store.methods.card, store.testMethods ?? null]
  }

  const usesTest = [true, null, ['sk_test_0123456789', 'whsec_of_test'], false, ['card']]
  const usesReal = [false, 'test', ['sk_live_0123456789', 'whsec_of_live'], true, null]

  try {
    // Public settings are cached until a notification arrives, so the state is polled.
    await put({ values: both('test') })
    await expect.poll(state).toEqual(usesTest)
    expect((await put({ values: {}, switch: true })).status).toBe(404)
    // A missing field of one kind is never filled with the credential of the other kind.
    const half = await put({ values: { STRIPE_SECRET_KEY: 'sk_live_0123456789' } })

    expect([half.status, half.body.error]).toEqual([
      400,
      'Falta preencher: Segredo de assinatura do webhook.',
    ])

    expect((await put({ values: both('live') })).body).toMatchObject({ saved: true })
    await expect.poll(state).toEqual(usesReal)
    const { updatedAt } = (await put({ values: {}, switch: true })).body.provider
    await expect.poll(state).toEqual([...usesTest.slice(0, 1), 'real', ...usesTest.slice(2)])
    // Payments begun with real money are read with the real credentials, not the test ones.
    const by = (testMode: boolean) => chargesFor(app, { method: 'stripe', testMode })
    expect(by(true)).toBe(app.providers.charges.stripe)
    expect(by(false)).not.toBeNull()
    expect(by(false)).not.toBe(app.providers.charges.stripe)
    const second = await shop.another()
    expect(second.providerSettings.aside('card')).toMatchObject({ test: false })
    // A single field changes only the credentials in use.
    await put({ values: { STRIPE_WEBHOOK_SECRET: 'whsec_new' } })
    expect((await state())[2]).toEqual(['sk_test_0123456789', 'whsec_new'])
    expect((await put({ values: {}, switch: true, updatedAt })).status).toBe(409)
    await put({ values: {}, switch: true })
    await expect.poll(state).toEqual(usesReal)

    const { rows } = await app.pool.query(
      'select name, encode(sealed, $1) as sealed from kept_providers order by name',
      ['escape'],
    )

    expect(rows.map(({ name }) => name)).toEqual(['card', 'card.other'])
    expect(JSON.stringify(rows) + told.join()).not.toMatch(/0123456789|whsec_of/)
    expect((await send(shop, `DELETE ${base}/card`, { as: owner })).status).toBe(200)
    expect((await app.pool.query('select from kept_providers')).rowCount).toBe(0)
    expect((await state()).slice(0, 3)).toEqual([null, null, null])
  } finally {
    await shop.close()
  }
})

it('credentials that open payments need are removed only after a second confirmation [P360]', async () => {
  await save('card', card())
  expect((await shown('card')).openPayments).toBe(1)

  expect((await ask('DELETE', '/card')).body).toMatchObject({
    code: 'provider.open_payments',
    error:
      '1 pagamento em aberto ainda depende deste serviço. Sem ele, o que for pago não será visto.',
  })

  expect((await ask('DELETE', '/card?anyway=true')).body).toMatchObject({
    message: 'Credenciais removidas.',
    provider: { source: 'off', kept: false },
  })

  expect(testShop.app.providers.charges.stripe).toBeNull()
  expect((await ask('DELETE', '/card')).status).toBe(404)
})

it('of two concurrent saves one is refused, and their values are never mixed [P357]', async () => {
  await save('keyauth', { KEYAUTH_SELLER_KEY: sandbox.env.KEYAUTH_SELLER_KEY })
  const { updatedAt } = await shown('keyauth')

  const both = await Promise.all(
    ['1', '2'].map((n) =>
      save('keyauth', { KEYAUTH_SELLER_KEY_MULTI: n.repeat(32) }, { anyway: true, updatedAt }),
    ),
  )

  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.error).toBe(
    'Outra pessoa alterou este serviço enquanto você preenchia. Confira o que está guardado agora e salve de novo.',
  )
  expect((await save('keyauth', { KEYAUTH_SELLER_KEY_MULTI: 'x' }, { updatedAt })).status).toBe(409)
  expect(
    (await save('keyauth', { KEYAUTH_SELLER_KEY_MULTI: 'x' }, { updatedAt: null })).status,
  ).toBe(409)
})

it('another process uses new credentials within two seconds, and neither uses a sandbox [P352]', async () => {
  const second = await testShop.another()
  await save('card', card())
  const from = performance.now()
  await eventually(testShop, async () => {
    expect(second.config.card?.secretKey).toBe(card().STRIPE_SECRET_KEY)
  })
  expect(performance.now() - from).toBeLessThan(2_000)
  // A call in progress ends with the adapter that it began with.
  const old = second.providers.charges.stripe!
  await save('card', { STRIPE_SECRET_KEY: 'sk_test_outra_conta' }, { anyway: true })
  await eventually(testShop, async () => {
    expect(second.config.card?.secretKey).toBe('sk_test_outra_conta')
  })
  expect(second.providers.charges.stripe).not.toBe(old)
  await old.check()
  await ask('DELETE', '/card?anyway=true')
  await eventually(testShop, async () => {
    expect(second.providers.charges.stripe).toBeNull()
  })
})

it('values of the environment are shown as such, win over stored ones and are not editable [P351]', async () => {
  await save('card', card())
  const { app } = testShop

  const config = readConfig({
    DATA_DIR: app.config.dataDir,
    ...addresses(),
    STRIPE_SECRET_KEY: 'sk_test_do_ambiente',
    STRIPE_WEBHOOK_SECRET: 'whsec_do_ambiente',
    MAIL_FROM: 'Ambiente <a@exemplo.test>',
  })

  const other = buildApp({
    config,
    log: app.log,
    pool: app.pool,
    connect: () => Promise.reject(new Error('no second listener')),
    clock: app.clock,
    subscribers: [],
  })

  try {
    await other.providerSettings.reload()
    expect(other.providerSettings.sourceOf('card')).toBe('environment')
    expect(other.config.card?.secretKey).toBe('sk_test_do_ambiente')
    const { listProviders } = await import('./providers.queries.ts')
    const { saveProvider } = await import('./providers.service.ts')
    const views = await listProviders(other)

    expect(views.find((one) => one.name === 'card')).toMatchObject({
      source: 'environment',
      kept: true,
      decidedBy: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
      fields: [
        { name: 'STRIPE_SECRET_KEY', set: true, fromEnvironment: true, value: null },
        { name: 'STRIPE_WEBHOOK_SECRET', set: true, fromEnvironment: true, value: null },
      ],
    })

    const mail = views.find((one) => one.name === 'mail')!

    expect([mail.source, mail.fields.at(-1)]).toEqual([
      'off',
      { name: 'MAIL_FROM', set: true, fromEnvironment: true, value: null },
    ])

    await expect(
      saveProvider(
        other,
        'card',
        { values: card(), anyway: true },
        { actorId: null, actorName: null, ip: null },
      ),
    ).rejects.toMatchObject({
      text: {
        'pt-BR':
          'Este serviço vem do ambiente do servidor (STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET). Remova essas variáveis e reinicie a loja para configurá-lo aqui.',
      },
    })
  } finally {
    await closeApp(other)
  }
})

it('a row that cannot be decrypted or used turns off its own provider only [P357]', async () => {
  await save('card', card())
  await save('keyauth', { KEYAUTH_SELLER_KEY: sandbox.env.KEYAUTH_SELLER_KEY })

  await testShop.app.pool.query(
    `update kept_providers set sealed = '\\x01aabbcc', updated_at = updated_at + interval '1 second'
      where name = 'card'`,
  )

  await testShop.app.providerSettings.reload()
  expect(await shown('card')).toMatchObject({ source: 'off', kept: true, fault: 'unopened' })
  expect(await shown('keyauth')).toMatchObject({ source: 'kept', fault: null })
  expect((await save('card', { STRIPE_SECRET_KEY: 'sk_test_x' }, {}, 'en-US')).body.error).toBe(
    'What is kept cannot be opened with the keys of this server. Fill in every field again.',
  )

  expect((await save('card', card())).body).toMatchObject({
    saved: true,
    provider: { fault: null },
  })

  await save('pix', { ...pix(), PIX_CERTIFICATE: 'bm90IGEgY2VydGlmaWNhdGU=' }, { anyway: true })
  expect(await shown('pix')).toMatchObject({ source: 'off', fault: 'unusable' })
  await testShop.app.providers.charges.stripe!.check()
})

/** The bytes of a backup without encryption, as a person who found the file would read them. */
async function openBackup(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-credentials-'))
  try {
    const { name } = await makeBackup(
      {
        databaseUrl: testShop.app.pool.options.connectionString!,
        dataDir: testShop.app.config.dataDir,
        version: '0.1.0',
        now: () => new Date('2026-11-24T03:00:00.000Z'),
        lock: null,
        secrets: null,
      },
      folderStore(folder),
    )
    return zstdDecompressSync(readFileSync(join(folder, name)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it('entered values are in no answer, log line, job, backup or row but their sealed one [P353]', async () => {
  const marks = ['MARCA-UM-7713', 'MARCA-DOIS-8824', 'MARCA-TRES-9935', 'MARCA-QUATRO-1146']
  const [one, two, three, four] = marks as [string, string, string, string]

  const entered: [string, object][] = [
    ['card', { STRIPE_SECRET_KEY: `sk_test_${one}`, STRIPE_WEBHOOK_SECRET: `whsec_${two}` }],
    ['pix', { ...pix(), PIX_CLIENT_SECRET: three, PIX_KEY: `${four}@loja.test` }],
    ['mail', { ...mailParts(), SMTP_PASSWORD: one }],
    [
      'discord',
      {
        DISCORD_BOT_TOKEN: two,
        DISCORD_APPLICATION_ID: '1'.repeat(18),
        DISCORD_GUILD_ID: '2'.repeat(18),
      },
    ],
    ['keyauth', { KEYAUTH_SELLER_KEY: three }],
    ['crypto', { BINANCE_API_KEY: four, BINANCE_API_SECRET: `-----BEGIN ${one}` }],
    [
      'captcha',
      { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SITE_KEY: 'público', CAPTCHA_SECRET: two },
    ],
  ]

  for (const [name, values] of entered) {
    await ask('POST', `/${name}/try`, { values })
    await save(name, values)
    await save(name, values, { anyway: true })
    // Refused input must stay secret too: an unknown field, and a body that cannot be parsed.
    await save(name, { ...values, [three]: four })
    await ask('PUT', `/${name}`, { values: [one, two] as never })
  }

  await ask('GET')
  await testShop.drain()
  expect(log.length).toBeGreaterThan(10)

  const { rows: tables } = await testShop.app.pool.query(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`,
  )

  const rows: string[] = []
  for (const { name } of tables)
    for (const { row } of (await testShop.app.pool.query(`select t::text as row from ${name} t`))
      .rows)
      rows.push(`${name} ${row}`)
  const audit = rows.filter((row) => row.includes('provider.saved'))
  expect(audit.length).toBeGreaterThanOrEqual(7)
  const backup = await openBackup()
  expect(backup.includes('kept_providers')).toBe(true)
  expect(backup.includes('provider.saved')).toBe(true)

  for (const mark of marks)
    for (const written of [
      mark,
      Buffer.from(mark).toString('hex'),
      Buffer.from(mark).toString('base64').slice(0, 12),
    ])
      for (const [where, lines] of Object.entries({ rows, log, answers }))
        expect(
          lines.filter((line) => line.includes(written)),
          `${where} hold ${written}`,
        ).toEqual([])

  for (const mark of marks) expect(backup.includes(mark), `the backup holds ${mark}`).toBe(false)
})

it('staff can enter no internal address in production; the environment may name a relay', async () => {
  const shop = await openTestShop()
  const { app } = shop
  app.config.production = true
  app.providerSettings.try = async () => ({ works: true })
  const owner = await person(app, { role: 'admin' })

  const save = async (SMTP_HOST: string) => {
    const values = { SMTP_HOST, SMTP_PORT: '587', MAIL_FROM: 'loja@exemplo.test' }
    const { status, body } = await send(shop, `PUT ${base}/mail`, { as: owner, body: { values } })

    return [status, body.error ?? body.saved]
  }

  const words =
    'Servidor: este endereço é da rede interna do servidor. Para usar um servidor de e-mail local, defina SMTP_URL no ambiente da loja.'

  try {
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '10.0.0.5', 'postgres'])
      expect(await save(host), host).toEqual([400, words])
    expect(await save('198.51.100.7')).toEqual([200, true])

    const bank = async (PIX_BASE_URL: string) => {
      const values = { ...pix(), PIX_BASE_URL }
      return (await send(shop, `PUT ${base}/pix`, { as: owner, body: { values } })).body.code
    }

    for (const host of ['127.0.0.1:5432', '169.254.169.254', '10.0.0.5:22', '[fd00::1]', 'banco'])
      expect(await bank(`https://${host}`), host).toBe('provider.invalid')
    expect(await bank('https://198.51.100.7')).toBeUndefined()
    app.config.production = false
    expect(await save('127.0.0.1')).toEqual([200, true])
  } finally {
    await shop.close()
  }
})
