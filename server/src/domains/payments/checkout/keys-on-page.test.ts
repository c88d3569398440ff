import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences, licenceViews } from '../../../db/tables/index.ts'
import { person, type Person } from '../../../testing/make.ts'
import { pay, started, type Case, type Method } from '../../../testing/money-matrix.ts'
import { expectSound, look, paymentRow, send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { settle } from '../settlement/settle.service.ts'

// Revoked keys on the payment page of their buyer (Q37).

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

async function paid(method: Method): Promise<Case & { licenceId: string }> {
  const one = await started(testShop, method)
  await pay(testShop, method, one)
  const { status, orderId } = await paymentRow(testShop, one.id)
  expect(status).toBe('completed')
  const [licence] = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.orderId, orderId))

  return { ...one, licenceId: licence!.id }
}

const onPage = async (one: Case) => {
  const { body } = await look(testShop, one.who, one.id)
  return { status: body.status, units: body.owner.units }
}

const timesShown = (licenceId: string) =>
  testShop.app.db.$count(licenceViews, eq(licenceViews.licenceId, licenceId))

const key = expect.stringMatching(/^\S{4,}$/)
const out = { licenseId: null, licenseKey: null, status: 'suspended' }

describe('a revoked key is not on the page of its payment', () => {
  it('during a card dispute; when it is won, the page has the key again and records the view [Q37, F105]', async () => {
    const one = await paid('stripe')
    const { providerReference } = await paymentRow(testShop, one.id)

    const bank = async (status: string) => {
      await testShop.sandbox!.call('POST', `/sandbox/api/card/${providerReference}/dispute`, {
        status,
      })
      await settle(testShop.app, one.id, 'webhook')
    }

    await bank('created')
    expect(await onPage(one)).toMatchObject({ status: 'completed', units: [out] })
    expect(await timesShown(one.licenceId)).toBe(0)
    await bank('won')

    expect(await onPage(one)).toMatchObject({
      status: 'completed',
      units: [{ licenseId: one.licenceId, licenseKey: key, status: 'active' }],
    })

    expect(await timesShown(one.licenceId)).toBe(1)
    await expectSound(testShop)
  })

  it('while all of a PIX is being returned [Q37, F103]', async () => {
    const one = await paid('pix')
    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 600_000 })

    const { status } = await send(testShop, `POST /api/admin/desk/payments/${one.id}/refund`, {
      as: staff,
      body: { reason: 'Desistiu' },
    })

    expect(status).toBe(200)
    await testShop.drain()
    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })
    expect(await onPage(one)).toMatchObject({ status: 'completed', units: [out] })
    expect(await timesShown(one.licenceId)).toBe(0)
  })

  it('after staff revoked its licence [Q37, B203]', async () => {
    const one = await paid('pix')
    const revoke = `PATCH /api/admin/licenses/${one.licenceId}/status` as const
    expect((await send(testShop, revoke, { as: staff, body: { status: 'revoked' } })).status).toBe(
      200,
    )
    expect(await onPage(one)).toMatchObject({ status: 'completed', units: [out] })
    expect(await timesShown(one.licenceId)).toBe(0)
    await send(testShop, revoke, { as: staff, body: { status: 'active' } })
    expect((await onPage(one)).units).toMatchObject([{ licenseKey: key, status: 'active' }])
  })
})
