import { expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'

useBench()

const base = () => bench.sandbox.env['RECAPTCHA_BASE_URL']!

const form = async (path: string, fields: Record<string, string>) =>
  (
    await bench.http('POST', `${base()}${path}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  ).body

const verify = (response: string, secret = bench.sandbox.env['RECAPTCHA_SECRET']!) =>
  form('/recaptcha/api/siteverify', { secret, response })

const token = async (fields: object) =>
  (await bench.control('POST', '/captcha/token', fields)).token as string

it('reCAPTCHA: a token counts once, with its action, score and host', async () => {
  const solved = await token({ action: 'login', hostname: 'loja.test' })

  expect(await verify(solved)).toMatchObject({
    success: true,
    score: 0.9,
    action: 'login',
    hostname: 'loja.test',
  })

  expect(await verify(solved)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  await bench.control('POST', '/captcha/scores', { action: 'register', score: 0.1 })
  expect((await verify(await token({ action: 'register' }))).score).toBe(0.1)
})

it('reCAPTCHA: old, forged, foreign and missing tokens and secrets are named', async () => {
  const old = await token({ action: 'login' })
  await bench.control('POST', '/clock', { advanceMs: 121_000 })
  expect((await verify(old))['error-codes']).toEqual(['timeout-or-duplicate'])
  expect((await verify('nonsense'))['error-codes']).toEqual(['invalid-input-response'])
  expect((await verify(await token({ service: 'turnstile' })))['error-codes']).toEqual([
    'invalid-input-response',
  ])
  expect((await verify(await token({}), 'wrong'))['error-codes']).toEqual(['invalid-input-secret'])
  expect((await form('/recaptcha/api/siteverify', {}))['error-codes']).toEqual([
    'missing-input-secret',
  ])
  await bench.control('POST', '/clock', { advanceMs: -121_000 })
})

it('reCAPTCHA: the browser script mints a token for the right site key', async () => {
  expect((await bench.http('GET', `${base()}/recaptcha/api.js?render=x`)).body).toContain(
    'grecaptcha',
  )

  const reply = await bench.http(
    'GET',
    `${base()}/sandbox/token?service=recaptcha&sitekey=${bench.sandbox.env['RECAPTCHA_SITE_KEY']}&action=login`,
    { headers: { origin: 'http://localhost:3000' } },
  )

  expect(reply.headers['access-control-allow-origin']).toBe('*')

  expect(await verify(reply.body)).toMatchObject({
    success: true,
    action: 'login',
    hostname: 'localhost',
  })

  expect(
    (await bench.http('GET', `${base()}/sandbox/token?service=recaptcha&sitekey=other`)).status,
  ).toBe(400)
})

it('Turnstile: the published test secrets pass, fail and are spent; JSON is taken too', async () => {
  const ask = async (secret: string, response: string) =>
    (
      await bench.http('POST', `${base()}/turnstile/v0/siteverify`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret, response }),
      })
    ).body

  const solved = await token({ service: 'turnstile', action: 'login' })

  expect(await ask('1x0000000000000000000000000000000AA', solved)).toMatchObject({
    success: true,
    action: 'login',
    'error-codes': [],
  })

  expect((await ask('1x0000000000000000000000000000000AA', solved))['error-codes']).toEqual([
    'timeout-or-duplicate',
  ])
  expect((await ask('2x0000000000000000000000000000000AA', solved)).success).toBe(false)
  expect((await ask('3x0000000000000000000000000000000AA', solved))['error-codes']).toEqual([
    'timeout-or-duplicate',
  ])
})
