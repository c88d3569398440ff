import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { until } from '../testing/bench.ts'
import { bench, useBench } from '../testing/use-bench.ts'
import { IDS } from './ids.ts'

type Seen = { json: any; status: number }
useBench()
let server: Server
let key: KeyObject
let origin: string
const seen: Seen[] = []

/**
 * The simulated store's answer to an interaction. The store checks signatures unless `checks` is
 * false.
 */
let answer: (interaction: any) => object | null | Promise<object | null>
let checks = true

/**
 * The simulated store: checks the signature as Discord documents it, and sends the answer that the
 * test set.
 */
async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const raw = await text(request)
  const at = String(request.headers['x-signature-timestamp'] ?? '')
  const signature = Buffer.from(String(request.headers['x-signature-ed25519'] ?? ''), 'hex')
  const good =
    verify(null, Buffer.from(at + raw), key, signature) &&
    Math.abs(Date.now() / 1000 - Number(at)) < 300
  const json = JSON.parse(raw)
  seen.push({ json, status: good ? 200 : 401 })
  if (checks && !good) return void response.writeHead(401).end()

  const body = json.type === 1 ? { type: 1 } : await answer(json)
  if (body === null) return void response.writeHead(500).end()

  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

beforeAll(async () => {
  key = createPublicKey({
    key: Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(bench.sandbox.env['DISCORD_PUBLIC_KEY']!, 'hex'),
    ]),
    format: 'der',
    type: 'spki',
  })

  server = createServer((request, response) => void listen(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await bench.control('POST', '/store', { origins: [origin] })
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(async () => {
  await rest('PUT', `/applications/${IDS.application}/guilds/${IDS.guild}/commands`, COMMANDS)
  checks = true
  answer = () => ({ type: 4, data: { content: 'ok' } })
  seen.length = 0
})

const COMMANDS = [
  {
    name: 'comprar',
    description: 'Compra',
    options: [
      { type: 3, name: 'produto', description: 'Produto', required: true, autocomplete: true },
      { type: 4, name: 'quantidade', description: 'Quantas', min_value: 1, max_value: 10 },
    ],
  },
  {
    name: 'notify',
    description: 'Aviso',
    default_member_permissions: '32',
    options: [{ type: 3, name: 'texto', description: 'Texto', required: true }],
  },
  {
    name: 'ticket',
    description: 'Atendimento',
    options: [{ type: 1, name: 'abrir', description: 'Abre' }],
  },
]

const rest = (
  method: string,
  path: string,
  body?: unknown,
  authorization = `Bot ${bench.sandbox.env['DISCORD_BOT_TOKEN']}`,
) =>
  bench.http(method, `${bench.sandbox.env['DISCORD_API_URL']}/v10${path}`, {
    headers: {
      ...(authorization ? { authorization } : {}),
      'user-agent': 'DiscordBot (https://chaveiro.test, 1)',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const play = (more: object) =>
  bench.control('POST', '/discord/interaction', {
    kind: 'command',
    user: 'ana',
    name: 'comprar',
    options: { produto: 'office' },
    waitMs: 500,
    ...more,
  })

const row = (...components: object[]) => [{ type: 1, components }]
const button = (id: string, label = id) => ({ type: 2, style: 1, label, custom_id: id })

describe('the endpoint', () => {
  it('is registered only when it answers a ping and refuses a wrongly signed one', async () => {
    const register = (url: string) =>
      rest('PATCH', '/applications/@me', { interactions_endpoint_url: url })

    expect((await register(`${origin}/api/webhooks/discord`)).body).toMatchObject({
      interactions_endpoint_url: `${origin}/api/webhooks/discord`,
      verify_key: bench.sandbox.env['DISCORD_PUBLIC_KEY'],
    })

    expect(seen.map((one) => [one.json.type, one.status])).toEqual([
      [1, 200],
      [1, 401],
    ])

    checks = false

    expect(await register(`${origin}/careless`)).toMatchObject({
      status: 400,
      body: { code: 50035, errors: { interactions_endpoint_url: {} } },
    })

    expect((await register('http://example.com/x')).status).toBe(400)
  })

  it('gets nothing while it does not pass the check', async () => {
    checks = false
    await rest('PATCH', '/applications/@me', { interactions_endpoint_url: null })

    expect(await play({})).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('O aplicativo não respondeu'),
    })

    expect(seen.every((one) => one.json.type === 1)).toBe(true)
  })
})

describe('commands', () => {
  it('are signed, name the person, and show the answer', async () => {
    answer = () => ({
      type: 4,
      data: { content: 'Seu pedido', flags: 64, components: row(button('pay', 'Pagar')) },
    })

    const shown = await play({ options: { produto: 'office', quantidade: 2 } })

    expect(shown).toMatchObject({
      status: 'answered',
      responseType: 4,
      messages: [{ content: 'Seu pedido', ephemeral: true, fromBot: true }],
    })

    expect(seen.at(-1)!.json).toMatchObject({
      type: 2,
      application_id: IDS.application,
      guild_id: IDS.guild,
      channel_id: IDS.channels.support,
      version: 1,
      token: expect.any(String),
      locale: 'pt-BR',
      context: 0,
      member: {
        user: { id: IDS.users.ana, username: 'ana' },
        roles: [],
        permissions: expect.any(String),
      },

      data: {
        name: 'comprar',
        type: 1,
        options: [
          { type: 3, name: 'produto', value: 'office' },
          { type: 4, name: 'quantidade', value: 2 },
        ],
      },
    })

    expect((await rest('GET', `/channels/${IDS.channels.support}/messages`)).body).toEqual([])

    await expect(
      bench.control('POST', '/discord/interaction', {
        kind: 'button',
        user: 'bruno',
        customId: 'pay',
      }),
    ).rejects.toThrow('404')
  })

  it('only registered ones, shown to this person, with fitting options', async () => {
    for (const [more, status] of [
      [{ name: 'nada' }, 404],
      [{ name: 'notify', options: { texto: 'x' } }, 403],
      [{ options: {} }, 400],
      [{ options: { produto: 'x', cor: 'y' } }, 400],
      [{ options: { produto: 'x', quantidade: 11 } }, 400],
      [{ user: 'carla' }, 403],
    ] as const) {
      await expect(play(more), JSON.stringify(more)).rejects.toThrow(String(status))
    }

    expect(await play({ user: 'equipe', name: 'notify', options: { texto: 'Olá' } })).toMatchObject(
      { status: 'answered' },
    )
    await play({ name: 'ticket abrir', options: {} })
    expect(seen.at(-1)!.json.data.options).toEqual([{ type: 1, name: 'abrir', options: [] }])
  })

  it.each([['signature'], ['timestamp'], ['body'], ['unsigned']])(
    'a wrong %s can be sent, and a careful store refuses it',
    async (forge) => {
      await play({})
      expect(await play({ forge })).toMatchObject({ status: 'failed', httpStatus: 401 })
      expect(seen.at(-1)!.status).toBe(401)
    },
  )

  it('one that comes twice is the same interaction twice; a lost one says so', async () => {
    await play({ copies: 2 })

    expect(seen.filter((one) => one.json.type === 2).map((one) => one.json.id)).toEqual([
      expect.any(String),
      seen.at(-1)!.json.id,
    ])

    await bench.control('POST', '/faults', [
      { provider: 'discord', path: 'command', do: 'drop-webhook' },
    ])

    expect(await play({})).toMatchObject({
      status: 'failed',
      failure: 'O aplicativo não respondeu',
    })
  })

  it.each([
    ['an error of the store', null, 'O aplicativo não respondeu'],
    ['an unknown type', { type: 99 }, 'Algo deu errado'],
    ['a form out of a wrong place', { type: 8, data: { choices: [] } }, 'Algo deu errado'],
    [
      'a message that is too long',
      { type: 4, data: { content: 'x'.repeat(2001) } },
      'Algo deu errado',
    ],
    [
      'a form without fields',
      { type: 9, data: { custom_id: 'f', title: 'F', components: [] } },
      'Algo deu errado',
    ],
  ])('%s is a failure for the person', async (_name, reply, words) => {
    answer = () => reply
    expect(await play({})).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining(words),
      messages: [],
    })
  })

  it('registration refuses wrong names, duplicates, other applications and misplaced optionals', async () => {
    const put = (body: unknown, application: string = IDS.application) =>
      rest('PUT', `/applications/${application}/commands`, body)
    expect(
      (await put([{ name: 'Comprar', description: 'x' }])).body.errors['0'].name._errors[0].code,
    ).toBe('APPLICATION_COMMAND_INVALID_NAME')

    expect(
      (
        await put([
          { name: 'a', description: 'x' },
          { name: 'a', description: 'y' },
        ])
      ).body.code,
    ).toBe(50035)

    expect(
      (
        await put([
          {
            name: 'a',
            description: 'x',
            options: [
              { type: 3, name: 'b', description: 'x' },
              { type: 3, name: 'c', description: 'x', required: true },
            ],
          },
        ])
      ).body.code,
    ).toBe(50035)

    expect(await put([], '1300000000000000002')).toMatchObject({
      status: 403,
      body: { code: 20012 },
    })

    const first = (
      await rest('GET', `/applications/${IDS.application}/guilds/${IDS.guild}/commands`)
    ).body

    expect(
      (
        await rest('PUT', `/applications/${IDS.application}/guilds/${IDS.guild}/commands`, COMMANDS)
      ).body.map((one: { id: string }) => one.id),
    ).toEqual(first.map((one: { id: string }) => one.id))
  })

  it('autocomplete answers choices', async () => {
    answer = ({ data }) => ({
      type: 8,
      data: { choices: [{ name: `Office (${data.options[0].value})`, value: 'office' }] },
    })

    expect(
      await play({ kind: 'autocomplete', options: { produto: 'off' }, focused: 'produto' }),
    ).toMatchObject({ choices: [{ name: 'Office (off)', value: 'office' }] })
  })
})

describe('the calls after an interaction', () => {
  it('a deferred answer is thinking until its original is edited, and takes more messages', async () => {
    let token = ''

    answer = (interaction) => {
      token = interaction.token
      return { type: 5, data: { flags: 64 } }
    }

    expect(await play({})).toMatchObject({
      responseType: 5,
      messages: [{ deferred: true, ephemeral: true }],
    })

    expect(
      (
        await rest(
          'PATCH',
          `/webhooks/${IDS.application}/${token}/messages/@original`,
          { content: 'pronto' },
          '',
        )
      ).body,
    ).toMatchObject({ content: 'pronto' })

    expect(
      (
        await rest(
          'POST',
          `/webhooks/${IDS.application}/${token}`,
          { content: 'mais', flags: 64 },
          '',
        )
      ).status,
    ).toBe(200)

    expect(
      (await bench.control('GET', '/discord')).messages.map(
        (one: { content: string; deferred: boolean }) => [one.content, one.deferred],
      ),
    ).toEqual([
      ['pronto', false],
      ['mais', false],
    ])

    expect(JSON.stringify(await bench.control('GET', '/requests?provider=discord'))).not.toContain(
      token,
    )
    await bench.control('POST', '/clock', { advanceMs: 15 * 60_000 + 1000 })

    expect(
      (await rest('POST', `/webhooks/${IDS.application}/${token}`, { content: 'tarde' }, '')).body
        .code,
    ).toBe(50027)

    await bench.control('POST', '/clock', { advanceMs: -(15 * 60_000 + 1000) })

    expect(
      (
        await rest(
          'PATCH',
          `/webhooks/${IDS.application}/wrong/messages/@original`,
          { content: 'x' },
          '',
        )
      ).body.code,
    ).toBe(10015)
  })

  it('a button updates its message, opens a form, and the form is sent', async () => {
    const message = (
      await rest('POST', `/channels/${IDS.channels.support}/messages`, {
        content: 'Ajuda?',
        components: row(button('open'), { ...button('off'), disabled: true }),
      })
    ).body

    const press = (customId: string) =>
      bench.control('POST', '/discord/interaction', {
        kind: 'button',
        user: 'ana',
        customId,
        message: message.id,
      })

    await expect(press('off')).rejects.toThrow('409')
    await expect(press('none')).rejects.toThrow('404')
    answer = () => ({ type: 7, data: { content: 'Aberto', components: row(button('open')) } })
    expect(await press('open')).toMatchObject({
      messages: [{ id: message.id, content: 'Aberto', edited: true }],
    })

    answer = () => ({
      type: 9,
      data: {
        custom_id: 'form',
        title: 'Ticket',
        components: row({
          type: 4,
          style: 1,
          custom_id: 'assunto',
          label: 'Assunto',
          required: true,
        }),
      },
    })

    const { interactionId, modal } = await press('open')
    expect(modal).toMatchObject({ title: 'Ticket' })

    answer = ({ data }) => ({
      type: 4,
      data: { content: data.components[0].components[0].value, flags: 64 },
    })

    const send = (values: object) =>
      bench.control('POST', '/discord/interaction', {
        kind: 'modal',
        user: 'ana',
        interactionId,
        values,
      })

    await expect(send({})).rejects.toThrow('400')
    expect(await send({ assunto: 'Chave' })).toMatchObject({
      messages: [{ content: 'Chave', ephemeral: true }],
    })

    expect(seen.at(-1)!.json).toMatchObject({
      type: 5,
      data: { custom_id: 'form' },
      message: { id: message.id },
    })
  })

  it('answers by a call of its own, but only once', async () => {
    answer = async (interaction) => {
      expect(
        (
          await rest(
            'POST',
            `/interactions/${interaction.id}/${interaction.token}/callback`,
            { type: 4, data: { content: 'assim' } },
            '',
          )
        ).status,
      ).toBe(204)

      expect(
        (
          await rest(
            'POST',
            `/interactions/${interaction.id}/${interaction.token}/callback`,
            { type: 4, data: { content: 'de novo' } },
            '',
          )
        ).body.code,
      ).toBe(40060)

      return {}
    }
    expect((await play({})).messages).toMatchObject([{ content: 'assim' }])
  })

  it('the webhook of the announcements channel needs no bot', async () => {
    const { webhook } = await bench.control('GET', '/discord')

    expect(
      (
        await rest(
          'POST',
          `${webhook.path}?wait=true`,
          { content: 'Novidade', username: 'Loja' },
          '',
        )
      ).body,
    ).toMatchObject({ content: 'Novidade', author: { username: 'Loja' } })

    expect(
      (await rest('POST', `/webhooks/${webhook.id}/wrong`, { content: 'x' }, '')).body.code,
    ).toBe(50027)
  })
})

describe('the page', () => {
  const page = (path: string) => bench.http('GET', `${bench.sandbox.origin}/sandbox/chat${path}`)

  const submit = (path: string, fields: Record<string, string>) =>
    bench.http('POST', `${bench.sandbox.origin}/sandbox/chat${path}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })

  const { ana, carla } = IDS.users

  it('a person types a command, presses the button it answers with, and fills the form', async () => {
    answer = ({ type, data }) => {
      if (type === 2)
        return {
          type: 4,
          data: { content: '<b>Oi</b>', components: row(button('form-button', 'Abrir')) },
        }

      if (type === 3)
        return {
          type: 9,
          data: {
            custom_id: 'f',
            title: 'Ficha',
            components: row({ type: 4, style: 2, custom_id: 'nome', label: 'Nome' }),
          },
        }

      return { type: 4, data: { content: `Olá ${data.components[0].components[0].value}` } }
    }

    expect(
      (await submit(`/${ana}/command`, { name: 'comprar', 'option.produto': 'office' })).status,
    ).toBe(303)
    const shown = (await page(`?as=${ana}`)).body
    expect(shown).toContain('&lt;b&gt;Oi&lt;/b&gt;')
    expect(shown).not.toContain('/notify')
    expect((await page(`?as=${IDS.users.staff}`)).body).toContain('/notify')
    const message = /name="message" value="(\d+)"/.exec(shown)![1]!
    const opened = await submit(`/${ana}/press`, { message, customId: 'form-button' })
    const form = (await page(String(opened.headers['location']).replace('/sandbox/chat', ''))).body
    expect(form).toContain('aria-label="Ficha"')

    await submit(`/${ana}/form`, {
      interaction: /name="interaction" value="(\d+)"/.exec(form)![1]!,
      'field.nome': 'Ana',
    })

    expect((await page(`?as=${ana}`)).body).toContain('Olá Ana')
  })

  it('shows a failure, lets people write, join, leave and close their DMs, and asks for consent', async () => {
    answer = () => null
    const failed = await submit(`/${ana}/command`, { name: 'comprar', 'option.produto': 'x' })
    expect(
      (await page(String(failed.headers['location']).replace('/sandbox/chat', ''))).body,
    ).toContain('O aplicativo não respondeu')
    await submit(`/${ana}/write`, { channel: IDS.channels.support, content: 'oi <i>' })
    expect((await page(`?as=${ana}`)).body).toContain('oi &lt;i&gt;')
    expect((await page(`?as=${carla}`)).body).toContain('não está no servidor')

    for (const [action, want] of [
      ['join', { member: true }],
      ['leave', { member: false }],
      ['dms', { acceptsMessages: false }],
    ] as const) {
      await submit(`/${carla}/${action}`, {})
      expect(
        (await bench.control('GET', '/discord')).users.find(
          (one: { id: string }) => one.id === carla,
        ),
      ).toMatchObject(want)
    }

    const query = new URLSearchParams({
      client_id: IDS.application,
      redirect_uri: 'http://localhost:3000/x',
      response_type: 'code',
      scope: 'identify',
      state: 'a&b',
    }).toString()

    expect((await page(`/authorize?${query}`)).body).toContain('Autorizar como Ana')
    expect((await submit('/authorize', { query, user: ana })).headers['location']).toMatch(
      /^http:\/\/localhost:3000\/x\?code=\w+&state=a%26b$/,
    )
    expect((await bench.http('GET', `${bench.sandbox.origin}/sandbox/keyauth`)).body).toContain(
      'Nenhuma licença',
    )
    await until(async () =>
      (await bench.http('GET', `${bench.sandbox.origin}/sandbox`)).body.includes('/sandbox/chat'),
    )
  })
})
