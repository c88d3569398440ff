import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, orders, ticketFiles, ticketMessages, tickets } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { cartOf, person, product, type Person } from '../../testing/make.ts'
import { accepted, expectSound, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { eraseTickets } from './support.erasure.service.ts'
import { purgeWaitingFiles } from './support.files.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, {
    name: 'Dora Equipe',
    role: 'admin',
    email: 'dora@equipe.test',
  })
})

afterAll(async () => {
  await expectSound(testShop)
  await testShop?.close()
})

const base = '/api/users/tickets'

const opening = (more = {}) => ({
  clientId: randomUUID(),
  subject: 'Chave não ativa',
  text: 'Diz que já foi usada.',
  ...more,
})

const open = (who: Person, more = {}) =>
  send(testShop, `POST ${base}`, { as: who, body: opening(more) })

const say = (who: Person, id: string, body: object) =>
  send(testShop, `POST ${base}/${id}/messages`, {
    as: who,
    body: { clientId: randomUUID(), ...body },
  })

const answer = (id: string, text: string, more = {}) =>
  send(testShop, `POST /api/admin/tickets/${id}/messages`, {
    as: staff,
    body: { clientId: randomUUID(), text, ...more },
  })

const read = async (who: Person, id: string) =>
  (await send(testShop, `GET ${base}/${id}`, { as: who })).body.ticket

const upload = async (who: Person | null, payload: Buffer, name = 'foto.png', type?: string) => {
  const reply = await testShop.http.inject({
    method: 'POST',
    url: `${base}/files?name=${encodeURIComponent(name)}`,
    headers: { ...who?.headers, 'content-type': type ?? 'application/octet-stream' },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}

const drawn = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 9, g: 200, b: 90 } } })

const orderOf = async (who: Person, name: string) => {
  const { id } = await product(testShop.app, { name, keys: 1 })
  const cartId = await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])
  accepted(await startPix(testShop, who, cartId))
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.cartId, cartId))

  return order!.number
}

const mailsTo = async (who: { email: string }): Promise<any[]> => {
  await testShop.drain()
  return testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)
}

describe('a ticket of the shop', () => {
  it('is opened about an own order, answered and read; all messages are in order [P160]', async () => {
    const who = await person(testShop.app, { name: 'Ana Souza' })
    const number = await orderOf(who, 'Vigia HUD')
    const { status, body } = await open(who, { order: number.toLowerCase() })
    expect(status).toBe(200)

    expect(body.ticket).toMatchObject({
      ticketId: expect.stringMatching(/^TICKET-\d{4}$/),
      subject: 'Chave não ativa',
      status: 'open',
      source: 'shop',
      order: { number, products: ['Vigia HUD'] },
      lastFrom: 'customer',
      unread: false,
      reopenUntil: null,
      messages: [
        { author: 'customer', name: 'Ana Souza', channel: 'shop', text: 'Diz que já foi usada.' },
      ],
    })

    const { id, ticketId } = body.ticket

    expect((await answer(ticketId, 'Vou olhar.')).body.ticket).toMatchObject({
      lastFrom: 'staff',
      firstResponseAt: expect.any(String),
      messages: [{ role: 'user' }, { role: 'staff', author: 'Dora Equipe', text: 'Vou olhar.' }],
    })

    expect((await send(testShop, `GET ${base}/unread`, { as: who })).body.unread).toBe(1)
    const seen = await read(who, ticketId.toLowerCase())
    expect(seen).toMatchObject({ id, unread: true, lastFrom: 'staff' })
    expect(seen.messages[1]).toMatchObject({ author: 'staff', name: 'Dora', text: 'Vou olhar.' })
    expect(JSON.stringify(seen)).not.toContain('Equipe')

    await send(testShop, `PUT ${base}/${id}/seen`, {
      as: who,
      body: { messageId: seen.messages[0].id },
    })

    expect((await read(who, id)).unread).toBe(true)

    await send(testShop, `PUT ${base}/${id}/seen`, {
      as: who,
      body: { messageId: seen.messages[1].id },
    })

    expect((await read(who, id)).unread).toBe(false)
    await say(who, id, { text: 'Obrigada!' })
    const { body: list } = await send(testShop, `GET ${base}`, { as: who })
    expect(list).toMatchObject({ total: 1, unread: 0, tickets: [{ id, lastFrom: 'customer' }] })
    const trail = await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(trail.map((row) => row.action)).toEqual(['ticket.opened', 'ticket.answered'])
    expect(JSON.stringify(trail)).not.toContain('Vou olhar')
  })

  it('is created once for repeated and concurrent requests, and so is a message [P161]', async () => {
    const who = await person(testShop.app)
    const body = opening()
    const all = await Promise.all(
      Array.from({ length: 6 }, () => send(testShop, `POST ${base}`, { as: who, body })),
    )
    const ids = new Set(all.map((one) => one.body.ticket.id))
    expect([all.map((one) => one.status), ids.size]).toEqual([[200, 200, 200, 200, 200, 200], 1])
    const [id] = [...ids]
    const clientId = randomUUID()
    await Promise.all(Array.from({ length: 6 }, () => say(who, id, { clientId, text: 'De novo?' })))
    await Promise.all([1, 2, 3].map(() => answer(id, 'Sim.', { clientId })))
    const texts = (await read(who, id)).messages.map((one: any) => one.text)
    expect(texts).toEqual(['Diz que já foi usada.', 'De novo?'])
    const other = randomUUID()
    await Promise.all([1, 2, 3].map(() => answer(id, 'Sim.', { clientId: other })))
    expect((await read(who, id)).messages).toHaveLength(3)
  })

  it('is private: ticket, file, answer and order of another person are not found [P163]', async () => {
    const [ana, eva] = [
      await person(testShop.app),
      await person(testShop.app, { name: 'Eva Estranha' }),
    ]
    const number = await orderOf(ana, 'Meridiano')
    const { file } = (await upload(ana, await drawn().png().toBuffer())).body
    const { id } = (await open(ana, { files: [file.id] })).body.ticket

    const refused = async (call: Parameters<typeof send>[1], body?: object) => {
      const reply = await send(testShop, call, { as: eva, body })
      return [reply.status, reply.body.code]
    }

    const clientId = randomUUID()
    expect(await refused(`GET ${base}/${id}`)).toEqual([404, 'ticket.not_found'])

    expect(await refused(`POST ${base}/${id}/messages`, { clientId, text: 'oi' })).toEqual([
      404,
      'ticket.not_found',
    ])

    expect(await refused(`PATCH ${base}/${id}/status`, { status: 'closed' })).toEqual([
      404,
      'ticket.not_found',
    ])

    expect(await refused(`PUT ${base}/${id}/seen`, { messageId: randomUUID() })).toEqual([
      404,
      'ticket.not_found',
    ])

    expect(await refused(`GET ${base}/files/${file.id}`)).toEqual([404, 'ticket.file_unknown'])

    expect(await refused(`POST ${base}`, opening({ order: number }))).toEqual([
      404,
      'ticket.order_unknown',
    ])

    const waiting = (await upload(ana, Buffer.from('meu'), 'meu.txt')).body.file.id

    expect(await refused(`POST ${base}`, opening({ files: [waiting] }))).toEqual([
      409,
      'ticket.file_gone',
    ])

    expect(await refused(`GET ${base}/files/${waiting}`)).toEqual([404, 'ticket.file_unknown'])

    expect(await refused(`GET /api/admin/tickets/files/${file.id}`)).toEqual([
      403,
      'auth.forbidden',
    ])

    expect(
      (await send(testShop, `GET /api/admin/tickets/files/${waiting}`, { as: staff })).status,
    ).toBe(404)
    expect(
      (await send(testShop, `GET /api/admin/tickets/files/${file.id}`, { as: staff })).status,
    ).toBe(200)
    expect((await send(testShop, `GET ${base}`, { as: eva })).body.total).toBe(0)

    // A page of another site can send the cookie but no token, so its request is refused.
    const forged = await testShop.http.inject({
      method: 'POST',
      url: `${base}/${id}/messages`,
      headers: { origin: 'https://outra.test', cookie: 'refreshToken=x' },
      payload: { clientId, text: 'oi' },
    })

    expect(forged.statusCode).toBe(401)
  })

  it('is one of at most five, with twenty messages an hour; the refusal says until when [P164]', async () => {
    const who = await person(testShop.app)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await open(who)).body.ticket.id)

    expect(await open(who)).toMatchObject({
      status: 409,
      body: {
        code: 'ticket.too_many_open',
        message:
          'Você já tem 5 tickets abertos. Continue em um deles ou feche um antes de abrir outro.',
      },
    })

    // Reopening a closed ticket, by its status or by a message, cannot exceed the limit of open
    // tickets.
    const move = (status: string) =>
      send(testShop, `PATCH ${base}/${ids[0]}/status`, { as: who, body: { status } })
    await move('closed')
    expect((await open(who)).status).toBe(200)
    const again = await move('open')
    expect([again.status, again.body.code]).toEqual([409, 'ticket.too_many_open'])
    const word = await say(who, ids[0]!, { text: 'mais isto' })
    expect([word.status, word.body.code]).toEqual([409, 'ticket.too_many_open'])
    ids[0] = (await send(testShop, `GET ${base}`, { as: who })).body.tickets[0].id

    for (let n = 0; n < 14; n++)
      expect((await say(who, ids[n % 5]!, { text: `mensagem ${n}` })).status).toBe(200)
    testShop.clock.advance(600)
    const body = { clientId: randomUUID(), text: 'mais uma' }

    const refused = await testShop.http.inject({
      method: 'POST',
      url: `${base}/${ids[0]}/messages`,
      headers: { ...who.headers, 'accept-language': 'en-US' },
      payload: body,
    })

    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'You sent many messages this hour. Try again in 50 minutes; your text stays here.',
    ])

    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2990)
    testShop.clock.advance(Number(refused.headers['retry-after']))
    expect((await say(who, ids[0]!, body)).status).toBe(200)
  })

  it('is closed and reopened by its customer within 14 days; staff cannot write in a closed one [P164]', async () => {
    const who = await person(testShop.app)
    const { id } = (await open(who)).body.ticket
    const move = (status: string) =>
      send(testShop, `PATCH ${base}/${id}/status`, { as: who, body: { status } })
    const closed = (await move('closed')).body.ticket
    expect(closed).toMatchObject({ status: 'closed', closedAt: expect.any(String) })
    expect(Date.parse(closed.reopenUntil) - Date.parse(closed.closedAt)).toBe(14 * 86_400_000)
    expect((await answer(id, 'oi')).body.code).toBe('ticket.closed')
    expect((await move('closed')).status).toBe(200)
    testShop.clock.advance(13 * 86_400)
    expect((await move('open')).body.ticket).toMatchObject({ status: 'open', reopenUntil: null })
    await move('closed')
    testShop.clock.advance(14 * 86_400 + 1)

    expect(await move('open')).toMatchObject({
      status: 409,
      body: {
        code: 'ticket.reopen_over',
        message: 'Este ticket foi fechado há mais de 14 dias. Abra um novo.',
      },
    })
  })

  it("keeps texts as typed and refuses invalid ones with the field's name [P160]", async () => {
    const who = await person(testShop.app)
    const text = '<script>alert(1)</script>\n<img src=x onerror=alert(1)> & "aspas"'
    const { ticket } = (await open(who, { subject: '<b>oi</b>', text })).body
    expect([ticket.subject, ticket.messages[0].text]).toEqual(['<b>oi</b>', text])

    for (const wrong of [
      { text: '' },
      { text: '   ' },
      { text: 'x'.repeat(5001) },
      { text: 'a\u0000b' },
      { subject: '' },
      { subject: 'x'.repeat(201) },
      { subject: 'duas\nlinhas' },
      { clientId: 'x' },
      { files: ['x'] },
      { files: Array.from({ length: 6 }, () => randomUUID()) },
    ])
      expect((await open(who, wrong)).status, JSON.stringify(wrong).slice(0, 40)).toBe(400)

    expect((await say(who, ticket.id, { text: ' ' })).status).toBe(400)
    expect((await say(who, ticket.id, { text: 'x'.repeat(5000) })).status).toBe(200)
  })
})

describe('files of a ticket', () => {
  it('have the type of their content; pictures are re-encoded, PDF and text stay as they are [P162]', async () => {
    const who = await person(testShop.app)

    const photo = await drawn()
      .withExif({ IFD0: { Copyright: 'SEGREDO-EXIF' } })
      .jpeg()
      .toBuffer()

    const given = [
      await upload(who, photo, 'C:\\fotos\\..\\tela.PNG', 'image/png'),
      await upload(who, Buffer.from('%PDF-1.7\n%âãÏÓ'), '../../etc/recibo', 'application/pdf'),
      await upload(who, Buffer.from('erro: 7\nfim'), 'log\u202egnp.txt', 'text/plain'),
    ]

    expect(given.map(({ body }) => [body.file.name, body.file.type])).toEqual([
      ['tela.webp', 'image/webp'],
      ['recibo.pdf', 'application/pdf'],
      ['loggnp.txt', 'text/plain'],
    ])

    const files = given.map(({ body }) => body.file.id)
    const { ticket } = (await open(who, { files })).body

    expect(ticket.messages[0].files.map((file: any) => [file.id, file.name, file.url])).toEqual([
      [files[0], 'tela.webp', null],
      [files[1], 'recibo.pdf', null],
      [files[2], 'loggnp.txt', null],
    ])

    const served = await testShop.http.inject({
      url: `${base}/files/${files[0]}`,
      headers: who.headers,
    })

    expect(served.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="tela\.webp"/),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })

    expect((await sharp(served.rawPayload).metadata()).format).toBe('webp')
    expect(served.rawPayload.toString('latin1')).not.toContain('SEGREDO')
    expect((await testShop.http.inject(`${base}/files/${files[0]}`)).statusCode).toBe(401)
    expect((await testShop.http.inject(`/uploads/${files[0]}`)).statusCode).toBe(404)
    // A file that was sent once cannot be sent again.
    expect((await say(who, ticket.id, { files: [files[0]] })).body.code).toBe('ticket.file_gone')
  })

  it('with a wrong type, broken or too large are refused with a text and not stored [P162]', async () => {
    const who = await person(testShop.app)
    const png = await drawn().png().toBuffer()

    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: { r: 1, g: 1, b: 1 } },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()

    for (const [wrong, name] of [
      [Buffer.from('MZ\u0000\u0001programa'), 'fatura.pdf'],
      [Buffer.from('PK\u0003\u0004'), 'foto.png'],
      [Buffer.from('GIF89a\u0001'), 'a.gif'],
      [png.subarray(0, 60), 'a.png'],
      [Buffer.from([0xff, 0xfe, 0x41, 0x00]), 'a.txt'],
      [Buffer.alloc(0), 'a.txt'],
    ] as const)
      expect(await upload(who, wrong, name), name).toMatchObject({
        status: 400,
        body: {
          code: 'ticket.file_type',
          message: 'Este arquivo não é aceito. Envie imagens PNG, JPEG ou WebP, PDF ou texto.',
        },
      })

    expect(await upload(who, bomb)).toMatchObject({
      status: 413,
      body: {
        message:
          'A imagem tem pontos demais: largura × altura pode dar até 40 megapixels. ' +
          'Diminua a imagem e envie de novo.',
      },
    })

    expect(
      await upload(who, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), 'IMG_1.HEIC'),
    ).toMatchObject({
      status: 400,
      body: {
        message:
          'Esta foto está em HEIC, o formato do iPhone, que a loja não abre. ' +
          'Salve ou exporte a foto como JPEG, PNG ou WebP e envie de novo.',
      },
    })

    expect((await upload(who, Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'a.txt')).status).toBe(413)
    expect((await upload(who, Buffer.alloc(6 * 1024 * 1024, 'a'), 'a.txt')).status).toBe(413)
    expect((await upload(null, png)).status).toBe(401)
    expect(
      await testShop.app.db.select().from(ticketFiles).where(eq(ticketFiles.ownerId, who.userId)),
    ).toEqual([])
    // A web page with the file name of a picture is stored as plain text.
    const page = Buffer.from('<html><script>alert(1)</script></html>')

    expect((await upload(who, page, 'foto.png', 'image/png')).body.file).toMatchObject({
      name: 'foto.png.txt',
      type: 'text/plain',
    })
  })

  it('wait a day for their message; the newest fifteen of a person stay [P162]', async () => {
    const who = await person(testShop.app)
    for (let n = 0; n < 17; n++) await upload(who, Buffer.from(`texto ${n}`), `${n}.txt`)

    const waiting = async () =>
      (
        await testShop.app.db.select().from(ticketFiles).where(eq(ticketFiles.ownerId, who.userId))
      ).map((file) => file.name)

    expect((await waiting()).sort()).toHaveLength(15)
    expect(await waiting()).not.toContain('0.txt')
    const { id } = (await upload(who, Buffer.from('fica'), 'fica.txt')).body.file
    const { ticket } = (await open(who, { files: [id] })).body
    testShop.clock.advance(86_400 + 1)
    await purgeWaitingFiles(testShop.app)
    expect(await waiting()).toEqual(['fica.txt'])
    expect((await read(who, ticket.id)).messages[0].files[0].name).toBe('fica.txt')
  })
})

describe('mails of a ticket', () => {
  it('notify staff of a new ticket and the customer of answers, one mail a minute at most [P165]', async () => {
    const who = await person(testShop.app)
    const { ticket } = (await open(who, { subject: 'Não <i>ativa</i>' })).body
    const [told] = (await mailsTo(staff)).filter((mail) => mail.subject.includes(ticket.ticketId))
    expect(told).toMatchObject({ subject: `Novo ticket ${ticket.ticketId}: Não <i>ativa</i>` })
    expect(told.html).toContain('Diz que já foi usada.')
    expect(told.html).toContain(`/admin/tickets?view=inbox&amp;ticket=${ticket.ticketId}`)
    await answer(ticket.id, 'Primeira <b>linha</b>')
    testShop.clock.advance(20)
    await answer(ticket.id, 'Segunda')
    expect(await mailsTo(who)).toEqual([])
    await testShop.app.db.execute('update graphile_worker._private_jobs set run_at = now()')
    const [mail, ...more] = await mailsTo(who)
    expect(more).toEqual([])
    expect(mail.subject).toBe(`Resposta ao seu ticket ${ticket.ticketId}: Não <i>ativa</i>`)
    expect(mail.html).toContain('Primeira &lt;b&gt;linha&lt;/b&gt;')
    expect(mail.html).toContain('Segunda')

    expect(mail.text.match(/Resposta de.*/g)).toEqual([
      'Resposta de Dora: Primeira <b>linha</b>',
      'Resposta de Dora: Segunda',
    ])

    expect(mail.text + mail.html).not.toContain('Equipe')
    expect(mail.html).toContain(`/dashboard/support/${ticket.ticketId}`)
    await answer(ticket.id, 'Terceira')
    await testShop.app.db.execute('update graphile_worker._private_jobs set run_at = now()')
    const both = await mailsTo(who)
    expect(both).toHaveLength(2)
    const third = both.find((one) => one.html.includes('Terceira'))
    expect(third.html).not.toContain('Segunda')
  })
})

describe('a deleted person', () => {
  it('leaves neither ticket nor message nor file [P167]', async () => {
    const who = await person(testShop.app)
    const { file } = (await upload(who, Buffer.from('meu'), 'meu.txt')).body
    const { ticket } = (await open(who, { files: [file.id] })).body
    await upload(who, Buffer.from('nunca dito'), 'outro.txt')
    await inTransaction(testShop.app, (tx) => eraseTickets(tx, { id: who.userId, discordId: null }))
    expect(await testShop.app.db.select().from(tickets).where(eq(tickets.id, ticket.id))).toEqual(
      [],
    )

    expect(
      await testShop.app.db
        .select()
        .from(ticketMessages)
        .where(eq(ticketMessages.ticketId, ticket.id)),
    ).toEqual([])

    expect(
      await testShop.app.db.select().from(ticketFiles).where(eq(ticketFiles.ownerId, who.userId)),
    ).toEqual([])
  })
})
