import { IDS } from '@chaveiro/sandbox/discord-ids'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, users } from '../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { accepted, fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const base = '/api/admin/chat-roles'
const { roles } = IDS

describe('chat roles in the back office', () => {
  let testShop: TestShop
  let admin: Person

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true, env: { DISCORD_TIMEOUT_MS: '400' } })
    admin = await person(testShop.app, { role: 'developer', name: 'Dora' })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  beforeEach(async () => {
    await testShop.sandbox!.call('POST', '/sandbox/api/reset')
    await testShop.app.pool.query('delete from role_grants')
    await testShop.app.db.update(users).set({ discordId: null })
  })

  const control = (path: string, body: unknown) =>
    testShop.sandbox!.call('POST', `/sandbox/api${path}`, body)

  async function buyer(role: string, discordId: string): Promise<Person & { productName: string }> {
    const who = await person(testShop.app, { name: 'Érica Única' })
    await testShop.app.db.update(users).set({ discordId }).where(eq(users.id, who.userId))
    const { id, name } = await product(testShop.app, { keys: 1, role })
    expect(
      accepted(await startPix(testShop, who, await fill(testShop, who, id), { coupon: 'TUDO' }))
        .status,
    ).toBe('completed')
    await testShop.drain()

    return { ...who, productName: name }
  }

  const list = async (query = '') =>
    (await send(testShop, `GET ${base}${query}`, { as: admin })).body

  it("staff see each role's state and problem; only they can retry it, which is audited [B184]", async () => {
    const ana = await buyer(roles.customer, IDS.users.ana)
    await control('/faults', [
      { provider: 'discord', path: '/api/v10/guilds/*/roles/*', times: 1, do: 'status:403' },
    ])
    const bruno = await buyer(roles.vip, IDS.users.bruno)
    const carla = await buyer(roles.vip, IDS.users.carla)
    const all = await list()

    expect(all).toMatchObject({
      configured: true,
      total: 3,
      totalPages: 1,
      counts: { given: 1, failed: 1, absent: 1, waiting: 0, taken: 0 },
    })

    expect(all.roles.map((row: any) => [row.user.id, row.state, row.problem])).toEqual([
      [carla.userId, 'absent', 'not_member'],
      [bruno.userId, 'failed', 'hierarchy'],
      [ana.userId, 'given', null],
    ])

    expect(all.roles[1]).toMatchObject({
      discordId: IDS.users.bruno,
      roleId: roles.vip,
      wanted: true,
      tries: 1,
      detail: expect.stringContaining('Missing Permissions'),
      nextAt: expect.any(String),
      products: [bruno.productName],
    })

    expect((await list('?state=failed')).roles).toHaveLength(1)
    expect((await list(`?userId=${ana.userId}`)).total).toBe(1)

    for (const [search, n] of [
      ['érica', 3],
      [bruno.email, 1],
      [IDS.users.carla, 1],
      ['ninguém', 0],
    ] as const)
      expect((await list(`?search=${encodeURIComponent(search)}`)).total, search).toBe(n)

    expect((await list('?page=2&limit=2')).roles).toHaveLength(1)

    const id = all.roles[1].id as string

    for (const nobody of [bruno, null])
      expect((await send(testShop, `POST ${base}/${id}/retry`, { as: nobody })).status).toBe(
        nobody ? 403 : 401,
      )

    expect((await send(testShop, `POST ${base}/${id}/retry`, { as: admin })).status).toBe(200)
    await testShop.drain()
    expect((await list(`?userId=${bruno.userId}`)).roles).toMatchObject([
      { state: 'given', problem: null, tries: 0, nextAt: null },
    ])

    expect(
      (await testShop.sandbox!.call('GET', '/sandbox/api/discord')).users.find(
        (one: any) => one.username === 'bruno',
      ).roles,
    ).toEqual(['VIP'])

    expect(
      await testShop.app.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.targetId, bruno.userId), eq(auditLog.action, 'role.retried'))),
    ).toMatchObject([{ actorId: admin.userId, actorName: 'Dora', details: { roleId: roles.vip } }])

    expect(
      (await send(testShop, `POST ${base}/${admin.userId}/retry`, { as: admin })).body,
    ).toMatchObject({
      code: 'role.not_found',
    })
  })

  it('saving a product warns if the bot cannot give its role; it is saved all the same [B183]', async () => {
    const full = (discordRoleId: string | null) => ({
      name: `Cargo ${Math.random()}`,
      description: 'x',
      price: 1,
      discordRoleId,
    })

    const create = async (role: string | null) =>
      (await send(testShop, 'POST /api/admin/product', { as: admin, body: full(role) })).body

    for (const [role, warning] of [
      [roles.customer, null],
      [roles.founder, 'hierarchy'],
      [roles.bot, 'managed'],
      [IDS.guild, 'everyone'],
      ['1300000000000000299', 'unknown'],
      ['5', 'unknown'],
      [null, null],
    ] as const)
      expect(await create(role), String(role)).toMatchObject({
        success: true,
        roleWarning: warning,
        product: { discordRoleId: role },
      })

    const made = await create(roles.customer)
    const update = async (body: object) =>
      (await send(testShop, `PATCH /api/admin/product/${made.product.id}`, { as: admin, body }))
        .body
    expect(await update({ discordRoleId: roles.founder })).toMatchObject({
      roleWarning: 'hierarchy',
    })
    expect(await update({ price: 2 })).toMatchObject({ roleWarning: null })
    await control('/faults', [{ provider: 'discord', path: '*', times: 2, do: 'status:503' }])

    expect(await update({ discordRoleId: roles.vip })).toMatchObject({
      success: true,
      roleWarning: 'unreachable',
      product: { discordRoleId: roles.vip },
    })
  })

  it("the server's roles are listed highest first, with those that the bot cannot give", async () => {
    const guild = (await send(testShop, `GET ${base}/guild`, { as: admin })).body

    expect(guild).toMatchObject({
      problem: null,
      name: 'Loja Demo',
      roles: [
        { name: 'Fundador', warning: 'hierarchy' },
        { name: 'Chaveiro', warning: 'managed' },
        { name: 'Equipe', warning: null },
        { name: 'VIP', warning: null },
        { name: 'Cliente', warning: null },
        { name: 'Assinante', warning: null },
      ],
    })

    await control('/faults', [{ provider: 'discord', path: '*', times: 2, do: 'status:503' }])

    expect((await send(testShop, `GET ${base}/guild`, { as: admin })).body).toMatchObject({
      problem: 'unreachable',
      roles: [],
    })
  })
})

it('the back office shows that Discord is not configured', async () => {
  const testShop = await openTestShop()
  try {
    const admin = await person(testShop.app, { role: 'admin' })

    expect((await send(testShop, `GET ${base}`, { as: admin })).body).toMatchObject({
      configured: false,
      roles: [],
      total: 0,
    })

    expect((await send(testShop, `GET ${base}/guild`, { as: admin })).body).toMatchObject({
      problem: 'unconfigured',
      roles: [],
    })

    expect(
      (await send(testShop, `POST ${base}/${admin.userId}/retry`, { as: admin })).body,
    ).toMatchObject({
      code: 'chat.unconfigured',
    })

    const { body } = await send(testShop, 'POST /api/admin/product', {
      as: admin,
      body: { name: 'Com cargo', description: 'x', price: 1, discordRoleId: roles.vip },
    })

    expect(body).toMatchObject({ success: true, roleWarning: 'unconfigured' })
  } finally {
    await testShop.close()
  }
})
