import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog } from '../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { wordsOf } from '../../testing/pdf-words.ts'
import { fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const log: string[] = []
let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { LOG_LEVEL: 'trace' },
    logTo: (line) => void log.push(line),
  })

  staff = await person(testShop.app, { role: 'admin', name: 'Dora' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
})

const save = (body: object, as = staff, headers = {}) =>
  send(testShop, 'PUT /api/admin/system/site-settings', { as, body, headers })

const shown = async () => (await testShop.http.inject('/api/server/public/site-settings')).json()

const company = {
  sellerName: 'Casa da Chave Ltda.',
  sellerTaxId: '12abc34501de35',
  sellerAddress: 'Rua das Chaves, 7, Recife, PE',
}

const line = 'Casa da Chave Ltda. · CNPJ 12.ABC.345/01DE-35 · Rua das Chaves, 7, Recife, PE'

it('the seller is validated, stored as typed and shown in one line; unset parts are left out [P300, P301]', async () => {
  expect(await shown()).not.toHaveProperty('seller')

  expect((await save(company)).body.settings).toMatchObject({
    ...company,
    sellerTaxId: '12.ABC.345/01DE-35',
  })

  await expect.poll(async () => (await shown()).seller).toBe(line)
  await save({ sellerName: '', sellerTaxId: '' })
  await expect.poll(async () => (await shown()).seller).toBe('Rua das Chaves, 7, Recife, PE')
  await save({ sellerAddress: '' })
  await expect.poll(shown).not.toHaveProperty('seller')
})

it('a wrong document, a line break and long texts are refused by name, nothing is stored [P300]', async () => {
  await save(company)

  for (const body of [
    { sellerTaxId: '529.982.247-26' },
    { sellerTaxId: '12.ABC.345/01DE-36' },
    { sellerTaxId: '<script>' },
    { sellerTaxId: '1'.repeat(100_000) },
    { sellerTaxId: 52998224725 },
  ])
    expect(await save(body)).toMatchObject({
      status: 400,
      body: { message: 'Confira o que foi informado: CPF ou CNPJ de quem vende.' },
    })

  expect((await save({ sellerName: 'a\nb' })).body.message).toBe(
    'Confira o que foi informado: nome de quem vende.',
  )
  expect((await save({ sellerAddress: 'x'.repeat(301) })).body.message).toBe(
    'Confira o que foi informado: endereço de quem vende.',
  )
  const english = { 'accept-language': 'en-US' }
  expect((await save({ sellerTaxId: '1' }, staff, english)).body.message).toBe(
    'Please check what you entered: seller’s CPF or CNPJ.',
  )
  expect((await shown()).seller).toBe(line)
})

it("the seller's CPF is public, but is in no log and not in the audit log [P303]", async () => {
  await save({ ...company, sellerTaxId: '111.444.777-35' })
  await save({ sellerTaxId: '529.982.247-25' })
  await save({ sellerTaxId: '529.982.247-26' })
  await expect
    .poll(async () => (await shown()).seller)
    .toBe('Casa da Chave Ltda. · CPF 529.982.247-25 · Rua das Chaves, 7, Recife, PE')
  const rows = await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, 'site'))

  expect(rows.at(-1)!.details).toEqual({
    before: { sellerTaxId: 'CPF' },
    after: { sellerTaxId: 'CPF' },
  })

  await save({ sellerTaxId: company.sellerTaxId })
  const [last] = (
    await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, 'site'))
  ).slice(-1)

  expect(last!.details).toEqual({
    before: { sellerTaxId: 'CPF' },
    after: { sellerTaxId: '12.ABC.345/01DE-35' },
  })

  testShop.app.log.warn({ body: { sellerTaxId: '529.982.247-25' } }, 'a body')
  expect(log.length).toBeGreaterThan(0)
  for (const digits of ['529.982.247', '52998224725', '111.444.777', '11144477735'])
    expect(JSON.stringify(rows) + log.join('\n')).not.toContain(digits)
})

it('the receipt and its mail name the seller, in both languages [P302]', async () => {
  await save(company)
  const buyer = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 1 })
  const cartId = await fill(testShop, buyer, id)
  expect((await startPix(testShop, buyer, cartId, { coupon: 'TUDO' })).status).toBe(200)
  await testShop.drain()
  const [order] = (await send(testShop, 'GET /api/users/orders', { as: buyer })).body.orders

  const receipt = async (language: string) =>
    wordsOf(
      (
        await testShop.http.inject({
          url: `/api/users/orders/${order.id}/invoice`,
          headers: { ...buyer.headers, 'accept-language': language },
        })
      ).rawPayload,
    )

  for (const [language, title] of [
    ['pt-BR', 'Recibo/Fatura'],
    ['en-US', 'Receipt/Invoice'],
  ] as const)
    expect((await receipt(language)).split('\n').slice(0, 3)).toEqual(['Chaveiro', line, title])

  const [mail] = await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${buyer.email}`)
  expect(mail.text.trim().split('\n').at(-1)).toBe(line)
  expect(mail.html).toContain(`>${line}</p>`)
  await save({ sellerName: '', sellerTaxId: '', sellerAddress: '' })
  expect((await receipt('pt-BR')).split('\n').slice(0, 2)).toEqual(['Chaveiro', 'Recibo/Fatura'])
})
