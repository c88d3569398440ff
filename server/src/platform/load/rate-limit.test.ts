import { eq } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { users } from '../../db/tables/index.ts'
import { hashPassword } from '../../domains/accounts/password/password-hash.ts'
import { person } from '../../testing/make.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { readConfig } from '../config/config.ts'

it('by default an address has 20 failed logins per 15 minutes and 60 refreshes per minute [S259]', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-rates-'))
  try {
    expect(readConfig({ DATA_DIR: dataDir }).rates).toMatchObject({ login: 20, refresh: 60 })
    expect(
      readConfig({ DATA_DIR: dataDir, RATE_LOGIN: '7', RATE_REFRESH: '8' }).rates,
    ).toMatchObject({ login: 7, refresh: 8 })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

it('too many refreshes are refused in the reader’s language, for that address only [S259]', async () => {
  const testShop = await openTestShop({ env: { RATE_REFRESH: '3' } })
  try {
    const refresh = (remoteAddress: string, language = 'pt-BR') =>
      testShop.http.inject({
        method: 'POST',
        url: '/api/users/refresh-token',
        remoteAddress,
        headers: { 'accept-language': language },
      })

    for (let i = 0; i < 3; i++) expect((await refresh('10.1.0.1')).statusCode).toBe(401)

    expect((await refresh('10.1.0.1')).json()).toEqual({
      success: false,
      code: 'rate.limited',
      error: 'Muitas tentativas. Tente novamente mais tarde.',
      message: 'Muitas tentativas. Tente novamente mais tarde.',
    })

    expect(
      await refresh('10.1.0.1', 'en').then((reply) => [reply.statusCode, reply.json().message]),
    ).toEqual([429, 'Too many attempts. Try again later.'])
    expect((await refresh('10.1.0.2')).statusCode).toBe(401)
  } finally {
    await testShop.close()
  }
})

it('an IPv6 customer is counted by their /64; another address in it evades no limit [B147]', async () => {
  const small = await openTestShop({ env: { RATE_LOGIN: '3' } })
  try {
    const wrong = () => ({ email: `x${Math.random()}@y.test`, password: 'errada' })

    const guess = async (remoteAddress: string, payload = wrong()) => {
      const call = { method: 'POST', url: '/api/users/login', remoteAddress, payload } as const

      return (await small.http.inject(call)).statusCode
    }

    const seen: number[] = []

    for (const address of [
      '2001:db8:7:7::1',
      '2001:db8:7:7::2',
      '2001:db8:7:7::ffff:1',
      '2001:db8:7:7:a:b:c:d',
    ])
      seen.push(await guess(address))

    expect(seen).toEqual([401, 401, 401, 429])
    // When the limit is reached, the password is not checked, so an attacker cannot learn that a
    // guess was right.
    const { userId, email } = await person(small.app)
    const passwordHash = await hashPassword('certa')
    await small.app.db.update(users).set({ passwordHash }).where(eq(users.id, userId))
    expect(await guess('2001:db8:7:7::9', { email, password: 'certa' })).toBe(429)
    expect(await guess('2001:db8:7:8::1')).toBe(401)
    expect(await guess('2001:db8:7:8::2', { email, password: 'certa' })).toBe(200)
  } finally {
    await small.close()
  }
})
