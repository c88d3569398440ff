import { couponTypes } from '@chaveiro/contracts/states'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog } from '../../db/tables/index.ts'
import { coupon, person, product, variant, type Person } from '../../testing/make.ts'
import { accepted, expectSound, fill, send, startPix, type Answer } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const base = '/api/admin/cupons'
const dates = { startDate: '2026-01-10', endDate: '2099-12-31' }

describe('coupons in the back office', () => {
  let testShop: TestShop
  let admin: Person

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true })
    admin = await person(testShop.app, { role: 'admin', name: 'Alice' })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path = '',
    body?: object,
  ): Promise<Answer> => send(testShop, `${method} ${base}${path}`, { as: admin, body })

  const make = async (body: object) => (await ask('POST', '', { ...dates, ...body })).body.cupom

  it('is created with defaults; its code is trimmed and uppercase, its days are store days [B212, B136, B138]', async () => {
    const linked = await product(testShop.app)

    const made = await ask('POST', '', {
      code: ' natal-26 ',
      type: 'fixed',
      value: 19.9,
      minPurchase: 100,
      maxDiscount: 50.5,
      usageLimit: 10,
      active: false,
      products: [linked.id],
      startDate: '2026-12-01',
      endDate: '2026-12-25',
    })

    expect(made).toMatchObject({
      status: 200,

      body: {
        success: true,

        cupom: {
          code: 'NATAL-26',
          type: 'fixed',
          value: 19.9,
          minPurchase: 100,
          maxDiscount: 50.5,
          usageLimit: 10,
          usageCount: 0,
          active: false,
          status: 'inactive',
          startDate: '2026-12-01T03:00:00.000Z',
          endDate: '2026-12-26T02:59:59.999Z',
          products: [{ id: linked.id, _id: linked.id, name: linked.name }],
        },
      },
    })

    expect((await ask('GET', `/${made.body.cupom.id}`)).body.cupom).toEqual(made.body.cupom)

    expect(await make({ code: 'PADRAO' })).toMatchObject({
      type: 'percentage',
      value: 0,
      minPurchase: 0,
      maxDiscount: 0,
      usageLimit: 0,
      active: true,
      products: [],
      status: 'active',
    })

    expect(
      await make({
        code: 'INSTANTE',
        startDate: '2026-12-01T10:00:00-03:00',
        endDate: '2026-12-01T11:00:00Z',
      }).catch(() => null),
    ).toBeUndefined()

    expect(
      (
        await make({
          code: 'INSTANTE',
          startDate: '2026-12-01T10:00:00-03:00',
          endDate: '2026-12-01T13:00:00Z',
        })
      ).startDate,
    ).toBe('2026-12-01T13:00:00.000Z')

    for (const type of couponTypes)
      expect((await make({ code: `TIPO-${type}`, type, value: 12.5 })).value).toBe(12.5)
  })

  it('the server requires what a coupon must have [B212, B153]', async () => {
    for (const [field, wrong] of [
      ['code', ''],
      ['code', 'A B'],
      ['code', undefined],
      ['startDate', ''],
      ['startDate', undefined],
      ['endDate', undefined],
      ['endDate', '31/12/2026'],
      ['type', 'half'],
      ['value', -1],
      ['value', 1.001],
      ['value', 'x'],
      ['minPurchase', -1],
      ['maxDiscount', -0.01],
      ['usageLimit', 1.5],
      ['usageLimit', -1],
      ['active', 'sim'],
    ] as const)
      expect(
        (await ask('POST', '', { code: 'FALHA', ...dates, [field]: wrong })).body,
        `${field} ${wrong}`,
      ).toMatchObject({ code: 'request.invalid', fields: [field] })

    const refused = async (body: object) =>
      (await ask('POST', '', { code: 'FALHA', ...dates, ...body })).body.code
    expect(await refused({ value: 100.01 })).toBe('coupon.value')
    expect(await refused({ startDate: '2026-02-02', endDate: '2026-02-01' })).toBe('coupon.dates')
    expect(await refused({ products: ['01890000-0000-7000-8000-000000000001'] })).toBe(
      'coupon.unknown_products',
    )
    expect((await ask('GET', '?search=FALHA')).body.total).toBe(0)
    expect(
      (await make({ code: 'UM-DIA', startDate: '2026-02-02', endDate: '2026-02-02' })).endDate,
    ).toBe('2026-02-03T02:59:59.999Z')
    expect((await make({ code: 'REAIS', type: 'fixed', value: 250 })).value).toBe(250)
  })

  it('a code exists once, in any spelling [B138, B212]', async () => {
    const both = await Promise.all(
      ['dupla', ' DUPLA '].map((code) => ask('POST', '', { code, ...dates })),
    )
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])

    expect(both.find((one) => one.status === 409)!.body).toMatchObject({
      code: 'coupon.code_taken',
      error: 'Já existe um cupom com o código DUPLA.',
    })

    const other = await make({ code: 'OUTRO' })
    expect((await ask('PUT', `/${other.id}`, { code: 'dupla' })).body.code).toBe(
      'coupon.code_taken',
    )
  })

  it('a code is the same with any form of its accents, for staff and buyers', async () => {
    const [composed, decomposed] = ['CAF\u00c9', 'cafe\u0301']
    const { id } = await make({ code: decomposed })
    expect((await ask('GET', `/${id}`)).body.cupom.code).toBe(composed)
    expect((await ask('POST', '', { code: composed, ...dates })).body.code).toBe(
      'coupon.code_taken',
    )
    const found = await ask('GET', `?search=${encodeURIComponent('fe\u0301')}`)
    expect(found.body.cupons.map((one: { code: string }) => one.code)).toEqual([composed])
    const buyer = await person(testShop.app)
    const cartId = await fill(testShop, buyer, (await product(testShop.app, { keys: 1 })).id)

    for (const cupomCode of [composed, ` ${decomposed} `])
      expect(
        (
          await send(testShop, 'POST /api/product/cart/validate', {
            as: buyer,
            body: { cartId, cupomCode },
          })
        ).body.cupom,
      ).toMatchObject({ code: composed })
  })

  it('the status is computed on reading; list, filters and statistics agree [B136, B152, B210, B251, B187]', async () => {
    const own = await openTestShop()
    try {
      const who = await person(own.app, { role: 'developer' })
      const get = async (query = '') => (await send(own, `GET ${base}${query}`, { as: who })).body
      const [now, hour] = [own.clock.now().getTime(), 3_600_000]
      for (let i = 0; i < 8; i++)
        await coupon(own.app, { code: `VALE-${i}`, type: i < 2 ? 'loyalty' : 'percentage' })
      await coupon(own.app, { code: 'PARADO', active: false, endDate: new Date(now - hour) })

      await coupon(own.app, {
        code: 'PASSOU',
        startDate: new Date(now - 2 * hour),
        endDate: new Date(now - hour),
      })

      await coupon(own.app, {
        code: 'VEM',
        startDate: new Date(now + hour),
        endDate: new Date(now + 2 * hour),
      })

      const full = { usageLimit: 5, endDate: new Date(now + 9 * hour) }
      await coupon(own.app, { ...full, code: 'CINCO', usageCount: 5 })
      await coupon(own.app, { ...full, code: 'QUATRO', usageCount: 4 })

      const stats = {
        totalCupons: 13,
        activeCupons: 9,
        inactiveCupons: 1,
        expiredCupons: 1,
        upcomingCupons: 1,
        exhaustedCupons: 1,
      }

      expect(await get('/stats')).toEqual({ success: true, ...stats, data: stats })
      const [one, two] = [await get(), await get('?page=2')]
      expect([one.total, one.totalPages, one.cupons.length, two.cupons.length]).toEqual([
        13, 2, 10, 3,
      ])
      const codes = async (query: string) =>
        (await get(query)).cupons.map((row: { code: string }) => row.code)
      expect(await codes('?status=inactive')).toEqual(['PARADO'])
      expect(await codes('?status=expired')).toEqual(['PASSOU'])
      expect(await codes('?status=upcoming')).toEqual(['VEM'])
      expect(await codes('?status=exhausted')).toEqual(['CINCO'])
      expect((await get('?status=active')).total).toBe(9)
      expect((await codes('?type=loyalty&status=all')).sort()).toEqual(['VALE-0', 'VALE-1'])
      expect(await codes('?search=ssou')).toEqual(['PASSOU'])
      expect((await get('?type=all&status=&search=')).total).toBe(13)
      own.clock.advance(1.5 * 3600)
      expect((await get('?status=active')).total).toBe(10)
      expect((await get('/stats')).upcomingCupons).toBe(0)
      const csv = (
        await send(own, `GET ${base}/export.csv?status=inactive`, { as: who })
      ).body.toString()
      expect(csv.split('\r\n')).toHaveLength(3)
      expect(csv).toContain('"PARADO","percentage","10"')
    } finally {
      await own.close()
    }
  })

  it('an update changes the fields and linked products it names, a toggle only the active flag [B213, B151, B064, B211]', async () => {
    const [a, b] = [await product(testShop.app), await product(testShop.app)]
    const { id } = await make({ code: 'MUDA', value: 10, products: [a.id] })

    expect(
      (await ask('PUT', `/${id}`, { value: 15, products: [{ id: b.id, name: b.name }] })).body
        .cupom,
    ).toMatchObject({ code: 'MUDA', value: 15, products: [{ id: b.id }] })

    expect((await ask('PATCH', `/${id}`, { minPurchase: 5 })).body.cupom).toMatchObject({
      minPurchase: 5,
      products: [{ id: b.id }],
    })

    expect((await ask('PATCH', `/${id}`, { products: [] })).body.cupom.products).toEqual([])
    expect((await ask('PATCH', `/${id}`, { endDate: '2020-01-01' })).body.code).toBe('coupon.dates')
    expect((await ask('PATCH', `/${id}`, { value: 101 })).body.code).toBe('coupon.value')

    const toggled = [
      (await ask('PATCH', `/${id}/toggle`)).body.cupom,
      (await ask('PATCH', `/${id}/toggle`)).body.cupom,
      (await ask('PATCH', `/${id}/toggle`, { active: true })).body.cupom,
    ]

    expect(toggled.map((one) => [one.active, one.status])).toEqual([
      [false, 'inactive'],
      [true, 'active'],
      [true, 'active'],
    ])

    expect(toggled[2]).toMatchObject({ code: 'MUDA', value: 15, minPurchase: 5 })
    const nobody = '01890000-0000-7000-8000-000000000001'

    for (const reply of [
      await ask('GET', `/${nobody}`),
      await ask('PUT', `/${nobody}`, {}),
      await ask('PATCH', `/${nobody}/toggle`),
      await ask('DELETE', `/${nobody}`),
    ])
      expect(reply.body.code).toBe('coupon.not_found')
  })

  it('the uses of a coupon are counted, and its limit is never below them [B138]', async () => {
    const { id } = await make({ code: 'USADO', value: 100 })
    const who = await person(testShop.app)
    const { id: productId } = await product(testShop.app, { keys: 1 })

    expect(
      accepted(
        await startPix(testShop, who, await fill(testShop, who, productId), { coupon: 'usado' }),
      ).status,
    ).toBe('completed')

    expect((await ask('GET', `/${id}`)).body.cupom.usageCount).toBe(1)
    expect((await ask('PUT', `/${id}`, { usageLimit: 1 })).status).toBe(200)
    await testShop.app.db.execute(`update coupons set usage_count = 2 where id = '${id}'`)

    expect((await ask('PUT', `/${id}`, { usageLimit: 1 })).body).toMatchObject({
      code: 'coupon.limit',
      error: expect.stringContaining('já tem 2 usos:'),
    })

    await testShop.app.db.execute(`update coupons set usage_count = 1 where id = '${id}'`)
    await expectSound(testShop)
  })

  it('a deleted coupon leaves lists and checkout at once; orders keep code and price [B213, B181, Q111]', async () => {
    const sandboxed = await openTestShop({ sandbox: true })
    try {
      const boss = await person(sandboxed.app, { role: 'admin' })
      const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
        send(sandboxed, `${method} /api/admin/cupons${path}`, { as: boss, body })
      const dates = { startDate: '2026-01-01', endDate: '2199-01-01' }
      const body = { code: 'METADE', type: 'percentage', value: 50, ...dates }
      const { id } = (await call('POST', '', body)).body.cupom
      const goods = await product(sandboxed.app, { keys: 5, priceCents: 8000 })
      const buy = async (who: Person, code?: string) =>
        startPix(sandboxed, who, await fill(sandboxed, who, goods.id), code ? { coupon: code } : {})
      const [paid, open] = [await person(sandboxed.app), await person(sandboxed.app)]
      const first = (await buy(paid, 'metade')).body
      await sandboxed.sandbox!.call('POST', `/sandbox/api/pix/${first.txid}/pay`, {})
      await sandboxed.advance(20)
      await sandboxed.sweep()
      const second = (await buy(open, 'metade')).body
      expect((await call('GET', `/${id}`)).body.cupom.usageCount).toBe(1)
      expect((await call('DELETE', `/${id}`)).body).toEqual({ success: true })
      expect((await call('DELETE', `/${id}`)).body.code).toBe('coupon.not_found')
      expect((await call('GET', `/${id}`)).status).toBe(404)
      expect((await call('GET', '')).body).toMatchObject({ cupons: [], total: 0 })
      expect((await call('GET', '/stats')).body).toMatchObject({ totalCupons: 0, activeCupons: 0 })
      expect((await buy(await person(sandboxed.app), 'metade')).body.code).toBe('coupon.invalid')
      await sandboxed.sandbox!.call('POST', `/sandbox/api/pix/${second.txid}/pay`, {})
      await sandboxed.advance(20)
      await sandboxed.sweep()

      for (const payment of [first, second])
        expect(
          (await send(sandboxed, `GET /api/payment/efybank/status/${payment.paymentId}`)).body,
        ).toMatchObject({ status: 'completed', payment: { amount: 40, originalAmount: 80 } })

      expect(
        (await send(sandboxed, `GET /api/payment/efybank/status/${second.paymentId}`, { as: open }))
          .body.payment.discount,
      ).toMatchObject({ applied: true, cupomCode: 'METADE', amount: 40 })

      expect((await call('POST', '', body)).body.cupom).toMatchObject({
        code: 'METADE',
        usageCount: 0,
      })

      await expectSound(sandboxed)
    } finally {
      await sandboxed.close()
    }
  })

  it('a coupon names its products and variants by name, without those that were deleted [B212]', async () => {
    const editor = await product(testShop.app, { name: 'Editor' })
    const archive = await product(testShop.app, { name: 'Arquivo' })
    const course = await product(testShop.app, { name: 'Curso' })
    const yearly = await variant(testShop.app, editor.id, { name: 'Um ano' })
    const weekly = await variant(testShop.app, editor.id, { name: 'Uma semana' })

    const { id, products, variants } = await make({
      code: 'ESCOLHAS',
      value: 5,
      products: [editor.id, course.id, archive.id],
      variants: [weekly, yearly, course.id],
    })

    const names = (all: { name: string }[]) => all.map(({ name }) => name)
    expect(names(products)).toEqual(['Arquivo', 'Curso', 'Editor'])
    expect(names(variants)).toEqual(['Curso', 'Editor · Um ano', 'Editor · Uma semana'])

    const remove = (path: string) =>
      send(testShop, `DELETE /api/admin/product/${path}`, { as: admin })

    expect((await remove(`${editor.id}/variants/${yearly}`)).status).toBe(200)
    expect((await remove(course.id)).status).toBe(200)

    const later = (await ask('GET', `/${id}`)).body.cupom
    expect(names(later.products)).toEqual(['Arquivo', 'Editor'])
    expect(names(later.variants)).toEqual(['Editor · Uma semana'])
  })

  it('saving the same values changes neither the coupon nor the trail', async () => {
    const [a, b] = [await product(testShop.app), await product(testShop.app)]
    const variants = [b.id]
    const made = await make({ code: 'IGUAL', value: 5, products: [a.id], variants })
    const terms = { code: 'igual', type: 'percentage', value: 5, usageLimit: 0, active: true }
    const path = `/${made.id}`
    await testShop.advance(60)
    for (const body of [{}, { ...terms, ...dates, products: [a.id], variants }])
      expect((await ask('PUT', path, body)).body.cupom).toEqual(made)

    const trail = () =>
      testShop.app.db
        .select({ action: auditLog.action, details: auditLog.details })
        .from(auditLog)
        .where(and(eq(auditLog.targetType, 'coupon'), eq(auditLog.targetId, made.id)))
        .orderBy(asc(auditLog.id))

    expect((await trail()).map(({ action }) => action)).toEqual(['coupon.created'])

    const changed = { endDate: '2099-12-30', usageLimit: 4, minPurchase: 9.5, maxDiscount: 3 }
    const { cupom } = (await ask('PUT', path, { ...changed, products: [] })).body
    expect(cupom.updatedAt > made.updatedAt).toBe(true)

    expect((await trail())[1]).toMatchObject({
      action: 'coupon.updated',

      details: {
        before: {
          endDate: '2100-01-01T02:59:59.999Z',
          usageLimit: 0,
          minPurchase: 0,
          maxDiscount: 0,
          products: [{ id: a.id }],
        },
        after: {
          endDate: '2099-12-31T02:59:59.999Z',
          usageLimit: 4,
          minPurchase: 9.5,
          maxDiscount: 3,
          products: [],
        },
      },
    })
  })

  it('each change is in the trail with the values before and after [B213, B181]', async () => {
    const { id } = await make({ code: 'TRILHA', value: 5 })
    await ask('PUT', `/${id}`, { value: 6 })
    await ask('PATCH', `/${id}/toggle`)
    await ask('DELETE', `/${id}`)

    const rows = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetType, 'coupon'), eq(auditLog.targetId, id)))
      .orderBy(asc(auditLog.id))

    expect(rows).toMatchObject([
      { action: 'coupon.created', details: { after: { code: 'TRILHA', value: 5 } } },
      {
        action: 'coupon.updated',
        actorId: admin.userId,
        ip: '127.0.0.1',
        details: { before: { value: 5 }, after: { value: 6 } },
      },
      {
        action: 'coupon.updated',
        details: {
          before: { active: true, status: 'active' },
          after: { active: false, status: 'inactive' },
        },
      },
      { action: 'coupon.deleted', details: { before: { code: 'TRILHA' } } },
    ])
  })
})
