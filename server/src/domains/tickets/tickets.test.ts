import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, sessions, ticketMessages, users } from '../../db/tables/index.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { xssTexts, xssUrls } from '../../testing/xss-corpus.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/tickets'

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
  headers = {},
) => send(testShop, `${method} ${base}${path}`, { as: staff, body, headers })

const said = (role: 'user' | 'staff' | 'bot', text: string, more = {}) => ({
  author: role === 'staff' ? 'Dora' : 'Léo',
  role,
  text,
  ...more,
})

const open = async (given = {}) =>
  (await call('POST', '', { userName: 'leo.gamer', userDiscordId: '123456789012345678', ...given }))
    .body.ticket

const pageOf = (ticketId: string, cookie?: string) =>
  testShop.http.inject({ url: `/transcripts/${ticketId}.html`, headers: cookie ? { cookie } : {} })

async function cookieFor(
  ticketId: string,
  who = staff,
): Promise<{ cookie: string; raw: string; url: string }> {
  const reply = await testShop.http.inject({
    method: 'POST',
    url: `${base}/${ticketId}/transcript/open`,
    headers: who.headers,
  })

  const raw = String(reply.headers['set-cookie'])

  return { cookie: raw.split(';')[0]!, raw, url: reply.json().url }
}

describe('tickets', () => {
  it('are opened, read, changed, closed, reopened and deleted; the trail has no texts [B220, B131, B188]', async () => {
    const ticket = await open({
      subject: 'Chave não funciona',
      messages: [said('user', 'segredo da conversa')],
    })

    expect(ticket).toMatchObject({
      id: expect.any(String),
      _id: ticket.id,
      ticketId: expect.stringMatching(/^TICKET-\d{4}$/),
      userName: 'leo.gamer',
      userDiscordId: '123456789012345678',
      status: 'open',
      messageCount: 1,
      closedAt: null,
    })

    expect((await call('GET', `/${ticket.ticketId}`)).body.ticket.messages).toMatchObject([
      { author: 'Léo', role: 'user', text: 'segredo da conversa' },
    ])
    expect((await call('GET', `/${ticket.id}`)).body.data.id).toBe(ticket.id)

    expect(
      (
        await call('PUT', `/${ticket.id}`, {
          subject: 'Chave trocada',
          messages: [said('staff', 'Olá!')],
        })
      ).body.ticket,
    ).toMatchObject({ subject: 'Chave trocada', messageCount: 2, userName: 'leo.gamer' })

    expect(await call('DELETE', `/${ticket.id}`)).toMatchObject({
      status: 409,
      body: { code: 'ticket.open' },
    })

    expect(
      (await call('PATCH', `/${ticket.id}/status`, { status: 'closed' })).body.ticket,
    ).toMatchObject({ status: 'closed', closedAt: expect.any(String) })
    expect(
      await call('PATCH', `/${ticket.id}`, { messages: [said('user', 'mais')] }),
    ).toMatchObject({ status: 409, body: { code: 'ticket.closed' } })

    expect((await call('PATCH', `/${ticket.id}`, { status: 'open' })).body.ticket).toMatchObject({
      status: 'open',
      closedAt: null,
    })

    await call('PATCH', `/${ticket.id}/status`, { status: 'closed' })

    expect(await call('DELETE', `/${ticket.id}`)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Ticket excluído.' },
    })

    expect(await call('GET', `/${ticket.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ticket.not_found' },
    })

    expect(
      await testShop.app.db
        .select()
        .from(ticketMessages)
        .where(eq(ticketMessages.ticketId, ticket.id)),
    ).toEqual([])

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetType, 'ticket'), eq(auditLog.targetId, ticket.id)))
      .orderBy(auditLog.createdAt, auditLog.id)

    expect(trail.map((row) => row.action)).toEqual([
      'ticket.opened',
      'ticket.changed',
      'ticket.closed',
      'ticket.reopened',
      'ticket.closed',
      'ticket.deleted',
    ])

    expect(trail[1]).toMatchObject({
      actorId: staff.userId,
      actorName: 'Dora Equipe',
      ip: '127.0.0.1',
      details: {
        before: { subject: 'Chave não funciona' },
        after: { subject: 'Chave trocada' },
        messages: 1,
      },
    })

    expect(JSON.stringify(trail)).not.toContain('segredo')
  })

  it('are listed ten at a time, newest first, found by name, user and Discord id [B129, B251]', async () => {
    for (let i = 0; i < 11; i++) {
      await open({ userName: `busca ${i} %_\\`, userDiscordId: `77700000${i}` })
      testShop.clock.advance(1)
    }

    const first = (await call('GET', '?search=busca')).body

    expect(first).toMatchObject({
      total: 11,
      pagination: { totalPages: 2, itemsPerPage: 10, hasNextPage: true },
    })

    expect(first.tickets).toHaveLength(10)

    expect(first.tickets[0]).toMatchObject({
      id: expect.any(String),
      ticketId: expect.any(String),
      userName: 'busca 10 %_\\',
      userDiscordId: '7770000010',
      createdAt: expect.any(String),
    })

    expect((await call('GET', '?search=busca&page=2')).body.tickets).toHaveLength(1)
    expect((await call('GET', '?search=BUSCA 3')).body.tickets).toHaveLength(1)
    expect(
      (await call('GET', `?search=${first.tickets[4].ticketId.toLowerCase()}`)).body.tickets,
    ).toMatchObject([{ id: first.tickets[4].id }])
    expect((await call('GET', '?search=777000004')).body.total).toBe(1)
    expect((await call('GET', `?search=${encodeURIComponent('%_\\')}`)).body.total).toBe(11)
    expect((await call('GET', '?search=%25busca')).body.total).toBe(0)
    expect((await call('GET', '?search=busca&status=closed')).body.total).toBe(0)
    expect((await call('GET', '?limit=101')).status).toBe(400)
    const csv = (await call('GET', '/export.csv?search=busca')).body.toString() as string
    expect(csv.trim().split('\r\n')).toHaveLength(12)
  })

  it('are counted, with the minutes until staff answered [B130]', async () => {
    const before = (await call('GET', '/stats')).body
    const at = (minutes: number) =>
      new Date(testShop.clock.now().getTime() + minutes * 60_000).toISOString()

    const answered = await open({
      messages: [
        said('user', 'oi'),
        said('bot', 'Aguarde', { createdAt: at(1) }),
        said('staff', 'tarde', { createdAt: at(500) }),
        said('staff', 'cedo', { createdAt: at(30) }),
      ],
    })

    await open({ messages: [said('user', 'ninguém?')] })
    await call('PATCH', `/${answered.id}/status`, { status: 'closed' })
    const after = (await call('GET', '/stats')).body

    expect(after).toMatchObject({
      totalTickets: before.totalTickets + 2,
      closedTickets: before.closedTickets + 1,
      openTickets: before.openTickets + 1,
    })

    expect((await call('GET', `/${answered.id}`)).body.ticket.firstResponseAt).toBe(
      answered.firstResponseAt,
    )
    await testShop.app.pool.query('update tickets set first_response_at = null where id <> $1', [
      answered.id,
    ])
    expect((await call('GET', '/stats')).body.averageResponseTime).toBeCloseTo(30, 0)
  })
})

/**
 * The tags of a transcript. Throws for a tag that no transcript writes, and for a bare quote in a
 * text.
 */
function tagsOf(html: string): string[] {
  const head = html.indexOf('<style>')
  const body = html.slice(0, head) + html.slice(html.indexOf('</style>'))

  const known = new RegExp(
    `^<(${[
      '!doctype html',
      '/?(html|head|title|style|body|header|main|h1|p|ol|li|dl|bdi)',
      'html lang="(pt-BR|en-US)"',
      '/(time|span|div|dt|dd|a)',
      'meta (charset|name|http-equiv)="[\\w-]+"( content="[^"<>]*")?',
      'time datetime="[\\dT:.Z-]+"',
      'span class="(author|role|role staff)"',
      'p class="(text|author|files)"',
      'div class="embed"',
      'dt',
      'dd class="text"',
      'a href="https://[^"<>\\s]+" rel="noopener noreferrer nofollow"',
    ].join('|')})>$`,
  )

  const tags = body.match(/<[^>]*>?/g) ?? []
  for (const tag of tags) if (!known.test(tag)) throw new Error(`a transcript holds ${tag}`)
  for (const text of body.split(/<[^>]*>/))
    if (/["'`]/.test(text)) throw new Error(`a transcript holds a bare quote: ${text}`)

  return tags
}

describe('a transcript', () => {
  it(`runs nothing of ${xssTexts.length} texts and ${xssUrls.length} addresses in any field [B089, B221]`, async () => {
    expect(xssTexts.length + xssUrls.length).toBeGreaterThanOrEqual(200)
    const ticket = await open()
    const plain = (text: string) => text.replaceAll('\u0000', '')

    // Insert directly into the table: texts that a chat or an older version accepted must be
    // harmless too.
    await testShop.app.db.insert(ticketMessages).values(
      xssTexts.map((given) => {
        const text = plain(given).replace(/[\ud800-\udfff]/g, '')
        return {
          id: newId(),
          ticketId: ticket.id,
          author: text,
          role: 'user' as const,
          text,
          createdAt: testShop.clock.now(),
          attachments: [
            { name: text, url: `https://cdn.test/${text}` },
            { name: text, url: text },
          ],

          embeds: [
            {
              title: text,
              description: text,
              url: text,
              footer: text,
              fields: [{ name: text, value: text }],
            },
          ],
        }
      }),
    )

    await testShop.app.db.insert(ticketMessages).values(
      xssUrls.map((given) => ({
        id: newId(),
        ticketId: ticket.id,
        author: 'x',
        role: 'bot' as const,
        text: `veja ${plain(given)}`,
        createdAt: testShop.clock.now(),
        attachments: [{ name: 'arquivo', url: plain(given) }],
        embeds: [
          { title: 'título', url: plain(given), fields: [] },
          { url: plain(given), fields: [] },
        ],
      })),
    )

    await testShop.app.pool.query(
      'update tickets set user_name = $1, subject = $2, user_discord_id = $3 where id = $4',
      [xssTexts[0], xssTexts.join(' ').replaceAll('\u0000', ''), xssTexts[5], ticket.id],
    )

    const { cookie } = await cookieFor(ticket.ticketId)
    const html = (await pageOf(ticket.ticketId, cookie)).payload
    const tags = tagsOf(html)

    for (const tag of tags.filter((one) => one.startsWith('<a '))) {
      const url = new URL(/href="([^"]*)"/.exec(tag)![1]!.replaceAll('&amp;', '&'))
      expect([url.protocol, url.username, url.password]).toEqual(['https:', '', ''])
    }

    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html).toContain('&lt;script&gt;xss()&lt;/script&gt;')
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(tags.filter((tag) => tag === '<li>')).toHaveLength(xssTexts.length + xssUrls.length)
    expect((await call('GET', `/${ticket.ticketId}/transcript`)).body.toString()).toBe(html)
  })

  it('with a script would fail the test above [B089]', () => {
    expect(() => tagsOf('<style></style><p>ok</p><script>1</script>')).toThrow('script')
    expect(() =>
      tagsOf('<style></style><a href="javascript:1" rel="noopener noreferrer nofollow">x</a>'),
    ).toThrow('javascript')
    expect(() => tagsOf('<style></style><p onclick=x>ok</p>')).toThrow('onclick')
  })

  it('from the API has only https addresses [B089]', async () => {
    const ticket = await open()

    for (const url of xssUrls.filter((one) => !/^https:\/\/(user|x)/.test(one))) {
      expect(
        (
          await call('PUT', `/${ticket.id}`, {
            messages: [said('user', 'x', { attachments: [{ name: 'a', url }] })],
          })
        ).status,
        url,
      ).toBe(400)

      expect(
        (
          await call('PUT', `/${ticket.id}`, {
            messages: [said('user', 'x', { embeds: [{ url }] })],
          })
        ).status,
        url,
      ).toBe(400)
    }

    const kept = await call('PUT', `/${ticket.id}`, {
      messages: [
        said('staff', 'veja https://loja.test/ajuda?a=1&b=2.', {
          attachments: [{ name: 'foto "1".png', url: 'https://cdn.test/a.png' }],
          embeds: [
            {
              title: 'Título',
              description: 'linha 1\nlinha 2',
              fields: [{ name: 'Pedido', value: 'ORD-001001' }],
              footer: 'rodapé',
            },
          ],
        }),
      ],
    })

    expect(kept.status).toBe(200)
    const html = (await call('GET', `/${ticket.id}/transcript`)).body.toString()
    expect(html).toContain(
      '<a href="https://loja.test/ajuda?a&#61;1&amp;b&#61;2." rel="noopener noreferrer nofollow">',
    )
    expect(html).toContain('foto &quot;1&quot;.png')
    expect(html).toContain('linha 1\nlinha 2')
    expect(html).toContain('equipe')
  })

  it('is served to staff by a cookie of its path only, with a policy that runs nothing [B085, B089]', async () => {
    const ticket = await open({ messages: [said('user', 'olá')] })
    const { cookie, raw, url } = await cookieFor(ticket.ticketId)
    expect(url).toBe(`/transcripts/${ticket.ticketId}.html`)
    expect(raw).toMatch(/; Path=\/transcripts; HttpOnly; SameSite=Strict$/)
    const page = await testShop.http.inject({ url, headers: { cookie } })
    expect(page.statusCode).toBe(200)

    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })

    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox$/,
    )
    expect(page.payload).toContain('olá')

    const [answer, file] = [
      await testShop.http.inject({
        url: `${base}/${ticket.ticketId}/transcript`,
        headers: staff.headers,
      }),
      await testShop.http.inject({
        url: `${base}/${ticket.ticketId}/transcript/download`,
        headers: { ...staff.headers, 'accept-language': 'en-US' },
      }),
    ]

    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'content-disposition': expect.stringMatching(/^inline/),
    })

    expect(file.headers['content-disposition']).toContain(
      `attachment; filename="${ticket.ticketId}.html"`,
    )
    expect(file.payload).toContain('customer')
    expect(
      String((await testShop.http.inject({ url: '/' })).headers['content-security-policy']),
    ).toContain(/style-src ('sha256-[^']+')/.exec(policy)![1]!)
  })

  it('missing and forbidden return the same 404 [B089]', async () => {
    const ticket = await open()
    const { cookie } = await cookieFor(ticket.ticketId)
    const missing = await pageOf('TICKET-9999', cookie)
    expect(missing.statusCode).toBe(404)

    const [client, demoted] = [
      await person(testShop.app),
      await person(testShop.app, { role: 'developer' }),
    ]

    expect(
      (
        await testShop.http.inject({
          method: 'POST',
          url: `${base}/${ticket.id}/transcript/open`,
          headers: client.headers,
        })
      ).statusCode,
    ).toBe(403)

    const theirs = (await cookieFor(ticket.ticketId, demoted)).cookie
    expect((await pageOf(ticket.ticketId, theirs)).statusCode).toBe(200)
    const [name, value] = [cookie.split('=')[0]!, cookie.slice(cookie.indexOf('=') + 1)]
    const [session, until, mark] = value.split('.') as [string, string, string]

    const forged = [
      undefined,
      `${name}=`,
      `${name}=x`,
      `${name}=${session}.${until}.${'A'.repeat(43)}`,
      `${name}=${session}.${Number(until) + 9999}.${mark}`,
      `${name}=${newId()}.${until}.${mark}`,
      `${name}=${value}x`,
      `authorization=${staff.token}`,
    ]

    for (const one of forged) {
      const page = await pageOf(ticket.ticketId, one)
      expect([page.statusCode, page.payload]).toEqual([404, missing.payload])
    }

    for (const path of [
      'x',
      '../admin.html',
      '..%2fadmin.html',
      'TICKET-0001',
      `${ticket.ticketId}.HTML`,
      'a/b.html',
      '%00.html',
      "'.html",
    ])
      expect(
        (await testShop.http.inject({ url: `/transcripts/${path}`, headers: { cookie } })).payload,
      ).not.toContain('Transcri')

    await testShop.app.db.update(users).set({ role: 'client' }).where(eq(users.id, demoted.userId))
    expect((await pageOf(ticket.ticketId, theirs)).payload).toBe(missing.payload)

    await testShop.app.db
      .update(users)
      .set({ role: 'developer', isBanned: true })
      .where(eq(users.id, demoted.userId))

    expect((await pageOf(ticket.ticketId, theirs)).payload).toBe(missing.payload)
    const leaving = await person(testShop.app, { role: 'admin' })
    const last = (await cookieFor(ticket.ticketId, leaving)).cookie

    await testShop.app.db
      .update(sessions)
      .set({ revokedAt: testShop.clock.now() })
      .where(eq(sessions.userId, leaving.userId))

    expect((await pageOf(ticket.ticketId, last)).payload).toBe(missing.payload)
    testShop.clock.advance(601)
    expect((await pageOf(ticket.ticketId, cookie)).payload).toBe(missing.payload)
  })

  it('numbers outgrow their zeros: ticket 10,000 is not named as ticket 1,000', async () => {
    await testShop.app.pool.query(
      "select setval('ticket_number', 9998), setval('order_number', 999998)",
    )
    const { rows } = await testShop.app.pool.query(
      "select next_name('TICKET-', 'ticket_number', 4) as ticket, next_name('ORD-', 'order_number', 6) as number from generate_series(1, 2)",
    )

    expect(rows).toEqual([
      { ticket: 'TICKET-9999', number: 'ORD-999999' },
      { ticket: 'TICKET-10000', number: 'ORD-1000000' },
    ])

    expect(
      (
        await send(testShop, 'POST /api/admin/tickets', {
          as: staff,
          body: { userName: 'Ana', userDiscordId: '123456789012345678' },
        })
      ).body.ticket.ticketId,
    ).toBe('TICKET-10001')
  })
})
