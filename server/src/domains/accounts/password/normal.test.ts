import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { users } from '../../../db/tables/index.ts'
import { person } from '../../../testing/make.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// One password as two keyboards send it: an accented letter as one character or as two, and a
// ligature or its letters.
const composed = 'S\u00e3o-Jos\u00e9-\ufb01m-2026'
const decomposed = 'Sa\u0303o-Jose\u0301-\ufb01m-2026'
const plain = 'S\u00e3o-Jos\u00e9-fim-2026'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

const enter = (email: string, password: string) =>
  testShop.http.inject({ method: 'POST', url: '/api/users/login', payload: { email, password } })

const hashOf = async (userId: string) =>
  (await testShop.app.db.select().from(users).where(eq(users.id, userId)))[0]!.passwordHash

/** A person whose hash was made before passwords were normalised. */
async function oldCustomer(password: string) {
  const who = await person(testShop.app)
  const passwordHash = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2 })
  await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, who.userId))

  return { ...who, passwordHash }
}

it('a password opens the account in each composition of its letters [Q118, F163]', async () => {
  for (const [i, password] of [composed, decomposed].entries()) {
    const email = `forma${i}@exemplo.test`

    await testShop.http.inject({
      method: 'POST',
      url: '/api/users/register',
      payload: { name: 'Zé', email, password, termsAccepted: true },
    })

    for (const typed of [composed, decomposed, plain])
      expect((await enter(email, typed)).statusCode, JSON.stringify(typed)).toBe(200)
    expect((await enter(email, 'Sao-Jose-fim-2026')).statusCode).toBe(401)
  }
})

it('an old hash works once in its own form and is replaced: then both forms work [Q118, F163]', async () => {
  const who = await oldCustomer(decomposed)
  expect((await enter(who.email, composed)).statusCode).toBe(401)
  const five = await Promise.all(Array.from({ length: 5 }, () => enter(who.email, decomposed)))
  expect(five.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(await hashOf(who.userId)).not.toBe(who.passwordHash)
  expect((await enter(who.email, composed)).statusCode).toBe(200)
  expect((await enter(who.email, decomposed)).statusCode).toBe(200)
})

it('the own password may be changed and proven with the old form too [decision Q118]', async () => {
  const who = await oldCustomer(decomposed)
  const send = (method: 'POST' | 'PUT', path: string, payload: object) =>
    testShop.http.inject({ method, url: `/api/users/${path}`, payload, headers: who.headers })
  expect((await send('POST', 'password/validate', { password: decomposed })).json().valid).toBe(
    true,
  )
  expect((await send('POST', 'password/validate', { password: composed })).json().valid).toBe(true)
  const again = await oldCustomer(decomposed)

  const changed = await testShop.http.inject({
    method: 'PUT',
    url: '/api/users/password',
    payload: { currentPassword: decomposed, newPassword: 'Outra-Senha-99' },
    headers: again.headers,
  })

  expect(changed.statusCode).toBe(200)
  expect((await enter(again.email, 'Outra-Senha-99')).statusCode).toBe(200)
})

it('a password of plain letters keeps its hash [decision Q118]', async () => {
  const who = await oldCustomer('Bem-Simples-2026')
  expect((await enter(who.email, 'Bem-Simples-2026')).statusCode).toBe(200)
  expect(await hashOf(who.userId)).toBe(who.passwordHash)
})
