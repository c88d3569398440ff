import { and, asc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { pushDevices, sessions, ticketMessages, tickets, users } from '../../db/tables/index.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { byClock } from '../../testing/clock.ts'
import { person, type Person } from '../../testing/make.ts'
import { eventually, send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { registerCommands } from '../discord-shop/chat.commands.ts'
import { readOpenChannels } from './live-chat.service.ts'

// Messages in the channel of a ticket are also in the shop while the ticket is open.

const ana = '1300000000000000501'
let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })

  await testShop.app.db
    .update(users)
    .set({ discordId: '1300000000000000504' })
    .where(eq(users.id, staff.userId))

  await registerCommands(testShop.app)
})

afterAll(() => testShop?.close())

const sandbox = (path: string, body: object): Promise<any> =>
  testShop.sandbox!.call('POST', `/sandbox/api/${path}`, body)

const write = (user: string, channel: string, content: string, more = {}) =>
  sandbox('discord/message', { user, channel, content, ...more })

const api = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  send(testShop, `${method} /api/admin/tickets${path}`, { as: staff, body })

const look = async () => {
  await testShop.advance(31)
  await byClock(testShop.app, 'read the channels of tickets')
}

const drained = (check: () => Promise<void>) =>
  eventually(testShop, async () => {
    await testShop.app.db.execute('update graphile_worker._private_jobs set run_at = now()')
    await testShop.drain()
    await check()
  })

async function opened() {
  await sandbox('discord/interaction', {
    waitMs: 0,
    kind: 'command',
    user: 'ana',
    name: 'ticket',
    options: { assunto: 'Ajuda' },
  })

  let ticket: typeof tickets.$inferSelect | undefined

  await drained(async () => {
    ;[ticket] = await testShop.app.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.userDiscordId, ana), eq(tickets.status, 'open')))

    expect(ticket?.chat).toBe('open')
  })

  return { name: ticket!.ticketId, channel: ticket!.channelId! }
}

const said = async (name: string): Promise<string[]> =>
  (await api('GET', `/${name}`)).body.ticket.messages
    .filter(({ role }: any) => role !== 'bot')
    .map(({ role, author, text }: any) => `${role} ${author}: ${text}`)

/** The texts of a ticket by position, without those of bots. */
const storedTexts = async (name: string): Promise<string[]> => {
  const storedMessages = await testShop.app.db
    .select({ text: ticketMessages.text })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(and(eq(tickets.ticketId, name), ne(ticketMessages.role, 'bot')))
    .orderBy(asc(ticketMessages.position))

  return storedMessages.map(({ text }) => text)
}

it('arrives once, from both sides, with files and edits, without an echo at the closing [P412]', async () => {
  const { name, channel } = await opened()
  const first = await write('ana', channel, 'Não ativa')
  await write('equipe', channel, 'Já vejo', {
    files: [{ name: 'passo.txt', type: 'text/plain', text: 'um' }],
  })
  await look()
  expect(await said(name)).toEqual(['user Ana: Não ativa', 'staff Equipe: Já vejo'])
  expect(await storedTexts(name)).toEqual(['Não ativa', 'Já vejo'])
  const { messages } = (await api('GET', `/${name}`)).body.ticket
  expect(messages.flatMap(({ attachments }: any) => attachments)).toEqual([
    { name: 'passo.txt', url: expect.stringContaining(`${testShop.app.config.publicUrl}/`) },
  ])
  const { waitingSince } = (await testShop.app.db.select().from(tickets)).find(
    (one) => one.ticketId === name,
  )!
  expect(waitingSince).toBeNull()
  await Promise.all([look(), byClock(testShop.app, 'read the channels of tickets')])
  expect(await said(name)).toHaveLength(2)

  await api('POST', `/${name}/messages`, {
    clientId: '019a0000-0000-7000-8000-000000000001',
    text: 'Liberei a chave.',
  })

  await drained(async () => {
    const { messages } = await testShop.sandbox!.call('GET', '/sandbox/api/discord')
    expect(messages.filter((one: any) => one.content.includes('Liberei a chave.'))).toHaveLength(1)
  })

  await sandbox('discord/message/change', { user: 'ana', message: first.id, content: 'Não abre' })
  await write('ana', channel, 'Funcionou')
  await look()

  const all = [
    'user Ana: Não abre',
    'staff Equipe: Já vejo',
    'staff Dora Equipe: Liberei a chave.',
    'user Ana: Funcionou',
  ]

  expect((await said(name)).toSorted()).toEqual(all.toSorted())
  // A message deleted in the channel stays in the shop.
  await sandbox('discord/message/change', { user: 'ana', message: first.id })
  await look()
  await api('PATCH', `/${name}/status`, { status: 'closed' })
  await drained(async () => {
    expect((await api('GET', `/${name}`)).body.ticket.chat).toBe('archived')
  })
  expect((await said(name)).toSorted()).toEqual(all.toSorted())
})

it('pauses after a rate limit, and closes the ticket of a deleted channel [P412]', async () => {
  const { name, channel } = await opened()
  await write('ana', channel, 'Oi')
  let asked = 0

  const busy = {
    ...testShop.app.providers.chat!,
    messages: async () => {
      asked++
      return { kind: 'rate-limited', code: 0, reason: 'too fast', retryAfterMs: 90_000 } as const
    },
  }

  await testShop.advance(31)
  await readOpenChannels({ ...testShop.app, providers: { ...testShop.app.providers, chat: busy } })
  expect(asked).toBe(1)
  await look()
  expect(await said(name)).toEqual([])
  await testShop.advance(90)
  await look()
  expect(await said(name)).toEqual(['user Ana: Oi'])
  await testShop.app.providers.chat!.removeChannel(channel, 'by hand')
  await look()
  expect((await api('GET', `/${name}`)).body.ticket.status).toBe('closed')
  expect(await said(name)).toEqual(['user Ana: Oi'])
})

it('notifies staff of messages by customers, and not of those by staff [P370, P412]', async () => {
  const { channel } = await opened()

  const [session] = await testShop.app.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, staff.userId))

  await testShop.app.db.insert(pushDevices).values({
    id: newId(),
    endpointIndex: Buffer.from('um'),
    sealed: Buffer.from('um'),
    userId: staff.userId,
    sessionId: session!.id,
    createdAt: testShop.clock.now(),
  })

  const told = async () =>
    (
      await testShop.app.pool.query(
        `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'push.tell'`,
      )
    ).rows[0].n

  await write('equipe', channel, 'Como posso ajudar?')
  await look()
  expect(await told()).toBe(0)
  await write('ana', channel, 'Ainda não ativa')
  await look()
  expect(await told()).toBe(1)
})
