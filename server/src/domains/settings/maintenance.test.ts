import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { users } from '../../db/tables/index.ts'
import { createHttp } from '../../http/server.ts'
import { methodsAndPaths } from '../../platform/http/mount.ts'
import { person, product, type Person } from '../../testing/make.ts'
import {
  accepted,
  eventually,
  expectSound,
  fill,
  look,
  paymentRow,
  payPix,
  send,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { hashPassword } from '../accounts/password/password-hash.ts'

let testShop: TestShop
let second: FastifyInstance
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  second = await createHttp(await testShop.another())
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

const turn = (maintenanceMode: boolean, maintenanceMessage = 'Voltamos às 18h.') =>
  send(testShop, 'PUT /api/admin/system/site-settings', {
    as: staff,
    body: { maintenanceMode, maintenanceMessage },
  })

const open = (http: FastifyInstance, status: number) =>
  expect
    .poll(async () => (await http.inject('/api/product/list-active-categories')).statusCode, {
      timeout: 2000,
      interval: 20,
    })
    .toBe(status)

it("in maintenance calls get 503 within two seconds, except staff's login and open payments [S124]", async () => {
  const client = await person(testShop.app)

  await testShop.app.db
    .update(users)
    .set({
      passwordHash: await hashPassword('Muito-Secreta-7'),
      // The mailbox is proven: otherwise the first login code would end the account's sessions and
      // password (P175).
      emailProvenAt: testShop.clock.now(),
    })
    .where(eq(users.id, client.userId))

  const enter = () =>
    testShop.http.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { email: client.email, password: 'Muito-Secreta-7' },
    })

  const refreshToken = (await enter()).cookies[0]!.value
  const bought = await product(testShop.app, { keys: 1 })
  const paying = accepted(await startPix(testShop, client, await fill(testShop, client, bought.id)))
  expect((await turn(true)).status).toBe(200)
  for (const http of [testShop.http, second]) await open(http, 503)

  const passing = new Set([
    'login',
    'loginSecondStep',
    'askLoginCode',
    'enterByLoginCode',
    'logout',
    'refresh',
    'publicSettings',
    'status',
    'pending',
    'pixImage',
    'challenge',
  ])

  for (const [name, route] of [...Object.entries(api), ...Object.entries(adminApi)].flatMap(
    ([domain, contract]) =>
      Object.entries(contract as Record<string, AnyRoute>).filter(
        ([name]) =>
          !(domain !== 'payments' && name === 'status') &&
          // Staff may log in by Discord during maintenance; linking an account is closed.
          !(domain === 'chatLogin' && (name === 'start' || name === 'finish')) &&
          !passing.has(name),
      ),
  )) {
    for (const { method, url } of methodsAndPaths(route)) {
      const reply = await testShop.http.inject({
        method,
        url: url.replace(/:\w+/g, 'x'),
        headers: client.headers,
        ...(method === 'GET' ? {} : { payload: {} }),
      })

      expect([reply.statusCode, reply.json().code, reply.json().error, name]).toEqual([
        503,
        'maintenance',
        'Voltamos às 18h.',
        name,
      ])
    }
  }

  expect((await enter()).statusCode).toBe(200)

  // A mailed code is a login too (Q117): it lets in staff whose password was locked by strangers'
  // tries.
  const asked = await testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/code',
    payload: { email: client.email },
  })

  expect(asked.statusCode).toBe(200)
  await testShop.drain()
  const [mail] = await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${client.email}`)

  const byCode = await testShop.http.inject({
    method: 'POST',
    url: '/api/users/login/code/enter',
    cookies: { loginCode: asked.cookies[0]!.value },
    payload: { code: /Código: (\d{6})/.exec(mail.text)![1] },
  })

  expect(byCode.statusCode).toBe(200)

  expect(
    (
      await testShop.http.inject({
        method: 'POST',
        url: '/api/users/refresh-token',
        cookies: { refreshToken },
      })
    ).statusCode,
  ).toBe(200)

  expect((await testShop.http.inject('/api/captcha/challenge?action=login')).statusCode).toBe(200)
  expect((await testShop.http.inject('/api/captcha/challenge?action=register')).statusCode).toBe(
    503,
  )
  expect(
    (await testShop.http.inject('/api/server/public/site-settings')).json().store.maintenance,
  ).toBe(true)
  expect((await send(testShop, 'GET /api/users/dashboard', { as: staff })).status).toBe(200)
  // An open payment can be paid, its webhook is accepted, and its buyer sees the key.
  expect((await look(testShop, client, paying.paymentId)).body.status).toBe('pending')
  await payPix(testShop, paying.txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, paying.paymentId)).status).toBe('completed')
  })
  expect((await look(testShop, client, paying.paymentId)).body.status).toBe('completed')
  expect((await send(testShop, 'POST /api/users/logout', { as: client })).status).toBe(200)
  await expectSound(testShop)
  await turn(false)
  for (const http of [testShop.http, second]) await open(http, 200)
})

it("expired staff tokens get 401 while closed or banned; customers' and forged ones get 503 [Q97, F123]", async () => {
  const [admin, client, dismissed] = [
    await person(testShop.app, { role: 'admin' }),
    await person(testShop.app),
    await person(testShop.app, { role: 'admin' }),
  ]

  await testShop.advance(16 * 60)
  await turn(true)
  await open(testShop.http, 503)
  await testShop.app.db.update(users).set({ role: 'client' }).where(eq(users.id, dismissed.userId))

  const ask = async (url: string, headers: { authorization: string }) => {
    const reply = await testShop.http.inject({ url, headers })
    return [reply.statusCode, reply.json().code]
  }

  const forged = { authorization: `${admin.headers.authorization.slice(0, -4)}AAAA` }

  for (const url of [
    '/api/product/list-active-categories',
    '/api/admin/users',
    '/api/users/orders',
  ]) {
    expect(await ask(url, admin.headers), url).toEqual([401, 'auth.required'])
    for (const headers of [client.headers, dismissed.headers, forged])
      expect(await ask(url, headers), url).toEqual([503, 'maintenance'])
  }

  await turn(false)
  await open(testShop.http, 200)
})

it('without a message of its own the shop explains it in the reader’s language [S124]', async () => {
  await turn(true, '')
  await open(testShop.http, 503)

  expect(
    (
      await testShop.http.inject({
        url: '/api/server/status',
        headers: { 'accept-language': 'en-US' },
      })
    ).json().error,
  ).toBe('The shop is under maintenance. Please come back soon.')

  expect((await testShop.http.inject({ url: '/api/server/status' })).json().error).toBe(
    'A loja está em manutenção. Volte em breve.',
  )
  await turn(false)
  await open(testShop.http, 200)
})
