import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, licences, stockKeys } from '../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { accepted, expectSound, fill, send, startPix, type Answer } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { expireLicences } from './licences.service.ts'

const base = '/api/admin/licenses'
const day = 86_400

describe('licences in the back office', () => {
  let testShop: TestShop
  let admin: Person

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true })
    admin = await person(testShop.app, { role: 'developer', name: 'Dora' })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path = '',
    body?: object,
  ): Promise<Answer> => send(testShop, `${method} ${base}${path}`, { as: admin, body })

  /** A customer with the licences of some bought keys. */
  async function bought(
    keys: string[],
    given: { name?: string; email?: string; product?: string } = {},
  ) {
    const who = await person(testShop.app, given)

    const { id, name } = await product(testShop.app, {
      keys,
      expirationDays: 30,
      maxPerOrder: 99,
      ...(given.product ? { name: given.product } : {}),
    })

    expect(
      accepted(
        await startPix(testShop, who, await fill(testShop, who, id, keys.length), {
          coupon: 'TUDO',
        }),
      ).status,
    ).toBe('completed')

    return {
      who,
      productId: id,
      productName: name,
      rows: await testShop.app.db
        .select()
        .from(licences)
        .where(eq(licences.userId, who.userId))
        .orderBy(asc(licences.id)),
    }
  }

  const stockOf = async (stockKeyId: string | null) =>
    (await testShop.app.db.select().from(stockKeys).where(eq(stockKeys.id, stockKeyId!)))[0]!

  const trail = (id: string) =>
    testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetType, 'licence'), eq(auditLog.targetId, id)))
      .orderBy(asc(auditLog.id))

  const seenBy = async (who: Person) =>
    (await send(testShop, 'GET /api/users/products', { as: who })).body.products[0] as {
      status: string
      licenseKey: string | null
    }

  it('the list pages and has every field; search finds key, name, e-mail and product [B110, B251, B187, Q120]', async () => {
    const { rows, who, productId } = await bought(
      Array.from({ length: 11 }, (_, i) => `LISTA-${1000 + i}`),
      { name: 'ÉRICA Única', email: 'zelia@exemplo.test', product: 'Editor 100%' },
    )

    const [one, two] = [(await ask('GET')).body, (await ask('GET', '?page=2')).body]
    expect([one.total, one.totalPages, one.licenses.length, two.licenses.length]).toEqual([
      11, 2, 10, 1,
    ])

    expect(two.licenses[0]).toEqual({
      id: rows[0]!.id,
      _id: rows[0]!.id,
      product: { id: productId, _id: productId, name: 'Editor 100%' },
      licenseKey: expect.stringMatching(/^LISTA-10(0[0-9]|10)$/),
      maskedKey: expect.stringMatching(/^••••10(0[0-9]|10)$/),
      customerName: 'ÉRICA Única',
      customerEmail: 'zelia@exemplo.test',
      userId: who.userId,
      orderId: rows[0]!.orderId,
      orderNumber: expect.stringMatching(/^ORD-/),
      status: 'active',
      expirationDate: rows[0]!.expiresAt!.toISOString(),
      createdAt: rows[0]!.createdAt.toISOString(),
    })

    for (const [search, n] of [
      ['LISTA-1003', 1],
      ['1003', 1],
      ['LISTA', 11],
      ['érica ú', 11],
      ['ZELIA@', 11],
      ['editor 100%', 11],
      ['100_', 0],
      ['ninguém', 0],
    ] as const)
      expect((await ask('GET', `?search=${encodeURIComponent(search)}`)).body.total, search).toBe(n)

    expect((await ask('GET', '?status=revoked')).body.total).toBe(0)

    expect((await ask('GET', `/${rows[0]!.id}`)).body).toMatchObject({
      license: two.licenses[0],
      data: two.licenses[0],
    })

    const csv = (await ask('GET', '/export.csv?search=1003')).body.toString()
    expect(csv.split('\r\n')).toHaveLength(3)
    expect(csv).not.toContain('LISTA')
  })

  it('any status changes to any other, together with the stock key; the customer sees it [B203, B142, B143, B112]', async () => {
    const {
      rows: [licence],
      who,
    } = await bought(['ELO-0001'])

    const [key, id] = [licence!.stockKeyId, licence!.id]
    const statuses = ['active', 'expired', 'revoked'] as const
    const shown = { active: 'active', expired: 'expired', revoked: 'suspended' }

    for (const from of statuses)
      for (const to of statuses) {
        await ask('PUT', `/${id}`, { status: from })

        expect((await ask('PATCH', `/${id}/status`, { status: to })).body).toMatchObject({
          success: true,
          license: { id, status: to },
        })

        expect((await stockOf(key)).status, `${from} ${to}`).toBe(
          to === 'revoked' ? 'revoked' : 'used',
        )
        expect((await seenBy(who)).status).toBe(shown[to])
      }

    expect((await seenBy(who)).licenseKey).toBeNull()
    expect((await ask('PUT', `/${id}`, { status: 'used' })).status).toBe(400)
    expect(
      (await ask('PUT', '/01890000-0000-7000-8000-000000000001', { status: 'active' })).body.code,
    ).toBe('licence.not_found')
    await expectSound(testShop)
  })

  it('revoking the stock key revokes the licence, and restoring it restores the time left [B112, B208]', async () => {
    const {
      rows: [licence],
      who,
    } = await bought(['ELO-0002'])

    const viaStock = (status: string) =>
      send(testShop, `PATCH /api/admin/stock/${licence!.stockKeyId}/status`, {
        as: admin,
        body: { status },
      })

    expect((await viaStock('revoked')).body.status).toBe('revoked')
    expect((await seenBy(who)).status).toBe('suspended')
    expect((await viaStock('used')).body.status).toBe('used')
    expect(await seenBy(who)).toMatchObject({ status: 'active', licenseKey: 'ELO-0002' })
    await viaStock('revoked')
    await testShop.advance(31 * day)
    await viaStock('used')
    expect((await seenBy(who)).status).toBe('expired')
    await expectSound(testShop)
  })

  it('a licence activated after its expiry does not expire at once [B142]', async () => {
    const {
      rows: [licence],
      who,
    } = await bought(['VOLTA-0001'])

    const ended = licence!.expiresAt!.toISOString()
    await testShop.advance(31 * day)
    await expireLicences(testShop.app)
    expect((await seenBy(who)).status).toBe('expired')
    const renewed = (await ask('PUT', `/${licence!.id}`, { status: 'active' })).body.license
    expect(
      new Date(renewed.expirationDate).getTime() - testShop.clock.now().getTime(),
    ).toBeGreaterThan(29.9 * day * 1000)
    await expireLicences(testShop.app)
    expect((await seenBy(who)).status).toBe('active')

    expect((await trail(licence!.id)).at(-1)!.details).toEqual({
      before: { status: 'expired', expirationDate: ended },
      after: { status: 'active', expirationDate: renewed.expirationDate },
    })
  })

  it('any licence is deleted; one in use is revoked with its stock key and stays in the books [B204, B200, B180, Q122]', async () => {
    const {
      rows: [licence, second],
      who,
    } = await bought(['FORA-5555', 'FORA-6666'])

    const id = licence!.id
    expect((await ask('DELETE', `/${id}`)).body).toEqual({ success: true })
    expect((await ask('GET', '?search=fora')).body.licenses).toMatchObject([{ id: second!.id }])

    for (const gone of [
      await ask('GET', `/${id}`),
      await ask('DELETE', `/${id}`),
      await ask('PUT', `/${id}`, { status: 'active' }),
    ])
      expect([gone.status, gone.body.code]).toEqual([404, 'licence.not_found'])

    const mine = (await send(testShop, 'GET /api/users/products', { as: who })).body.products as {
      status: string
    }[]
    expect(mine.map((one) => one.status).sort()).toEqual(['active', 'suspended'])
    expect((await stockOf(licence!.stockKeyId)).status).toBe('revoked')

    expect(
      (await send(testShop, `GET /api/admin/orders/${licence!.orderId}`, { as: admin })).body.order
        .units,
    ).toHaveLength(2)

    expect((await trail(id)).map((row) => row.action)).toEqual([
      'licence.status',
      'licence.deleted',
    ])

    await ask('PUT', `/${second!.id}`, { status: 'expired' })
    expect((await ask('DELETE', `/${second!.id}`)).body).toEqual({ success: true })

    expect((await trail(second!.id)).map((row) => row.details)).toMatchObject([
      { before: { status: 'active' }, after: { status: 'expired' } },
      { before: { status: 'expired' } },
    ])

    await expectSound(testShop)
  })

  it('a key is shown whole only on request; the audit trail has who and when, not the key [B110, B203]', async () => {
    const {
      rows: [licence],
    } = await bought(['REVELA-8765'])

    expect((await ask('POST', `/${licence!.id}/reveal`)).body).toEqual({
      success: true,
      licenseKey: 'REVELA-8765',
    })

    await ask('PUT', `/${licence!.id}`, { status: 'revoked' })
    const rows = await trail(licence!.id)

    expect(rows).toMatchObject([
      { action: 'licence.revealed', actorId: admin.userId, actorName: 'Dora', ip: '127.0.0.1' },
      {
        action: 'licence.status',
        details: { before: { status: 'active' }, after: { status: 'revoked' } },
      },
    ])

    expect(JSON.stringify(await testShop.app.db.select().from(auditLog))).not.toContain('REVELA')
  })

  it('a refunded licence stays revoked, from either side [B203, B112]', async () => {
    const {
      rows: [licence],
      who,
    } = await bought(['DEVOLVIDA-1'])

    expect(
      (
        await send(testShop, `PATCH /api/admin/orders/${licence!.orderId}/status`, {
          as: admin,
          body: { status: 'refunded', reason: 'pedido do cliente', reference: 'DEV-1' },
        })
      ).status,
    ).toBe(200)

    expect(await ask('PUT', `/${licence!.id}`, { status: 'active' })).toMatchObject({
      status: 409,
      body: {
        code: 'licence.refunded',
        error: 'O pedido desta licença foi reembolsado: ela não pode ser restaurada.',
      },
    })

    expect(
      (
        await send(testShop, `PATCH /api/admin/stock/${licence!.stockKeyId}`, {
          as: admin,
          body: { status: 'used' },
        })
      ).body.code,
    ).toBe('licence.refunded')

    expect((await seenBy(who)).status).toBe('suspended')
    expect((await stockOf(licence!.stockKeyId)).status).toBe('revoked')
  })

  it('changed from both sides at the same moment, licence and key always agree [B112]', async () => {
    const { rows } = await bought(Array.from({ length: 6 }, (_, i) => `JUNTO-${i}`))

    await Promise.all(
      rows.flatMap((row) => [
        ask('PUT', `/${row.id}`, { status: 'revoked' }),
        send(testShop, `PATCH /api/admin/stock/${row.stockKeyId}`, {
          as: admin,
          body: { status: 'revoked' },
        }),
        ask('PUT', `/${row.id}`, { status: 'active' }),
      ]),
    )

    for (const row of rows) {
      const [licence] = await testShop.app.db.select().from(licences).where(eq(licences.id, row.id))
      expect((await stockOf(row.stockKeyId)).status).toBe(
        licence!.status === 'revoked' ? 'revoked' : 'used',
      )
    }

    await expectSound(testShop)
  })
})
