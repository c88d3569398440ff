import type { ReviewReason } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openCertificates } from '../../../../../sandbox/src/core/certificates.ts'
import { isPublicAddress, isPublicUrl } from '../../../adapters/push/public-host.ts'
import { createPush } from '../../../adapters/push/push.ts'
import { payments, pushDevices, pushKeys, sessions, users } from '../../../db/tables/index.ts'
import { taskList } from '../../../jobs/handlers.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { byClock } from '../../../testing/clock.ts'
import { cartOf, coupon, person, product, type Person } from '../../../testing/make.ts'
import { openPushService } from '../../../testing/push-service.ts'
import { send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { updatePayment } from '../../payments/state/transitions.service.ts'
import { publicPushKey } from './push.keys.service.ts'
import { pushWords } from './push.words.ts'

let testShop: TestShop
let service: Awaited<ReturnType<typeof openPushService>>
const folder = mkdtempSync(join(tmpdir(), 'chaveiro-push-'))

beforeAll(async () => {
  const { ca, serverCert, serverKey } = await openCertificates(folder)
  service = await openPushService({ cert: serverCert, key: serverKey })
  testShop = await openTestShop({ sandbox: true })
  const accepts = (endpoint: string) => endpoint.startsWith(service.origin)
  testShop.app.providers.push = createPush({ accepts, ca })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
  await service?.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  await testShop.app.db.delete(pushDevices)
  service.told.length = 0
  service.answer(() => ({ status: 201 }))
})

const call = (who: Person, method: 'GET' | 'PUT' | 'DELETE', body?: object) =>
  send(testShop, `${method} /api/admin/push`, { as: who, body })

async function deviceOf(name: string, who?: Person): Promise<Person> {
  const staff = who ?? (await person(testShop.app, { role: 'admin' }))
  const { body } = await call(staff, 'GET')
  const kept = await call(staff, 'PUT', service.subscribe(name, body.publicKey))
  expect(kept).toMatchObject({ status: 200, body: { on: true } })

  return staff
}

const said = () =>
  service.told.map(({ device, message }) => {
    const { title, body, url } = message as Record<string, string>
    return `${device}: ${title} | ${body} | ${url}`
  })

let sold = 0

/** An order of one product, paid by a coupon; returns its number and id. */
async function sell(options: Parameters<typeof product>[1] = {}) {
  const who = await person(testShop.app, {
    name: 'Vera Vítima',
    email: `vera-${sold}@exemplo.test`,
  })

  const { id } = await product(testShop.app, { keys: [`CHAVE-SECRETA-${++sold}`], ...options })
  const cartId = await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])
  const { body } = await startPix(testShop, who, cartId, { coupon: 'TUDO' })
  expect(body.status, JSON.stringify(body)).toBe('completed')
  const { body: list } = await send(testShop, 'GET /api/users/orders', { as: who })

  return { who, number: list.orders[0].orderNumber as string, id: list.orders[0].id as string }
}

describe('staff get messages on registered devices', () => {
  it('about a sale, signed and encrypted by the standards, in their language, without secrets [P370, P372]', async () => {
    await deviceOf('um')
    const english = await deviceOf('dois')
    await testShop.app.db
      .update(users)
      .set({ language: 'en-US' })
      .where(eq(users.id, english.userId))
    const { number, id } = await sell()
    await testShop.drain()
    expect(service.faults).toEqual([])

    expect(said().sort()).toEqual([
      `dois: Sale paid: R$0.00 | Order ${number} | /admin/orders/${id}`,
      `um: Venda paga: R$\u00a00,00 | Pedido ${number} | /admin/orders/${id}`,
    ])

    expect(service.told[0]).toMatchObject({ ttl: 43_200, sub: 'mailto:contato@loja.example' })
    expect(JSON.stringify(service.told)).not.toMatch(/Vera|vera-|CHAVE/)
  })

  it("about a manual delivery and a customer's message, in both languages [P370]", async () => {
    await deviceOf('um')
    const { who, number, id } = await sell({ provider: 'manual', keys: 0 })

    const opened = await send(testShop, 'POST /api/users/tickets', {
      as: who,
      body: {
        clientId: crypto.randomUUID(),
        subject: 'Minha conta vera@exemplo.test',
        text: 'Olá',
        files: [],
      },
    })

    expect(opened.status, JSON.stringify(opened.body)).toBe(200)
    await testShop.drain()

    expect(said().sort()).toEqual([
      `um: Cliente à espera | Há mensagem nova no ticket ${opened.body.ticket.ticketId}. | /admin/tickets`,
      `um: Entrega à espera | O pedido ${number} foi pago e espera por você. | /admin/orders/${id}`,
      `um: Venda paga: R$\u00a00,00 | Pedido ${number} | /admin/orders/${id}`,
    ])

    expect(JSON.stringify(service.told)).not.toContain('vera@')
    service.told.length = 0
    const payment = (
      await testShop.app.db.select().from(payments).where(eq(payments.orderId, id))
    )[0]!
    const review = (reviewReason: ReviewReason | null) =>
      inTransaction(testShop.app, async (tx) => updatePayment(tx, payment, { reviewReason }))
    await review('late')
    await testShop.drain()
    expect(said()).toEqual([
      `um: Pagamento para revisar | O pagamento do pedido ${number} precisa de uma decisão. | /admin/orders/${id}`,
    ])
    const facts = { number: 'ORD-000007', url: '/admin/orders/7' }

    expect(
      (['delivery', 'review', 'ticket'] as const).map((kind) => {
        const { title, body } = pushWords[kind](facts)
        return `${title['en-US']}: ${body['en-US']}`
      }),
    ).toEqual([
      'A delivery waits: Order ORD-000007 is paid and waits for you.',
      'A payment to review: The payment of order ORD-000007 needs a decision.',
      'A customer waits: There is a new message in ticket ORD-000007.',
    ])
  })

  it('two processes at once notify a device once; without a device nothing is queued [P372]', async () => {
    await deviceOf('um')
    await deviceOf('dois')
    await sell()
    const other = await testShop.another()
    other.providers.push = testShop.app.providers.push
    const run = (app: App) =>
      runOnce({ pgPool: app.pool, taskList: taskList(app), noHandleSignals: true })
    // The job of a sale queues another job for each device; both processes work on these jobs.
    for (let round = 0; round < 3; round++) await Promise.all([run(testShop.app), run(other)])

    expect(
      said()
        .map((line) => line.slice(0, 4))
        .sort(),
    ).toEqual(['dois', 'um: '])

    await testShop.app.db.delete(pushDevices)
    await sell()
    const { rows } = await testShop.app.pool.query(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier like 'push.%'`,
    )
    expect(rows).toEqual([{ n: 0 }])
    // Both processes use the same key.
    expect(await publicPushKey(other)).toBe(await publicPushKey(testShop.app))
    const [key] = await testShop.app.db.select().from(pushKeys)
    expect(testShop.app.vault.open(key!.sealed, 'push_keys', '1')).toMatch(/^[\w-]{43}$/)
  })

  it('a gone device is deleted, a busy service is tried again when it says so [P374]', async () => {
    for (const status of [404, 410]) {
      await deviceOf(`fora${status}`)
      service.answer(() => ({ status }))
      await sell()
      await testShop.drain()
      expect(await testShop.app.db.$count(pushDevices)).toBe(0)
    }

    service.told.length = 0
    await deviceOf('cheio')
    service.answer(() => ({ status: 429, headers: { 'retry-after': '300' } }))
    const before = testShop.clock.now().toISOString()
    await sell()
    await testShop.drain()
    expect(service.told).toHaveLength(1)

    // The next try is five minutes after the failed one, which was between these two times.
    const { rows } = await testShop.app.pool.query(
      `select run_at >= $1::timestamptz + interval '300 s' as late_enough,
          run_at <= $2::timestamptz + interval '300 s' as soon_enough
        from graphile_worker.jobs where task_identifier = 'push.send'`,
      [before, testShop.clock.now().toISOString()],
    )

    expect(rows).toEqual([{ late_enough: true, soon_enough: true }])
    // Redirects are not followed.
    service.told.length = 0

    await testShop.app.pool.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'push.send'`,
    )

    service.answer(() => ({ status: 302, headers: { location: `${service.origin}/outro` } }))
    await sell()
    await testShop.drain()
    expect(service.told.map(({ device }) => device)).toEqual(['cheio'])
  })

  it('after logout, a lost role or an opt-out a device gets none; it belongs to the last login [P374]', async () => {
    const gone = await deviceOf('saiu')
    expect((await send(testShop, 'POST /api/users/logout', { as: gone })).status).toBe(200)
    const former = await deviceOf('ex')
    const admin = await person(testShop.app, { role: 'admin' })

    await testShop.app.db
      .update(sessions)
      .set({ provenAt: testShop.clock.now() })
      .where(eq(sessions.userId, admin.userId))

    await send(testShop, `PUT /api/admin/users/${former.userId}/role`, {
      as: admin,
      body: { role: 'client' },
    })

    const off = await deviceOf('desligado')
    expect((await call(off, 'DELETE')).body.on).toBe(false)
    await deviceOf('mesmo')
    const second = await deviceOf('mesmo')
    const expired = await deviceOf('velho')

    await testShop.app.db
      .update(sessions)
      .set({ expiresAt: testShop.clock.now() })
      .where(eq(sessions.userId, expired.userId))

    await sell()
    await testShop.drain()
    expect(service.told.map(({ device }) => device)).toEqual(['mesmo'])
    expect((await call(second, 'GET')).body.on).toBe(true)
    await byClock(testShop.app, 'forget ended devices')
    expect(await testShop.app.db.$count(pushDevices)).toBe(1)
  })

  it('an address outside the public internet and an eleventh device are refused with a reason [P373]', async () => {
    const staff = await person(testShop.app, { role: 'admin' })
    const { body } = await call(staff, 'GET')
    const given = service.subscribe('dez', body.publicKey)
    const refused = await call(staff, 'PUT', { ...given, endpoint: 'https://10.0.0.1/x' })

    expect([refused.status, refused.body.error]).toEqual([
      400,
      'O endereço de avisos deste navegador não pode ser usado pela loja.',
    ])

    for (const url of [
      'http://fcm.googleapis.com/x',
      'https://localhost/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://2130706433/x',
      'https://metadata.google.internal/x',
      'https://user:pass@fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://intranet/x',
      'file:///etc/passwd',
      'nada',
    ])
      expect(isPublicUrl(url), url).toBe(false)

    expect(isPublicUrl('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)

    for (const inner of [
      '10.1.2.3',
      '169.254.169.254',
      '192.168.0.1',
      '::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '100.64.0.1',
      '0.0.0.0',
    ])
      expect(isPublicAddress(inner), inner).toBe(false)

    for (const outer of ['142.250.79.10', '2607:f8b0::1'])
      expect(isPublicAddress(outer), outer).toBe(true)
    await deviceOf('primeiro', staff)
    const [own] = await testShop.app.db.select().from(pushDevices)

    for (let at = 2; at <= 10; at++) {
      const [session] = await testShop.app.db
        .insert(sessions)
        .values({
          id: crypto.randomUUID(),
          userId: staff.userId,
          createdAt: testShop.clock.now(),
          expiresAt: new Date(testShop.clock.now().getTime() + 86_400_000),
        })
        .returning()

      await testShop.app.db.insert(pushDevices).values({
        ...own!,
        id: crypto.randomUUID(),
        sessionId: session!.id,
        endpointIndex: Buffer.from(`aparelho ${at}`),
      })
    }

    await call(staff, 'DELETE')
    await deviceOf('volta', staff)

    const [later] = await testShop.app.db
      .insert(sessions)
      .values({
        id: crypto.randomUUID(),
        userId: staff.userId,
        createdAt: testShop.clock.now(),
        expiresAt: new Date(testShop.clock.now().getTime() + 86_400_000),
      })
      .returning()

    const { keepDevice } = await import('./push.devices.service.ts')

    await expect(
      keepDevice(
        testShop.app,
        { userId: staff.userId, sessionId: later!.id },
        service.subscribe('onze', body.publicKey),
      ),
    ).rejects.toMatchObject({
      code: 'push.too_many',
      text: {
        'pt-BR': 'Você já recebe avisos em 10 aparelhos. Desligue um deles primeiro.',
        'en-US': 'You are told on 10 devices already. Switch one of them off first.',
      },
    })

    // The table shows neither an address nor a secret of a browser.
    expect(JSON.stringify(await testShop.app.db.select().from(pushDevices))).not.toMatch(
      /localhost|p256dh/,
    )
  })
})
