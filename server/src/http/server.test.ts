import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { methodsAndPaths } from '../platform/http/mount.ts'
import { person } from '../testing/make.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

type Call = { name: string; route: AnyRoute; method: string; url: string }

const calls: Call[] = [...Object.entries(api), ...Object.entries(adminApi)].flatMap(
  ([domain, contract]) =>
    Object.entries(contract as Record<string, AnyRoute>).flatMap(([name, route]) =>
      methodsAndPaths(route).map((one) => ({ name: `${domain}.${name}`, route, ...one })),
    ),
)

describe('every call', () => {
  it('is mounted, has an access rule and is in the OpenAPI document [S209, S224, S252, B188]', async () => {
    const document = (await testShop.http.inject('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const named = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)

    for (const [, path] of named)
      expect(
        path!.split('/').reduce((at, name) => at?.[name], document),
        path,
      ).toBeTypeOf('object')

    for (const call of calls) {
      const operation =
        document.paths[call.url.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
      expect(operation, call.name).toMatchObject({ 'x-access': call.route.access })
      expect(
        testShop.http.hasRoute({ method: call.method as 'GET', url: call.url }),
        call.url,
      ).toBe(true)
    }

    const refused = document.paths['/api/payment/efybank/checkout'].post.responses
    expect(refused['429'].description).toBe(
      'payment.too_many_open, payment.held_back, rate.limited, request.busy',
    )
    expect(document.paths['/api/users/dashboard'].get.responses['429'].description).toBe(
      'request.busy',
    )
    const reference = await testShop.http.inject('/docs/')
    expect(reference.statusCode).toBe(200)
    // Its page has the shop's letters and hides the link to the library's vendor.
    expect(reference.payload).toContain('font-family:Archivo')
    expect(reference.payload).toMatch(/scalar\.com\\?"\]\{display:none/)
    expect((await testShop.http.inject('/docs')).headers.location).toBe('/docs/')
    const script = await testShop.http.inject('/docs/js/scalar.js')
    expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(script.payload.length).toBeGreaterThan(1_000_000)
  })

  it('answers errors in one shape, in the language asked for, and junk is never a 5xx [S285, B250]', async () => {
    const pt = await testShop.http.inject('/api/users/dashboard')

    expect(pt.json()).toEqual({
      success: false,
      error: 'Acesso não autorizado. Por favor, faça login.',
      message: 'Acesso não autorizado. Por favor, faça login.',
      code: 'auth.required',
    })

    expect(
      (
        await testShop.http.inject({
          url: '/api/users/dashboard',
          headers: { 'accept-language': 'en-GB,en;q=0.9' },
        })
      ).json().error,
    ).toBe('Not authorised. Please log in.')

    const who = await person(testShop.app)

    const junk = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"__proto__":{"a":1}}',
      '{"constructor":{}}',
      '{"email":"a\\u0000b","password":"x"}',
      `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      '{"quantity":9e15,"productId":"x"}',
      '{"email":"\\ud800","password":"x","name":"\\udfff","termsAccepted":true}',
    ]

    for (const call of calls)
      for (const payload of call.method === 'GET' ? [''] : junk) {
        const reply = await testShop.http.inject({
          method: call.method as 'GET',
          url: call.url.replace(/:\w+/g, encodeURIComponent('%00\u0000../ç')),
          headers: { ...who.headers, 'content-type': 'application/json' },
          ...(payload ? { payload } : {}),
        })

        expect([
          reply.statusCode < 500 || reply.statusCode === 502,
          call.name,
          payload.slice(0, 40),
        ]).toEqual([true, call.name, payload.slice(0, 40)])

        if (reply.statusCode >= 400 && call.route.access !== 'public')
          expect(reply.json()).toMatchObject({
            success: false,
            code: expect.any(String),
            error: expect.any(String),
            message: expect.any(String),
          })
      }

    expect(
      (
        await testShop.http.inject({
          method: 'POST',
          url: '/api/users/login',
          headers: { 'content-type': 'text/xml' },
          payload: '<a/>',
        })
      ).json().code,
    ).toBe('request.media_type')

    expect((await testShop.http.inject('/api/nothing')).json().code).toBe('request.not_found')
    expect((await testShop.http.inject('/healthz')).json()).toEqual({ ok: true })
    // No worker runs in a test, so this runs the jobs that the requests queued.
    await testShop.drain()
    expect((await testShop.http.inject('/readyz')).statusCode).toBe(200)
    expect((await testShop.http.inject('/metrics')).payload).toContain('chaveiro_payments_pending')
  })

  it('of public settings returns only listed fields [S018, S020, S243]', async () => {
    const settings = (await testShop.http.inject('/api/server/public/site-settings')).json()
    expect(Object.keys(settings).sort()).toEqual([
      'contactEmail',
      'discordSupportLink',
      'privacyPolicy',
      'siteDescription',
      'siteFavicon',
      'siteLogo',
      'siteName',
      'store',
      'success',
      'supportDiscord',
      'termsOfService',
    ])
  })
})

it('a form sent without JavaScript returns to its page; no other address or call accepts it', async () => {
  const send = async (url: string, type = 'application/x-www-form-urlencoded') => {
    const { statusCode, headers } = await testShop.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: 'email=bia%40exemplo.test&password=segredo-1',
    })
    return [statusCode, headers.location]
  }

  expect(await send('/login')).toEqual([303, '/login'])
  expect(await send('/products/neblina-orbital')).toEqual([303, '/products/neblina-orbital'])
  for (const url of ['//exemplo.test', '/\\exemplo.test', '/login?to=//exemplo.test', '/api/none'])
    expect((await send(url))[1]).toBeUndefined()
  expect((await send('/login', 'text/plain'))[1]).toBeUndefined()
})
