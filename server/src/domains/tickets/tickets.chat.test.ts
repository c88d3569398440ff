import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ticketFiles, tickets, users } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { person, type Person } from '../../testing/make.ts'
import { eventually, send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { registerCommands } from '../discord-shop/chat.commands.ts'
import { eraseTickets } from './support.erasure.service.ts'

const people = {
  ana: '1300000000000000501',
  bruno: '1300000000000000502',
  staff: '1300000000000000504',
}

const staffRole = '1300000000000000201'
let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })

  await testShop.app.db
    .update(users)
    .set({ discordId: people.staff })
    .where(eq(users.id, staff.userId))

  await registerCommands(testShop.app)
})

afterAll(async () => {
  await testShop?.close()
})

const act = (body: object): Promise<any> =>
  testShop.sandbox!.call('POST', '/sandbox/api/discord/interaction', { waitMs: 0, ...body })

const chat = (): Promise<any> => testShop.sandbox!.call('GET', '/sandbox/api/discord')

const write = (user: string, channel: string, content: string) =>
  testShop.sandbox!.call('POST', '/sandbox/api/discord/message', { user, channel, content })

const fault = (given: object) =>
  testShop.sandbox!.call('POST', '/sandbox/api/faults', { provider: 'discord', times: 1, ...given })

const api = (method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  send(testShop, `${method} /api/admin/tickets${path}`, { as: staff, body })

const retryNow = () =>
  testShop.app.db.execute('update graphile_worker._private_jobs set run_at = now()')

/** Waits until the condition is true; jobs waiting for a retry run now. */
const soon = (check: () => Promise<void>) =>
  eventually(testShop, async () => {
    await retryNow()
    await testShop.drain()
    await check()
  })

const channelsNamed = async (name: string) =>
  (await chat()).channels.filter((one: any) => one.name === name)

const openOf = async (user: string) =>
  (await testShop.app.db.select().from(tickets).where(eq(tickets.userDiscordId, user))).find(
    (one) => one.status === 'open' && one.chat !== 'archived',
  )!

/** Open a ticket by the command and wait for its channel. */
async function open(user: 'ana' | 'bruno', subject = '') {
  const asked = await act({
    kind: 'command',
    user,
    name: 'ticket',
    options: subject ? { assunto: subject } : {},
  })

  await soon(async () => {
    expect((await openOf(people[user])).chat).toBe('open')
  })

  return { asked, ticket: await openOf(people[user]) }
}

const close = async (user: string, channel: string) => {
  const asked = await act({ kind: 'button', user, customId: 'ticket:close', channel })
  return asked.messages[0].components.length
    ? act({ kind: 'button', user, customId: 'ticket:close:yes', message: asked.messages[0].id })
    : asked
}

describe('tickets in the chat', () => {
  it('open a private channel; closing stores the conversation and deletes the channel [B131, B129]', async () => {
    const { asked, ticket } = await open('ana', 'Chave *não* ativa')
    expect(asked).toMatchObject({ status: 'answered', responseType: 5 })

    expect(ticket).toMatchObject({
      userName: 'Ana',
      subject: 'Chave *não* ativa',
      ticketId: expect.stringMatching(/^TICKET-\d{4}$/),
    })

    const [channel] = await channelsNamed(ticket.ticketId.toLowerCase())
    expect(channel).toMatchObject({ id: ticket.channelId, parentId: '1300000000000000310' })
    expect(channel.overwrites.map((one: any) => one.id).sort()).toEqual(
      ['1300000000000000002', '1300000000000000100', staffRole, people.ana].sort(),
    )
    await expect(write('bruno', ticket.channelId!, 'espio')).rejects.toThrow(/cannot write/)
    await write('ana', ticket.channelId!, 'Comprei e não ativa <script>alert(1)</script>')
    testShop.clock.advance(0)
    await testShop.advance(300)
    await write('equipe', ticket.channelId!, 'Já vejo isso')
    for (let n = 0; n < 110; n++) await write('ana', ticket.channelId!, `linha ${n}`)
    expect(await close('bruno', ticket.channelId!).catch((error) => error.message)).toMatch(
      /sees no such message/,
    )
    await close('ana', ticket.channelId!)

    await soon(async () => {
      expect((await api('GET', `/${ticket.ticketId}`)).body.ticket).toMatchObject({
        status: 'closed',
        chat: 'archived',
      })
    })

    await soon(async () => {
      expect(await channelsNamed(ticket.ticketId.toLowerCase())).toEqual([])
    })
    const { messages, firstResponseAt, createdAt } = (await api('GET', `/${ticket.ticketId}`)).body
      .ticket
    expect(messages.map((one: any) => one.role).slice(0, 3)).toEqual(['bot', 'user', 'staff'])
    expect(messages).toHaveLength(113)

    expect(messages[1]).toMatchObject({
      author: 'Ana',
      authorId: people.ana,
      text: 'Comprei e não ativa <script>alert(1)</script>',
    })

    expect(messages.at(-1).text).toBe('linha 109')
    const minutes = (Date.parse(firstResponseAt) - Date.parse(createdAt)) / 60_000
    expect(minutes).toBeGreaterThan(4.5)
    expect(minutes).toBeLessThan(6)

    const page = (
      await testShop.http.inject({
        url: `/api/admin/tickets/${ticket.ticketId}/transcript`,
        headers: staff.headers,
      })
    ).body

    expect(page).toContain('Já vejo isso')
    expect(page).not.toContain('<script>')
  })

  it('are one a person, after five clicks on two processes and while one is open', async () => {
    await act({
      kind: 'command',
      user: 'equipe',
      name: 'painel',
      options: { tipo: 'tickets' },
      channel: 'suporte',
    })

    await soon(async () => {
      expect(
        (await chat()).messages.some((one: any) => one.embeds[0]?.title === 'Atendimento'),
      ).toBe(true)
    })

    const form = await act({ kind: 'button', user: 'bruno', customId: 'ticket:ask' })

    await act({
      kind: 'modal',
      user: 'bruno',
      interactionId: form.interactionId,
      values: { subject: 'x'.repeat(150) },
      copies: 5,
    })

    await act({ kind: 'command', user: 'bruno', name: 'ticket' })
    await Promise.all([testShop.drain(), testShop.drain()])
    await soon(async () => {
      expect((await openOf(people.bruno)).chat).toBe('open')
    })
    const ticket = await openOf(people.bruno)
    expect(
      await testShop.app.db.select().from(tickets).where(eq(tickets.userDiscordId, people.bruno)),
    ).toHaveLength(1)
    expect((await chat()).channels.filter((one: any) => one.topic?.includes('Bruno'))).toHaveLength(
      1,
    )
    const again = await act({ kind: 'command', user: 'bruno', name: 'ticket' })

    await soon(async () => {
      expect(
        (await chat()).messages.find((one: any) => one.id === again.messages[0].id).content,
      ).toContain(`<#${ticket.channelId}>`)
    })
  })

  it('closed in the back office are stored before the channel goes, through faults, once [B188]', async () => {
    const ticket = await openOf(people.bruno)
    await write('bruno', ticket.channelId!, 'fechem por favor')
    await fault({ method: 'GET', path: '*/messages*', do: 'status:502' })
    await fault({ method: 'DELETE', path: '*/channels/*', do: 'commit-then-reset' })
    expect(
      (await api('PATCH', `/${ticket.id}/status`, { status: 'closed' })).body.ticket,
    ).toMatchObject({ status: 'closed', chat: 'archiving' })
    await testShop.drain()

    expect(await api('DELETE', `/${ticket.id}`)).toMatchObject({
      status: 409,
      body: { code: 'ticket.archiving' },
    })

    await soon(async () => {
      expect((await api('GET', `/${ticket.id}`)).body.ticket).toMatchObject({ chat: 'archived' })
    })

    await soon(async () => {
      expect(
        (await testShop.app.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]!
          .channelId,
      ).toBeNull()
    })

    expect(
      (await api('GET', `/${ticket.id}`)).body.ticket.messages.filter(
        (one: any) => one.text === 'fechem por favor',
      ),
    ).toHaveLength(1)

    // A reopened ticket continues in the back office, so the command in the chat opens a new
    // ticket.
    await api('PATCH', `/${ticket.id}/status`, { status: 'open' })
    const { ticket: next } = await open('bruno')
    expect(next.ticketId).not.toBe(ticket.ticketId)
    expect(
      (await api('PATCH', `/${ticket.id}/status`, { status: 'closed' })).body.ticket,
    ).toMatchObject({ status: 'closed', chat: 'archived' })
    expect((await api('DELETE', `/${ticket.id}`)).status).toBe(200)
  })

  it('create no second channel when the reply to the first was lost', async () => {
    await fault({ method: 'POST', path: '*/guilds/*/channels', do: 'commit-then-reset' })
    await act({ kind: 'command', user: 'ana', name: 'ticket' })
    await testShop.drain()
    await soon(async () => {
      expect((await openOf(people.ana)).chat).toBe('open')
    })
    expect(await channelsNamed((await openOf(people.ana)).ticketId.toLowerCase())).toHaveLength(1)
    await close('equipe', (await openOf(people.ana)).channelId!)
    await soon(async () => {
      expect(await openOf(people.ana)).toBeUndefined()
    })
  })

  it('keep attachments, which staff open from the transcript, and none can run scripts', async () => {
    const { ticket } = await open('ana')
    const png = '\x89PNG\r\n\x1a\n' + 'x'.repeat(50)

    await testShop.sandbox!.call('POST', '/sandbox/api/discord/message', {
      user: 'ana',
      channel: ticket.channelId,
      content: 'veja',
      files: [
        { name: 'tela "1".png', type: 'image/png', text: png },
        { name: 'página.html', type: 'text/html', text: '<script>alert(1)</script>' },
      ],
    })

    await fault({ method: 'GET', path: '/attachments/*', do: 'status:500' })
    await close('ana', ticket.channelId!)

    await soon(async () => {
      expect((await api('GET', `/${ticket.ticketId}`)).body.ticket).toMatchObject({
        chat: 'archived',
      })
    })

    await testShop.advance(26 * 3600)
    const files = (await api('GET', `/${ticket.ticketId}`)).body.ticket.messages.find(
      (one: any) => one.text === 'veja',
    ).attachments
    expect(files.map((file: any) => file.name)).toEqual(['tela "1".png', 'página.html'])
    const get = (url: string) => testShop.http.inject(new URL(url).pathname)
    const [picture, page] = [await get(files[0].url), await get(files[1].url)]

    expect([
      picture.statusCode,
      picture.headers['content-type'],
      picture.rawPayload.toString('latin1'),
    ]).toEqual([200, 'image/png', png])

    expect([
      page.statusCode,
      page.headers['content-type'],
      page.headers['content-security-policy'],
    ]).toEqual([
      200,
      'application/octet-stream',
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    ])

    expect(page.headers['content-disposition']).toMatch(/^attachment/)

    expect(
      (await get(files[0].url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'))))
        .statusCode,
    ).toBe(404)

    expect(
      (
        await send(testShop, `GET /api/admin/tickets/${ticket.ticketId}/transcript`, { as: staff })
      ).body.toString(),
    ).toContain('/transcripts/files/')

    await testShop.advance(3601)
    expect((await get(files[0].url)).statusCode).toBe(404)
    expect((await api('DELETE', `/${ticket.ticketId}`)).status).toBe(200)
    expect(await testShop.app.db.select().from(ticketFiles)).toEqual([])
  })

  it('keep the channel while the bot may not read messages', async () => {
    const { ticket } = await open('ana')
    await write('ana', ticket.channelId!, 'importante')
    await testShop.sandbox!.call('POST', '/sandbox/api/discord/settings', { messageContent: false })
    await close('ana', ticket.channelId!)
    await testShop.drain()
    expect(await channelsNamed(ticket.ticketId.toLowerCase())).toHaveLength(1)
    await testShop.sandbox!.call('POST', '/sandbox/api/discord/settings', { messageContent: true })

    await soon(async () => {
      expect((await api('GET', `/${ticket.ticketId}`)).body.ticket).toMatchObject({
        chat: 'archived',
      })
    })

    expect(
      (await api('GET', `/${ticket.ticketId}`)).body.ticket.messages.map((one: any) => one.text),
    ).toContain('importante')
  })

  it('inform the person when no channel can be created, and allow another attempt', async () => {
    await fault({ method: 'POST', path: '*/guilds/*/channels', do: 'status:403' })
    const asked = await act({ kind: 'command', user: 'ana', name: 'ticket' })

    await soon(async () => {
      expect(
        (await chat()).messages.find((one: any) => one.id === asked.messages[0].id).content,
      ).toMatch(/Não consegui abrir/)
    })

    const { ticket } = await open('ana')
    expect(ticket.chat).toBe('open')
  })

  it('end when the channel is deleted in the chat: the person can open another', async () => {
    const lost = await openOf(people.ana)
    await testShop.app.providers.chat!.removeChannel(lost.channelId!)
    await act({ kind: 'command', user: 'ana', name: 'ticket' })

    await soon(async () => {
      expect((await openOf(people.ana))?.id).not.toBe(lost.id)
      expect((await openOf(people.ana)).chat).toBe('open')
    })

    await soon(async () => {
      expect((await api('GET', `/${lost.id}`)).body.ticket).toMatchObject({
        status: 'closed',
        chat: 'archived',
      })
    })
  })

  it('also hold messages from the shop: the channel shows them, the conversation has them once [P166]', async () => {
    const who = await person(testShop.app, { name: 'Bruno Dias' })

    await testShop.app.db
      .update(users)
      .set({ discordId: people.bruno })
      .where(eq(users.id, who.userId))

    const { ticket } = await open('bruno', 'Chave')
    const channel = ticket.channelId!
    const path = `/api/users/tickets/${ticket.id}`
    const long = 'x'.repeat(2500)

    await send(testShop, `POST ${path}/messages`, {
      as: who,
      body: { clientId: randomUUID(), text: `da loja ${long}` },
    })

    await send(testShop, `POST /api/admin/tickets/${ticket.id}/messages`, {
      as: staff,
      body: { clientId: randomUUID(), text: 'da *equipe*' },
    })

    const inChannel = async () =>
      (await chat()).messages.filter((one: any) => one.channelId === channel)

    await soon(async () => {
      expect((await inChannel()).map((one: any) => one.content.slice(0, 32))).toEqual(
        expect.arrayContaining([
          '**Bruno Dias**: da loja xxxxxxxx',
          '**Dora Equipe**: da \\*equipe\\*',
        ]),
      )
    })

    await write('bruno', channel, 'do chat')

    const said = async () =>
      (await send(testShop, `GET ${path}`, { as: who })).body.ticket.messages
        .filter((one: any) => one.author !== 'system')
        .map((one: any) => [one.author, one.channel, one.text.slice(0, 11)])

    expect(await said()).toEqual([
      ['customer', 'shop', 'da loja xxx'],
      ['staff', 'shop', 'da *equipe*'],
    ])

    await close('bruno', channel)

    await soon(async () => {
      expect(await said()).toEqual([
        ['customer', 'shop', 'da loja xxx'],
        ['staff', 'shop', 'da *equipe*'],
        ['customer', 'discord', 'do chat'],
      ])
    })

    await testShop.app.db.update(users).set({ discordId: null }).where(eq(users.id, who.userId))
  })
})

describe('a note of staff about a ticket', () => {
  it('is visible to staff only: no answer, mail, export, channel, transcript or job holds it [P331]', async () => {
    const secret = 'ANOTADO-SO-PARA-A-EQUIPE'
    const who = await person(testShop.app, { name: 'Ana Nota', email: 'ana.nota@exemplo.test' })
    await testShop.app.db
      .update(users)
      .set({ discordId: people.ana })
      .where(eq(users.id, who.userId))
    const { ticket } = await open('ana', 'Nota')
    const { id, ticketId } = ticket
    const channel = ticket.channelId!
    const body = { clientId: randomUUID(), text: `${secret} <b>1</b>` }
    const noted = await send(testShop, `POST /api/admin/tickets/${id}/notes`, { as: staff, body })
    await send(testShop, `POST /api/admin/tickets/${id}/notes`, { as: staff, body })

    expect(noted.body.ticket).toMatchObject({
      lastFrom: null,
      firstResponseAt: null,
      notes: [{ author: 'Dora Equipe', text: `${secret} <b>1</b>` }],
    })

    for (const call of [
      `POST /api/admin/tickets/${id}/notes`,
      `GET /api/admin/tickets/${id}`,
    ] as const)
      expect((await send(testShop, call, { as: who, body })).status).toBe(403)

    const answered = await send(testShop, `POST /api/admin/tickets/${id}/messages`, {
      as: staff,
      body: { clientId: randomUUID(), text: 'Resposta dita.' },
    })

    expect(answered.body.ticket.notes).toHaveLength(1)
    const inChannel = async () =>
      (await chat()).messages.filter((one: any) => one.channelId === channel)
    await soon(async () => {
      expect(JSON.stringify(await inChannel())).toContain('Resposta dita.')
    })
    const everything: string[] = [JSON.stringify(await chat())]
    await close('ana', channel)
    await soon(async () => {
      expect(await channelsNamed(ticketId.toLowerCase())).toEqual([])
    })
    const asCustomer = ['', '/unread', `/${id}`].map((path) => `/api/users/tickets${path}`)
    for (const url of [...asCustomer, '/api/users/profile/data.json', '/api/users/dashboard'])
      everything.push((await testShop.http.inject({ url, headers: who.headers })).body)

    for (const path of [
      '',
      '/export.csv',
      `/${id}/transcript`,
      `/${id}/transcript/download`,
      '/inbox?view=closed',
      `/${id}/context`,
    ]) {
      const url = `/api/admin/tickets${path}`
      everything.push((await testShop.http.inject({ url, headers: staff.headers })).body)
    }

    const { headers } = await testShop.http.inject({
      method: 'POST',
      url: `/api/admin/tickets/${id}/transcript/open`,
      headers: staff.headers,
    })

    const page = await testShop.http.inject({
      url: `/transcripts/${ticketId}.html`,
      headers: { cookie: String(headers['set-cookie']).split(';')[0]! },
    })

    expect(page.body).toContain('Resposta dita.')
    everything.push(page.body, JSON.stringify(await chat()))

    for (const to of [who.email, staff.email])
      everything.push(
        JSON.stringify(await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${to}`)),
      )

    for (const table of [
      'audit_log',
      'ticket_messages',
      'notifications',
      'graphile_worker._private_jobs',
    ])
      everything.push(
        JSON.stringify((await testShop.app.db.execute(`select * from ${table}`)).rows),
      )

    expect(everything.join('\n')).toContain('Resposta dita.')
    expect(everything.filter((text) => text.includes(secret))).toEqual([])
    expect(everything.join('\n')).not.toContain('ANOTADO')
    expect((await api('GET', `/${id}`)).body.ticket.notes).toHaveLength(1)
    // The author of the note is erased: the note stays, without its author's name.
    await inTransaction(testShop.app, (tx) =>
      eraseTickets(tx, { id: staff.userId, discordId: null }),
    )
    expect((await api('GET', `/${id}`)).body.ticket.notes).toMatchObject([{ author: 'Equipe' }])
    await api('DELETE', `/${id}`)
    const { rows } = await testShop.app.db.execute(
      `select count(*)::int as n from ticket_notes where ticket_id = '${id}'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})
