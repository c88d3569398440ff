import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog } from './db/tables/index.ts'
import { createHttp } from './http/server.ts'
import { createLog } from './platform/observe/log.ts'
import { coupon, keysOf, person, product, type Person } from './testing/make.ts'
import { accepted, fill, send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

async function bought(
  testShop: TestShop,
  keys: string[],
): Promise<{ orderId: string; buyer: Person }> {
  const buyer = await person(testShop.app, { name: 'Bia' })
  const { id } = await product(testShop.app, { keys, name: 'Editor' })
  accepted(
    await startPix(testShop, buyer, await fill(testShop, buyer, id, keys.length), {
      coupon: 'TUDO',
    }),
  )

  const { rows: keyRows } = await testShop.app.pool.query<{ id: string }>(
    'select id from orders where user_id = $1',
    [buyer.userId],
  )

  return { orderId: keyRows[0]!.id, buyer }
}

describe('keys in the back office', () => {
  let testShop: TestShop
  let dora: Person
  const get = async (path: string, who = dora) =>
    (await send(testShop, `GET ${path}`, { as: who })).body

  const sightings = async (who: Person) =>
    (
      await testShop.app.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.actorId, who.userId))
        .orderBy(asc(auditLog.createdAt))
    )
      .filter((row) => row.action === 'keys.seen')
      .map((row) => row.details)

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true })
    dora = await person(testShop.app, { role: 'developer', name: 'Dora' })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  it('are whole in licences, stock and orders, short in files, and absent for anybody else [Q120, B048, B110, B111, B206, B208]', async () => {
    const { orderId, buyer } = await bought(testShop, ['WXYZ-1111-ABCD-2222'])
    const key = { licenseKey: 'WXYZ-1111-ABCD-2222', maskedKey: '••••2222' }
    const licenceList = await get('/api/admin/licenses?search=abcd')
    expect(licenceList.licenses).toMatchObject([key])
    const licence = `/api/admin/licenses/${licenceList.licenses[0].id}`
    expect(await get(licence)).toMatchObject({ license: key, data: key })

    expect(
      (await send(testShop, `PATCH ${licence}/status`, { as: dora, body: { status: 'expired' } }))
        .body,
    ).toMatchObject({ license: { ...key, status: 'expired' } })

    expect((await get('/api/admin/stock?search=wxyz')).licenses).toMatchObject([key])
    expect((await get(`/api/admin/orders/${orderId}`)).order.units).toMatchObject([
      { ...key, keyEnding: '2222' },
    ])

    for (const path of ['/api/admin/licenses/export.csv', '/api/admin/stock/export.csv']) {
      const csv = (await get(path)).toString()
      expect(csv, path).toContain('"••••2222"')
      expect(csv, path).not.toContain('WXYZ')
    }

    for (const path of ['/api/admin/licenses', '/api/admin/stock', `/api/admin/orders/${orderId}`])
      expect([
        (await send(testShop, `GET ${path}`, { as: buyer })).status,
        (await send(testShop, `GET ${path}`)).status,
      ]).toEqual([403, 401])
  })

  it('are read, moved and deleted by the listed path, whatever their characters, and by id [Q120, B206, B208, B209] [D036]', async () => {
    const keys = ['FORM-0001', 'a/b?c#d%25 é+ü;=&', `${'L-/'.repeat(166)}Z9`]
    const { id } = await product(testShop.app, { keys })

    const listed = (await get(`/api/admin/stock?productId=${id}`)).licenses as {
      licenseKey: string
      id: string
    }[]

    expect(listed.map((row) => row.licenseKey).sort()).toEqual([...keys].sort())

    for (const row of listed) {
      const path = `/api/admin/stock/${encodeURIComponent(row.licenseKey)}`
      expect((await get(path)).id, row.licenseKey).toBe(row.id)
      expect((await get(`/api/admin/stock/${row.id}`)).licenseKey).toBe(row.licenseKey)
      expect(
        (await send(testShop, `PATCH ${path}/status`, { as: dora, body: { status: 'revoked' } }))
          .body,
      ).toMatchObject({ licenseKey: row.licenseKey, status: 'revoked' })
      expect((await send(testShop, `DELETE ${path}`, { as: dora })).body).toEqual({ success: true })
    }

    expect(await keysOf(testShop.app, id)).toEqual([])
  })

  it('seen by one person make one audit line per section in ten minutes, with a count [decision Q120]', async () => {
    const eva = await person(testShop.app, { role: 'admin', name: 'Eva' })
    const { id } = await product(testShop.app, {
      keys: Array.from({ length: 12 }, (_, i) => `CONTA-${1000 + i}`),
    })
    const page = (n: number) => get(`/api/admin/stock?productId=${id}&page=${n}`, eva)
    await Promise.all([page(1), page(2), page(1), page(2), page(1), page(2)])
    expect(await sightings(eva)).toEqual([{ section: 'stock', keys: 12 }])
    await get(`/api/admin/stock?search=nada-disso`, eva)
    await send(testShop, 'GET /api/admin/stock/export.csv', { as: eva })
    expect(await sightings(eva)).toEqual([{ section: 'stock', keys: 12 }])
    const { orderId } = await bought(testShop, ['SECAO-0001', 'SECAO-0002'])
    await get('/api/admin/licenses?search=secao', eva)
    await get(`/api/admin/orders/${orderId}`, eva)
    await get(`/api/admin/stock?productId=${id}`, dora)

    expect(await sightings(eva)).toEqual([
      { section: 'stock', keys: 12 },
      { section: 'licenses', keys: 2 },
      { section: 'orders', keys: 2 },
    ])

    testShop.clock.advance(601)
    await page(2)
    expect((await sightings(eva)).at(-1)).toEqual({ section: 'stock', keys: 2 })
    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, eva.userId))
    expect(JSON.stringify(trail)).not.toMatch(/CONTA|SECAO/)
  })

  it('keep their count in the audit log: a line only grows by newly seen keys [Q120, S222]', async () => {
    const update = (set: string) =>
      testShop.app.pool.query(`update audit_log set ${set} where action = 'keys.seen'`)

    for (const set of [
      `details = jsonb_set(details, '{keys}', '1')`,
      `details = '{"section": "stock"}'`,
      `details = jsonb_build_object('section', 'users', 'keys', 99999)`,
      `actor_name = 'Outra', details = jsonb_set(details, '{keys}', '99999')`,
      `action = 'login'`,
    ])
      await expect(update(set), set).rejects.toThrow('audit_log is append-only')

    await expect(testShop.app.pool.query('delete from audit_log')).rejects.toThrow('append-only')
  })

  it('that cannot be opened are shown by their end, and the others of their page are whole', async () => {
    const { id } = await product(testShop.app, { keys: ['INTEIRA-0001', 'RASGADA-0002'] })
    await testShop.app.pool.query(`update stock_keys set key_cipher = 'torn' where last4 = '0002'`)
    const keyRows = (await get(`/api/admin/stock?productId=${id}`)).licenses as {
      licenseKey: string
    }[]
    expect(keyRows.map((row) => row.licenseKey).sort()).toEqual(['INTEIRA-0001', '••••0002'])
  })

  it('in an address or a search never reach the log, even at debug level or in an error [Q120, D036, R021]', async () => {
    const lines: string[] = []
    const log = createLog('trace')
    Object.assign(log, {
      [pino.symbols.streamSym]: { write: (line: string) => void lines.push(line) },
    })
    const { id } = await product(testShop.app, { keys: ['CANARIO-7777-LOG'] })
    const http = await createHttp({ ...testShop.app, log })
    const ask = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      http.inject({ method, url, headers: dora.headers, ...(payload ? { payload } : {}) })
    const path = '/api/admin/stock/CANARIO-7777-LOG'

    const replies = [
      await ask('GET', path),
      await ask('GET', '/api/admin/stock?search=CANARIO-7777-LOG'),
      await ask('GET', `${path}-NONE`),
      await ask('GET', `${path}/no/such/route`),
      await ask('PATCH', `${path}/status`, { status: 'nonsense' }),
      await http.inject({ method: 'GET', url: path }),
    ]

    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 404, 404, 400, 401])
    // Makes the database fail during the call, because such errors log the most.
    await testShop.app.pool.query('alter table stock_keys rename to stock_keys_away')
    const broken = await ask('DELETE', path)
    await testShop.app.pool.query('alter table stock_keys_away rename to stock_keys')
    expect(broken.statusCode).toBe(500)
    await http.close()
    const text = lines.join('')
    expect(text).toContain('/api/admin/stock/:licenseKey')
    expect(text).toContain('request failed unexpectedly')
    expect(text).not.toContain('CANARIO')
    expect((await keysOf(testShop.app, id)).length).toBe(1)
  })
})

describe('with STAFF_KEYS=masked', () => {
  let testShop: TestShop

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true, env: { STAFF_KEYS: 'masked' } })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  it('staff read the end of keys everywhere, and the whole by the audited reveal alone [decision Q120]', async () => {
    const dora = await person(testShop.app, { role: 'developer', name: 'Dora' })
    const { orderId } = await bought(testShop, ['OCULTA-1111-2222'])
    const get = async (path: string) => (await send(testShop, `GET ${path}`, { as: dora })).body
    const masked = { licenseKey: '••••2222', maskedKey: '••••2222' }

    const answers = [
      await get('/api/admin/licenses'),
      await get('/api/admin/stock'),
      await get(`/api/admin/orders/${orderId}`),
      await get('/api/admin/stock/OCULTA-1111-2222'),
    ]

    expect(answers[0].licenses).toMatchObject([masked])
    expect(answers[1].licenses).toMatchObject([masked])
    expect(answers[2].order.units).toMatchObject([masked])
    expect(answers[3]).toMatchObject(masked)
    expect(JSON.stringify(answers)).not.toContain('OCULTA')
    const id = answers[0].licenses[0].id

    expect(
      (await send(testShop, `POST /api/admin/licenses/${id}/reveal`, { as: dora })).body,
    ).toEqual({
      success: true,
      licenseKey: 'OCULTA-1111-2222',
    })

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, dora.userId))

    expect(trail.map((row) => row.action)).toEqual(['licence.revealed'])
  })
})
