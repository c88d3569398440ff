import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { mailRefusals, ticketFiles, ticketMails, ticketMessages } from '../../db/tables/index.ts'
import { person, type Person } from '../../testing/make.ts'
import { accepted, expectSound, send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person
const secret = 'segredo-de-quem-traz-o-correio'

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { SUPPORT_MAIL_DOMAIN: 'suporte.loja.test', SUPPORT_MAIL_SECRET: secret },
  })
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

const own = '/api/users/tickets'

/** A ticket with an answer by staff, and the reply address from the mail about it. */
async function answered(who: Person, close = false) {
  const body = { clientId: randomUUID(), subject: 'Chave', text: 'Diz usada.' }
  const { id, ticketId } = (await send(testShop, `POST ${own}`, { as: who, body })).body.ticket

  await send(testShop, `POST /api/admin/tickets/${id}/messages`, {
    as: staff,
    body: { clientId: randomUUID(), text: 'Vou olhar.', close },
  })

  await testShop.app.db.execute('update graphile_worker._private_jobs set run_at = now()')
  await testShop.drain()
  const mails: any[] = await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)
  const { id: mailId } = mails.find((one) =>
    one.subject.includes(`Resposta ao seu ticket ${ticketId}`),
  )
  const mail: any = await testShop.sandbox!.call('GET', `/sandbox/api/mail/${mailId}`)
  const address: string = mail.headers.find((one: any) => /^reply-to$/i.test(one.name)).value

  return { id, ticketId, address, mail }
}

type Given = { from?: string; id?: string; head?: string; body?: string }

const letter = (to: string, { from = 'x@y.test', id, head = '', body }: Given = {}) =>
  [
    `From: Alguem <${from}>`,
    `To: Loja <${to}>`,
    `Message-ID: <${id ?? randomUUID()}@y.test>`,
    'Subject: Re: Chave',
    ...(head ? [head] : []),
    ...(body === undefined ? ['Content-Type: text/plain; charset=utf-8'] : []),
    ...(body === undefined
      ? ['', 'Já funcionou, olá!', '', 'Em seg., Loja <loja@x.test> escreveu:', '> Vou olhar.']
      : [body]),
  ].join('\r\n')

const bring = async (raw: string, bearer = `Bearer ${secret}`) => {
  const reply = await testShop.http.inject({
    method: 'POST',
    url: '/api/webhooks/mail',
    headers: { authorization: bearer, 'content-type': 'message/rfc822' },
    payload: raw,
  })
  return [reply.statusCode, reply.json()] as const
}

const saidIn = async (who: Person, id: string) =>
  (await send(testShop, `GET ${own}/${id}`, { as: who })).body.ticket

const kept = [200, { success: true, kept: true, reason: null }]

describe('an answer by mail', () => {
  it('is stored once, without its quotes, and reopens a closed ticket [P337]', async () => {
    const who = await person(testShop.app, { name: 'Ana Carta', email: 'ana.carta@exemplo.test' })
    const { id, address, mail } = await answered(who, true)
    expect(address).toMatch(/^reply\+ticket-\d{4}\.[\da-f]{20}@suporte\.loja\.test$/)
    expect(mail.html).toContain('Responda na loja ou a este e-mail: a resposta chega à equipe.')
    const raw = letter(address.toUpperCase(), { from: 'Ana.Carta@exemplo.test' })
    expect(await bring(raw)).toEqual(kept)
    expect(await bring(raw)).toEqual(kept)
    const ticket = await saidIn(who, id)
    expect(ticket.status).toBe('open')

    expect(
      ticket.messages.map((one: any) => [one.author, one.name, one.channel, one.text]),
    ).toEqual([
      ['customer', 'Ana Carta', 'shop', 'Diz usada.'],
      ['staff', 'Dora', 'shop', 'Vou olhar.'],
      ['customer', 'Ana Carta', 'mail', 'Já funcionou, olá!'],
    ])

    // The writer of a forwarded mail is named, and the ticket is found by the envelope address.
    const other = letter('grupo@y.test', { from: 'bia@y.test', head: `Delivered-To: ${address}` })
    expect(await bring(other)).toEqual(kept)
    expect((await saidIn(who, id)).messages.at(-1).name).toBe('bia@y.test')
    // After the time for reopening, an answer by mail opens a new ticket.
    await send(testShop, `PATCH ${own}/${id}/status`, { as: who, body: { status: 'closed' } })
    testShop.clock.advance(15 * 86_400)
    expect(await bring(letter(address))).toEqual(kept)
    const { tickets } = (await send(testShop, `GET ${own}`, { as: who })).body

    expect(tickets.map((one: any) => [one.subject, one.status])).toEqual([
      ['Chave', 'open'],
      ['Chave', 'closed'],
    ])
  })

  it('keeps its files, and a too long text as a file; refused files are listed by name [P337]', async () => {
    const who = await person(testShop.app, { name: 'Eva Anexo' })
    const { id, address } = await answered(who)

    const part = (name: string, content: string) =>
      [
        '--b',
        `Content-Type: application/octet-stream; name="${name}"`,
        `Content-Disposition: attachment; filename="${name}"`,
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(content).toString('base64'),
      ].join('\r\n')

    const body = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Segue. ' + 'x'.repeat(4991) + '👩‍👩‍👧'.repeat(200),
      part('erro.log', 'erro 7'),
      part('virus.exe', 'MZ\u0000\u0001'),
      '--b--',
    ].join('\r\n')

    expect(await bring(letter(address, { body }))).toEqual(kept)
    const said = (await saidIn(who, id)).messages.at(-1)
    expect(said.text).toMatch(/^Segue\. x{4991}…$/)
    expect(said.mail).toEqual({ history: '', leftOut: ['virus.exe'], size: expect.any(Number) })
    expect(said.files.map((file: any) => file.name)).toEqual(['mensagem.txt', 'erro.log'])
    const html = 'Content-Type: text/html\r\n\r\n<p>Só <b>marcado</b><script>1</script></p>'
    expect(await bring(letter(address, { body: html }))).toEqual(kept)
    expect((await saidIn(who, id)).messages.at(-1).text).toBe('Só marcado')
  })

  it('is kept whole for staff and its customer: history folded, the raw mail sealed [F204]', async () => {
    const who = await person(testShop.app, { name: 'Lia Inteira' })
    const { id, address } = await answered(who)
    const raw = letter(address, { id: 'inteira' })
    expect(await bring(raw)).toEqual(kept)
    const said = (await saidIn(who, id)).messages.at(-1)

    const mail = {
      history: 'Em seg., Loja <loja@x.test> escreveu:\n> Vou olhar.',
      leftOut: [],
      size: Buffer.byteLength(raw),
    }

    expect([said.text, said.mail]).toEqual(['Já funcionou, olá!', mail])
    const seen = (await send(testShop, `GET /api/admin/tickets/${id}`, { as: staff })).body.ticket
    expect(seen.messages.map((one: any) => one.mail)).toEqual([null, null, mail])
    const paths = [`/api/admin/tickets/mails/${said.id}`, `${own}/mails/${said.id}`] as const

    for (const [n, as] of [staff, who].entries()) {
      const file = await testShop.http.inject({ url: paths[n]!, headers: as.headers })

      expect([file.statusCode, file.headers['content-type'], file.payload]).toEqual([
        200,
        'message/rfc822',
        raw,
      ])

      expect(file.headers['content-disposition']).toContain(`${seen.ticketId}.eml`)
    }

    const other = await person(testShop.app)
    expect((await send(testShop, `GET ${paths[1]}`, { as: other })).status).toBe(404)
    const { rows } = await testShop.app.pool.query('select sealed from ticket_mails')
    expect(rows.map(({ sealed }) => sealed.includes('funcionou'))).not.toContain(true)

    // A person has a daily volume; a mail above it may be delivered again later.
    const size = (bytes: number) =>
      testShop.app.db
        .update(ticketMessages)
        .set({ mailSize: bytes })
        .where(eq(ticketMessages.id, said.id))

    await size(60 * 1024 * 1024)
    expect((await bring(letter(address)))[0]).toBe(429)
    await size(1024)
    expect(await bring(letter(address))).toEqual(kept)
    // The raw mail is deleted with its ticket.
    const body = { status: 'closed' }
    await send(testShop, `PATCH ${own}/${id}/status`, { as: who, body })
    accepted(await send(testShop, `DELETE /api/admin/tickets/${id}`, { as: staff }))
    const left = await testShop.app.db.$count(ticketMails, eq(ticketMails.messageId, said.id))
    expect(left).toBe(0)
  })

  it('that parses slowly blocks no other; one that cannot be parsed is stored raw [F201]', async () => {
    const who = await person(testShop.app)
    const { id, address } = await answered(who)
    let worst = 0
    let last = performance.now()

    const beat = setInterval(() => {
      const now = performance.now()
      worst = Math.max(worst, now - last)
      last = now
    }, 5)

    const begun = performance.now()
    const body = `Content-Type: text/plain\r\n\r\nOi${'\r\n'.repeat(150_000)}fim`
    expect(await bring(letter(address, { body }))).toEqual(kept)
    const took = performance.now() - begun
    clearInterval(beat)
    expect(worst).toBeLessThan(took / 2)
    expect((await saidIn(who, id)).messages.at(-1).text).toBe('Oi\n\nfim')

    const nested = Array.from(
      { length: 25 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`,
    ).join('\r\n')

    const raw = letter(address, { body: nested })
    expect(await bring(raw)).toEqual(kept)
    const { text, mail } = (await saidIn(who, id)).messages.at(-1)
    expect([text, mail]).toEqual(['', { history: '', leftOut: [], size: Buffer.byteLength(raw) }])
  })

  it('returned by a mail server marks the address that failed, and no other [F221]', async () => {
    const who = await person(testShop.app, { email: 'volta@exemplo.test' })
    const other = await person(testShop.app, { email: 'outra@exemplo.test' })
    const { id, mail } = await answered(who)
    const name: string = mail.messageId

    const report = (to: string, { action = 'failed', status = '5.1.1', of = name } = {}) =>
      [
        'From: Mail Delivery Subsystem <mailer-daemon@x.test>',
        'To: loja@x.test',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b\r\nContent-Type: text/plain\r\n\r\nNot found.',
        '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.test',
        '',
        `Final-Recipient: rfc822; ${to}\r\nAction: ${action}\r\nStatus: ${status}`,
        `\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${of}\r\nSubject: Re`,
        '--b--',
      ].join('\r\n')

    const refused = async () =>
      (await testShop.app.db.select().from(mailRefusals)).map(({ email, reply, source }) => [
        email,
        reply,
        source,
      ])

    for (const raw of [
      report(other.email),
      report(who.email, { of: '<ticket-answer-1@localhost>' }),
      report(who.email, { action: 'delayed', status: '4.4.1' }),
      report(who.email, { status: '5.7.1' }),
      report(who.email, { status: '5.2.2' }),
    ])
      expect(await bring(raw)).toEqual([200, { success: true, kept: false, reason: 'automatic' }])

    expect(await refused()).toEqual([])
    const back = [200, { success: true, kept: false, reason: 'returned' }]
    expect(await bring(report('Volta@exemplo.test'))).toEqual(back)
    expect(await refused()).toEqual([['volta@exemplo.test', '5.1.1', 'returned']])
    expect((await saidIn(who, id)).messages).toHaveLength(2)
  })

  it('is not stored without secret, signature or words, for another ticket, or by a program [P337]', async () => {
    const [ana, eva] = [await person(testShop.app), await person(testShop.app)]
    const { address } = await answered(ana)
    const other = await answered(eva)
    const before = await testShop.app.db.$count(ticketMessages)
    const [status, refused] = await bring(letter(address), 'Bearer outro')

    expect([status, refused.code, refused.message]).toEqual([
      401,
      'mail.inbound_secret',
      'Segredo inválido.',
    ])

    expect((await bring(letter(address), ''))[0]).toBe(401)
    const stolen = address.replace(/ticket-\d+/, other.ticketId.toLowerCase())

    for (const [raw, reason] of [
      [letter(stolen), 'ticket'],
      [letter(address.replace(/ticket-\d+/, 'ticket-9999')), 'ticket'],
      [letter(address.replace(/\.[\da-f]{20}/, `.${'0'.repeat(20)}`)), 'ticket'],
      [letter('reply@suporte.loja.test'), 'address'],
      [letter(address.replace('suporte', 'outro')), 'address'],
      [letter(address, { head: 'Auto-Submitted: auto-replied' }), 'automatic'],
      [letter(address, { head: 'Return-Path: <>' }), 'automatic'],
      [letter(address, { body: 'Content-Type: text/plain\r\n\r\n  ' }), 'empty'],
      ['', 'unreadable'],
      ['\u0000\u0001nada', 'address'],
    ] as const)
      expect(await bring(raw), reason).toEqual([200, { success: true, kept: false, reason }])

    // Above the limit the reply is 429, so that the mail server delivers the mail later.
    for (let n = 0; n < 19; n++) expect((await bring(letter(address)))[0]).toBe(200)
    expect((await bring(letter(address)))[0]).toBe(429)
    expect(await testShop.app.db.$count(ticketMessages)).toBe(before + 19)
    expect(await testShop.app.db.$count(ticketFiles)).toBe(2)
  })

  it('is offered only where the shop takes mail [P337]', async () => {
    const plain = await openTestShop({ sandbox: true })

    const reply = await plain.http.inject({
      method: 'POST',
      url: '/api/webhooks/mail',
      payload: 'x',
    })

    expect([reply.statusCode, reply.json().code]).toEqual([404, 'mail.inbound_off'])
    await plain.close()
    await expect(
      openTestShop({ env: { SUPPORT_MAIL_DOMAIN: 'suporte.loja.test' } }),
    ).rejects.toThrow(/SUPPORT_MAIL_SECRET/)
  })
})
