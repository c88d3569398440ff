import { IDS } from '@chaveiro/sandbox/discord-ids'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, licences, productVariants, roleGrants, users } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { cartOf, coupon, person, product, variant, type Person } from '../../testing/make.ts'
import { accepted, expectSound, fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { restoreOrder, suspendOrder, revokeOrder } from '../fulfilment/revocation.service.ts'
import { expireLicences } from '../licences/licences.service.ts'
import { compareRoles, tryDueRoles } from './role-reconciliation.service.ts'
import { outcomeOf, syncRolesOf } from './roles.service.ts'

const { roles } = IDS
const day = 86_400

describe('roles of the chat server', () => {
  let testShop: TestShop
  let admin: Person

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true, env: { DISCORD_TIMEOUT_MS: '400' } })
    admin = await person(testShop.app, { role: 'admin', name: 'Dona' })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  })

  afterAll(async () => {
    await testShop?.close()
  })
  const control = (path: string, body: object) =>
    testShop.sandbox!.call('POST', `/sandbox/api${path}`, body)

  beforeEach(() =>
    control('/discord/settings', {
      membersIntent: true,
      limits: { global: 1000, bucket: { '*': [1000, 1] } },
    }),
  )

  afterEach(async () => {
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await testShop.drain()
    await expectSound(testShop)
  })

  let made = 0

  /** Create a customer with a linked chat account. */
  async function linked(
    given: { member?: boolean } = {},
  ): Promise<Person & { discord: string; discordId: string }> {
    const discord = `gente${++made}`
    const { id: discordId } = await control('/discord/member', { action: 'create', user: discord })
    if (given.member !== false) await control('/discord/member', { action: 'join', user: discord })
    const who = await person(testShop.app, { name: `Gente ${made}` })
    await testShop.app.db.update(users).set({ discordId }).where(eq(users.id, who.userId))

    return { ...who, discord, discordId }
  }

  const rolesOf = async (discord: string): Promise<string[]> =>
    (await testShop.sandbox!.call('GET', '/sandbox/api/discord')).users.find(
      (one: any) => one.username === discord,
    ).roles

  const grantsOf = (userId: string) =>
    testShop.app.db
      .select()
      .from(roleGrants)
      .where(eq(roleGrants.userId, userId))
      .orderBy(asc(roleGrants.createdAt), asc(roleGrants.roleId))

  const fault = (what: string, times = 1, path = '*') =>
    control('/faults', [{ provider: 'discord', path, times, do: what }] as never)

  async function buy(who: Person, productId: string): Promise<string> {
    const { body } = await startPix(testShop, who, await fill(testShop, who, productId), {
      coupon: 'TUDO',
    })
    expect(body.status).toBe('completed')

    const [licence] = await testShop.app.db
      .select()
      .from(licences)
      .where(and(eq(licences.userId, who.userId), eq(licences.productId, productId)))
      .orderBy(asc(licences.createdAt))

    return licence!.orderId
  }

  /** Advance the clock and run the due jobs. */
  async function later(seconds: number): Promise<void> {
    testShop.clock.advance(seconds)
    await tryDueRoles(testShop.app)
    await testShop.drain()
  }

  it('a purchase gives the role once, and a refund takes it [B184, B183]', async () => {
    const who = await linked()
    const { id } = await product(testShop.app, { keys: 2, role: roles.customer })
    const orderId = await buy(who, id)
    expect(await rolesOf(who.discord)).toEqual([])
    await testShop.drain()
    expect(await rolesOf(who.discord)).toEqual(['Cliente'])

    expect(await grantsOf(who.userId)).toMatchObject([
      {
        discordId: who.discordId,
        roleId: roles.customer,
        wanted: true,
        state: 'given',
        problem: null,
        nextAt: null,
      },
    ])

    await buy(who, id)
    await testShop.drain()
    await testShop.drain()
    const trail = (await testShop.sandbox!.call('GET', '/sandbox/api/discord')).trail.filter(
      (one: any) => one.user === who.discord && one.what.startsWith('role'),
    )
    expect(trail).toMatchObject([{ what: 'role given' }])

    for (const order of [
      orderId,
      ...(
        await testShop.app.db
          .selectDistinct({ id: licences.orderId })
          .from(licences)
          .where(eq(licences.userId, who.userId))
      ).map((one) => one.id),
    ])
      await inTransaction(testShop.app, (tx) => revokeOrder(tx, order))

    await testShop.drain()
    expect(await rolesOf(who.discord)).toEqual([])
    expect(await grantsOf(who.userId)).toMatchObject([{ wanted: false, state: 'taken' }])

    expect(
      (
        await testShop.app.db
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.targetId, who.userId), eq(auditLog.targetType, 'user')))
          .orderBy(asc(auditLog.id))
      ).map((row) => row.action),
    ).toEqual(['role.given', 'role.taken'])
  })

  it('a role stays while another licence gives it, and is taken with the last one [B184]', async () => {
    const who = await linked()
    const short = await product(testShop.app, { keys: 1, role: roles.vip, expirationDays: 1 })
    const long = await product(testShop.app, { keys: 1, role: roles.vip, expirationDays: 90 })
    const other = await product(testShop.app, { keys: 1, role: roles.customer, expirationDays: 90 })
    await buy(who, short.id)
    const order = await buy(who, long.id)
    await buy(who, other.id)
    await testShop.drain()
    expect((await rolesOf(who.discord)).sort()).toEqual(['Cliente', 'VIP'])
    testShop.clock.advance(2 * day)
    await expireLicences(testShop.app)
    await testShop.drain()
    expect((await rolesOf(who.discord)).sort()).toEqual(['Cliente', 'VIP'])
    await inTransaction(testShop.app, (tx) => suspendOrder(tx, order, { source: 'stripe' }))
    await testShop.drain()
    expect(await rolesOf(who.discord)).toEqual(['Cliente'])
    await inTransaction(testShop.app, (tx) => restoreOrder(tx, order, { source: 'stripe' }))
    await testShop.drain()
    expect((await rolesOf(who.discord)).sort()).toEqual(['Cliente', 'VIP'])

    const [licence] = await testShop.app.db
      .select()
      .from(licences)
      .where(eq(licences.productId, other.id))

    for (const [status, expected] of [
      ['revoked', ['VIP']],
      ['active', ['Cliente', 'VIP']],
      ['expired', ['VIP']],
    ] as const) {
      expect(
        (
          await send(testShop, `PATCH /api/admin/licenses/${licence!.id}/status`, {
            as: admin,
            body: { status },
          })
        ).status,
      ).toBe(200)

      await testShop.drain()
      expect((await rolesOf(who.discord)).sort()).toEqual(expected)
    }

    testShop.clock.advance(90 * day)
    await expireLicences(testShop.app)
    await testShop.drain()
    expect(await rolesOf(who.discord)).toEqual([])
  })

  it('an hour without Discord: sales continue, and every role is given afterwards [B184]', async () => {
    const { id } = await product(testShop.app, { keys: 8, role: roles.customer })
    const buyers = []
    for (let n = 0; n < 6; n++) buyers.push(await linked())
    await fault('status:503', 10_000)
    for (const who of buyers) await buy(who, id)
    await testShop.drain()

    for (const who of buyers) {
      expect(
        (await send(testShop, 'GET /api/users/products', { as: who })).body.products,
      ).toMatchObject([{ status: 'active', licenseKey: expect.any(String) }])

      expect(await grantsOf(who.userId)).toMatchObject([
        {
          state: 'waiting',
          problem: 'unreachable',
          wanted: true,
          tries: 1,
          detail: expect.stringContaining('503'),
        },
      ])
    }

    for (let minute = 0; minute < 60; minute += 6) await later(360)
    for (const who of buyers) expect(await rolesOf(who.discord)).toEqual([])
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await later(600)

    for (const who of buyers) {
      expect(await rolesOf(who.discord)).toEqual(['Cliente'])
      expect(await grantsOf(who.userId)).toMatchObject([
        { state: 'given', problem: null, tries: 0 },
      ])
    }
  })

  it.each([
    'timeout',
    'commit-then-timeout',
    'commit-then-reset',
    'reset',
    'status:500',
    'status:429',
  ])('a call met by %s is made again, and the role is given once', async (what) => {
    const who = await linked()
    const { id } = await product(testShop.app, { keys: 1, role: roles.customer })
    await fault(what, 1, '/api/v10/guilds/*/roles/*')
    await buy(who, id)
    await testShop.drain()
    await later(30)
    expect(await rolesOf(who.discord)).toEqual(['Cliente'])
    expect(await grantsOf(who.userId)).toMatchObject([{ state: 'given' }])
  })

  it('a buyer outside the guild gets the role when they join, and again when they rejoin [B184]', async () => {
    for (const membersIntent of [true, false]) {
      await control('/discord/settings', { membersIntent })
      const who = await linked({ member: false })
      const { id } = await product(testShop.app, { keys: 1, role: roles.customer })
      await buy(who, id)
      await testShop.drain()
      const state = async () => (await grantsOf(who.userId))[0]!
      expect(await state()).toMatchObject({ state: 'absent', problem: 'not_member', wanted: true })

      const compare = async () => {
        for (let n = 0; n < 4; n++) {
          testShop.clock.advance(60)
          await compareRoles(testShop.app)
        }
        await testShop.drain()
      }

      await control('/discord/member', { action: 'join', user: who.discord })
      await compare()
      expect(await rolesOf(who.discord)).toEqual(['Cliente'])
      expect(await state()).toMatchObject({ state: 'given', problem: null })
      await control('/discord/member', { action: 'leave', user: who.discord })
      await compare()
      expect(await state()).toMatchObject({ state: 'absent' })
      await control('/discord/member', { action: 'join', user: who.discord })
      expect(await rolesOf(who.discord)).toEqual([])
      await compare()
      expect(await rolesOf(who.discord)).toEqual(['Cliente'])

      // A role removed by hand in the chat server is assigned again while the licence is active.
      await control('/discord/member', {
        action: 'role',
        user: who.discord,
        role: 'Cliente',
        on: false,
      })

      await compare()
      expect(await rolesOf(who.discord)).toEqual(['Cliente'])
      // The shop does not touch roles that it did not assign.
      await control('/discord/member', { action: 'role', user: who.discord, role: 'VIP' })
      await compare()
      expect((await rolesOf(who.discord)).sort()).toEqual(['Cliente', 'VIP'])
    }
  })

  it('blocked direct messages do not matter; a licence that ended in an absence gives no role', async () => {
    const who = await linked()
    await control('/discord/member', { action: 'dm', user: who.discord, open: false })
    const { id } = await product(testShop.app, { keys: 1, role: roles.customer })
    const order = await buy(who, id)
    await testShop.drain()
    expect(await rolesOf(who.discord)).toEqual(['Cliente'])
    await control('/discord/member', { action: 'leave', user: who.discord })
    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order))
    await testShop.drain()
    expect(await grantsOf(who.userId)).toMatchObject([
      { wanted: false, state: 'taken', problem: null },
    ])
    await control('/discord/member', { action: 'join', user: who.discord })
    await compareRoles(testShop.app)
    await testShop.drain()
    expect(await rolesOf(who.discord)).toEqual([])
  })

  it('relinking moves the roles, unlinking and deletion take them; a chat account has one person [B002]', async () => {
    const [who, spare] = [await linked(), await linked()]
    await testShop.app.db.update(users).set({ discordId: null }).where(eq(users.id, spare.userId))
    const { id } = await product(testShop.app, { keys: 2, role: roles.customer })
    await buy(who, id)
    await testShop.drain()

    const put = async (user: Person, discordId: string) => {
      const reply = await send(testShop, `PUT /api/admin/users/${user.userId}`, {
        as: admin,
        body: { discordId },
      })

      await testShop.drain()

      return reply
    }

    expect((await put(who, spare.discordId)).status).toBe(200)
    expect([await rolesOf(who.discord), await rolesOf(spare.discord)]).toEqual([[], ['Cliente']])
    expect((await put(spare, spare.discordId)).body).toMatchObject({ code: 'chat.taken' })
    expect((await put(spare, who.discordId)).status).toBe(200)
    await put(who, '')
    expect([await rolesOf(who.discord), await rolesOf(spare.discord)]).toEqual([[], []])
    // Another user has linked this chat account, so a check of the previous user does not change
    // the roles of the chat account.
    await put(spare, spare.discordId)
    await buy(spare, id)
    await testShop.drain()
    await syncRolesOf(testShop.app, who.userId)
    expect(await rolesOf(spare.discord)).toEqual(['Cliente'])
    expect(
      (await send(testShop, `DELETE /api/admin/users/${spare.userId}`, { as: admin })).status,
    ).toBe(200)
    await testShop.drain()
    expect(await rolesOf(spare.discord)).toEqual([])
    expect(await grantsOf(spare.userId)).toEqual([])
  })

  it("changing a product's role changes its buyers' roles [B183]", async () => {
    const who = await linked()
    const { id } = await product(testShop.app, { keys: 1, role: roles.customer })
    await buy(who, id)
    await testShop.drain()

    for (const [discordRoleId, expected] of [
      [roles.vip, ['VIP']],
      [null, []],
      [roles.subscriber, ['Assinante']],
    ] as const) {
      expect(
        (
          await send(testShop, `PATCH /api/admin/product/${id}`, {
            as: admin,
            body: { discordRoleId },
          })
        ).status,
      ).toBe(200)

      await testShop.drain()
      await testShop.drain()
      expect(await rolesOf(who.discord)).toEqual(expected)
    }
  })

  it('each variant gives its own role; changing one affects its owners only [L029]', async () => {
    const [month, life, plain] = [await linked(), await linked(), await linked()]
    const { id } = await product(testShop.app, { keys: 1, role: roles.customer })

    const forLife = await variant(testShop.app, id, {
      name: 'Vitalícia',
      keys: 1,
      validityDays: null,
      discordRoleId: roles.vip,
    })

    const without = await variant(testShop.app, id, { name: 'Simples', keys: 1 })
    const held = () => Promise.all([month, life, plain].map(({ discord }) => rolesOf(discord)))

    for (const [who, variantId] of [
      [month, id],
      [life, forLife],
      [plain, without],
    ] as const) {
      const cartId = await cartOf(testShop.app, who.userId, [
        { productId: id, variantId, quantity: 1 },
      ])
      expect((await startPix(testShop, who, cartId, { coupon: 'TUDO' })).body.status).toBe(
        'completed',
      )
    }

    await testShop.drain()
    expect(await held()).toEqual([['Cliente'], ['VIP'], []])

    const given = async (variantId: string, discordRoleId: string | null) => {
      const { status } = await send(
        testShop,
        `PATCH /api/admin/product/${id}/variants/${variantId}`,
        {
          as: admin,
          body: { discordRoleId },
        },
      )

      expect(status).toBe(200)

      const { rows } = await testShop.app.pool.query(
        `select payload from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'role.variant'`,
      )

      expect(rows).toEqual([{ payload: { variantId } }])
      await testShop.drain()
      await testShop.drain()
    }

    await given(forLife, roles.subscriber)
    expect(await held()).toEqual([['Cliente'], ['Assinante'], []])
    await given(without, roles.vip)
    expect(await held()).toEqual([['Cliente'], ['Assinante'], ['VIP']])
    await given(id, null)
    expect(await held()).toEqual([[], ['Assinante'], ['VIP']])
  })

  it('two processes give a role once, and the last change wins even over a slow call', async () => {
    const other = await testShop.another()
    const who = await linked()
    const { id } = await product(testShop.app, { keys: 1, role: roles.customer })
    const order = await buy(who, id)

    await Promise.all([
      syncRolesOf(testShop.app, who.userId),
      syncRolesOf(other, who.userId),
      syncRolesOf(testShop.app, who.userId),
    ])

    expect(await grantsOf(who.userId)).toHaveLength(1)
    expect(await rolesOf(who.discord)).toEqual(['Cliente'])

    // During a slow call the order is refunded: the late outcome of that call is not stored.
    await testShop.app.db
      .update(roleGrants)
      .set({ state: 'waiting', nextAt: testShop.clock.now() })
      .where(eq(roleGrants.userId, who.userId))

    await fault('delay:300', 1, '/api/v10/guilds/*/roles/*')
    const slow = syncRolesOf(other, who.userId)
    await new Promise((done) => setTimeout(done, 100))
    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order))
    await testShop.drain()
    await slow
    await testShop.drain()
    expect(await grantsOf(who.userId)).toMatchObject([{ wanted: false, state: 'taken' }])
  })

  it('a role that Discord refuses waits for staff, without frequent retries', async () => {
    const who = await linked()

    const [high, none] = [
      await product(testShop.app, { keys: 1, role: roles.founder }),
      await product(testShop.app, { keys: 1, role: '1300000000000000299' }),
    ]

    await buy(who, high.id)
    await buy(who, none.id)
    await testShop.drain()

    expect(
      (await grantsOf(who.userId)).map(({ state, problem }) => [state, problem]).sort(),
    ).toEqual([
      ['failed', 'hierarchy'],
      ['failed', 'no_role'],
    ])

    await testShop.sandbox!.call('DELETE', '/sandbox/api/requests')
    for (let n = 0; n < 5; n++) await later(600)
    expect(await testShop.sandbox!.call('GET', '/sandbox/api/requests?provider=discord')).toEqual(
      [],
    )

    await testShop.app.db
      .update(productVariants)
      .set({ discordRoleId: null })
      .where(eq(productVariants.id, none.id))

    await syncRolesOf(testShop.app, who.userId)

    expect((await grantsOf(who.userId)).map(({ state }) => state).sort()).toEqual([
      'failed',
      'taken',
    ])
  })

  it('retries slow down while Discord is away, and wait as long as it asks', () => {
    const away = { kind: 'unavailable', code: 0, reason: 'x', retryAfterMs: null } as const
    expect([0, 1, 2, 7, 50].map((tries) => outcomeOf({ wanted: true, tries }, away).again)).toEqual(
      [5, 10, 20, 600, 600],
    )

    expect(
      outcomeOf(
        { wanted: true, tries: 0 },
        { ...away, kind: 'rate-limited', retryAfterMs: 64_570 },
      ),
    ).toMatchObject({ state: 'waiting', problem: 'limited', again: 65 })
  })
})

describe('without Discord', () => {
  it('a product with a role is sold all the same, and the wanted role is stored [B184]', async () => {
    const testShop = await openTestShop({ sandbox: true, env: { DISCORD_BOT_TOKEN: '' } })
    try {
      await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
      expect(testShop.app.providers.chat).toBeNull()
      const who = await person(testShop.app)

      await testShop.app.db
        .update(users)
        .set({ discordId: IDS.users.ana })
        .where(eq(users.id, who.userId))

      const { id } = await product(testShop.app, { keys: 1, role: roles.customer })
      expect(
        accepted(await startPix(testShop, who, await fill(testShop, who, id), { coupon: 'TUDO' }))
          .status,
      ).toBe('completed')
      await testShop.drain()
      expect(await testShop.app.db.select().from(roleGrants)).toMatchObject([
        { wanted: true, state: 'waiting', problem: 'unconfigured' },
      ])
      await tryDueRoles(testShop.app)
      await compareRoles(testShop.app)
      await expectSound(testShop)
    } finally {
      await testShop.close()
    }
  })
})
