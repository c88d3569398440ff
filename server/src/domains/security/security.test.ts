import { captchaActions, type CaptchaAction } from '@chaveiro/contracts/limits'
import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createCaptcha } from '../../adapters/captcha/create.ts'
import { captchaUses } from '../../db/tables/index.ts'
import { createHttp } from '../../http/server.ts'
import { clearDueRows } from '../../platform/database/clearing.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { oldCaptchas, verifyCaptcha } from './security.service.ts'

type Challenge = Awaited<ReturnType<typeof createChallenge>>
const caller = { ip: '10.1.1.1', userAgent: 'test', language: 'pt-BR' as const, origin: null }
const credentials = { email: 'ninguem@exemplo.test', password: 'Errada-123' }
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

const decode = (token: string) =>
  JSON.parse(Buffer.from(token, 'base64').toString()) as {
    challenge: Challenge
    solution: { counter: number; derivedKey: string; time: number }
  }

async function challengeFor(http: FastifyInstance, action: string): Promise<Challenge> {
  return (await http.inject({ url: `/api/captcha/challenge?action=${action}` })).json().challenge
}

async function solve(http: FastifyInstance, action: CaptchaAction): Promise<string> {
  const challenge = await challengeFor(http, action)
  return encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/**
 * The error code of a login with this token and wrong credentials: an error about the credentials
 * shows that the token was accepted.
 */
async function knock(
  http: FastifyInstance,
  recaptchaToken?: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  return (
    await http.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { ...credentials, recaptchaToken },
      headers,
    })
  ).json().code
}

const [open, shut] = ['auth.invalid_credentials', 'captcha.failed']

describe('proof of work, enforced', () => {
  let testShop: TestShop
  beforeAll(async () => {
    testShop = await openTestShop({ env: { CAPTCHA_ENFORCE: '1' } })
  })
  afterAll(async () => {
    await testShop?.close()
  })

  it('a challenge is made for each of the five actions and for no other [S025, S242]', async () => {
    expect(captchaActions).toEqual([
      'payment_checkout',
      'login',
      'register',
      'forgot_password',
      'reset_password',
    ])

    for (const action of captchaActions) {
      const reply = await testShop.http.inject({ url: `/api/captcha/challenge?action=${action}` })

      expect(reply.json()).toMatchObject({
        success: true,
        provider: 'altcha',
        challenge: {
          parameters: { algorithm: 'PBKDF2/SHA-256', cost: 1, data: { action } },
          signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      })

      expect(reply.headers['cache-control']).toBe('no-store')
    }

    for (const query of ['action=refund', 'action=', '', 'action=login&action=register'])
      expect(
        (await testShop.http.inject({ url: `/api/captcha/challenge?${query}` })).statusCode,
        query,
      ).toBe(400)
  })

  it('a solution may be in the body or in the header, and the body wins [S025, S212]', async () => {
    expect(await knock(testShop.http, await solve(testShop.http, 'login'))).toBe(open)
    expect(
      await knock(testShop.http, undefined, {
        'x-recaptcha-token': await solve(testShop.http, 'login'),
      }),
    ).toBe(open)
    expect(
      await knock(testShop.http, 'x', { 'x-recaptcha-token': await solve(testShop.http, 'login') }),
    ).toBe(shut)
    expect(
      await knock(testShop.http, await solve(testShop.http, 'login'), { 'x-recaptcha-token': 'x' }),
    ).toBe(open)
  })

  it('a missing, foreign or meaningless solution is refused with the code that clients expect [S025]', async () => {
    for (const token of [
      undefined,
      null,
      '',
      'x',
      '03AFY_a8foreign',
      'eyJhbGciOiJIUzI1NiJ9.e30.x',
      encode(null),
      encode({}),
      encode({ challenge: { parameters: { nonce: 'x' } }, solution: null }),
    ])
      expect(await knock(testShop.http, token), String(token)).toBe(shut)

    expect(
      (
        await testShop.http.inject({
          method: 'POST',
          url: '/api/users/login',
          payload: credentials,
        })
      ).json().error,
    ).toContain('reCAPTCHA')

    const email = 'naoexiste@exemplo.test'

    for (const [url, payload] of [
      ['register', { name: 'A', email, password: 'Muito-Secreta-7', termsAccepted: true }],
      ['forgot-password', { email, recaptchaToken: 'x' }],
      ['reset-password', { token: 'x', newPassword: 'Muito-Secreta-7' }],
    ] as const) {
      expect(
        (await testShop.http.inject({ method: 'POST', url: `/api/users/${url}`, payload })).json()
          .code,
        url,
      ).toBe(shut)
    }
  })

  it('a solution is valid for its own action only [S025, S242]', async () => {
    for (const action of captchaActions.filter((one) => one !== 'login'))
      expect(await knock(testShop.http, await solve(testShop.http, action)), action).toBe(shut)
  })

  it('a solution counts once, even when twenty arrive at once in two processes [S025]', async () => {
    const other = await createHttp(await testShop.another())
    const token = await solve(testShop.http, 'login')
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => knock(i % 2 ? testShop.http : other, token)),
    )
    expect(codes.filter((code) => code === open)).toHaveLength(1)
    expect(codes.filter((code) => code === shut)).toHaveLength(19)
    const { challenge, solution } = decode(token)

    // The same work in another encoding is the same solution.
    for (const again of [
      encode({ solution: { ...solution, time: 1 }, challenge }),
      encode({
        challenge: {
          signature: challenge.signature,
          parameters: Object.fromEntries(Object.entries(challenge.parameters).reverse()),
        },
        solution,
      }),
    ])
      expect(await knock(testShop.http, again)).toBe(shut)

    await other.close()
  })

  it('any change of a challenge or its solution is detected [S025]', async () => {
    const { challenge, solution } = decode(await solve(testShop.http, 'register'))
    const { parameters } = challenge
    const inOther = decode(await solve(testShop.http, 'login'))

    const own = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      deriveKey,
      hmacSignatureSecret: 'guess',
      hmacKeySignatureSecret: 'guess',
      expiresAt: new Date(Date.now() + 60_000),
      data: { action: 'login' },
    })

    const tampered = [
      {
        challenge: { ...challenge, parameters: { ...parameters, data: { action: 'login' } } },
        solution,
      },
      {
        challenge: {
          ...inOther.challenge,
          parameters: { ...inOther.challenge.parameters, nonce: '0'.repeat(32) },
        },
        solution: inOther.solution,
      },
      {
        challenge: {
          ...inOther.challenge,
          parameters: { ...inOther.challenge.parameters, expiresAt: 4_000_000_000 },
        },
        solution: inOther.solution,
      },
      { challenge: { ...inOther.challenge, signature: '' }, solution: inOther.solution },
      {
        challenge: inOther.challenge,
        solution: { ...inOther.solution, derivedKey: '00'.repeat(32) },
      },
      { challenge: inOther.challenge, solution: {} },
      { challenge: inOther.challenge, solution: [] },
      { challenge: { parameters: inOther.challenge.parameters }, solution: inOther.solution },
      { challenge: own, solution: await solveChallenge({ challenge: own, deriveKey }) },
      {
        challenge: {
          ...inOther.challenge,
          parameters: { ...inOther.challenge.parameters, keySignature: undefined },
        },
        solution: inOther.solution,
      },
      {
        challenge: own,
        solution: await solveChallenge({ challenge: own, deriveKey }),
        hmacSignatureSecret: 'guess',
        hmacKeySignatureSecret: 'guess',
      },
    ]

    for (const [i, one] of tampered.entries())
      expect(await knock(testShop.http, encode(one)), `tampering ${i}`).toBe(shut)
    expect(await knock(testShop.http, encode(inOther))).toBe(open)
  })

  it('a solution is refused after five minutes; used ones are deleted then, not before [S025]', async () => {
    const late = await solve(testShop.http, 'login')
    await clearDueRows(testShop.app, oldCaptchas)
    expect((await testShop.app.db.select().from(captchaUses)).length).toBeGreaterThan(0)
    testShop.clock.advance(301)
    expect(await knock(testShop.http, late)).toBe(shut)
    await clearDueRows(testShop.app, oldCaptchas)
    expect(await testShop.app.db.select().from(captchaUses)).toEqual([])
  })
})

describe('demo mode', () => {
  it("a missing or foreign token passes, a forged, used or other action's never does [S025]", async () => {
    const testShop = await openTestShop()
    try {
      for (const token of [undefined, '', 'x', '03AFY_a8foreign'])
        expect(await knock(testShop.http, token), String(token)).toBe(open)
      const token = await solve(testShop.http, 'login')
      expect(await knock(testShop.http, token)).toBe(open)
      expect(await knock(testShop.http, token)).toBe(shut)
      const { challenge, solution } = decode(await solve(testShop.http, 'register'))
      expect(await knock(testShop.http, encode({ challenge, solution }))).toBe(shut)

      expect(
        await knock(
          testShop.http,
          encode({
            challenge: {
              ...challenge,
              parameters: { ...challenge.parameters, data: { action: 'login' } },
            },
            solution,
          }),
        ),
      ).toBe(shut)
    } finally {
      await testShop.close()
    }
  })
})

describe.each(['recaptcha', 'turnstile'] as const)('the service %s', (service) => {
  let testShop: TestShop

  const mint = async (given: object): Promise<string> =>
    (
      await testShop.sandbox!.call('POST', '/sandbox/api/captcha/token', {
        service,
        hostname: 'localhost',
        ...given,
      })
    ).token

  const fault = (what: string, times = 1) =>
    testShop.sandbox!.call('POST', '/sandbox/api/faults', {
      provider: 'captcha',
      path: '*siteverify',
      times,
      do: what,
    })

  beforeAll(async () => {
    testShop = await openTestShop({
      sandbox: true,
      env: { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_ENFORCE: '1' },
    })

    const { config, providers } = testShop.app
    const { captcha } = config

    // The sandbox serves both services on one port; these are Turnstile's published test keys.
    const turnstile = {
      siteKey: '1x00000000000000000000AA',
      secret: '1x0000000000000000000000000000000AA',
      baseUrl: captcha.recaptcha.baseUrl,
    }

    if (service === 'turnstile')
      providers.captcha = createCaptcha({
        ...config,
        captcha: { ...captcha, provider: 'turnstile', turnstile },
      })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  it('names itself and its site key, and has no challenge of ours [S025]', async () => {
    const reply = (
      await testShop.http.inject({ url: '/api/captcha/challenge?action=login' })
    ).json()

    expect(reply).toEqual({
      success: true,
      provider: service,
      siteKey: testShop.app.providers.captcha.siteKey,
    })

    expect(reply.siteKey).not.toBe('')
    expect(
      (await testShop.http.inject({ url: '/api/server/public/site-settings' })).json().store
        .captcha,
    ).toEqual({ provider: service, siteKey: reply.siteKey })
  })

  it('checks action, host and single use [S025, S242]', async () => {
    const token = await mint({ action: 'login' })
    expect(await knock(testShop.http, token)).toBe(open)
    expect(await knock(testShop.http, token)).toBe(shut)
    expect(await knock(testShop.http, await mint({ action: 'register' }))).toBe(shut)
    expect(
      await knock(testShop.http, await mint({ action: 'login', hostname: 'golpe.example' })),
    ).toBe(shut)
    for (const nonsense of [undefined, 'x', encode({})])
      expect(await knock(testShop.http, nonsense)).toBe(shut)
  })

  if (service === 'recaptcha')
    it('a score of one half is enough, less is not [S025]', async () => {
      expect(await knock(testShop.http, await mint({ action: 'login', score: 0.5 }))).toBe(open)
      expect(await knock(testShop.http, await mint({ action: 'login', score: 0.4 }))).toBe(shut)
    })

  it('an outage leaves login and registration open under a stricter limit, the rest is closed [S025]', async () => {
    await fault('status:503', 100)
    const codes: string[] = []
    for (let i = 0; i < 8; i++)
      codes.push(await knock(testShop.http, await mint({ action: 'login' })))
    expect(codes).toEqual([...Array(5).fill(open), ...Array(3).fill('rate.limited')])
    await expect(verifyCaptcha(testShop.app, 'x', 'register', caller)).resolves.toBeUndefined()

    for (const action of ['payment_checkout', 'forgot_password', 'reset_password'] as const)
      await expect(verifyCaptcha(testShop.app, 'x', action, caller), action).rejects.toMatchObject({
        code: 'captcha.unavailable',
      })

    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await fault('reset')
    await expect(
      verifyCaptcha(testShop.app, 'x', 'payment_checkout', caller),
    ).rejects.toMatchObject({
      code: 'captcha.unavailable',
    })

    await expect(
      verifyCaptcha(
        testShop.app,
        await mint({ action: 'payment_checkout' }),
        'payment_checkout',
        caller,
      ),
    ).resolves.toBeUndefined()
  })
})
