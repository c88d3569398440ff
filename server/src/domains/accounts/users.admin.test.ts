import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, orders, payments, sessions, users } from '../../db/tables/index.ts'
import { createHttp } from '../../http/server.ts'
import { cartOf, coupon, person, product, type Person } from '../../testing/make.ts'
import { accepted, expectSound, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { hashPassword } from './password/password-hash.ts'

let testShop: TestShop
let second: FastifyInstance
let admin: Person
let developer: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  second = await createHttp(await testShop.another())
  admin = await person(testShop.app, { role: 'admin', name: 'Dona Carla' })
  developer = await person(testShop.app, { role: 'developer', name: 'Dora Dev' })
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

const base = '/api/admin/users'

const list = async (query = '') =>
  (await send(testShop, `GET ${base}?${query}`, { as: developer })).body

const names = async (query: string) =>
  (await list(query)).data.map((one: { name: string }) => one.name)

const rowOf = async (id: string) =>
  (await testShop.app.db.select().from(users).where(eq(users.id, id)))[0]!

const trailOf = (id: string, action: string) =>
  testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, id), eq(auditLog.action, action)))

const dashboard = async (http: FastifyInstance, who: Person) =>
  (await http.inject({ url: '/api/users/dashboard', headers: who.headers })).statusCode

describe('list', () => {
  it('has data and total, ten a page, newest first, with documented fields and no secrets [B105, B002, B187]', async () => {
    for (let i = 0; i < 11; i++) {
      testShop.clock.advance(1)
      await person(testShop.app, { name: `Página ${String(i).padStart(2, '0')}` })
    }

    const body = await list('search=página')
    expect([body.data.length, body.total, body.totalPages]).toEqual([10, 11, 2])

    expect(body.data[0]).toEqual({
      id: body.data[0]._id,
      _id: expect.any(String),
      name: 'Página 10',
      email: expect.stringContaining('@'),
      role: 'client',
      discordId: null,
      createdAt: expect.any(String),
      lastLoginAt: null,
      isBanned: false,
      banReason: null,
      bannedAt: null,
    })

    expect(
      (await list('search=página&page=2')).data.map((one: { name: string }) => one.name),
    ).toEqual(['Página 00'])
    expect(await names('search=página&sort=name&limit=2')).toEqual(['Página 00', 'Página 01'])
    expect(await names('search=página&sort=createdAt&order=asc&limit=1')).toEqual(['Página 00'])

    expect((await send(testShop, `GET ${base}/stats`, { as: developer })).body).toMatchObject({
      admins: 1,
      developers: 1,
      bannedUsers: 0,
      totalUsers: 13,
      clients: 11,
    })
  })

  it('search finds parts of name, email and chat id in any case; role and ban filter [B033]', async () => {
    const one = await person(testShop.app, {
      name: 'JOSÉ da Ação',
      email: 'ze.100%_certo@exemplo.test',
    })

    await testShop.app.db
      .update(users)
      .set({ discordId: '123456789012345678' })
      .where(eq(users.id, one.userId))

    for (const search of ['josé DA aç', 'ZE.100', '100%_C', '345678', ' certo@exemplo '])
      expect(await names(`search=${encodeURIComponent(search)}`), search).toEqual(['JOSÉ da Ação'])
    for (const search of ['jos_', '%%', '100%certo', 'ação ze', '\\'])
      expect(await names(`search=${encodeURIComponent(search)}`), search).toEqual([])
    expect(await names('role=admin')).toEqual(['Dona Carla'])
    expect(await names('role=all&banned=true')).toEqual([])
    expect((await send(testShop, `GET ${base}?sort=passwordHash`, { as: developer })).status).toBe(
      400,
    )
  })

  it('the CSV has the rows of the filter [B105]', async () => {
    const reply = await testShop.http.inject({
      url: `${base}/export.csv?search=${encodeURIComponent('página')}`,
      headers: developer.headers,
    })

    expect(reply.headers['content-type']).toContain('text/csv')
    const lines = reply.payload.trim().split('\r\n')
    expect(lines).toHaveLength(12)
    expect(lines[1]).toContain('"Página 10"')
    expect(reply.payload).not.toContain('argon2')
  })
})

describe('one user', () => {
  it('details have figures and sessions, the history all acts by and on the user [B193]', async () => {
    const who = await person(testShop.app, { name: 'Detalhe' })
    await send(testShop, `PUT ${base}/${who.userId}`, { as: admin, body: { name: 'Detalhe Novo' } })

    expect(
      (await send(testShop, `GET ${base}/${who.userId}`, { as: developer })).body,
    ).toMatchObject({
      success: true,
      user: {
        id: who.userId,
        name: 'Detalhe Novo',
        twoFactor: false,
        figures: { totalOrders: 0, activeLicenses: 0, totalPayments: 0 },
        sessions: [{ ip: '127.0.0.1' }],
      },
    })

    expect(
      (await send(testShop, `GET ${base}/${who.userId}/history`, { as: developer })).body.history,
    ).toMatchObject([
      {
        action: 'user.updated',
        performedBy: { id: admin.userId, name: 'Dona Carla' },
        ip: '127.0.0.1',
      },
    ])

    const nobody = '01890000-0000-7000-8000-000000000001'

    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/history'],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/unban'],
    ] as const)
      expect(
        (
          await send(testShop, `${method} ${base}/${nobody}${path}`, {
            as: admin,
            body: method === 'GET' ? undefined : {},
          })
        ).body.code,
      ).toBe('account.not_found')

    expect((await send(testShop, `GET ${base}/x`, { as: admin })).status).toBe(400)
  })

  it('an update changes name, email and chat id only; the trail keeps them masked [B189, B194, B003]', async () => {
    const who = await person(testShop.app)

    const reply = await send(testShop, `PUT ${base}/${who.userId}`, {
      as: developer,
      body: {
        name: '  Novo Nome ',
        email: 'NOVO@Exemplo.test',
        discordId: '123456789012345679',
        isBanned: true,
        passwordHash: 'x',
        createdAt: '2000-01-01',
      },
    })

    expect(reply.body).toMatchObject({
      success: true,
      message: expect.any(String),
      user: {
        id: who.userId,
        name: 'Novo Nome',
        email: 'novo@exemplo.test',
        discordId: '123456789012345679',
        role: 'client',
        isBanned: false,
      },
    })

    expect(
      (
        await send(testShop, `PATCH ${base}/${who.userId}`, {
          as: developer,
          body: { discordId: '' },
        })
      ).body.user.discordId,
    ).toBeNull()

    expect(
      await send(testShop, `PUT ${base}/${who.userId}`, {
        as: developer,
        body: { email: admin.email },
      }),
    ).toMatchObject({ status: 409, body: { code: 'account.email_taken' } })

    for (const body of [{ email: 'x' }, { name: '' }, { discordId: 'abc' }, { name: 'a\nb' }])
      expect(
        (await send(testShop, `PUT ${base}/${who.userId}`, { as: developer, body })).status,
      ).toBe(400)

    expect((await trailOf(who.userId, 'user.updated'))[0]!.details).toEqual({
      before: { name: 'A…', email: 'a…@exemplo.test', discordId: null },
      after: { name: 'N…', email: 'n…@exemplo.test', discordId: '1…' },
    })
  })

  it('a role in the body of an update is refused, and nothing of that body is done [Q126, F146]', async () => {
    const who = await person(testShop.app, { name: 'Sem Mudança' })

    for (const method of ['PUT', 'PATCH'] as const) {
      const reply = await send(testShop, `${method} ${base}/${who.userId}`, {
        as: admin,
        body: { name: 'Outro Nome', role: 'developer' },
      })

      expect([reply.status, reply.body.code]).toEqual([400, 'account.role_call'])
      expect(reply.body.message).toBe(
        `A função tem uma chamada própria: PUT /api/admin/users/${who.userId}/role.`,
      )
    }

    expect(await rowOf(who.userId)).toMatchObject({ name: 'Sem Mudança', role: 'client' })
  })

  it('a new role ends the sessions in every process; only an admin makes or changes admins [B034, B191, S209]', async () => {
    const who = await person(testShop.app)
    for (const http of [testShop.http, second]) expect(await dashboard(http, who)).toBe(200)

    expect(
      (
        await send(testShop, `PUT ${base}/${who.userId}/role`, {
          as: developer,
          body: { role: 'developer' },
        })
      ).body,
    ).toMatchObject({ success: true, user: { role: 'developer' } })

    expect(await dashboard(testShop.http, who)).toBe(401)
    await expect.poll(() => dashboard(second, who), { timeout: 1000, interval: 10 }).toBe(401)

    expect((await trailOf(who.userId, 'user.role'))[0]!.details).toEqual({
      before: { role: 'client' },
      after: { role: 'developer' },
    })

    expect(
      (
        await send(testShop, `PUT ${base}/${who.userId}/role`, {
          as: developer,
          body: { role: 'root' },
        })
      ).status,
    ).toBe(400)

    await send(testShop, `POST ${base}/${who.userId}/ban`, { as: admin, body: { reason: 'x' } })
    expect(
      await send(testShop, `PUT ${base}/${who.userId}/role`, {
        as: admin,
        body: { role: 'client' },
      }),
    ).toMatchObject({ status: 409, body: { code: 'account.is_banned' } })
  })

  it('a ban needs a reason and ends the sessions; an unban takes effect at once [B035, B192, B147]', async () => {
    const who = await person(testShop.app)

    await testShop.app.db
      .update(users)
      .set({ passwordHash: await hashPassword('Muito-Secreta-7') })
      .where(eq(users.id, who.userId))

    const enter = async () =>
      (
        await testShop.http.inject({
          method: 'POST',
          url: '/api/users/login',
          payload: { email: who.email, password: 'Muito-Secreta-7' },
        })
      ).json()

    for (const http of [testShop.http, second]) expect(await dashboard(http, who)).toBe(200)

    for (const body of [{}, { reason: '' }, { reason: '   ' }])
      expect(
        (await send(testShop, `POST ${base}/${who.userId}/ban`, { as: admin, body })).status,
      ).toBe(400)

    expect(
      (
        await send(testShop, `POST ${base}/${who.userId}/ban`, {
          as: admin,
          body: { reason: ' Fraude ' },
        })
      ).body,
    ).toMatchObject({
      success: true,
      message: 'Usuário banido.',
      user: { isBanned: true, banReason: 'Fraude', bannedAt: expect.any(String) },
    })

    expect(await dashboard(testShop.http, who)).toBe(403)
    await expect.poll(() => dashboard(second, who), { timeout: 1000, interval: 10 }).toBe(403)
    expect(await enter()).toMatchObject({ code: 'auth.banned', error: 'Conta banida: Fraude' })
    expect(await names('banned=true&search=' + who.email)).toHaveLength(1)
    expect(
      (await send(testShop, `POST ${base}/${who.userId}/unban`, { as: developer })).body,
    ).toMatchObject({ success: true, user: { isBanned: false, banReason: null, bannedAt: null } })
    expect((await enter()).success).toBe(true)

    expect((await trailOf(who.userId, 'user.unbanned'))[0]).toMatchObject({
      actorId: developer.userId,
      details: { before: { banReason: 'Fraude' } },
    })
  })

  it('several are banned with one reason; each refusal is reported [B035]', async () => {
    const [a, b] = [await person(testShop.app), await person(testShop.app)]

    const { body } = await send(testShop, `POST ${base}/bulk-ban`, {
      as: developer,
      body: {
        ids: [a.userId, b.userId, a.userId, developer.userId, admin.userId],
        reason: 'Rede de fraude',
      },
    })

    expect(body).toMatchObject({
      success: true,
      banned: 2,
      refused: [
        { id: developer.userId, code: 'account.self', error: expect.any(String) },
        { id: admin.userId, code: 'account.last_admin' },
      ],
    })

    expect([
      (await rowOf(a.userId)).banReason,
      (await rowOf(b.userId)).isBanned,
      (await rowOf(admin.userId)).isBanned,
    ]).toEqual(['Rede de fraude', true, false])
  })
})

describe('oneself, the last admin, deletion', () => {
  it('admins and developers have the same rights over each other, except for the last admin [decision Q127]', async () => {
    const sets = (as: Person, to: Person, role: string) =>
      send(testShop, `PUT ${base}/${to.userId}/role`, { as, body: { role } })
    const customer = await person(testShop.app)
    expect((await sets(developer, customer, 'admin')).body.user.role).toBe('admin')

    // With a second admin, a developer may change, demote, ban and delete one of them, as an admin
    // may.
    const peer = await person(testShop.app, { role: 'admin' })

    const acts = [
      ['PUT', '', { name: 'Nova Forma' }],
      ['POST', '/ban', { reason: 'x' }],
      ['POST', '/unban', undefined],
      ['PUT', '/role', { role: 'client' }],
      ['DELETE', '', undefined],
    ] as const

    for (const [method, path, body] of acts) {
      const done = await send(testShop, `${method} ${base}/${peer.userId}${path}`, {
        as: developer,
        body,
      })
      expect([path, done.status]).toEqual([path, 200])
    }

    expect((await sets(developer, customer, 'client')).status).toBe(200)

    for (const [method, path, body] of [
      ['PUT', '/role', { role: 'client' }],
      ['POST', '/ban', { reason: 'x' }],
      ['DELETE', '', undefined],
    ] as const) {
      const refused = await send(testShop, `${method} ${base}/${admin.userId}${path}`, {
        as: developer,
        body,
      })
      expect([path, refused.body.code]).toEqual([path, 'account.last_admin'])
    }
  })

  it('users cannot ban, delete or change their own role, and the last admin stays [B182]', async () => {
    for (const who of [admin, developer]) {
      for (const [method, path, body] of [
        ['PUT', '/role', { role: 'client' }],
        ['POST', '/ban', { reason: 'x' }],
        ['DELETE', '', undefined],
      ] as const) {
        expect(
          await send(testShop, `${method} ${base}/${who.userId}${path}`, { as: who, body }),
        ).toMatchObject({
          status: 400,
          body: { code: 'account.self' },
        })
      }
    }

    expect(
      (
        await send(testShop, 'POST /api/users/ban', {
          as: admin,
          body: { userId: admin.userId, reason: 'x' },
        })
      ).body.code,
    ).toBe('account.self')
  })

  it('two admins who remove each other at once, by any act, leave one [B182]', async () => {
    for (const [one, other] of [
      ['role', 'role'],
      ['role', 'ban'],
      ['ban', 'delete'],
      ['delete', 'delete'],
    ] as const) {
      const [a, b] = [
        await person(testShop.app, { role: 'admin' }),
        await person(testShop.app, { role: 'admin' }),
      ]

      await testShop.app.db.update(users).set({ role: 'client' }).where(eq(users.id, admin.userId))
      const methods = { role: 'PUT', ban: 'POST', delete: 'DELETE' } as const

      const act = (who: Person, on: Person, kind: keyof typeof methods, http: FastifyInstance) =>
        http.inject({
          method: methods[kind],
          url: `${base}/${on.userId}${kind === 'delete' ? '' : `/${kind}`}`,
          headers: who.headers,
          ...(kind === 'delete' ? {} : { payload: { role: 'client', reason: 'x' } }),
        })

      const replies = await Promise.all([act(a, b, one, testShop.http), act(b, a, other, second)])

      expect(
        replies.filter((reply) => reply.statusCode === 200),
        `${one} ${other}`,
      ).toHaveLength(1)

      const left = await testShop.app.db
        .select()
        .from(users)
        .where(and(eq(users.role, 'admin'), eq(users.isBanned, false)))

      expect(left, `${one} ${other}`).toHaveLength(1)
      await testShop.app.db.update(users).set({ role: 'client' }).where(eq(users.role, 'admin'))
      await testShop.app.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.userId))
    }
  })

  it('deletion erases the person; orders and payments stay, and the email is free again [B037, B190, B182]', async () => {
    const email = 'some.daqui@exemplo.test'
    const who = await person(testShop.app, { name: 'Some Daqui', email })

    await testShop.app.db
      .update(users)
      .set({ discordId: '876543210987654321' })
      .where(eq(users.id, who.userId))

    const bought = await product(testShop.app, { keys: 1 })
    await coupon(testShop.app, { code: 'LIVRE', value: 10_000 })

    accepted(
      await startPix(
        testShop,
        who,
        await cartOf(testShop.app, who.userId, [{ productId: bought.id, quantity: 1 }]),
        { coupon: 'LIVRE' },
      ),
    )

    await send(testShop, `PUT ${base}/${who.userId}`, {
      as: developer,
      body: { name: 'Some Logo' },
    })

    expect(
      (await send(testShop, `DELETE ${base}/${who.userId}`, { as: developer })).body,
    ).toMatchObject({
      success: true,
      message: 'Usuário excluído.',
      user: { id: who.userId, name: 'Conta excluída' },
    })

    expect(await dashboard(testShop.http, who)).toBe(401)
    await expect.poll(() => dashboard(second, who), { timeout: 1000, interval: 10 }).toBe(401)

    for (const table of [
      'users',
      'sessions',
      'audit_log',
      'password_resets',
      'two_factors',
      'graphile_worker._private_jobs',
    ]) {
      const { rows } = await testShop.app.pool.query(`select t::text as text from ${table} t`)
      expect(rows.map((row) => row.text).join('\n'), table).not.toMatch(
        /some\.daqui|Some Daqui|Some Logo|876543210987654321/,
      )
    }

    expect(
      await testShop.app.db.select().from(sessions).where(eq(sessions.userId, who.userId)),
    ).toEqual([])
    expect(
      await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId)),
    ).toMatchObject([{ status: 'completed', customerEmail: email }])
    expect(
      await testShop.app.db.select().from(payments).where(eq(payments.userId, who.userId)),
    ).toMatchObject([{ status: 'completed' }])
    expect(await names(`search=${who.userId}`)).toEqual([])

    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/unban'],
    ] as const)
      expect(
        (await send(testShop, `${method} ${base}/${who.userId}${path}`, { as: admin })).status,
      ).toBe(404)

    expect(
      (await send(testShop, `GET ${base}/${who.userId}/history`, { as: admin })).body.history[0],
    ).toMatchObject({ action: 'user.deleted', performedBy: { id: developer.userId } })

    const again = await testShop.http.inject({
      method: 'POST',
      url: '/api/users/register',
      payload: { name: 'Outra', email, password: 'Muito-Secreta-7', termsAccepted: true },
    })

    expect(again.json().data.user).toMatchObject({ email, name: 'Outra' })
    expect(again.json().data.user.id).not.toBe(who.userId)
    await expectSound(testShop)
  })

  it('the trail loses the name and nothing else [B182]', async () => {
    for (const change of [
      `action = 'x'`,
      `details = '{}'`,
      `actor_name = 'Outro'`,
      `actor_name = null, ip = null`,
      `created_at = now()`,
    ])
      await expect(
        testShop.app.pool.query(`update audit_log set ${change}`),
        change,
      ).rejects.toThrow('append-only')
    await expect(testShop.app.pool.query('delete from audit_log')).rejects.toThrow('append-only')
  })
})
