import { afterAll, beforeAll, expect, it } from 'vitest'

import { person, type Person } from '../testing/make.ts'
import { opsOf } from '../testing/ops-process.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

// Tests how a locked-out owner logs in again, with the commands as the owner would type them.

let shop: TestShop
let dora: Person
let ops: ReturnType<typeof opsOf>

beforeAll(async () => {
  shop = await openTestShop({})
  ops = opsOf(shop)
  dora = await person(shop.app, { role: 'admin', email: 'dora@exemplo.test' })
})

afterAll(() => shop?.close())

const logIn = async (password: string) => {
  const payload = { email: dora.email, password }
  return (await shop.http.inject({ method: 'POST', url: '/api/users/login', payload })).statusCode
}

it('a generated password is printed once, and opens the account', async () => {
  const { code, out, err } = await ops(['password', 'Dora@exemplo.test', '--generate'])
  expect([code, err]).toEqual([0, ''])
  const [, generated] = /^dora@exemplo\.test has a new password: (\w{5}(?:-\w{5}){3})\n$/.exec(out)!
  expect(await logIn(generated!)).toBe(200)
})

it('takes the first line of standard input as the password, by the rules of the shop', async () => {
  const runWithInput = (text: string) => ops(['password', dora.email], {}, text)

  expect(await runWithInput('Chave-Da-Casa-77\nignored\n')).toEqual({
    code: 0,
    out: 'dora@exemplo.test has a new password.\n',
    err: '',
  })

  expect(await logIn('Chave-Da-Casa-77')).toBe(200)
  const refused = await runWithInput('')
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(/^The command failed:\n {2}\S.*12 characters.*\n$/)
  expect(await logIn('Chave-Da-Casa-77')).toBe(200)
})

it('says in one line that there is no second factor, or no account with that address', async () => {
  const [none, nobody, wrong] = await Promise.all([
    ops(['two-factor', 'off', dora.email]),
    ops(['password', 'ninguem@exemplo.test', '--generate']),
    ops(['two-factor', 'on', dora.email]),
  ])

  expect([none.code, none.out]).toEqual([1, ''])
  expect(none.err).toMatch(/^The command failed:\n {2}\S.*\n$/)
  expect(nobody).toEqual({ code: 1, out: '', err: 'The command failed:\n  User not found.\n' })
  expect(wrong.code).toBe(2)
  expect(wrong.err).toMatch(/^two-factor off EMAIL\n/)
})
