import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { person } from '../testing/make.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

// Tests the headers of every kind of answer, with the built web app.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ env: { PUBLIC_URL: 'https://loja.example' } })
})

afterAll(async () => {
  await testShop?.close()
})

describe('headers', () => {
  it('HSTS, Permissions-Policy, CORP, nosniff, referrer and frame rules are on every answer [Q119, F163]', async () => {
    const staff = await person(testShop.app, { role: 'admin' })
    const home = (await testShop.http.inject('/')).payload
    const asset = /\/assets\/[\w.-]+\.js/.exec(home)![0]
    const etag = (await testShop.http.inject('/')).headers.etag as string

    const kinds: [string, number, InjectOptions][] = [
      ['a page', 200, { url: '/' }],
      ['a page that the browser has', 304, { url: '/', headers: { 'if-none-match': etag } }],
      ['a shell', 200, { url: '/checkout' }],
      ['a page that is not there', 404, { url: '/products/category/nada' }],
      ['an address that is none', 302, { url: '/nada/aqui' }],
      ['another spelling', 301, { url: '/products/' }],
      ['a script', 200, { url: asset }],
      ['a missing file', 404, { url: '/assets/velho.js' }],
      ['texts', 200, { url: '/locales/pt-BR/common.json' }],
      ['texts that are not there', 404, { url: '/locales/xx/common.json' }],
      ['the service worker', 200, { url: '/sw.js' }],
      ['the icon', 200, { url: '/favicon.svg' }],
      ['the manifest', 200, { url: '/manifest.webmanifest' }],
      ['the sitemap', 200, { url: '/sitemap.xml' }],
      ['robots', 200, { url: '/robots.txt' }],
      ['a drawn icon', 200, { url: '/icons/icon-192.png' }],
      ['a card', 200, { url: '/cards/shop.png' }],
      ['a picture that is not there', 404, { url: '/uploads/x.webp' }],
      ['a call', 200, { url: '/api/product/list-featured-products' }],
      ['a call that asks who', 401, { url: '/api/users/dashboard' }],
      ['a call of staff', 200, { url: '/api/admin/users', headers: staff.headers }],
      ['a file of a call', 200, { url: '/api/admin/cupons/export.csv', headers: staff.headers }],
      ['a call that is not there', 404, { url: '/api/nada' }],
      [
        'a body that is no JSON',
        400,
        {
          method: 'POST',
          url: '/api/users/login',
          headers: { 'content-type': 'application/json' },
          payload: '{',
        },
      ],
      [
        'a body too large',
        413,
        { method: 'POST', url: '/api/users/login', payload: { email: 'x'.repeat(1_100_000) } },
      ],
      [
        'a body of another kind',
        415,
        {
          method: 'POST',
          url: '/api/users/login',
          headers: { 'content-type': 'text/xml' },
          payload: '<a/>',
        },
      ],
      ['an address that cannot be read', 400, { url: '/%E0%A4%A' }],
      ['a webhook', 401, { method: 'POST', url: '/api/webhooks/stripe', payload: '{}' }],
      ['the reference', 200, { url: '/docs/' }],
      ['the mails', 200, { url: '/docs/mails' }],
      ['the document of the API', 200, { url: '/api/openapi.json' }],
      ['a transcript', 404, { url: '/transcripts/x.html' }],
      ['a file of a transcript', 404, { url: '/transcripts/files/a/1/b' }],
      ['health', 200, { url: '/healthz' }],
      ['readiness', 200, { url: '/readyz' }],
      ['figures', 200, { url: '/metrics' }],
      ['figures for nobody', 401, { url: '/metrics', headers: { authorization: 'Bearer x' } }],
      ['HEAD', 200, { method: 'HEAD', url: '/' }],
      ['OPTIONS', 404, { method: 'OPTIONS', url: '/api/users/login' }],
    ]

    const embeddable = [
      'a drawn icon',
      'a card',
      'the icon',
      'a picture that is not there',
      'a file of a transcript',
    ]

    for (const [kind, status, asked] of kinds) {
      const { statusCode, headers } = await testShop.http.inject(asked)
      if (kind !== 'a webhook') expect([kind, statusCode]).toEqual([kind, status])

      expect([kind, headers['strict-transport-security']]).toEqual([
        kind,
        'max-age=31536000; includeSubDomains',
      ])

      expect([kind, headers['permissions-policy']]).toEqual([
        kind,
        expect.stringContaining('camera=(), '),
      ])

      expect([kind, headers['permissions-policy']]).toEqual([
        kind,
        expect.stringContaining('geolocation=()'),
      ])

      expect([kind, headers['cross-origin-resource-policy']]).toEqual([
        kind,
        embeddable.includes(kind) ? 'cross-origin' : 'same-origin',
      ])

      expect([kind, headers['x-content-type-options']]).toEqual([kind, 'nosniff'])
      expect([kind, headers['referrer-policy']]).toEqual([kind, 'no-referrer'])
      expect([kind, headers['x-frame-options']]).toEqual([kind, 'DENY'])

      expect([kind, headers['content-security-policy']]).toEqual([
        kind,
        expect.stringContaining(`frame-ancestors 'none'`),
      ])
    }
  })

  it('a page runs only the shop’s own scripts, and sends its forms nowhere else [decision Q119]', async () => {
    const { headers } = await testShop.http.inject('/checkout')
    const policy = String(headers['content-security-policy']).split('; ')

    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "frame-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ]),
    )
  })

  it('a shop without https sends no HSTS [F163]', async () => {
    const plain = await openTestShop({ env: { PUBLIC_URL: 'http://loja.example' } })
    expect((await plain.http.inject('/')).headers['strict-transport-security']).toBeUndefined()
    await plain.close()
  })
})
