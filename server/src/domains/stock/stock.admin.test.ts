import { lifetimes } from '@chaveiro/contracts/limits'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, licences, orderUnits, stockKeys } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { coupon, keysOf, person, product, type Person } from '../../testing/make.ts'
import {
  accepted,
  eventually,
  expectSound,
  fill,
  payPix,
  paymentRow,
  send,
  startPix,
  type Answer,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { issueLicences } from '../licences/licences.service.ts'
import { markDelivered } from '../orders/order-units.service.ts'
import { mergeStockCounts } from './stock.service.ts'

describe('stock in the back office', () => {
  let testShop: TestShop
  let admin: Person

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true })
    admin = await person(testShop.app, { role: 'admin', name: 'Alice' })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  const base = '/api/admin/stock'

  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path = '',
    body?: object,
  ): Promise<Answer> => send(testShop, `${method} ${base}${path}`, { as: admin, body })

  const rowOf = async (id: string) =>
    (await testShop.app.db.select().from(stockKeys).where(eq(stockKeys.id, id)))[0]!

  const trail = (id: string) =>
    testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetType, 'stock'), eq(auditLog.targetId, id)))
      .orderBy(asc(auditLog.id))

  const buy = async (productId: string, quantity = 1) => {
    const who = await person(testShop.app, { name: 'Bia Compradora' })
    const cartId = await fill(testShop, who, productId, quantity)
    expect((await startPix(testShop, who, cartId, { coupon: 'TUDO' })).body.status).toBe(
      'completed',
    )

    return who
  }

  it('a paste reports every line and saves what is new; a dry run saves nothing [B207, B173, B174, B171]', async () => {
    const { id } = await product(testShop.app, { keys: ['JA-TEM-1111'] })
    const licenses = [' NOVA-0001 ', '', 'NOVA-0002', 'NOVA-0001', 'JA-TEM-1111']

    const expected = [
      { line: 1, result: 'accepted' },
      { line: 2, result: 'empty' },
      { line: 3, result: 'accepted' },
      { line: 4, result: 'duplicate', firstLine: 1 },
      { line: 5, result: 'duplicate' },
    ]

    expect((await ask('POST', '', { productId: id, licenses, dryRun: true })).body).toMatchObject({
      success: true,
      dryRun: true,
      added: 2,
      skipped: 3,
      lines: expected,
    })

    expect(await keysOf(testShop.app, id)).toHaveLength(1)

    expect((await ask('POST', '', { productId: id, licenses })).body).toMatchObject({
      dryRun: false,
      added: 2,
      skipped: 3,
      lines: expected,
      message: '2 licenças adicionadas, 3 linhas ignoradas.',
    })

    const stored = await keysOf(testShop.app, id)

    expect(
      stored
        .map((key) => [
          key.last4,
          key.status,
          testShop.app.vault.open(key.keyCipher, 'stock_keys', key.id),
        ])
        .sort(),
    ).toEqual([
      ['0001', 'available', 'NOVA-0001'],
      ['0002', 'available', 'NOVA-0002'],
      ['1111', 'available', 'JA-TEM-1111'],
    ])

    expect(await ask('POST', '', { productId: id, licenses })).toMatchObject({
      status: 409,
      body: {
        code: 'stock.none_added',
        added: 0,
        skipped: 5,
        lines: [
          { line: 1, result: 'duplicate' },
          { line: 2 },
          { line: 3 },
          { line: 4 },
          { line: 5 },
        ],
      },
    })

    expect(
      (await ask('POST', '', { productId: id, licenses: 'LINHA-A\r\n\r\nLINHA-B\n' })).body,
    ).toMatchObject({ added: 2, skipped: 2 })

    for (const [body, fields] of [
      [{ licenses }, ['productId']],
      [{ productId: id }, ['licenses']],
      [{ productId: id, licenses: [] }, ['licenses']],
      [{ productId: id, licenses: Array(10_001).fill('X') }, ['licenses']],
    ] as const)
      expect((await ask('POST', '', body)).body).toMatchObject({ code: 'request.invalid', fields })

    expect(
      (await ask('POST', '', { productId: '01890000-0000-7000-8000-000000000001', licenses })).body
        .code,
    ).toBe('product.not_found')
  })

  it('the report of a paste is grammatical for none, one and two', async () => {
    const { id } = await product(testShop.app, { keys: 0 })

    const told = async (language: string, licenses: string[], dryRun = false) =>
      (
        await send(testShop, `POST ${base}`, {
          as: admin,
          body: { productId: id, licenses, dryRun },
          headers: { 'accept-language': language },
        })
      ).body.message

    expect(await told('pt-BR', ['CONTA-0001'])).toBe('1 licença adicionada, 0 linhas ignoradas.')
    expect(await told('pt-BR', ['CONTA-0001', 'CONTA-0002', 'CONTA-0003'])).toBe(
      '2 licenças adicionadas, 1 linha ignorada.',
    )
    expect(await told('en-US', ['CONTA-0001', 'CONTA-0002', 'CONTA-0004'])).toBe(
      '1 licence added, 2 lines skipped.',
    )
    expect(await told('en-US', ['CONTA-0001', 'CONTA-0005', 'CONTA-0006'])).toBe(
      '2 licences added, 1 line skipped.',
    )
    expect(await told('pt-BR', ['CONTA-0001', 'CONTA-0002'], true)).toBe(
      '0 licenças adicionadas, 2 linhas ignoradas.',
    )
  })

  it('a thousand lines are added at once, and a waiting paid unit is delivered from them [B207, B112]', async () => {
    const { id } = await product(testShop.app, { keys: ['UNICA-0000'] })
    const late = await person(testShop.app)
    const {
      body: { paymentId, txid },
    } = await startPix(testShop, late, await fill(testShop, late, id))
    await testShop.advance(lifetimes.pix + 60)
    await testShop.sweep()
    await ask('DELETE', '/UNICA-0000')
    await payPix(testShop, txid ?? paymentId)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, paymentId)).status).toBe('completed')
    })
    expect(
      (await ask('GET', '/products')).body.products.find((one: { id: string }) => one.id === id),
    ).toMatchObject({ available: 0, waiting: 1 })

    expect(
      (
        await ask('POST', '', {
          productId: id,
          licenses: Array.from({ length: 1000 }, (_, i) => `MIL-${i}`),
        })
      ).body,
    ).toMatchObject({ added: 1000, skipped: 0 })

    await testShop.drain()
    expect(
      (await testShop.app.db.select().from(licences).where(eq(licences.userId, late.userId)))[0],
    ).toMatchObject({ status: 'active', productId: id })
    expect(
      (await ask('GET', '/products')).body.products.find((one: { id: string }) => one.id === id),
    ).toMatchObject({ available: 999, waiting: 0 })
    await expectSound(testShop)
  })

  it('ten thousand lines are added at once; sent again, or as lookalikes, they add nothing [decision Q131]', async () => {
    const { id: productId } = await product(testShop.app, { keys: 0 })
    const licenses = Array.from({ length: 10_000 }, (_, i) => `DEZ-${i}`)
    licenses[9_999] = 'caf\u00e9-DEZ'

    expect((await ask('POST', '', { productId, licenses })).body).toMatchObject({
      added: 10_000,
      skipped: 0,
    })

    const again = await ask('POST', '', { productId, licenses })
    expect([again.status, again.body.code, again.body.added]).toEqual([409, 'stock.none_added', 0])
    const alike = ['cafe\u0301-DEZ', '\u200bDEZ-1', 'Edi\ufffdo', 'DEZ-10000']

    const lines = [
      { line: 1, result: 'duplicate' },
      { line: 2, result: 'invalid' },
      { line: 3, result: 'invalid' },
      { line: 4, result: 'accepted' },
    ]

    for (const dryRun of [true, false])
      expect((await ask('POST', '', { productId, licenses: alike, dryRun })).body).toMatchObject({
        added: 1,
        lines,
      })

    expect((await ask('GET', `/${encodeURIComponent('cafe\u0301-DEZ')}`)).body.licenseKey).toBe(
      'caf\u00e9-DEZ',
    )
  })

  it('a key that a customer has from elsewhere is a duplicate in the stock too [B174]', async () => {
    const { id, name } = await product(testShop.app, { provider: 'manual' })
    const buyer = await buy(id)
    const [unit] = await testShop.app.db
      .select()
      .from(orderUnits)
      .where(eq(orderUnits.variantId, id))

    await inTransaction(testShop.app, async (tx) => {
      await issueLicences(tx, [
        {
          unitId: unit!.id,
          orderId: unit!.orderId,
          userId: buyer.userId,
          productId: id,
          variantId: id,
          productName: name,
          variantName: '',
          stockKeyId: null,
          licenceKey: 'NA-MAO-9999',
          priceCents: 1990,
          currency: 'BRL',
          customerName: buyer.name,
          customerEmail: buyer.email,
          validityDays: 30,
        },
      ])
      await markDelivered(tx, [unit!.id])
    })

    const { id: productId } = await product(testShop.app)
    expect(
      (await ask('POST', '', { productId, licenses: ['NA-MAO-9999'], dryRun: true })).body.lines,
    ).toEqual([{ line: 1, result: 'duplicate' }])
    expect((await ask('POST', '', { productId, licenses: ['NA-MAO-9999'] })).body.code).toBe(
      'stock.none_added',
    )
    await expectSound(testShop)
  })

  it('list, statistics, products and details agree with the tables; exports show key ends [B111, B113, B205, B206, B251, B187]', async () => {
    const own = await openTestShop({ sandbox: true })
    try {
      const who = await person(own.app, { role: 'developer' })
      const get = async (path: string) => (await send(own, `GET ${base}${path}`, { as: who })).body
      const { id, name } = await product(own.app, {
        keys: Array.from({ length: 11 }, (_, i) => `AAAA-${1000 + i}`),
      })
      const gone = await product(own.app, { keys: ['SOME-7777'] })
      await send(own, `DELETE /api/admin/product/${gone.id}`, { as: who })

      await send(own, `PATCH ${base}/AAAA-1003/status`, {
        as: who,
        body: { status: 'used', usedBy: { email: ' Bia@Exemplo.test ', name: 'Bia' } },
      })

      const [page, two] = [await get(''), await get('?page=2')]
      expect([page.total, page.totalPages, page.licenses.length, two.licenses.length]).toEqual([
        12, 2, 10, 2,
      ])

      expect(page.licenses[0]).toEqual({
        id: expect.any(String),
        _id: page.licenses[0].id,
        licenseKey: 'SOME-7777',
        maskedKey: '••••7777',
        product: null,
        productId: gone.id,
        status: 'available',
        usedBy: null,
        sold: false,
        orderId: null,
        orderNumber: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })

      expect((await get('?status=used')).licenses).toMatchObject([
        {
          licenseKey: 'AAAA-1003',
          maskedKey: '••••1003',
          product: { id, name },
          usedBy: { email: 'bia@exemplo.test', name: 'Bia', usedAt: expect.any(String) },
        },
      ])

      for (const [search, n] of [
        ['AAAA-1005', 1],
        ['1005', 1],
        ['005', 0],
        ['exemplo.TEST', 1],
        ['nada', 0],
        ['%', 0],
      ] as const)
        expect((await get(`?search=${encodeURIComponent(search)}`)).total, search).toBe(n)

      expect((await get(`?productId=${gone.id}`)).total).toBe(1)
      expect((await get('?productId=all&status=all&search=')).total).toBe(12)

      const stats = {
        totalLicenses: 12,
        availableLicenses: 11,
        usedLicenses: 1,
        revokedLicenses: 0,
        reservedLicenses: 0,
      }

      expect(await get('/stats')).toEqual({ success: true, ...stats, data: stats })

      expect((await get('/products')).products).toEqual([
        {
          id,
          _id: id,
          productId: id,
          name,
          productName: name,
          variantName: '',
          available: 10,
          waiting: 0,
          threshold: 5,
          lowSince: null,
          soldIn30Days: 0,
          daysLeft: null,
          awaited: 0,
        },
      ])

      const byKey = await get('/AAAA-1003')

      expect(byKey).toMatchObject({
        success: true,
        status: 'used',
        license: { id: byKey.id },
        data: { id: byKey.id },
      })

      expect(await get(`/${byKey.id}`)).toEqual(byKey)
      expect((await get('/NAO-HA')).code).toBe('stock.not_found')
      const csv = (
        await send(own, `GET ${base}/export.csv?status=used`, { as: who })
      ).body.toString()
      expect(csv.split('\r\n')).toHaveLength(3)
      expect(csv).toContain('"••••1003"')
      expect(csv).not.toContain('AAAA')
    } finally {
      await own.close()
    }
  })

  it('a status is set by key or id; used takes email and name; the reply is the licence [B208, B052, B144, Q110]', async () => {
    const { id } = await product(testShop.app, { keys: ['MUDA-1', 'MUDA-2'] })
    const [one, two] = await keysOf(testShop.app, id)

    for (const usedBy of [
      undefined,
      {},
      { email: 'a@b.co' },
      { name: 'A' },
      { email: '', name: '' },
    ])
      expect((await ask('PATCH', '/MUDA-1/status', { status: 'used', usedBy })).body).toMatchObject(
        { code: 'stock.used_by', error: 'Informe o e-mail e o nome de quem usa a licença.' },
      )

    expect((await ask('PATCH', '/MUDA-1', { status: 'reserved' })).body).toMatchObject({
      id: one!.id,
      status: 'reserved',
      licenseKey: 'MUDA-1',
      maskedKey: '••••A-1',
    })

    expect((await ask('PATCH', `/${one!.id}/status`, { status: 'available' })).body.status).toBe(
      'available',
    )

    expect(
      (
        await ask('PATCH', '/MUDA-1/status', {
          status: 'used',
          usedBy: { email: 'a@b.co', name: 'Ana' },
        })
      ).body,
    ).toMatchObject({
      status: 'used',
      usedBy: { email: 'a@b.co', name: 'Ana', usedAt: expect.any(String) },
    })

    expect(
      (
        await ask('PATCH', '/MUDA-1/status', {
          status: 'used',
          usedBy: { email: 'c@d.co', name: 'Caio' },
        })
      ).body.usedBy,
    ).toMatchObject({ email: 'c@d.co', name: 'Caio' })

    // A key marked as used by hand and never sold takes any status; back on sale, it loses the
    // recorded user.
    for (const to of ['revoked', 'used', 'reserved', 'revoked', 'available', 'revoked'])
      expect((await ask('PATCH', '/MUDA-1/status', { status: to })).body.status, to).toBe(to)
    expect((await ask('GET', '/MUDA-1')).body).toMatchObject({ usedBy: null, sold: false })
    expect((await ask('PATCH', '/MUDA-1/status', { status: 'used' })).body.code).toBe(
      'stock.used_by',
    )
    const usedBy = { email: 'c@d.co', name: 'Caio' }

    expect((await ask('PATCH', '/MUDA-1/status', { status: 'used', usedBy })).body).toMatchObject({
      status: 'used',
      usedBy: { email: 'c@d.co', name: 'Caio' },
    })

    expect((await ask('DELETE', `/${two!.id}`)).body).toEqual({ success: true })
    expect((await ask('PATCH', `/${one!.id}/status`, { status: 'sold' })).status).toBe(400)
    const rows = await trail(one!.id)

    expect(rows.at(-1)).toMatchObject({
      action: 'stock.status',
      actorId: admin.userId,
      ip: '127.0.0.1',
      details: {
        before: { status: 'revoked' },
        after: { status: 'used', usedBy: { email: 'c@d.co' } },
      },
    })

    expect(rows).toHaveLength(11)
    expect(JSON.stringify(rows)).not.toContain('MUDA')
    await expectSound(testShop)
  })

  it('a key of an open payment is neither moved nor deleted; a delivered one never resold [B144, B209]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const [key] = await keysOf(testShop.app, id)
    const who = await person(testShop.app)
    accepted(await startPix(testShop, who, await fill(testShop, who, id)))
    expect((await rowOf(key!.id)).status).toBe('reserved')

    for (const status of ['available', 'used', 'revoked'])
      expect(
        await ask('PATCH', `/${key!.id}/status`, {
          status,
          usedBy: { email: 'a@b.co', name: 'A' },
        }),
      ).toMatchObject({ status: 409, body: { code: 'stock.payment_open' } })

    expect((await ask('DELETE', `/${key!.id}`)).body.code).toBe('stock.payment_open')
    const other = await product(testShop.app, { keys: 1 })
    await buy(other.id)
    const [sold] = await keysOf(testShop.app, other.id)

    expect(await ask('DELETE', `/${sold!.id}`)).toMatchObject({
      status: 409,
      body: { code: 'stock.sold' },
    })

    expect(await ask('PATCH', `/${sold!.id}/status`, { status: 'available' })).toMatchObject({
      status: 409,
      body: { code: 'stock.sold', error: expect.stringContaining('já foi entregue') },
    })

    expect((await ask('GET', `/${sold!.id}`)).body).toMatchObject({
      status: 'used',
      sold: true,
      usedBy: { name: 'Bia Compradora' },
      orderNumber: expect.stringMatching(/^ORD-/),
    })

    await expectSound(testShop)
  })

  it('deleting records the actor in the trail, without the key, and the key may be added again [B209, B180]', async () => {
    const { id } = await product(testShop.app, { keys: ['APAGA-1234'] })
    const [key] = await keysOf(testShop.app, id)
    expect((await ask('DELETE', '/APAGA-1234')).body).toEqual({ success: true })
    expect(await keysOf(testShop.app, id)).toEqual([])

    expect((await trail(key!.id)).at(-1)).toMatchObject({
      action: 'stock.deleted',
      actorName: 'Alice',
      details: { before: { status: 'available', last4: '1234', productId: id } },
    })

    expect((await ask('DELETE', '/APAGA-1234')).status).toBe(404)
    expect((await ask('POST', '', { productId: id, licenses: ['APAGA-1234'] })).body.added).toBe(1)
  })

  it('a key is shown whole only on request, and the request is in the trail [B206]', async () => {
    const { id } = await product(testShop.app, { keys: ['REVELA-4321'] })
    const [key] = await keysOf(testShop.app, id)

    expect((await ask('POST', `/${key!.id}/reveal`)).body).toEqual({
      success: true,
      licenseKey: 'REVELA-4321',
    })

    const rows = await trail(key!.id)
    expect(rows).toMatchObject([
      { action: 'stock.revealed', actorId: admin.userId, ip: '127.0.0.1' },
    ])
    expect(JSON.stringify(rows)).not.toContain('4321')
  })

  it('bulk changes report refused keys by id, and change the others [B208, B209]', async () => {
    const { id } = await product(testShop.app, { keys: 3 })
    const sold = await product(testShop.app, { keys: 1 })
    await buy(sold.id)
    const ids = [...(await keysOf(testShop.app, id)), ...(await keysOf(testShop.app, sold.id))].map(
      (key) => key.id,
    )

    expect(
      (await ask('POST', '/bulk-status', { ids: [...ids, ids[0]], status: 'reserved' })).body,
    ).toEqual({
      success: true,
      changed: 3,
      refused: [
        { id: ids[3], _id: ids[3], code: 'stock.sold', error: expect.stringContaining('entregue') },
      ],
    })

    expect(
      (await ask('POST', '/bulk-delete', { ids: [...ids, '01890000-0000-7000-8000-000000000009'] }))
        .body,
    ).toMatchObject({
      changed: 3,
      refused: [{ id: ids[3], code: 'stock.sold' }, { code: 'stock.not_found' }],
    })

    expect(await keysOf(testShop.app, id)).toEqual([])
    await expectSound(testShop)
  })

  it('with staff and buyers at once no key used by hand is sold, and no sold one is given away [B144]', async () => {
    for (let i = 0; i < 8; i++) {
      const { id } = await product(testShop.app, { keys: 1 })
      const [key] = await keysOf(testShop.app, id)
      const who = await person(testShop.app)
      const cartId = await fill(testShop, who, id)

      const [given, bought] = await Promise.all([
        ask('PATCH', `/${key!.id}/status`, {
          status: 'used',
          usedBy: { email: 'mao@exemplo.test', name: 'Mão' },
        }),
        startPix(testShop, who, cartId, { coupon: 'TUDO' }),
      ])

      expect(
        [given.status === 200, bought.body.status === 'completed'].filter(Boolean),
      ).toHaveLength(1)
    }
    await expectSound(testShop)
  })

  it('the order names the user of a sold key: another name is refused [B208, B144]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const buyer = await buy(id)
    const [key] = await keysOf(testShop.app, id)

    expect(
      (
        await ask('PATCH', `/${key!.id}`, {
          status: 'used',
          usedBy: { email: 'outro@exemplo.test', name: 'Outro' },
        })
      ).body.code,
    ).toBe('stock.sold')

    expect(
      (
        await ask('PATCH', `/${key!.id}`, {
          status: 'used',
          usedBy: { email: buyer.email, name: buyer.name },
        })
      ).body.usedBy.email,
    ).toBe(buyer.email)
  })

  it('stored counts equal the keys, also while four processes merge counts and keys move [B111, B113]', async () => {
    const { id } = await product(testShop.app, { keys: 12 })
    const keys = await keysOf(testShop.app, id)
    const other = await testShop.another()

    await Promise.all([
      ...keys.slice(0, 6).map((key) => ask('PATCH', `/${key.id}/status`, { status: 'revoked' })),
      ask('DELETE', `/${keys[7]!.id}`),
      mergeStockCounts(testShop.app),
      mergeStockCounts(other),
      mergeStockCounts(testShop.app),
      mergeStockCounts(other),
    ])

    await Promise.all([mergeStockCounts(testShop.app), mergeStockCounts(other)])

    expect(
      await Promise.all(
        ['', '&status=revoked', '&status=available', '&status=used'].map(
          async (filter) => (await ask('GET', `?productId=${id}${filter}`)).body.total,
        ),
      ),
    ).toEqual([11, 6, 5, 0])

    const { rows } = await testShop.app.pool.query(
      'select variant_id, status, count(*)::int as rows from stock_counts group by 1, 2 having count(*) > 1',
    )
    expect(rows).toEqual([])
    await expectSound(testShop)
  })
})
