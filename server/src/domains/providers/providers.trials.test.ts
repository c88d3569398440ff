import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { openSandbox, type TestSandbox } from '../../adapters/provider-sandbox.suite.ts'
import { credentialsOf } from '../../testing/entered-credentials.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

// Outgoing calls and notices when staff try or change credentials in a demo shop that has no
// sandbox of its own. URLs in its environment lead to the providers of another sandbox.

let sandbox: TestSandbox
let testShop: TestShop
let staff: Person

beforeAll(async () => {
  sandbox = await openSandbox()
  testShop = await openTestShop({
    env: { STRIPE_BASE_URL: sandbox.env.STRIPE_BASE_URL },
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

const base = '/api/admin/providers'
type Body = Record<string, unknown>

async function ask(
  call: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path = '',
  body?: Body,
  language = 'pt-BR',
) {
  return send(testShop, `${call} ${base}${path}`, {
    as: staff,
    body,
    headers: { 'accept-language': language },
  })
}

const save = (name: string, values: object, more: object = {}, language?: string) =>
  ask('PUT', `/${name}`, { values, ...more }, language)

const card = () => credentialsOf(sandbox).card
const pix = () => credentialsOf(sandbox).pix
const mailParts = () => credentialsOf(sandbox).mail

/** Another machine that listens and records what it receives. */
async function openListener() {
  const told: string[] = []

  const server = createServer((socket) => {
    told.push('connected')
    socket.on('data', (bytes) => void told.push(bytes.toString()))
    socket.on('error', () => {})
    socket.write('220 ouvinte\r\n')
  }).listen(0, '127.0.0.1')

  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return { told, port, close: () => server.close() }
}

it('no stored secret goes to a newly entered address: the secrets must be entered too [P353, P354]', async () => {
  const elsewhere = await openListener()
  const shop = await openTestShop()

  try {
    await save('mail', mailParts())
    const moved = { SMTP_PORT: String(elsewhere.port) }

    for (const [call, path, body] of [
      ['POST', '/mail/try', { values: moved }],
      ['PUT', '/mail', { values: moved, anyway: true }],
      ['PUT', '/mail', { values: { SMTP_HOST: 'localhost' } }],
    ] as const) {
      const { status, body: answer } = await ask(call, path, body)
      expect([status, answer.code]).toEqual([400, 'provider.secrets_again'])
    }

    expect((await ask('POST', '/mail/try', { values: moved })).body.error).toBe(
      'O endereço mudou, e o que é secreto só vai a um endereço novo se for digitado junto com ele. Preencha de novo: Senha.',
    )
    expect((await ask('POST', '/mail/try', { values: moved }, 'en-US')).body.error).toBe(
      'The address has changed, and what is secret goes to a new address only when it is typed along with it. Fill in again: Password.',
    )
    expect(elsewhere.told).toEqual([])
    // An address with its default port written out is the same address. A password entered together
    // with an address is sent to that address.
    expect((await ask('POST', '/mail/try', { values: mailParts() })).body.trial.works).toBe(true)
    const owner = await person(shop.app, { role: 'admin' })
    const put = (values: object) =>
      send(shop, `PUT ${base}/pix`, { as: owner, body: { values, anyway: true } })
    const at = (port: number) => ({ PIX_BASE_URL: `http://127.0.0.1:${port}` })
    expect((await put({ ...pix(), ...at(1) })).body).toMatchObject({ saved: true })
    const tried = (values: object) =>
      send(shop, `POST ${base}/pix/try`, { as: owner, body: { values } })
    expect((await tried(at(elsewhere.port))).body.error).toBe(
      'O endereço mudou, e o que é secreto só vai a um endereço novo se for digitado junto com ele. Preencha de novo: Client ID, Client Secret, Certificado (.p12 ou .pem), Chave PIX que recebe.',
    )
    const { PIX_CLIENT_SECRET: _left, ...others } = pix()
    expect((await put({ ...others, ...at(elsewhere.port) })).body.code).toBe(
      'provider.secrets_again',
    )
    expect(elsewhere.told).toEqual([])
    expect((await put({ ...pix(), ...at(elsewhere.port) })).status).toBe(200)
    expect(elsewhere.told[0]).toBe('connected')
  } finally {
    elsewhere.close()
    await shop.close()
  }
})

it('each trial is in the audit trail with author, field names and result [P354]', async () => {
  await save('card', card())
  await ask('POST', '/card/try', { values: { STRIPE_SECRET_KEY: 'sk_test_errada' } })
  await save('card', { STRIPE_SECRET_KEY: 'sk_test_outra' })
  await ask('POST', '/card/try', { values: {} })

  const { rows } = await testShop.app.pool.query(
    `select actor_id, target_id, details from audit_log
      where action = 'provider.tried' and target_id = 'card' order by created_at, id`,
  )

  expect(rows).toEqual(
    [
      { fields: ['STRIPE_SECRET_KEY'], tried: 'secret' },
      { fields: ['STRIPE_SECRET_KEY'], tried: 'secret' },
      { fields: [], tried: 'works' },
    ].map((details) => ({ actor_id: staff.userId, target_id: 'card', details })),
  )
})

it('a change of credentials or their removal is mailed to every admin, without secrets [Q113, P353]', async () => {
  const subject = 'Credenciais de um serviço alteradas'

  const told = async () => {
    await testShop.drain()
    const { mails } = (await sandbox.control('GET', '/state')).mail

    return mails
      .filter((mail: { to: string; subject: string }) => mail.subject === subject)
      .filter((mail: { to: string }) => mail.to === staff.email)
      .map(({ text }: { text: string }) => text)
  }

  await save('mail', mailParts())
  const before = (await told()).length
  await save('card', card())
  await ask('DELETE', '/card?anyway=true')
  // Credentials that were not stored notify nobody.
  await save('card', { ...card(), STRIPE_SECRET_KEY: 'sk_test_errada' })
  await save('mail', { MAIL_FROM: 'Outra <loja@exemplo.test>' })
  // The mailbox lists the newest first.
  const said: string[] = (await told()).toReversed().slice(before)

  expect(
    said.map((text) => text.split('\n').find((line) => line.includes(`${subject}: `))).sort(),
  ).toEqual([
    `${subject}: SMTP: MAIL_FROM`,
    `${subject}: Stripe → –`,
    `${subject}: Stripe: STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET`,
  ])

  for (const secret of Object.values(card())) expect(said.join()).not.toContain(secret)
})
