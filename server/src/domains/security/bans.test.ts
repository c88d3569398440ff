import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog } from '../../db/tables/index.ts'
import { sessions, users } from '../../db/tables/index.ts'
import { createHttp } from '../../http/server.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { hashPassword } from '../accounts/password/password-hash.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { banOfDevice, purgeOldBans } from './bans.service.ts'

let testShop: TestShop
let second: FastifyInstance
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ env: { TRUST_PROXY: '1' } })
  second = await createHttp(await testShop.another())
  staff = await person(testShop.app, { role: 'developer', name: 'Dora' })
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

const ban = (body: object) => send(testShop, 'POST /api/admin/security/bans', { as: staff, body })
const lift = (id: string) => send(testShop, `DELETE /api/admin/security/bans/${id}`, { as: staff })

/**
 * The status code that a visitor from an IP address gets. The proxy in front reports the address,
 * and TRUST_PROXY=1 accepts the report.
 */
const visit = async (
  http: FastifyInstance,
  address: string,
  headers: Record<string, string> = {},
  url = '/api/product/list-active-categories',
) => (await http.inject({ url, headers: { 'x-forwarded-for': address, ...headers } })).statusCode

const barred = (http: FastifyInstance, address: string, wanted: number) =>
  expect.poll(() => visit(http, address), { timeout: 2000, interval: 20 }).toBe(wanted)

describe('bans', () => {
  it('are made with or without an expiry, listed newest first, removed, and audited [B117, B146, B118, B223]', async () => {
    const made = await ban({ ip: '203.0.113.1', reason: ' Fraude ', expiresAt: '' })

    expect(made).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Banimento criado.',
        ban: { ip: '203.0.113.1', hwid: null, reason: 'Fraude', expiresAt: null },
      },
    })

    const until = new Date(testShop.clock.now().getTime() + 3_600_000).toISOString()
    const device = (await ban({ ip: '', hwid: 'PC-77', reason: 'Cópia', expiresAt: until })).body
      .ban
    expect(device).toMatchObject({ ip: null, hwid: 'PC-77', expiresAt: until })
    const { bans, total } = (await send(testShop, 'GET /api/admin/security/bans', { as: staff }))
      .body

    expect(bans.map((one: { id: string }) => one.id).slice(0, 2)).toEqual([
      device._id,
      made.body.ban._id,
    ])

    expect(total).toBe(bans.length)
    expect(await banOfDevice(testShop.app, 'PC-77')).toMatchObject({ reason: 'Cópia' })
    expect((await lift(device.id)).body).toEqual({ success: true, message: 'Banimento removido.' })

    expect(await lift(device.id)).toMatchObject({
      status: 404,
      body: { code: 'security.ban_not_found' },
    })

    expect(await banOfDevice(testShop.app, 'PC-77')).toBeNull()
    await lift(made.body.ban.id)
    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, device.id))

    expect(trail).toMatchObject([
      {
        action: 'ban.created',
        actorId: staff.userId,
        ip: '127.0.0.1',
        details: { after: { hwid: 'PC-77', expiresAt: until } },
      },
      { action: 'ban.removed', details: { before: { reason: 'Cópia' } } },
    ])
  })

  it('need a reason and an IP address or device; past dates are refused and nothing is stored [B166, B167, B168]', async () => {
    for (const [body, code] of [
      [{ reason: 'x' }, 'security.ip_or_hwid_required'],
      [{ ip: '', hwid: null, reason: 'x' }, 'security.ip_or_hwid_required'],
      [{ ip: '203.0.113.1' }, 'request.invalid'],
      [{ ip: '203.0.113.1', reason: '  ' }, 'request.invalid'],
      [{ ip: '203.0.113.300', reason: 'x' }, 'security.ip_invalid'],
      [{ ip: '203.0.113.0/24', reason: 'x' }, 'security.ip_invalid'],
      [{ ip: 'localhost', reason: 'x' }, 'security.ip_invalid'],
      [{ ip: '203.0.113.1', reason: 'x', expiresAt: 'amanhã' }, 'security.expiry_invalid'],
      [
        { ip: '203.0.113.1', reason: 'x', expiresAt: '2020-01-01T00:00:00Z' },
        'security.expiry_invalid',
      ],
      [
        { ip: '203.0.113.1', reason: 'x', expiresAt: '2026-13-45T99:00' },
        'security.expiry_invalid',
      ],
    ] as const)
      expect((await ban(body)).body.code, JSON.stringify(body)).toBe(code)
    expect((await send(testShop, 'GET /api/admin/security/bans', { as: staff })).body.total).toBe(0)
  })

  it('a banned address is refused within two seconds everywhere, and let in again as fast [B147]', async () => {
    const until = new Date(testShop.clock.now().getTime() + 600_000).toISOString()
    const { id } = (await ban({ ip: '::ffff:198.51.100.7', reason: 'Abuso', expiresAt: until }))
      .body.ban
    for (const http of [testShop.http, second]) await barred(http, '198.51.100.7', 403)

    const reply = (
      await testShop.http.inject({
        url: '/api/users/dashboard',
        headers: { 'x-forwarded-for': '198.51.100.7' },
      })
    ).json()

    expect(reply).toMatchObject({
      success: false,
      code: 'auth.ip_banned',
      error: 'O acesso deste endereço está bloqueado: Abuso',
    })

    expect(await visit(testShop.http, '198.51.100.8')).toBe(200)
    testShop.clock.advance(601)
    for (const http of [testShop.http, second]) expect(await visit(http, '198.51.100.7')).toBe(200)
    expect((await send(testShop, 'GET /api/admin/security/bans', { as: staff })).body.total).toBe(0)
    await lift(id)
    const again = (await ban({ ip: '198.51.100.7', reason: 'Abuso' })).body.ban
    for (const http of [testShop.http, second]) await barred(http, '198.51.100.7', 403)
    await lift(again.id)
    for (const http of [testShop.http, second]) await barred(http, '198.51.100.7', 200)
  })

  it('an IPv6 address is banned with its /64, in any spelling [B147]', async () => {
    const { id, network } = (await ban({ ip: '2001:DB8:aa:bb::1', reason: 'Abuso' })).body.ban
    expect(network).toBe('2001:db8:aa:bb::/64')
    await barred(testShop.http, '2001:db8:aa:bb:ffff:1:2:3', 403)
    for (const address of ['2001:0db8:00aa:00bb:0000:0000:0000:0009', '2001:db8:aa:bb::'])
      expect(await visit(testShop.http, address)).toBe(403)
    for (const address of ['2001:db8:aa:bc::1', '2001:db8:aa::bb:1'])
      expect(await visit(testShop.http, address)).toBe(200)
    await lift(id)
  })

  it('a forged X-Forwarded-For neither hides nor bans an address: only the nearest hop counts [B147]', async () => {
    const { id } = (await ban({ ip: '198.51.100.66', reason: 'Abuso' })).body.ban
    await barred(testShop.http, '198.51.100.66', 403)

    for (const forged of [
      '203.0.113.5, 198.51.100.66',
      '127.0.0.1,198.51.100.66',
      'unknown, 198.51.100.66',
    ])
      expect(await visit(testShop.http, forged), forged).toBe(403)

    for (const framed of ['198.51.100.66, 203.0.113.5', '198.51.100.66,198.51.100.66, 203.0.113.5'])
      expect(await visit(testShop.http, framed), framed).toBe(200)
    const plain = await openTestShop()

    try {
      const admin = await person(plain.app, { role: 'admin' })

      await send(plain, 'POST /api/admin/security/bans', {
        as: admin,
        body: { ip: '198.51.100.66', reason: 'x' },
      })

      await expect
        .poll(
          async () =>
            (await plain.http.inject({ url: '/api/server/status', remoteAddress: '198.51.100.66' }))
              .statusCode,
        )
        .toBe(403)

      expect(
        (
          await plain.http.inject({
            url: '/api/server/status',
            remoteAddress: '198.51.100.66',
            headers: { 'x-forwarded-for': '203.0.113.5' },
          })
        ).statusCode,
      ).toBe(403)

      expect(
        (
          await plain.http.inject({
            url: '/api/server/status',
            remoteAddress: '203.0.113.5',
            headers: { 'x-forwarded-for': '198.51.100.66' },
          })
        ).statusCode,
      ).toBe(200)
    } finally {
      await plain.close()
    }

    await lift(id)
  })

  it("staff cannot lock themselves out: their login and refresh pass, a customer's do not [B147]", async () => {
    const passwordHash = await hashPassword('Senha-da-Equipe-9')
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, staff.userId))
    const client = await person(testShop.app)
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, client.userId))
    const from = { 'x-forwarded-for': '198.51.100.99' }

    const enter = (email: string) =>
      testShop.http.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: from,
        payload: { email, password: 'Senha-da-Equipe-9' },
      })

    const before = (await enter(client.email)).cookies[0]!.value
    const { id } = (await ban({ ip: '198.51.100.99', reason: 'Engano' })).body.ban
    await barred(testShop.http, '198.51.100.99', 403)
    expect(
      await visit(testShop.http, '198.51.100.99', staff.headers, '/api/admin/security/bans'),
    ).toBe(200)
    expect(
      await visit(testShop.http, '198.51.100.99', client.headers, '/api/users/dashboard'),
    ).toBe(403)
    expect(
      await visit(testShop.http, '198.51.100.99', {}, '/api/captcha/challenge?action=login'),
    ).toBe(200)
    expect(
      await visit(testShop.http, '198.51.100.99', {}, '/api/captcha/challenge?action=register'),
    ).toBe(403)
    const entered = await enter(staff.email)
    expect(entered.statusCode).toBe(200)

    const refresh = (token: string) =>
      testShop.http.inject({
        method: 'POST',
        url: '/api/users/refresh-token',
        headers: from,
        cookies: { refreshToken: token },
      })

    expect((await refresh(entered.cookies[0]!.value)).statusCode).toBe(200)
    expect((await refresh(before)).json().code).toBe('auth.ip_banned')

    expect(
      (
        await testShop.http.inject({
          method: 'POST',
          url: '/api/users/register',
          headers: from,
          payload: {},
        })
      ).json().code,
    ).toBe('auth.ip_banned')

    await lift(id)
  })

  it('a second ban replaces the first, concurrent bans leave one, and lifting it lets in [F145]', async () => {
    const first = (await ban({ ip: '203.0.113.90', reason: 'Primeiro' })).body.ban
    const second = (await ban({ ip: '203.0.113.90', reason: 'Segundo' })).body.ban

    const standing = async () =>
      (await send(testShop, 'GET /api/admin/security/bans', { as: staff })).body.bans
        .filter(
          (one: { ip: string | null; hwid: string | null }) =>
            one.ip === '203.0.113.90' || one.hwid === 'PC-90',
        )
        .map((one: { reason: string }) => one.reason)

    expect(await standing()).toEqual(['Segundo'])
    expect((await lift(first.id)).status).toBe(404)
    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, first.id))
    expect(trail.map(({ action }) => action)).toEqual(['ban.created', 'ban.removed'])
    await lift(second.id)
    await barred(testShop.http, '203.0.113.90', 200)
    await Promise.all(
      Array.from({ length: 6 }, () => ban({ ip: '203.0.113.90', reason: 'De uma vez' })),
    )
    await ban({ hwid: 'PC-90', reason: 'Aparelho' })
    await ban({ ip: '203.0.113.90', hwid: 'PC-90', reason: 'Os dois' })
    expect(await standing()).toEqual(['Os dois', 'Aparelho', 'De uma vez'])
    await ban({ hwid: 'PC-90', reason: 'Aparelho outra vez' })
    expect(await standing()).toEqual(['Aparelho outra vez', 'Os dois', 'De uma vez'])
  })

  it('counts the accounts of an IP address over ninety days, each once [B147]', async () => {
    const ip = '198.51.100.77'
    const daysAgo = (days: number) => testShop.clock.now().getTime() - days * 86_400_000

    const logIn = async (daysOfLogins: number[]) => {
      const { userId } = await person(testShop.app)
      for (const days of daysOfLogins)
        await testShop.app.db.insert(sessions).values({
          id: newId(),
          userId,
          ip,
          createdAt: new Date(daysAgo(days)),
          expiresAt: new Date(daysAgo(days - 7)),
        })
    }

    await logIn([1, 2])
    await logIn([89])
    await logIn([91])

    expect((await ban({ ip, reason: 'Vários' })).body.sharedBy).toBe(2)
  })

  it('reports how many accounts used the address lately, and deletes bans that ended long ago [B147]', async () => {
    await person(testShop.app)

    const { ban: made, sharedBy } = (
      await ban({
        ip: '127.0.0.1',
        reason: 'x',
        expiresAt: new Date(testShop.clock.now().getTime() + 60_000).toISOString(),
      })
    ).body

    expect(sharedBy).toBeGreaterThan(1)
    await lift(made.id)

    const old = (
      await ban({
        ip: '203.0.113.44',
        reason: 'x',
        expiresAt: new Date(testShop.clock.now().getTime() + 60_000).toISOString(),
      })
    ).body

    expect(old.sharedBy).toBe(0)
    testShop.clock.advance(31 * 86_400 + 61)
    await purgeOldBans(testShop.app)
    expect((await lift(old.ban.id)).status).toBe(404)
  })
})

it('the security log has failed logins, blocks and bans; a flood is one entry a minute [B225, B224]', async () => {
  const { id } = (await ban({ ip: '198.51.100.200', reason: 'Enchente' })).body.ban
  await barred(testShop.http, '198.51.100.200', 403)
  for (let i = 0; i < 20; i++) await visit(testShop.http, '198.51.100.200')
  await send(testShop, 'POST /api/users/login', {
    body: { email: 'ninguem@exemplo.test', password: 'errada' },
  })
  await inTransaction(testShop.app, (tx) =>
    recordAudit(tx, { action: 'product.updated', actorId: staff.userId }),
  )
  await lift(id)
  const page = (query: string) =>
    send(testShop, `GET /api/admin/security/logs?${query}`, { as: staff })
  const { body } = await page('limit=4')

  expect(body.logs.map((one: { action: string }) => one.action)).toEqual([
    'ban.removed',
    'login.failed',
    'request.blocked',
    'ban.created',
  ])

  expect(body.logs[2]).toMatchObject({
    ip: '198.51.100.200',
    details: { call: 'GET /api/product/list-active-categories' },
  })

  expect(body.pages).toBe(Math.ceil(body.total / 4))
  const next = (await page('limit=4&page=2')).body.logs
  expect(next.map((one: { id: string }) => one.id)).not.toContain(body.logs[3].id)
  testShop.clock.advance(61)
})
