import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '../../../platform/config/config.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// Recovery mails need a configured mail server; no process listens on this port.
const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9' }
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({
    env: {
      RATE_LOGIN: '20',
      RATE_REGISTER: '10',
      RATE_RECOVERY: '3',
      RATE_ACCOUNT: '5',
      RATE_MAIL_CODE: '10',
      ...mailServer,
    },
  })
})

afterAll(async () => {
  await testShop?.close()
})

const post = (
  path: string,
  payload: object,
  remoteAddress = '203.0.113.7',
  headers: Record<string, string> = {},
) =>
  testShop.http.inject({
    method: 'POST',
    url: `/api/users/${path}`,
    payload,
    remoteAddress,
    headers,
  })

const newcomer = (email: string) => ({
  name: 'Nova',
  email,
  password: 'Muito-Secreta-7',
  termsAccepted: true,
})

const solved = async (action: string) => {
  const { challenge } = (
    await testShop.http.inject(`/api/captcha/challenge?action=${action}`)
  ).json() as { challenge: never }
  return Buffer.from(
    JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }),
  ).toString('base64')
}

describe('registration', () => {
  it('an IP address opens ten accounts an hour; the eleventh request learns nothing [Q116, F158]', async () => {
    for (let i = 0; i < 12; i++)
      expect(
        (await post('register', { ...newcomer('curta@exemplo.test'), password: 'x' })).statusCode,
      ).toBe(400)

    const seen: number[] = []
    for (let i = 0; i < 10; i++)
      seen.push((await post('register', newcomer(`cadastro${i}@exemplo.test`))).statusCode)
    expect(seen).toEqual(Array(10).fill(200))

    for (const email of ['cadastro1@exemplo.test', 'outro@exemplo.test']) {
      const reply = await post('register', newcomer(email))
      expect([reply.statusCode, reply.json().code]).toEqual([429, 'rate.limited'])
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3_000)
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    }

    expect((await post('register', newcomer('outro@exemplo.test'), '203.0.113.8')).statusCode).toBe(
      200,
    )
  })

  it('asking for accounts that exist uses up the same ten [F158]', async () => {
    await post('register', newcomer('dona@exemplo.test'), '203.0.113.20')
    const seen: number[] = []
    for (let i = 0; i < 12; i++)
      seen.push((await post('register', newcomer('dona@exemplo.test'), '203.0.113.21')).statusCode)
    expect(seen).toEqual([...Array(10).fill(409), 429, 429])
  })

  it('one mail address gets twenty codes a day, asked from all IP addresses together', async () => {
    let asker = 0

    const ask = async () => {
      const from = `198.51.100.${++asker}`
      const reply = await post('login/code', { email: 'alvo@exemplo.test' }, from)

      return [reply.statusCode, Number(reply.headers['retry-after'] ?? 0) > 3600]
    }

    const many = (n: number) => Promise.all(Array.from({ length: n }, ask))
    const endHour = () =>
      testShop.app.pool.query(`delete from rate_limits where key like 'mail code:%'`)
    expect(await many(10)).toEqual(Array(10).fill([200, false]))
    await endHour()
    expect(await many(10)).toEqual(Array(10).fill([200, false]))
    await endHour()
    expect(await ask()).toEqual([429, true])
  })

  it('the limits are settings with documented defaults [decision Q114, Q116, Q125]', () => {
    const config = (env: object) => readConfig({ DATA_DIR: testShop.app.config.dataDir, ...env })
    const rates = (env: object) => config(env).rates
    expect(config({})).toMatchObject({ openPayments: 3, retentionYears: 5 })

    expect(config({ OPEN_PAYMENTS: '7', RETENTION_YEARS: '10' })).toMatchObject({
      openPayments: 7,
      retentionYears: 10,
    })

    expect(rates({})).toMatchObject({ register: 10, recovery: 3, mailCode: 10 })

    expect(rates({ RATE_REGISTER: '4', RATE_RECOVERY: '2', RATE_MAIL_CODE: '6' })).toMatchObject({
      register: 4,
      recovery: 2,
      mailCode: 6,
    })
  })
})

describe('a recovery mail without a captcha', () => {
  it('is accepted three times an hour for a mail address and for an IP address [decision Q125]', async () => {
    const forgot = async (email: string, from: string, body: object = {}) =>
      (await post('forgot-password', { email, ...body }, from)).statusCode
    const seen: number[] = []
    for (let i = 0; i < 4; i++) seen.push(await forgot('alvo@exemplo.test', `198.51.100.${i}`))
    expect(seen).toEqual([200, 200, 200, 429])
    const from = '198.51.100.77'
    const spread: number[] = []
    for (let i = 0; i < 4; i++) spread.push(await forgot(`pessoa${i}@exemplo.test`, from))
    expect(spread).toEqual([200, 200, 200, 429])
    const recaptchaToken = await solved('forgot_password')
    expect(await forgot('alvo@exemplo.test', from, { recaptchaToken })).toBe(200)
    expect(await forgot('alvo@exemplo.test', from, { recaptchaToken })).toBe(400)
  })

  it('is accepted where captchas are enforced too, since the token is optional there [S217, Q125]', async () => {
    const strict = await openTestShop({ env: { CAPTCHA_ENFORCE: '1', ...mailServer } })
    try {
      const send = (url: string, payload: object) =>
        strict.http.inject({ method: 'POST', url: `/api/users/${url}`, payload })
      expect((await send('forgot-password', { email: 'a@exemplo.test' })).statusCode).toBe(200)
      const reset = await send('reset-password', { token: 'x', newPassword: 'Muito-Secreta-8' })
      expect(reset.json().code).toBe('captcha.failed')
    } finally {
      await strict.close()
    }
  })
})

describe('every 429', () => {
  it('names the seconds to wait: login, a wrong own password, refresh [F158]', async () => {
    const small = await openTestShop({ env: { RATE_LOGIN: '2', RATE_REFRESH: '1' } })
    try {
      const send = (url: string, payload: object, headers = {}) =>
        small.http.inject({ method: 'POST', url: `/api/users/${url}`, payload, headers })
      const { accessToken } = (await send('register', newcomer('a@exemplo.test'))).json().data
        .tokens
      const own = { authorization: `Bearer ${accessToken}` }

      const refused = async (ask: () => ReturnType<typeof send>) => {
        for (let i = 0; i < 4; i++) {
          const reply = await ask()
          if (reply.statusCode === 429) return Number(reply.headers['retry-after'])

          expect(reply.headers['retry-after']).toBeUndefined()
        }
        return null
      }

      for (const seconds of [
        await refused(() => send('login', { email: 'b@exemplo.test', password: 'nao' })),
        await refused(() => send('password/validate', { password: 'nao' }, own)),
      ]) {
        expect(seconds).toBeGreaterThan(600)
        expect(seconds).toBeLessThanOrEqual(900)
      }

      const minute = await refused(() => send('refresh-token', {}))
      expect(minute).toBeGreaterThan(0)
      expect(minute).toBeLessThanOrEqual(60)
    } finally {
      await small.close()
    }
  })
})

describe('a request of another site', () => {
  it('is refused where it would open or renew a session, before any other check [F163]', async () => {
    const calls: [string, object][] = [
      ['login', { email: 'a@exemplo.test', password: 'x' }],
      ['login/two-factor', { challenge: 'x', code: '123456' }],
      ['register', newcomer('de-fora@exemplo.test')],
      ['refresh-token', {}],
      ['logout', {}],
    ]

    for (const [path, body] of calls)
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
      ] as Record<string, string>[]) {
        const reply = await post(path, body, '203.0.113.90', headers)
        expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'auth.origin'])
      }

    const own = await post('login', { email: 'a@exemplo.test', password: 'x' }, '203.0.113.91', {
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
    })

    expect(own.json().code).toBe('auth.invalid_credentials')
    const { rows } = await testShop.app.pool.query(
      "select 1 from users where email = 'de-fora@exemplo.test'",
    )
    expect(rows).toEqual([])
  })
})
