import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { person, product, type Person } from '../testing/make.ts'
import { started } from '../testing/money-matrix.ts'
import { paymentRow, send } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'developer' })
})

afterAll(async () => {
  await testShop?.close()
})

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  send(testShop, `${method} /api/admin${path}`, { as: staff, body })

describe('the plain sub-paths of the back office', () => {
  it('product/stats counts the whole store, whatever a list is filtered by [B188, B038, B039, Q20, Q84]', async () => {
    for (const name of ['Contado A', 'Contado B']) await product(testShop.app, { name })
    const { body } = await call('GET', '/product/stats')

    expect(body).toMatchObject({
      success: true,
      totalProducts: 2,
      activeProducts: 2,
      maintenanceProducts: 0,
      discontinuedProducts: 0,
      inactiveProducts: 0,
      featuredProducts: 0,
      totalCategories: 1,
      data: { totalProducts: 2 },
    })

    expect((await call('GET', '/product?search=Contado A')).body.total).toBe(1)
  })

  it('licenses/stats counts licences by status [B188, Q20]', async () => {
    expect((await call('GET', '/licenses/stats')).body).toEqual({
      success: true,
      totalLicenses: 0,
      activeLicenses: 0,
      expiredLicenses: 0,
      revokedLicenses: 0,
      data: { totalLicenses: 0, activeLicenses: 0, expiredLicenses: 0, revokedLicenses: 0 },
    })
  })

  it('PATCH orders/{id} and transactions/{id} do what their status calls do [B188, Q20]', async () => {
    const payment = await started(testShop, 'pix')
    const confirmed = { status: 'completed', reason: 'Extrato', reference: 'TED-1' }
    const done = await call('PATCH', `/transactions/${payment.id}`, confirmed)
    expect([done.status, done.body.transaction.status]).toEqual([200, 'completed'])
    const { orderId } = await paymentRow(testShop, payment.id)
    const refused = await call('PATCH', `/orders/${orderId}`, { status: 'pending' })
    expect([refused.status, refused.body.success]).toEqual([409, false])
  })

  it('security itself answers like its bans [decision Q126]', async () => {
    const made = await call('POST', '/security', { ip: '203.0.113.44', reason: 'Teste' })
    expect([made.status, made.body.ban.ip]).toEqual([200, '203.0.113.44'])
    expect((await call('GET', '/security')).body.bans).toMatchObject([{ ip: '203.0.113.44' }])
    expect((await call('GET', '/security/bans')).body.total).toBe(1)
  })
})
