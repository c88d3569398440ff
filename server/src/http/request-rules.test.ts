import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cartOf, coupon, person, product, type Person } from '../testing/make.ts'
import { startPix } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { defaultPatience } from './connection-limits.ts'
import { createHttp } from './server.ts'

// Tests the checks that run for every request before its handler.

let testShop: TestShop
let staff: Person
let client: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { METRICS_TOKEN: 'medidor-secreto' } })
  staff = await person(testShop.app, { role: 'admin' })
  client = await person(testShop.app)
})

afterAll(async () => {
  await testShop?.close()
})

const json = { 'content-type': 'application/json' }

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  testShop.http.inject({ method: 'POST', url, headers: { ...json, ...headers }, payload })

describe('metrics of the shop', () => {
  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    testShop.http.inject({ url: '/metrics', headers, remoteAddress })

  it('/metrics opens to its token and to a local program, never to a session or through a proxy [Q119, F151]', async () => {
    const statuses: unknown[] = []

    for (const [headers, from] of [
      [{}, '127.0.0.1'],
      [{}, '::1'],
      [{ authorization: 'Bearer medidor-secreto' }, '203.0.113.9'],
      [{ authorization: 'Bearer medidor-secreto', 'x-forwarded-for': '198.51.100.1' }, '127.0.0.1'],
      [{ authorization: 'Bearer errado' }, '127.0.0.1'],
      [{ authorization: 'Bearer errado' }, '203.0.113.9'],
      [{ authorization: 'Bearer medidor-secreto2' }, '203.0.113.9'],
      [{ authorization: 'Bearer undefined' }, '203.0.113.9'],
      [staff.headers, '203.0.113.9'],
      [{}, '203.0.113.9'],
      [{ 'x-forwarded-for': '198.51.100.1' }, '127.0.0.1'],
      [{ 'x-forwarded-for': '' }, '127.0.0.1'],
      [{ forwarded: 'for=198.51.100.1' }, '127.0.0.1'],
      [{ 'x-real-ip': '198.51.100.1' }, '127.0.0.1'],
      [{ via: '1.1 proxy' }, '127.0.0.1'],
    ] as const)
      statuses.push((await ask(headers as Record<string, string>, from)).statusCode)

    expect(statuses).toEqual([
      200, 200, 200, 200, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401,
    ])
    expect((await ask({})).payload).toContain('chaveiro_payments_pending')
  })

  it('without a token in the settings no bearer token opens /metrics [F151]', async () => {
    const other = await openTestShop()

    for (const authorization of [
      'Bearer undefined',
      'Bearer x',
      'Bearer ',
      staff.headers.authorization,
    ])
      expect(
        (
          await other.http.inject({
            url: '/metrics',
            headers: { authorization },
            remoteAddress: '203.0.113.9',
          })
        ).statusCode,
      ).toBe(401)

    await other.close()
  })
})

describe('texts and shapes of bodies', () => {
  const login = (payload: string, language = 'pt-BR') =>
    post('/api/users/login', payload, { 'accept-language': language })

  it('JSON is read to 32 levels; deeper is refused, and a megabyte of brackets costs nothing [Q118, F157]', async () => {
    const nested = (depth: number) =>
      `{"email":"a@b.co","password":"x","extra":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect((await login(nested(32))).json().code).toBe('auth.invalid_credentials')
    const large = await login(nested(500_000))
    expect([large.statusCode, large.json().code]).toEqual([413, 'request.too_large'])

    for (const depth of [33, 20_000, 500_000]) {
      const before = performance.now()

      const answer =
        depth > 20_000
          ? await post('/api/admin/cupons', nested(depth), staff.headers)
          : await login(nested(depth))

      expect([depth, answer.statusCode, answer.json()]).toEqual([
        depth,
        400,
        {
          success: false,
          error: 'O pedido tem listas dentro de listas demais para ser lido.',
          message: 'O pedido tem listas dentro de listas demais para ser lido.',
          code: 'request.too_deep',
        },
      ])

      expect(performance.now() - before).toBeLessThan(500)
    }

    // Brackets inside a string do not count.
    expect(
      (await login(`{"email":"a@b.co","password":"${'[{'.repeat(60)}\\"[[["}`)).json().code,
    ).toBe('auth.invalid_credentials')
  })

  it('a lone surrogate or NUL is refused by field name in the reader’s language; u0000 is fine [Q118, F157]', async () => {
    const sendForError = async (
      method: 'POST' | 'PUT' | 'PATCH',
      url: string,
      payload: string,
      lng: string,
    ) => {
      const answer = await testShop.http.inject({
        method,
        url,
        headers: { ...json, ...staff.headers, 'accept-language': lng },
        payload,
      })
      return [answer.statusCode, answer.json().error]
    }

    const { id } = await product(testShop.app, {})
    const wrongs = ['\\ud800', 'x\\udc00y', 'a\\u0000b']
    const fieldMessage = (field: string) =>
      `Há um caractere invisível que não pode ser guardado em: ${field}. Apague o texto e digite de novo.`

    for (const wrong of wrongs) {
      expect(
        await sendForError(
          'PUT',
          '/api/admin/system/site-settings',
          `{"siteName":"${wrong}"}`,
          'pt-BR',
        ),
      ).toEqual([400, fieldMessage('nome da loja')])

      expect(
        await sendForError(
          'PUT',
          `/api/admin/product/${id}`,
          `{"description":"${wrong}"}`,
          'en-US',
        ),
      ).toEqual([
        400,
        'An invisible character that cannot be kept is in: description. Clear the text and type it again.',
      ])

      expect(
        await sendForError(
          'POST',
          '/api/admin/stock',
          `{"productId":"${id}","licenses":["AAAA-1","${wrong}"]}`,
          'pt-BR',
        ),
      ).toEqual([400, fieldMessage('chaves de licença (2)')])

      expect(
        (
          await sendForError(
            'POST',
            '/api/admin/notifications',
            `{"type":"alert","title":"t","message":"m","metadata":{"${wrong}":1}}`,
            'pt-BR',
          )
        )[0],
      ).toBe(400)
    }

    expect(
      await sendForError(
        'PUT',
        `/api/admin/product/${id}`,
        '{"description":"letras \\\\u0000 e \\\\ud800"}',
        'pt-BR',
      ),
    ).toEqual([200, undefined])

    expect(
      (
        await testShop.http.inject({ url: `/api/admin/product/${id}`, headers: staff.headers })
      ).json().product.description,
    ).toBe('letras \\u0000 e \\ud800')

    for (const url of ['/api/admin/product?search=%00', '/api/product/list-by-category/a%00b'])
      expect((await testShop.http.inject({ url, headers: staff.headers })).json().code, url).toBe(
        'request.invalid',
      )
  })

  it('dates from 2000 to 2200 and money to 10 million in cents; an error names its field [Q118, F157, F112]', async () => {
    const coupon = (given: object) =>
      post(
        '/api/admin/cupons',
        JSON.stringify({
          code: `D${Math.random()}`,
          value: 10,
          startDate: '2026-01-01',
          endDate: '2027-01-01',
          ...given,
        }),
        staff.headers,
      )

    const words = async (given: object) => {
      const answer = await coupon(given)
      return [answer.statusCode, answer.json().error]
    }

    const refused = (field: string) => [400, `Confira o que foi informado: ${field}.`]

    for (const day of [
      '0000-01-01',
      '1999-12-31',
      '2201-01-01',
      '0000-01-01T00:00:00Z',
      '9999-12-31',
    ])
      expect([day, await words({ startDate: day })]).toEqual([day, refused('data inicial')])

    expect(await words({ endDate: '2200-12-31T23:59:59-12:00' })).toEqual(refused('data final'))
    expect((await coupon({ startDate: '2000-01-01', endDate: '2200-12-30' })).statusCode).toBe(200)

    for (const money of [-1, 10_000_000.01, 1e20, 0.001, 19.999])
      expect([money, await words({ type: 'fixed', value: 1, minPurchase: money })]).toEqual([
        money,
        refused('compra mínima'),
      ])

    expect((await coupon({ type: 'fixed', value: 1, minPurchase: 19.9 })).statusCode).toBe(200)

    for (const [range, field] of [
      ['startDate=0000-01-01', 'data inicial'],
      ['endDate=2300-01-01', 'data final'],
    ])
      expect([
        range,
        (
          await testShop.http.inject({
            url: `/api/server/audit-logs?${range}`,
            headers: staff.headers,
          })
        ).json().error,
      ]).toEqual([range, `Confira o que foi informado: ${field}.`])

    for (const [name, value, field] of [
      ['left', 1e20, 'saldo mostrado'],
      ['amount', 0.001, 'valor'],
      ['amount', 1e20, 'valor'],
    ] as const) {
      const answer = await post(
        `/api/admin/desk/payments/${'0'.repeat(32)}/refund`,
        JSON.stringify({ reason: 'x', amount: 1, left: 1, [name]: value }),
        staff.headers,
      )
      expect([answer.statusCode, answer.json().error]).toEqual(refused(field))
    }
  })

  it('errors of a form and of a forbidden move use the words on the form, never code names [Q118, F145]', async () => {
    const answer = async (method: 'PATCH' | 'POST', url: string, payload: object, lng: string) =>
      (
        await testShop.http.inject({
          method,
          url,
          payload,
          headers: { ...staff.headers, 'accept-language': lng },
        })
      ).json()

    expect(
      await answer('POST', `/api/admin/desk/payments/${'0'.repeat(32)}/confirm`, {}, 'pt-BR'),
    ).toMatchObject({
      error: 'Confira o que foi informado: motivo, referência.',
      fields: ['reason', 'reference'],
    })

    expect(
      await answer('POST', `/api/admin/desk/payments/${'0'.repeat(32)}/confirm`, {}, 'en-US'),
    ).toMatchObject({ error: 'Please check what you entered: reason, reference.' })

    expect(
      (await answer('PATCH', `/api/admin/users/${client.userId}`, { email: 'nada' }, 'pt-BR'))
        .error,
    ).toBe('Confira o que foi informado: e-mail.')

    const { id } = await product(testShop.app, { keys: 1 })
    const cartId = await cartOf(testShop.app, client.userId, [{ productId: id, quantity: 1 }])
    await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
    const paid = await startPix(testShop, client, cartId, { coupon: 'TUDO' })
    expect(paid.body.status).toBe('completed')
    const status = `/api/admin/transactions/${paid.body.paymentId}/status`
    expect((await answer('PATCH', status, { status: 'pending' }, 'pt-BR')).error).toBe(
      'Esta mudança de estado não é permitida: de “concluído” para “pendente”.',
    )
  })

  it('a request without a body may say that it is JSON where the call takes none [F144]', async () => {
    const { id } = await product(testShop.app, {})
    const bare = (method: 'DELETE' | 'POST', url: string) =>
      testShop.http.inject({ method, url, headers: { ...json, ...staff.headers } })
    expect((await bare('DELETE', `/api/admin/product/${id}`)).statusCode).toBe(200)
    expect((await bare('POST', `/api/admin/users/${client.userId}/unban`)).json().code).not.toBe(
      'request.malformed',
    )
    expect((await bare('POST', '/api/admin/system/site-settings/reset')).statusCode).toBe(200)

    expect((await bare('POST', '/api/users/login')).json()).toMatchObject({
      code: 'request.invalid',
      fields: ['email', 'password'],
    })
  })

  it('an address that cannot be decoded gets an answer in the shop’s shape and with its headers [F132, F163]', async () => {
    for (const url of ['/api/orders/%E0%A4%A', '/products/%', '/%c0%af']) {
      const answer = await testShop.http.inject(url)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'request.malformed'])
      expect(answer.headers['x-content-type-options'], url).toBe('nosniff')
    }
  })
})

describe('the caller’s address', () => {
  it('is taken from a proxy’s header only when it is a valid address [Q119, F158]', async () => {
    const behind = await openTestShop({ env: { TRUST_PROXY: '2', RATE_STATUS: '3' } })

    const ask = (forwarded: string) =>
      behind.http.inject({
        url: '/api/captcha/challenge?action=login',
        headers: { 'x-forwarded-for': forwarded },
        remoteAddress: '10.0.0.1',
      })

    const statuses = []

    for (const forwarded of [
      'lixo-1, 10.0.0.2',
      '<x>, 10.0.0.2',
      'unknown, 10.0.0.2',
      '_hidden, 10.0.0.2',
      '1.2.3.4.5, 10.0.0.2',
    ])
      statuses.push((await ask(forwarded)).statusCode)

    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await ask('198.51.100.7, 10.0.0.2')).statusCode).toBe(200)
    await behind.close()
  })
})

describe('slow connections', () => {
  let quick: FastifyInstance
  let port: number

  beforeAll(async () => {
    quick = await createHttp(await testShop.another(), {
      ...defaultPatience,
      headersMs: 400,
      jsonMs: 500,
      pictureMs: 3_000,
      checkMs: 50,
    })
    port = Number(new URL(await quick.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  afterAll(async () => {
    await quick?.close()
  })

  /**
   * Sends the parts of a request with a pause before each, and returns everything received until
   * the connection closed.
   */
  const speak = async (pieces: readonly string[], pauseMs: number): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close')

    for (const piece of pieces) {
      socket.write(piece)
      await Promise.race([closed, new Promise((done) => setTimeout(done, pauseMs))])
    }

    await closed

    return heard
  }

  const head = (length: number, extra = '') =>
    `POST /api/users/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n${extra}content-length: ${length}\r\n\r\n`

  it('an endless body or header is answered 408 with a message, and its connection closed [F158]', async () => {
    const before = performance.now()
    const body = await speak([head(100), '{"email":'], 1)
    expect(body).toMatch(/^HTTP\/1\.1 408 /)
    expect(body).toContain('"code":"request.slow"')
    expect(body).toContain('O pedido demorou demais para chegar. Tente novamente.')
    const headers = await speak(['GET /api/x HTTP/1.1\r\nhost: x\r\n'], 1)
    expect(headers).toMatch(/^HTTP\/1\.1 408 /)
    expect(headers).toContain('x-content-type-options: nosniff')
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  it('a slow phone’s request is read to its end; a picture may take longer than JSON [F158]', async () => {
    const text = '{"email":"a@b.co","password":"x"}'
    const slow = await speak([head(text.length), ...text.match(/.{1,8}/g)!], 60)
    expect(slow).toMatch(/^HTTP\/1\.1 401 /)

    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ).toString('latin1')

    const upload = await new Promise<string>((done) => {
      const socket = connect(port, '127.0.0.1')
      let heard = ''
      socket.setEncoding('latin1').on('data', (piece: string) => {
        heard += piece
      })
      socket.on('close', () => done(heard))

      socket.write(
        [
          'POST /api/admin/uploads HTTP/1.1',
          'host: x',
          'connection: close',
          `authorization: ${staff.headers.authorization}`,
          'content-type: image/png',
          `content-length: ${picture.length}`,
          '\r\n',
        ].join('\r\n'),
      )

      socket.write(picture.slice(0, 40), 'latin1')
      setTimeout(() => socket.write(picture.slice(40), 'latin1'), 900)
    })

    expect(upload).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('bytes that are no HTTP get an error in the shop’s shape and a closed connection [F163]', async () => {
    const answer = await speak(['ABC\r\n\r\n'], 1)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('x-content-type-options: nosniff')
    const [head, body] = answer.split('\r\n\r\n') as [string, string]
    const text = 'O pedido não pôde ser lido. Verifique o formato e tente novamente.'

    expect(JSON.parse(body)).toEqual({
      success: false,
      code: 'request.malformed',
      error: text,
      message: text,
    })

    // content-length counts bytes: an accented letter has two.
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}\r\n`)
    expect(Buffer.byteLength(body)).toBeGreaterThan(body.length)
  })
})
