import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, orders, tickets, users } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { cartOf, person, product, type Person } from '../../testing/make.ts'
import { accepted, expectSound, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { eraseTickets } from './support.erasure.service.ts'

let testShop: TestShop
let dora: Person
let caio: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  dora = await person(testShop.app, {
    name: 'Dora Equipe',
    role: 'admin',
    email: 'dora@equipe.test',
  })

  caio = await person(testShop.app, {
    name: 'Caio Suporte',
    role: 'developer',
    email: 'caio@equipe.test',
  })
})

afterAll(async () => {
  await expectSound(testShop)
  await testShop?.close()
})

const own = '/api/users/tickets'
const staffs = '/api/admin/tickets'

const open = async (who: Person, more = {}) => {
  const body = { clientId: randomUUID(), subject: 'Chave não ativa', text: 'Diz usada.', ...more }
  return (await send(testShop, `POST ${own}`, { as: who, body })).body.ticket
}

const say = (who: Person, id: string, text: string) =>
  send(testShop, `POST ${own}/${id}/messages`, { as: who, body: { clientId: randomUUID(), text } })

const answer = (as: Person, id: string, text: string, more = {}) =>
  send(testShop, `POST ${staffs}/${id}/messages`, {
    as,
    body: { clientId: randomUUID(), text, ...more },
  })

const note = (as: Person, id: string, text: string, clientId = randomUUID()) =>
  send(testShop, `POST ${staffs}/${id}/notes`, { as, body: { clientId, text } })

const assign = (as: Person, id: string, assigneeId: string | null) =>
  send(testShop, `PUT ${staffs}/${id}/assignee`, { as, body: { assigneeId } })

const read = async (id: string) =>
  (await send(testShop, `GET ${staffs}/${id}`, { as: dora })).body.ticket

const inbox = async (query = '', as = dora) =>
  (await send(testShop, `GET ${staffs}/inbox${query}`, { as })).body

const names = async (query: string, as = dora): Promise<string[]> =>
  (await inbox(query, as)).tickets.map((one: any) => one.ticketId)

const trailOf = async (id: string) =>
  (await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, id))).map(
    ({ action, details }) => [action, details],
  )

describe('the inbox', () => {
  it('shows the newest customer messages first, unread until staff read them, and can search [P330]', async () => {
    const ana = await person(testShop.app, { name: 'Ana Caixa', email: 'ana.caixa@exemplo.test' })
    const { id: productId } = await product(testShop.app, { name: 'Vigia HUD', keys: 1 })
    const cartId = await cartOf(testShop.app, ana.userId, [{ productId, quantity: 1 }])
    accepted(await startPix(testShop, ana, cartId))
    const [order] = await testShop.app.db.select().from(orders).where(eq(orders.cartId, cartId))
    const first = await open(ana, { subject: 'Primeira caixa', order: order!.number })
    testShop.clock.advance(60)

    const second = await open(ana, {
      subject: 'Segunda caixa',
      text: `${'palavra '.repeat(30)}fim`,
    })

    testShop.clock.advance(60)
    expect(await names('?search=ana%20caixa')).toEqual([second.ticketId, first.ticketId])
    const [row] = (await inbox(`?search=${first.ticketId.toLowerCase()}`)).tickets

    expect(row).toEqual({
      id: first.id,
      _id: first.id,
      ticketId: first.ticketId,
      subject: 'Primeira caixa',
      status: 'open',
      source: 'shop',
      customer: 'Ana Caixa',
      order: { id: order!.id, number: order!.number, products: ['Vigia HUD'] },
      preview: 'Diz usada.',
      lastFrom: 'customer',
      lastAt: first.lastAt,
      customerAt: first.lastAt,
      unread: true,
      waitingSince: first.lastAt,
      assignee: null,
    })

    const [long] = (await inbox('?search=SEGUNDA%20caixa')).tickets
    expect(long.preview).toBe(`${'palavra '.repeat(17).trim()}…`)
    expect(await names(`?search=${order!.number.toLowerCase()}`)).toEqual([first.ticketId])
    expect(await names('?search=ANA.caixa@exemplo.test')).toEqual([second.ticketId, first.ticketId])
    expect(await names('?search=100%25')).toEqual([])
    const seen = await read(first.id)
    expect([seen.unread, seen.waitingSince]).toEqual([true, first.lastAt])

    await send(testShop, `PUT ${staffs}/${first.id}/seen`, {
      as: dora,
      body: { messageId: seen.messages[0].id },
    })

    expect((await read(first.id)).unread).toBe(false)
    await say(ana, first.id, 'Alguém aí?')
    const [again] = (await inbox('?search=primeira')).tickets
    // The wait counts from the first message without an answer, not from a repeated question.
    expect(again).toMatchObject({ unread: true, preview: 'Alguém aí?', waitingSince: first.lastAt })
    expect((await names('?search=caixa'))[0]).toBe(first.ticketId)
    await answer(dora, first.id, 'Vou ver.')

    expect((await inbox('?search=primeira')).tickets[0]).toMatchObject({
      waitingSince: null,
      lastFrom: 'staff',
      preview: 'Vou ver.',
    })

    expect((await inbox('?search=caixa&limit=1&page=2')).pagination).toMatchObject({
      currentPage: 2,
      totalPages: 2,
      totalItems: 2,
    })
  })

  it('a preview of one long word is not cut inside an emoji', async () => {
    const eva = await person(testShop.app, { name: 'Eva Emoji', email: 'eva.emoji@exemplo.test' })
    const ticket = await open(eva, { text: `${'x'.repeat(138)}👩‍👩‍👧fim` })
    const [row] = (await inbox(`?search=${ticket.ticketId}`)).tickets
    expect(row.preview).toBe(`${'x'.repeat(138)}…`)
  })

  it('reads only the tickets on its page, by an index, out of ten thousand [P330]', async () => {
    const now = testShop.clock.now().getTime()

    const many = Array.from({ length: 10_000 }, (_, n) => ({
      id: randomUUID(),
      userName: `Pessoa ${n}`,
      userDiscordId: '',
      subject: `Muitos ${n}`,
      status: n % 4 ? ('closed' as const) : ('open' as const),
      createdAt: new Date(now - n * 1000),
      updatedAt: new Date(now - n * 1000),
      lastAt: new Date(now - n * 1000),
    }))

    for (let i = 0; i < many.length; i += 1000)
      await testShop.app.db.insert(tickets).values(many.slice(i, i + 1000))
    await testShop.app.db.execute('analyze tickets')
    expect((await inbox('?limit=20&search=')).tickets).toHaveLength(20)
    expect(await names('?limit=20&page=100')).toHaveLength(20)
    expect(await names('?view=closed&search=muitos%209999')).toHaveLength(1)
    const plan = await testShop.app.db.execute(`explain select * from tickets where status = 'open'
      order by coalesce(last_at, created_at) desc, id desc limit 20`)
    expect(JSON.stringify(plan.rows)).toContain('tickets_last_word')
    await testShop.app.db.execute("delete from tickets where subject like 'Muitos %'")
  })
})

describe('a ticket of a member of staff', () => {
  it('is assigned, reassigned and released, with an entry in the trail; each view counts it [P332]', async () => {
    const who = await person(testShop.app, { name: 'Rui Dono' })
    // A closed ticket that is assigned to Dora is in none of the open views.
    const over = await open(who)
    await assign(dora, over.ticketId, dora.userId)
    await answer(dora, over.id, 'Pronto.', { close: true })
    const before = (await inbox()).counts
    const { id, ticketId } = await open(who)

    expect((await assign(dora, ticketId, dora.userId)).body.ticket.assignee).toEqual({
      id: dora.userId,
      name: 'Dora Equipe',
      active: true,
    })

    expect(await names('?view=mine')).toEqual([ticketId])

    expect((await inbox()).counts).toEqual({
      ...before,
      open: before.open + 1,
      mine: before.mine + 1,
    })

    expect(await names('?view=mine', caio)).toEqual([])
    await assign(dora, id, caio.userId)
    await assign(dora, id, caio.userId)
    expect(await names('?view=mine', caio)).toEqual([ticketId])
    // After losing the role a member of staff no longer blocks the ticket for others.
    const role = (to: 'client' | 'developer') =>
      testShop.app.db.update(users).set({ role: to }).where(eq(users.id, caio.userId))
    await role('client')

    expect((await inbox('?view=unassigned&search=rui%20dono')).tickets[0]).toMatchObject({
      ticketId,
      assignee: { id: caio.userId, name: 'Caio Suporte', active: false },
    })

    expect(
      (await send(testShop, `GET ${staffs}/staff`, { as: dora })).body.staff.map(
        (one: any) => one.name,
      ),
    ).toEqual(['Dora Equipe'])

    expect(await assign(dora, id, caio.userId)).toMatchObject({
      status: 409,
      body: {
        code: 'ticket.assignee_unknown',
        message: 'Esta pessoa não faz mais parte da equipe. Escolha outra.',
      },
    })

    expect((await assign(dora, id, who.userId)).body.code).toBe('ticket.assignee_unknown')
    await role('developer')
    expect((await assign(dora, id, null)).body.ticket.assignee).toBe(null)

    expect((await trailOf(id)).slice(1)).toEqual([
      [
        'ticket.assigned',
        { ticketId, before: { assignee: null }, after: { assignee: 'Dora Equipe' } },
      ],
      [
        'ticket.assigned',
        { ticketId, before: { assignee: 'Dora Equipe' }, after: { assignee: 'Caio Suporte' } },
      ],
      [
        'ticket.assigned',
        { ticketId, before: { assignee: 'Caio Suporte' }, after: { assignee: null } },
      ],
    ])

    expect((await assign(dora, randomUUID(), null)).body.code).toBe('ticket.not_found')
  })
})

describe('how quickly staff answer', () => {
  it('is the time to the first answer that is no note, shown as the median of 30 days [P334]', async () => {
    testShop.clock.advance(40 * 86_400)
    const who = await person(testShop.app, { name: 'Téo Relógio' })
    expect((await inbox()).medianResponseSeconds).toBe(null)

    const answeredAfter = async (seconds: number) => {
      const id = await testShop.clock.still(async () => {
        const ticket = await open(who)
        testShop.clock.advance(30)
        await note(dora, ticket.id, 'só entre nós')
        expect((await read(ticket.id)).responseSeconds).toBe(null)
        testShop.clock.advance(seconds - 30)
        await answer(dora, ticket.id, 'Olá.')

        return ticket.id
      })

      testShop.clock.advance(500)
      await say(who, id, 'E agora?')
      await answer(caio, id, 'Pronto.', { close: true })

      return (await read(id)).responseSeconds
    }

    expect(await answeredAfter(90)).toBe(90)
    expect((await inbox()).medianResponseSeconds).toBe(90)
    expect(await answeredAfter(3600)).toBe(3600)
    expect(await answeredAfter(240)).toBe(240)
    expect((await inbox()).medianResponseSeconds).toBe(240)
    testShop.clock.advance(30 * 86_400)
    expect((await inbox()).medianResponseSeconds).toBe(null)
  })
})

describe('an answer', () => {
  it("can close the ticket and is mailed at once; the customer's next message reopens it [P335]", async () => {
    const who = await person(testShop.app, { name: 'Iva Fim' })
    const { id, ticketId } = await open(who)

    const upload = await testShop.http.inject({
      method: 'POST',
      url: `${own}/files?name=passos.txt`,
      headers: { ...dora.headers, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('um, dois'),
    })

    const files = [upload.json().file.id]
    const { body } = await answer(dora, id, 'Resolvido.', { close: true, files })
    expect(body.ticket).toMatchObject({ status: 'closed', waitingSince: null, lastFrom: 'staff' })
    await testShop.drain()
    const mails: any[] = await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)

    expect(mails.map((mail) => mail.subject).sort()).toEqual([
      `Atendimento ${ticketId} encerrado`,
      `Resposta ao seu ticket ${ticketId}: Chave não ativa`,
    ])

    const said = (await say(who, id, 'Voltou a falhar.')).body.ticket
    expect(said.messages[1].files).toMatchObject([{ id: files[0], name: 'passos.txt' }])
    expect([said.status, said.messages.at(-1).text]).toEqual(['open', 'Voltou a falhar.'])
    expect(await read(id)).toMatchObject({ status: 'open', unread: true, closedAt: null })

    expect((await trailOf(id)).map(([action]) => action)).toEqual([
      'ticket.opened',
      'ticket.answered',
      'ticket.closed',
      'ticket.reopened',
    ])

    await answer(dora, id, 'De novo.', { close: true })
    testShop.clock.advance(14 * 86_400 + 1)
    expect((await say(who, id, 'Tarde?')).body.code).toBe('ticket.reopen_over')
    expect((await read(id)).status).toBe('closed')
  })

  it('neither crosses another answer nor closes over an unread message; nothing is lost [P336]', async () => {
    const who = await person(testShop.app, { name: 'Zeca Dois' })
    const { id } = await open(who)
    const [asked] = (await read(id)).messages

    const both = await Promise.all([
      answer(dora, id, 'Sim.', { after: asked.id }),
      answer(caio, id, 'Não.', { after: asked.id }),
    ])

    expect(both.map((one) => one.status).sort()).toEqual([200, 409])

    expect(both.find((one) => one.status === 409)!.body).toMatchObject({
      code: 'ticket.crossed',
      message:
        'Chegou uma mensagem enquanto você escrevia. Leia-a e envie de novo; o texto continua aqui.',
    })

    const last = (await read(id)).messages.at(-1).id
    await say(who, id, 'Mais uma coisa.')
    expect((await answer(caio, id, 'Fim.', { after: last, close: true })).body.code).toBe(
      'ticket.crossed',
    )
    expect((await answer(caio, id, 'Ainda olho.', { after: last })).status).toBe(200)
    expect((await read(id)).messages.map((one: any) => one.text)).toHaveLength(4)
    expect((await answer(dora, id, 'x'.repeat(5001))).status).toBe(400)
  })
})

describe('the context of a conversation', () => {
  it('has the customer with figures, their other tickets, and the order with its payment [P330]', async () => {
    const eva = await person(testShop.app, { name: 'Eva Lado', email: 'eva.lado@exemplo.test' })
    const { id: productId } = await product(testShop.app, { name: 'Meridiano', keys: 2 })
    const cartId = await cartOf(testShop.app, eva.userId, [{ productId, quantity: 2 }])
    accepted(await startPix(testShop, eva, cartId))
    const [order] = await testShop.app.db.select().from(orders).where(eq(orders.cartId, cartId))
    const other = await open(eva, { subject: 'Outra coisa' })
    const { id } = await open(eva, { order: order!.number })

    await testShop.app.db
      .update(users)
      .set({ isBanned: true, banReason: 'prova' })
      .where(eq(users.id, eva.userId))

    const beside = async () =>
      (await send(testShop, `GET ${staffs}/${id}/context`, { as: dora })).body

    expect(await beside()).toEqual({
      success: true,

      customer: {
        id: eva.userId,
        name: 'Eva Lado',
        email: 'eva.lado@exemplo.test',
        discordId: null,
        language: 'pt-BR',
        since: expect.any(String),
        orders: 1,
        paid: 0,
        licences: 0,
        banned: true,
        banReason: 'prova',
      },

      tickets: [
        {
          ticketId: other.ticketId,
          subject: 'Outra coisa',
          status: 'open',
          createdAt: other.createdAt,
        },
      ],

      order: {
        id: order!.id,
        _id: order!.id,
        number: order!.number,
        status: 'pending',
        total: 39.8,
        currency: 'BRL',
        createdAt: order!.createdAt.toISOString(),
        lines: [{ name: 'Meridiano', quantity: 2 }],
        payment: { method: 'pix', status: 'pending', amount: 39.8, createdAt: expect.any(String) },
      },
    })

    // The erasure of an account deletes its tickets and their notes.
    await note(dora, id, 'nota que vai junto')
    await inTransaction(testShop.app, (tx) => eraseTickets(tx, { id: eva.userId, discordId: null }))
    expect((await send(testShop, `GET ${staffs}/${id}/context`, { as: dora })).body.code).toBe(
      'ticket.not_found',
    )
    const { rows } = await testShop.app.db.execute(
      `select count(*)::int as n from ticket_notes where ticket_id = '${id}'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})

describe('saved replies', () => {
  it('are saved by title in both languages, changed and deleted; a title is unique [P333]', async () => {
    const base = `${staffs}/replies`
    const texts = { 'pt-BR': 'Olá, {{nome}}.', 'en-US': 'Hello, {{nome}}.' }
    const make = (title: string, more: object = {}) =>
      send(testShop, `POST ${base}`, { as: dora, body: { title, texts, ...more } })
    const { reply } = (await make('Saudação')).body
    expect(reply).toMatchObject({ title: 'Saudação', texts })
    const { reply: late } = (await make('atraso', { texts: { 'en-US': 'Late.' } })).body
    expect(late.texts).toEqual({ 'pt-BR': '', 'en-US': 'Late.' })

    expect(await make('SAUDAÇÃO'.toLowerCase())).toMatchObject({
      status: 409,
      body: {
        code: 'reply.title_taken',
        message: 'Já existe uma resposta pronta com este título.',
      },
    })

    for (const wrong of [
      { title: '' },
      { title: 'x'.repeat(81) },
      { texts: { 'pt-BR': ' ', 'en-US': '' } },
      { texts: { 'pt-BR': 'x'.repeat(5001) } },
    ])
      expect((await make('Nova', wrong)).status, JSON.stringify(wrong).slice(0, 30)).toBe(400)

    const list = async () =>
      (await send(testShop, `GET ${base}`, { as: caio })).body.replies.map((one: any) => one.title)
    expect(await list()).toEqual(['atraso', 'Saudação'])
    const change = (id: string, title: string) =>
      send(testShop, `PUT ${base}/${id}`, { as: caio, body: { title, texts } })
    expect((await change(reply.id, 'Boas-vindas')).body.reply.title).toBe('Boas-vindas')
    expect((await change(reply.id, 'Atraso')).body.code).toBe('reply.title_taken')
    const remove = () => send(testShop, `DELETE ${base}/${late.id}`, { as: dora })
    expect([(await remove()).status, (await remove()).body.code]).toEqual([200, 'reply.not_found'])
    expect(await list()).toEqual(['Boas-vindas'])

    expect((await trailOf(reply.id)).map(([action]) => action)).toEqual([
      'reply.created',
      'reply.changed',
    ])
  })
})
