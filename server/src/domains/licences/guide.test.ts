import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences } from '../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { accepted, fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let admin: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  admin = await person(testShop.app, { role: 'admin' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
})

/** A buyer of a product with this guide, and their licence. */
async function owner(texts: object) {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 1 })
  await send(testShop, `PUT /api/admin/product/${id}/page`, { as: admin, body: { texts } })
  accepted(await startPix(testShop, who, await fill(testShop, who, id), { coupon: 'TUDO' }))
  const [unit] = (await send(testShop, 'GET /api/users/products', { as: who })).body.products

  return { who, productId: id, licenceId: unit.licenseId as string }
}

const ask = (as: Person | null, id: string, headers = {}) =>
  send(testShop, `GET /api/users/licenses/${id}/guide`, { as, headers })

const english = { 'accept-language': 'en-US' }
const paragraph = (text: string) => [{ type: 'paragraph', children: [{ type: 'text', text }] }]
const notFound = { status: 404, body: { code: 'licence.not_found' } }

describe('the activation guide', () => {
  it('is in the owner’s language or else in pt-BR, and never holds the key [L054]', async () => {
    const both = await owner({
      'pt-BR': { guide: 'Cole {{key}} aqui, e {{key}} ali.' },
      'en-US': { guide: 'Paste {{key}} here.' },
    })

    expect(await ask(both.who, both.licenceId)).toEqual({
      status: 200,
      body: { success: true, guide: paragraph('Cole (sua chave) aqui, e (sua chave) ali.') },
    })

    expect((await ask(both.who, both.licenceId, english)).body.guide).toEqual(
      paragraph('Paste (your key) here.'),
    )

    for (const texts of [
      { 'pt-BR': { guide: 'Cole {{key}}' } },
      { 'pt-BR': { guide: 'Cole {{key}}' }, 'en-US': { body: 'Body', guide: '' } },
    ]) {
      const one = await owner(texts)
      expect((await ask(one.who, one.licenceId, english)).body.guide).toEqual(
        paragraph('Cole (sua chave)'),
      )
    }

    const none = await owner({ 'pt-BR': { body: 'Corpo' }, 'en-US': { guide: 'Paste' } })
    expect((await ask(none.who, none.licenceId)).body).toEqual({ success: true, guide: null })
  })

  it('is for its owner alone: no stranger, no other buyer, nobody once the licence is revoked [L054]', async () => {
    const one = await owner({ 'pt-BR': { guide: 'Segredo' } })
    const other = await owner({})
    expect((await ask(null, one.licenceId)).status).toBe(401)
    expect(await ask(await person(testShop.app), one.licenceId)).toMatchObject(notFound)
    expect(await ask(other.who, one.licenceId)).toMatchObject(notFound)
    expect(await ask(one.who, one.productId)).toMatchObject(notFound)
    expect((await ask(one.who, 'x')).status).toBe(400)
    const set = (status: 'expired' | 'revoked') =>
      testShop.app.db.update(licences).set({ status }).where(eq(licences.id, one.licenceId))
    await set('expired')
    expect((await ask(one.who, one.licenceId)).status).toBe(200)

    const ids = async () => {
      const [order] = (await send(testShop, 'GET /api/users/orders', { as: one.who })).body.orders
      const { products } = (await send(testShop, 'GET /api/users/products', { as: one.who })).body

      return [order.units[0].licenseId, products[0].licenseId]
    }

    expect(await ids()).toEqual([one.licenceId, one.licenceId])
    await set('revoked')
    expect(await ask(one.who, one.licenceId)).toMatchObject(notFound)
    expect(await ids()).toEqual([null, null])
  })

  it('stays with the licence when the product leaves the shop [L054]', async () => {
    const one = await owner({ 'pt-BR': { guide: 'Ainda aqui' } })
    await send(testShop, `DELETE /api/admin/product/${one.productId}`, { as: admin })
    expect((await ask(one.who, one.licenceId)).body.guide).toEqual(paragraph('Ainda aqui'))
  })
})
