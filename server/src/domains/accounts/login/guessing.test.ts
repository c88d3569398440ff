import { afterAll, beforeAll, expect, it } from 'vitest'

import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ env: { RATE_LOGIN: '20', RATE_ACCOUNT: '5' } })
})

afterAll(async () => {
  await testShop?.close()
})

const good = 'Muito-Secreta-7'

const call = (url: string, payload: object, remoteAddress: string) =>
  testShop.http.inject({ method: 'POST', url: `/api/users/${url}`, remoteAddress, payload })

const enter = async (email: string, from: string, password = good) =>
  (await call('login', { email, password }, from)).statusCode

it('an account allows five guesses from unfamiliar IP addresses; its owner still gets in [S211, S259]', async () => {
  const email = 'alvo@exemplo.test'

  await call(
    'register',
    { name: 'Alvo', email, password: good, termsAccepted: true },
    '203.0.113.1',
  )

  const seen: number[] = []
  for (let i = 0; i < 8; i++) seen.push(await enter(email, `198.51.100.${i}`, `Errada-${i}`))
  expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect(await enter(email, '198.51.100.99')).toBe(429)
  expect(await enter(email, '203.0.113.1')).toBe(200)
  // Failed logins on one account do not lock another, and unknown accounts get the same replies.
  expect(await enter('ninguem@exemplo.test', '198.51.100.50')).toBe(401)
  // The owner may mistype some passwords at a familiar IP address, which has a higher limit.
  for (let i = 0; i < 6; i++) expect(await enter(email, '203.0.113.1', 'Errada-1')).toBe(401)
  expect(await enter(email, '203.0.113.1')).toBe(200)
  await testShop.app.pool.query('update rate_limits set expire = 0')
  expect(await enter(email, '198.51.100.201')).toBe(200)
})

it('an IP address has twenty failures over any number of accounts [S211, S259]', async () => {
  const seen: number[] = []
  for (let i = 0; i < 22; i++)
    seen.push(await enter(`pessoa${i}@exemplo.test`, '192.0.2.77', 'errada'))
  expect(seen.filter((status) => status === 401)).toHaveLength(20)
  expect(seen.slice(20)).toEqual([429, 429])
})

it('concurrent guesses stay within the limit; ten right logins at once all get in [S211]', async () => {
  const email = 'muitos@exemplo.test'

  await call(
    'register',
    { name: 'Muitos', email, password: good, termsAccepted: true },
    '203.0.113.2',
  )

  const at = (password: string, i: number) => enter(email, `198.18.0.${i}`, password)
  expect(await Promise.all(Array.from({ length: 10 }, (_, i) => at(good, i)))).toEqual(
    Array(10).fill(200),
  )
  const elsewhere = await Promise.all(
    Array.from({ length: 30 }, (_, i) => at(`Errada-${i}`, 100 + i)),
  )
  expect(elsewhere.filter((status) => status === 401)).toHaveLength(5)
})
