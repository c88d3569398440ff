import { inLanguage } from '@chaveiro/contracts/localized'
import { eq } from 'drizzle-orm'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { chatInteractions, orders, siteSettings, users } from '../../db/tables/index.ts'
import { person, product, validCpf, type Person } from '../../testing/make.ts'
import { eventually } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { xssTexts } from '../../testing/xss-corpus.ts'
import { saveSettings } from '../settings/settings.service.ts'
import { chatWords } from './chat.words.ts'

// Malformed input that no Discord client sends, but with a valid signature: the test has the
// private key.
const keys = generateKeyPairSync('ed25519')
const guild = '1300000000000000100'
const me = '1300000000000000501'
let testShop: TestShop
let buyer: Person

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: {
      RATE_CHAT: '10000',
      DISCORD_PUBLIC_KEY: keys.publicKey
        .export({ format: 'der', type: 'spki' })
        .subarray(-32)
        .toString('hex'),
    },
  })

  buyer = await person(testShop.app)
  await testShop.app.db.update(users).set({ discordId: me }).where(eq(users.id, buyer.userId))
})

afterAll(async () => {
  await testShop?.close()
})

let counter = 1_400_000_000_000_000_000n

const given = (type: number, data: unknown, more: object = {}) => ({
  id: String(counter++),
  type,
  token: 'tok',
  version: 1,
  application_id: '1',
  guild_id: guild,
  channel_id: '1300000000000000303',
  locale: 'pt-BR',
  member: { user: { id: me, username: 'ana', global_name: 'Ana' }, roles: [] },
  data,
  ...more,
})

async function post(body: unknown, { at = testShop.clock.now().getTime(), raw = false } = {}) {
  const bytes = raw ? String(body) : JSON.stringify(body)
  const timestamp = String(Math.floor(at / 1000))

  const reply = await testShop.http.inject({
    method: 'POST',
    url: '/api/webhooks/discord',
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'x-signature-timestamp': timestamp,
      'x-signature-ed25519': sign(null, Buffer.from(timestamp + bytes), keys.privateKey).toString(
        'hex',
      ),
    },
  })

  return { status: reply.statusCode, body: reply.json() }
}

const button = (customId: string, more: object = {}) =>
  given(
    3,
    { component_type: 2, custom_id: customId },
    { message: { id: '1500000000000000001' }, ...more },
  )

const form = (customId: string, fields: Record<string, string>, more: object = {}) =>
  given(
    5,
    {
      custom_id: customId,
      components: Object.entries(fields).map(([custom_id, value]) => ({
        type: 1,
        components: [{ type: 4, custom_id, value }],
      })),
    },
    { message: { id: '1500000000000000001' }, ...more },
  )

it("answers the service's ping", async () => {
  expect(await post({ type: 1 })).toEqual({ status: 200, body: { type: 1 } })
})

it('answers signed nonsense with a message or a refusal, never with a server error', async () => {
  const thing = await product(testShop.app, { keys: 1 })
  const huge = 'a'.repeat(4000)

  const bodies: unknown[] = [
    null,
    1,
    [],
    {},
    { type: 2 },
    { type: 99 },
    given(2, null),
    given(2, { name: 7 }),
    given(2, {}, { id: 'x' }),
    given(2, {}, { member: undefined }),
    given(2, {}, { member: { user: { id: me } } }),
    given(77, {}),
    ...[
      'comprar',
      'ticket',
      'notify',
      'painel',
      'nada',
      '',
      huge.slice(0, 60),
      '__proto__',
      'constructor',
    ].map((name) => given(2, { name, options: [] })),
    ...[huge, '', ' ', '\u0000', '%', `${thing.id}'`, ...xssTexts].map((value) =>
      given(2, { name: 'comprar', options: [{ name: 'produto', value }] }),
    ),
    ...[0, -1, 1.5, 100, 1e308, 'zwei', true].map((value) =>
      given(2, {
        name: 'comprar',
        options: [
          { name: 'produto', value: thing.id },
          { name: 'quantidade', value },
        ],
      }),
    ),
    ...[huge, '\u0000', '((((', ...xssTexts.slice(0, 5)].map((value) =>
      given(4, { name: 'comprar', options: [{ name: 'produto', value, focused: true }] }),
    ),
    given(4, { name: 'comprar' }),
    ...[
      '',
      ':',
      'pay',
      'pay:',
      'pay:x:y',
      `pay:${thing.id}:0`,
      `pay:${thing.id}:1e3`,
      'shop',
      'shop:product',
      'shop:product:x',
      'shop:quantity:',
      'ticket',
      'ticket:close',
      'ticket:close:yes',
      'ticket:open',
      'toString:x',
    ].flatMap((id) => [button(id), form(id, { cpf: 'x', coupon: huge, subject: huge })]),
    form(`pay:${thing.id}:1`, { cpf: '00000000000' }),
    form(`pay:${thing.id}:-1`, { cpf: validCpf }),
    form(`pay:${'0'.repeat(36)}:1`, { cpf: validCpf }),
    form(`pay:${thing.id}:1`, { cpf: validCpf }, { channel_id: undefined }),
    button('shop:browse', { guild_id: '1300000000000000199' }),
    button('shop:browse', { locale: 'xx' }),
    button('shop:browse', {
      guild_id: undefined,
      member: undefined,
      user: { id: '99', username: 'x' },
    }),
  ]

  for (const body of bodies) {
    const { status, body: answer } = await post(body)
    const said = `${JSON.stringify(body)?.slice(0, 200)} -> ${status} ${JSON.stringify(answer).slice(0, 200)}`
    expect([200, 400], said).toContain(status)
    expect(JSON.stringify(answer), said).not.toMatch(/\bat .*\.ts:|Error:|select "|insert into/)
    if (status === 200) expect([4, 5, 7, 8, 9], said).toContain(answer.type)
    if (answer.type === 4)
      expect(answer.data, said).toMatchObject({ flags: 64, allowed_mentions: { parse: [] } })
  }

  for (const raw of ['', '{', 'null', '"x"', '[]', '\u0000'])
    expect([400], raw).toContain((await post(raw, { raw: true })).status)

  expect(
    (
      await post(
        given(2, { name: 'comprar', options: [{ name: 'produto', value: 'z'.repeat(300_000) }] }),
      )
    ).status,
  ).toBe(413)

  await testShop.drain()
  expect((await testShop.app.db.select().from(orders)).length).toBe(0)
})

it('answers genuine interactions of an unknown kind with an explanation [F220]', async () => {
  const content = 'Não conheço este comando ou botão. Ele pode ser de uma versão antiga.'
  for (const body of [
    given(6, {}),
    // A subcommand of another program that uses the same Discord application.
    given(2, { name: 'giveaway', options: [{ name: 'start', type: 1, options: [] }] }),
    // A form with a plain text and a file upload (Discord's docs, "Label" and "Text Display").
    given(5, {
      custom_id: 'survey:7',
      components: [{ type: 10 }, { type: 18, component: { type: 19, values: ['1'] } }],
    }),
    button('giveaway:join'),
  ])
    expect(await post(body)).toMatchObject({ status: 200, body: { type: 4, data: { content } } })
})

it('offers 1 to 99 units of a product, and names this range for other quantities', async () => {
  const thing = await product(testShop.app, { keys: 1, priceCents: 100 })

  const asked = async (quantity: number) => {
    const options = [
      { name: 'produto', value: thing.id },
      { name: 'quantidade', value: quantity },
    ]

    return (await post(given(2, { name: 'comprar', options }))).body.data
  }

  for (const [quantity, total] of [
    [1, 'R$\u00a01,00'],
    [99, 'R$\u00a099,00'],
  ] as const)
    expect((await asked(quantity)).embeds[0].fields).toMatchObject([
      { value: 'R$\u00a01,00' },
      { value: String(quantity) },
      { value: total },
    ])

  for (const quantity of [0, 100])
    expect((await asked(quantity)).content).toBe('A quantidade vai de 1 a 99.')
})

it('speaks the language of the person', async () => {
  const asked = (locale: string) =>
    post(
      given(
        2,
        { name: 'comprar', options: [{ name: 'produto', value: 'não existe isto' }] },
        { locale },
      ),
    )

  expect((await asked('pt-BR')).body.data.content).toMatch(/^Não encontrei/)
  for (const locale of ['en-US', 'de', 'ja', 'pt'])
    expect((await asked(locale)).body.data.content).toMatch(/^I found no such/)
  expect(inLanguage('en-US', chatWords.total)).toBe('Total')
})

it('answers purchases with the maintenance message while the shop is closed', async () => {
  const thing = await product(testShop.app, { keys: 1 })
  const actor = { actorId: null, actorName: 'teste', ip: null }

  await saveSettings(
    testShop.app,
    { maintenanceMode: true, maintenanceMessage: 'Voltamos às 18h' },
    null,
    actor,
  )

  await eventually(testShop, async () => {
    expect(
      (await post(given(2, { name: 'comprar', options: [{ name: 'produto', value: thing.id }] })))
        .body.data.content,
    ).toBe('Voltamos às 18h')
  })

  expect((await post(form(`pay:${thing.id}:1`, { cpf: validCpf }))).body.data.content).toBe(
    'Voltamos às 18h',
  )
  await testShop.app.db.delete(siteSettings)
  await saveSettings(testShop.app, { maintenanceMode: false }, null, actor)
})

it('carries out a replayed request once within five minutes, and refuses it later', async () => {
  const thing = await product(testShop.app, { keys: 2 })

  await eventually(testShop, async () => {
    expect(
      (await post(given(2, { name: 'comprar', options: [{ name: 'produto', value: thing.id }] })))
        .body.data.embeds,
    ).toHaveLength(1)
  })

  const body = form(`pay:${thing.id}:1`, { cpf: validCpf })

  const answers = [
    await post(body),
    await post(body),
    ...(await Promise.all([post(body), post(body), post(body)])),
  ]

  for (const one of answers) expect(one).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 200, body: { type: 7 } })
  expect(
    await testShop.app.db.select().from(chatInteractions).where(eq(chatInteractions.id, body.id)),
  ).toHaveLength(1)
  const then = testShop.clock.now().getTime()
  for (const seconds of [-301, 301, -86_400])
    expect((await post(body, { at: then + seconds * 1000 })).status).toBe(401)
  await testShop.drain()
  expect(await testShop.app.db.select().from(orders)).toHaveLength(1)

  // Typed text is stored encrypted until the job has run.
  const [row] = await testShop.app.db
    .select()
    .from(chatInteractions)
    .where(eq(chatInteractions.id, body.id))

  expect(row!.sealed?.toString('latin1') ?? '').not.toContain(validCpf.replace(/\D/g, ''))
})
