import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  auditLog,
  infractions,
  licences,
  orders,
  providerChecks,
  refunds,
  users,
} from '../../../db/tables/index.ts'
import { byClock } from '../../../testing/clock.ts'
import { mailsTo } from '../../../testing/mailed.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import {
  eventually,
  expectSound,
  fill,
  paymentRow,
  payPix,
  send,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { settle } from '../settlement/settle.service.ts'
import { sendDefence } from './defence.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
})

const paid = async () => {
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { keys: 2, priceCents: 12_980 })
  const { body } = await startPix(testShop, who, await fill(testShop, who, productId))
  const one = { who, id: body.paymentId as string, txid: body.txid as string }
  await payPix(testShop, one.txid)
  await settle(testShop.app, one.id, 'sweep')
  expect((await paymentRow(testShop, one.id)).status).toBe('completed')

  return one
}

const report = (txid: string, body: object) =>
  testShop.sandbox!.call('POST', `/sandbox/api/pix/${txid}/infraction`, body)

/** An hour passes, and the shop checks. */
const hour = async (app = testShop.app) => {
  await testShop.advance(3601)
  await byClock(app, 'poll reports of fraud')
  await testShop.drain()
}

const fault = (method: string, path: string, action: string, times = 1) =>
  testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider: 'pix', method, path, times, do: action },
  ])

const standing = async (id: string) => {
  const row = await paymentRow(testShop, id)
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, row.orderId))

  const given = await testShop.app.db
    .select({ status: licences.status })
    .from(licences)
    .where(eq(licences.orderId, row.orderId))

  const back = await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, id))

  return {
    payment: row.status,
    dispute: row.dispute,
    order: order!.status,
    licences: given.map((one) => one.status),
    back: back
      .filter((one) => one.status === 'succeeded')
      .reduce((sum, one) => sum + one.amountCents, 0),
  }
}

const desk = async (id: string) =>
  (await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

const onDesk = async (id: string) =>
  (await send(testShop, 'GET /api/admin/desk?limit=100', { as: staff })).body.payments.some(
    (one: { id: string }) => one.id === id,
  )

const defend = (id: string, infractionId: string, text = 'Chave entregue e usada.') =>
  send(testShop, `POST /api/admin/desk/payments/${id}/defence`, {
    as: staff,
    body: { infractionId, text },
  })

describe('a PIX reported as fraud (MED)', () => {
  it('is found within the hour and suspends the licence; accepted, its loss is booked [F104]', async () => {
    const one = await paid()
    const told = await report(one.txid, { status: 'ABERTA' })
    await hour()

    expect(await standing(one.id)).toEqual({
      payment: 'completed',
      dispute: 'open',
      order: 'completed',
      licences: ['revoked'],
      back: 0,
    })

    expect(await onDesk(one.id)).toBe(true)

    expect(await desk(one.id)).toMatchObject({
      kind: 'disputed',
      disputes: [{ state: 'open', contested: 129.8, taken: 0 }],

      infractions: [
        {
          id: told.idInfracao,
          status: 'ABERTA',
          contested: 129.8,
          reason: 'Solicitação de devolução',
          situation: 'golpe',
          dueAt: new Date(told.dadosAnalise.prazoFinalizacao).toISOString(),
          defence: null,
          defenceState: null,
          open: true,
        },
      ],
    })

    await report(one.txid, { status: 'ACEITA' })
    await hour()

    await eventually(testShop, async () => {
      await settle(testShop.app, one.id, 'poll')
      expect(await standing(one.id)).toEqual({
        payment: 'refunded',
        dispute: 'lost',
        order: 'refunded',
        licences: ['revoked'],
        back: 12_980,
      })
    })

    expect((await desk(one.id)).infractions).toMatchObject([{ status: 'ACEITA', open: false }])
    await expectSound(testShop)
  })

  it('keeps the situation that the payer described; added an hour later, it needs no review [F104]', async () => {
    const one = await paid()
    await report(one.txid, { status: 'ABERTA', tipoSituacao: 'acesso fraudulento' })
    await hour()

    const story = () =>
      testShop.app.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(and(eq(auditLog.targetId, one.id), eq(auditLog.action, 'payment.infraction')))

    expect((await desk(one.id)).infractions).toMatchObject([{ situation: 'acesso fraudulento' }])

    await testShop.app.db
      .update(infractions)
      .set({ situation: null })
      .where(eq(infractions.paymentId, one.id))

    await hour()
    expect((await desk(one.id)).infractions).toMatchObject([{ situation: 'acesso fraudulento' }])
    expect(await story()).toHaveLength(1)
  })

  it.each(['REJEITADA', 'CANCELADA', 'CANCELADA_EFI'])(
    '%s it is won: the licence works again and no money moved [F104]',
    async (status) => {
      const one = await paid()
      await report(one.txid, { status: 'ABERTA' })
      await hour()
      await report(one.txid, { status })
      await hour()

      expect(await standing(one.id)).toEqual({
        payment: 'completed',
        dispute: 'won',
        order: 'completed',
        licences: ['active'],
        back: 0,
      })

      expect(await onDesk(one.id)).toBe(true)
    },
  )

  it.each([undefined, 'MED_FRAUDE'])(
    'accepted in part takes that part; the rest of the sale stays (nature: %s) [F104, F102]',
    async (natureza) => {
      const one = await paid()
      await report(one.txid, { status: 'ABERTA', amount: '50.00' })
      await hour()
      expect((await desk(one.id)).disputes).toMatchObject([{ contested: 50 }])

      await report(one.txid, {
        status: 'ACEITA',
        amount: '30.00',
        ...(natureza ? { natureza } : {}),
      })

      await hour()

      await eventually(testShop, async () => {
        await settle(testShop.app, one.id, 'poll')
        expect(await standing(one.id)).toMatchObject({
          payment: 'completed',
          dispute: 'lost',
          back: 3000,
        })
      })

      expect(await desk(one.id)).toMatchObject({ left: 99.8, disputes: [{ taken: 30 }] })
      await expectSound(testShop)
    },
  )

  it('return and report end with the same money in either order, however often they repeat [F104]', async () => {
    const [first, second] = [await paid(), await paid()]

    for (const one of [first, second]) {
      await report(one.txid, { status: 'ABERTA' })
      await report(one.txid, { status: 'ACEITA', amount: '40.00' })
    }

    // The first payment is checked by a webhook before the hourly check, the second payment by the
    // hourly check first.
    await eventually(testShop, async () => {
      await settle(testShop.app, first.id, 'webhook')
      expect((await standing(first.id)).back).toBe(4000)
    })

    await hour()
    for (let look = 0; look < 5; look++)
      for (const one of [first, second]) await settle(testShop.app, one.id, 'poll')

    for (const one of [first, second])
      expect(await standing(one.id)).toMatchObject({
        payment: 'completed',
        dispute: 'lost',
        back: 4000,
      })

    await expectSound(testShop)
  })

  it('is no refund of the shop when its money goes before the hourly check [F253]', async () => {
    // The report on `unseen` is made and decided between two checks. The report on `seen` is made
    // before a check and decided after it.
    const [unseen, seen] = [await paid(), await paid()]
    await report(seen.txid, { status: 'ABERTA' })
    await hour()
    await report(unseen.txid, { status: 'ABERTA' })
    for (const one of [unseen, seen]) await report(one.txid, { status: 'ACEITA' })

    for (const one of [unseen, seen])
      await eventually(testShop, async () =>
        expect(await standing(one.id)).toEqual({
          payment: 'refunded',
          dispute: 'lost',
          order: 'refunded',
          licences: ['revoked'],
          back: 12_980,
        }),
      )

    for (const one of [unseen, seen]) {
      const subjects = (await mailsTo(testShop, one.who.email)).map(({ subject }) => subject)
      expect(subjects.filter((subject) => /devolvemos/i.test(subject))).toEqual([])
      const back = await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, one.id))
      expect(back.map(({ reason }) => reason.split(' ')[0])).toEqual(['dispute'])
    }

    await expectSound(testShop)
  })

  it('while it is open, a return of unknown cause waits until the reports can be read [F253]', async () => {
    const one = await paid()
    await report(one.txid, { status: 'ABERTA' })
    await hour()
    await fault('GET', '/v2/gn/infracoes', 'status:503')
    await report(one.txid, { status: 'ACEITA' })
    await settle(testShop.app, one.id, 'webhook')
    expect(await standing(one.id)).toMatchObject({ payment: 'completed', back: 0 })
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

    await eventually(testShop, async () => {
      await settle(testShop.app, one.id, 'webhook')
      expect(await standing(one.id)).toMatchObject({ dispute: 'lost', back: 12_980 })
    })
  })

  it("the owner's own return in the bank's app is booked and mailed, even during a report [F253]", async () => {
    const one = await paid()
    await report(one.txid, { status: 'ABERTA' })
    await hour()
    await testShop.sandbox!.call('POST', `/sandbox/api/pix/${one.txid}/return`, { amount: '30.00' })

    await eventually(testShop, async () => {
      await settle(testShop.app, one.id, 'webhook')
      expect(await standing(one.id)).toMatchObject({ dispute: 'open', back: 3000 })
      expect((await mailsTo(testShop, one.who.email)).map(({ subject }) => subject)).toContainEqual(
        expect.stringMatching(/^Devolvemos R\$\s30,00 do pedido/),
      )
    })
  })

  it.each([null, '1.234,56', 'muito', -5, 0, {}])(
    'whose amount is %j disputes the whole receipt and needs review; others are read [F258]',
    async (valor) => {
      const [odd, plain] = [await paid(), await paid()]
      await report(odd.txid, { status: 'ABERTA', amount: '50.00', valor })
      await report(plain.txid, { status: 'ABERTA', amount: '50.00' })
      await hour()
      expect((await desk(odd.id)).disputes).toMatchObject([{ state: 'open', contested: 129.8 }])
      expect((await desk(plain.id)).disputes).toMatchObject([{ state: 'open', contested: 50 }])
      expect(await onDesk(odd.id)).toBe(true)

      const [line] = await testShop.app.db
        .select({ details: auditLog.details })
        .from(auditLog)
        .where(and(eq(auditLog.targetId, odd.id), eq(auditLog.action, 'payment.infraction')))

      expect(line!.details).toMatchObject({ contestedCents: 12_980, amount: 'unreadable' })
    },
  )

  it('of a refunded payment takes nothing more; of a banned or deleted customer neither [F104]', async () => {
    const [refunded, gone] = [await paid(), await paid()]

    await send(testShop, `POST /api/admin/desk/payments/${refunded.id}/refund`, {
      as: staff,
      body: { reason: 'Desistiu' },
    })

    await eventually(testShop, async () => {
      await testShop.advance(40)
      await testShop.sweep()
      expect((await paymentRow(testShop, refunded.id)).status).toBe('refunded')
    })

    await testShop.app.db
      .update(users)
      .set({ deletedAt: testShop.clock.now() })
      .where(eq(users.id, gone.who.userId))

    for (const one of [refunded, gone]) await report(one.txid, { status: 'ABERTA' })
    await hour()
    expect(await standing(refunded.id)).toMatchObject({ payment: 'refunded', dispute: 'open' })
    expect(await standing(gone.id)).toMatchObject({ dispute: 'open', licences: ['revoked'] })

    for (const one of [refunded, gone]) {
      expect(await onDesk(one.id)).toBe(true)
      await report(one.txid, { status: 'ACEITA' })
    }

    await hour()

    await eventually(testShop, async () => {
      for (const one of [refunded, gone]) await settle(testShop.app, one.id, 'poll')

      expect(await standing(refunded.id)).toMatchObject({
        payment: 'refunded',
        dispute: 'lost',
        back: 12_980,
      })

      expect(await standing(gone.id)).toMatchObject({
        payment: 'refunded',
        order: 'refunded',
        back: 12_980,
      })
    })

    await expectSound(testShop)
  })

  it('made after seventy days is found despite a silent day; two processes ask once an hour [F104]', async () => {
    const one = await paid()
    await testShop.advance(70 * 86_400)
    await report(one.txid, { status: 'ABERTA' })
    await fault('GET', '/v2/gn/infracoes', 'status:503', 400)
    for (let i = 0; i < 24; i++) await hour()

    const [check] = await testShop.app.db
      .select()
      .from(providerChecks)
      .where(eq(providerChecks.name, 'pix.infractions'))

    expect(check!.found).toBe('failed')
    expect((await paymentRow(testShop, one.id)).dispute).toBeNull()
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    const other = await testShop.another()
    await testShop.sandbox!.call('DELETE', '/sandbox/api/requests')
    await testShop.advance(3601)

    await Promise.all([
      byClock(testShop.app, 'poll reports of fraud'),
      byClock(other, 'poll reports of fraud'),
    ])

    await byClock(testShop.app, 'poll reports of fraud')
    await testShop.drain()
    expect((await paymentRow(testShop, one.id)).dispute).toBe('open')
    const asked = (
      await testShop.sandbox!.call('GET', '/sandbox/api/requests?provider=pix')
    ).filter((call: { path: string }) => call.path === '/v2/gn/infracoes')
    expect(asked).toHaveLength(1)
    // The request covers payments of eighty days ago, whichever of its dates the provider filters
    // by.
    const from = new URLSearchParams(asked[0].query as string).get('inicio')!
    expect(testShop.clock.now().getTime() - Date.parse(from)).toBeGreaterThan(80 * 86_400_000)

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, one.id), eq(auditLog.action, 'payment.infraction')))

    expect(trail).toHaveLength(1)
  })
})

describe('the defence that staff write', () => {
  const reported = async () => {
    const one = await paid()
    const { idInfracao } = await report(one.txid, { status: 'ABERTA' })
    await hour()

    return { ...one, infractionId: idInfracao as string }
  }

  const atEfi = async (infractionId: string) =>
    (await testShop.sandbox!.call('GET', '/sandbox/api/state')).efi.infractions.find(
      (row: { id: string }) => row.id === infractionId,
    )

  it('is sent once, with its author, and its result is shown [F104]', async () => {
    const one = await reported()
    const reply = await defend(one.id, one.infractionId)
    expect(reply.status).toBe(200)

    expect(reply.body.payment.infractions).toMatchObject([
      {
        defence: 'Chave entregue e usada.',
        defendedBy: 'Dora Equipe',
        defenceState: 'sent',
        defenceFailure: null,
        open: false,
      },
    ])

    expect(await atEfi(one.infractionId)).toMatchObject({
      status: 'EM_DEFESA',
      defence: 'Chave entregue e usada.',
    })

    expect(await defend(one.id, one.infractionId, 'De novo')).toMatchObject({
      status: 409,
      body: { code: 'infraction.closed' },
    })

    await hour()
    expect((await desk(one.id)).infractions).toMatchObject([{ status: 'EM_DEFESA' }])
    // A defended report is still undecided, so the licence stays suspended.
    expect(await standing(one.id)).toMatchObject({ dispute: 'open', licences: ['revoked'] })
    expect((await desk(one.id)).timeline.map((row: { action: string }) => row.action)).toEqual(
      expect.arrayContaining(['payment.defended', 'payment.defence_sent']),
    )
  })

  it.each(['commit-then-reset', 'status:500', 'reset'])(
    'with %s it waits and is stored once when the provider answers again [F104]',
    async (action) => {
      const one = await reported()
      await fault('POST', `/v2/gn/infracoes/${one.infractionId}/defesa`, action)
      await fault('GET', '/v2/gn/infracoes', 'status:500')
      expect((await defend(one.id, one.infractionId)).body.payment.infractions).toMatchObject([
        { defenceState: 'pending', open: false },
      ])

      await Promise.all([
        sendDefence(testShop.app, one.infractionId),
        sendDefence(await testShop.another(), one.infractionId),
      ])

      expect((await desk(one.id)).infractions).toMatchObject([{ defenceState: 'sent' }])
      expect(await atEfi(one.infractionId)).toMatchObject({ defence: 'Chave entregue e usada.' })
    },
  )

  it('refused by the provider it may be written again; late and foreign ones are refused here [F104]', async () => {
    const one = await reported()
    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', {
      scopes: 'cob.read cob.write pix.read pix.write gn.infractions.read',
    })
    await testShop.advance(3601)
    expect((await defend(one.id, one.infractionId)).body.payment.infractions).toMatchObject([
      { defenceState: 'failed', defenceFailure: 'insufficient_scope', open: true },
    ])

    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', {
      scopes:
        'cob.read cob.write pix.read pix.write webhook.read webhook.write payloadlocation.read gn.infractions.read gn.infractions.write',
    })

    await testShop.advance(3601)
    expect((await defend(one.id, one.infractionId)).body.payment.infractions).toMatchObject([
      { defenceState: 'sent' },
    ])
    const late = await reported()
    expect((await defend(one.id, late.infractionId)).body.code).toBe('infraction.not_found')
    expect((await defend(one.id, 'none')).body.code).toBe('infraction.not_found')
    expect((await defend(late.id, late.infractionId, '  ')).status).toBe(400)

    expect(
      (
        await send(testShop, `POST /api/admin/desk/payments/${late.id}/defence`, {
          as: late.who,
          body: { infractionId: late.infractionId, text: 'x' },
        })
      ).status,
    ).toBe(403)

    await testShop.advance(8 * 86_400)
    expect((await defend(late.id, late.infractionId)).body.code).toBe('infraction.closed')

    expect(
      (
        await testShop.app.db
          .select()
          .from(infractions)
          .where(eq(infractions.id, late.infractionId))
      )[0],
    ).toMatchObject({ defence: null })
  })
})

describe('the registration of the PIX webhook', () => {
  const system = async () => (await send(testShop, 'GET /api/admin/system/pix', { as: staff })).body

  const registered = async () =>
    (await testShop.sandbox!.call('GET', '/sandbox/api/state')).efi.webhooks.map(
      (one: { url: string }) => one.url.split('?')[0],
    )

  it('is compared daily, corrected when changed, retried, and shown with time and result [F114]', async () => {
    const url = testShop.app.config.pix!.webhookUrl
    await byClock(testShop.app, 'watch the PIX webhook')

    expect(await system()).toMatchObject({
      enabled: true,
      webhookUrl: url,
      webhook: { found: 'right', detail: null, checkedAt: expect.stringMatching(/Z$/) },
      infractions: { found: 'right' },
    })

    const other = url.replace('/api/webhooks/pix', '/outro')
    await testShop.sandbox!.call('POST', '/sandbox/api/pix/webhook', {
      url: `${other}?token=deles`,
    })
    expect(await registered()).toEqual([other])
    await byClock(testShop.app, 'watch the PIX webhook')
    expect(await registered()).toEqual([other])
    await testShop.advance(86_401)
    await fault('PUT', '/v2/webhook/*', 'status:503', 1000)

    for (let day = 0; day < 3; day++) {
      await testShop.advance(86_400)
      await byClock(testShop.app, 'watch the PIX webhook')
    }

    expect((await system()).webhook).toMatchObject({ found: 'failed' })
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await testShop.advance(61)
    await byClock(testShop.app, 'watch the PIX webhook')
    expect(await registered()).toEqual([url])
    expect((await system()).webhook).toMatchObject({ found: 'other', detail: other })
    expect(JSON.stringify(await system())).not.toMatch(/deles|hmac/)
    expect((await send(testShop, 'GET /api/admin/system/pix')).status).toBe(401)
  })
})
