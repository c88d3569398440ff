import { api } from 'virtual:api'
import { ownApi } from 'virtual:own-api'
import { describe, expect, it } from 'vitest'

import { buildAddress, ApiError, readRefusal, createSender } from './http.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

/** A server that answers in order, and a session that records its changes. */
function world(
  answers: Answer[],
  token: string | null = 'old',
  fresh: string | null = 'new',
  proven = true,
) {
  const seen: { url: string; headers: Record<string, string>; init: RequestInit }[] = []
  const events: string[] = []

  const send = createSender({
    fetch: async (url, init) => {
      seen.push({
        url: String(url),
        headers: init!.headers as Record<string, string>,
        init: init!,
      })

      const { status, body, headers } = answers.shift()!

      return new Response(JSON.stringify(body ?? {}), { status, headers: headers ?? {} })
    },

    token: () => token,
    language: () => 'en-US',
    refresh: async () => {
      events.push('refresh')
      return fresh
    },
    sessionLost: (reason) => events.push(reason ? `lost: ${reason}` : 'lost'),
    maintenance: () => events.push('maintenance'),
    wait: async (milliseconds) => void events.push(`wait ${milliseconds}`),
    stepUp: async () => {
      events.push('step-up')
      return proven
    },
  })

  return { send, seen, events }
}

const orders = { method: 'GET', path: '/api/users/orders' }

describe('a busy shop [P566]', () => {
  const busy = (after?: string): Answer => ({
    status: 429,
    body: { code: 'request.busy', error: 'Too busy.' },
    headers: after ? { 'retry-after': after } : {},
  })

  it('gets a read once more, after the time in Retry-After, and never a third time', async () => {
    const first = world([busy('4'), { status: 200 }])
    expect((await first.send(orders)).status).toBe(200)
    expect([first.events, first.seen.length]).toEqual([['wait 4000'], 2])
    const second = world([busy(), busy('3600'), { status: 200 }])

    await expect(second.send(orders)).rejects.toMatchObject({
      status: 429,
      code: 'request.busy',
      message: 'Too busy.',
    })

    expect([second.events, second.seen.length]).toEqual([['wait 2000'], 2])
    const third = world([busy('3600'), { status: 200 }])
    await third.send(orders)
    expect(third.events).toEqual(['wait 10000'])
  })

  it('fails a write at once without a second send; another 429 is not waited for', async () => {
    const write = world([busy('4'), { status: 200 }])
    await expect(
      write.send({ method: 'POST', path: '/api/a' }, { body: { a: 1 } }),
    ).rejects.toMatchObject({ message: 'Too busy.' })
    expect([write.events, write.seen.length]).toEqual([[], 1])
    const limited = world([{ status: 429, body: { code: 'rate.limited', error: 'Later.' } }])
    await expect(limited.send(orders)).rejects.toMatchObject({ code: 'rate.limited' })
    expect([limited.events, limited.seen.length]).toEqual([[], 1])
  })
})

describe('calls', () => {
  it('carry the bearer token and the language of the screen [S210]', async () => {
    const { send, seen } = world([{ status: 200 }])
    await send(orders)

    expect(seen[0]!.headers).toMatchObject({
      authorization: 'Bearer old',
      'accept-language': 'en-US',
    })
  })

  it('carry no body on a read, and JSON or a raw file on a write [S210]', async () => {
    const { send, seen } = world(Array(5).fill({ status: 200 }), null)
    const { signal } = new AbortController()
    await send(orders, { body: { a: 1 } }, { signal })
    await send({ method: 'POST', path: '/api/a' }, { body: { a: 1 } })
    await send({ method: 'DELETE', path: '/api/a' })
    const post = { method: 'POST', path: '/api/file' }
    await send(post, { bytes: new Blob(['x'], { type: 'image/png' }) })
    await send(post, { bytes: new Blob(['x']) })

    expect(seen.map(({ headers }) => headers)).toEqual([
      { accept: 'application/json', 'accept-language': 'en-US' },
      ...['application/json', 'application/json', 'image/png', 'application/octet-stream'].map(
        (type) => ({
          accept: 'application/json',
          'accept-language': 'en-US',
          'content-type': type,
        }),
      ),
    ])

    expect(seen.map(({ init }) => [init.method, init.credentials, init.signal])).toEqual([
      ['GET', 'include', signal],
      ['POST', 'include', null],
      ['DELETE', 'include', null],
      ['POST', 'include', null],
      ['POST', 'include', null],
    ])

    expect(seen.slice(0, 3).map(({ init }) => init.body)).toEqual([null, '{"a":1}', '{}'])
    expect(await new Response(seen[3]!.init.body).text()).toBe('x')
  })

  it('are sent again once with the refreshed token [S148]', async () => {
    const { send, seen, events } = world([{ status: 401 }, { status: 200, body: { ok: 1 } }])
    expect(await (await send(orders)).json()).toEqual({ ok: 1 })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(events).toEqual(['refresh'])
  })

  it('continue with the same body after step-up; a cancelled one is refused and not asked twice [Q113, F141]', async () => {
    const stepUp = { status: 403, body: { code: 'auth.step_up', error: 'Confirme' } }
    const role = { method: 'PUT', path: '/api/admin/users/7/role' }
    const going = world([stepUp, { status: 200, body: { ok: 1 } }])
    expect(await (await going.send(role, { body: { role: 'admin' } })).json()).toEqual({ ok: 1 })
    expect([going.events, going.seen.length]).toEqual([['step-up'], 2])
    const off = world([stepUp], 'old', 'new', false)
    await expect(off.send(role)).rejects.toMatchObject({ status: 403, code: 'auth.step_up' })
    expect([off.events, off.seen.length]).toEqual([['step-up'], 1])
    const again = world([stepUp, stepUp])
    await expect(again.send(role)).rejects.toMatchObject({ code: 'auth.step_up' })
    expect(again.events).toEqual(['step-up'])
    const other = world([{ status: 403, body: { code: 'auth.forbidden' } }])
    await expect(other.send(role)).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(other.events).toEqual([])
    const aged = world([stepUp, { status: 401 }, { status: 200 }])
    await aged.send(role)
    expect(aged.events).toEqual(['step-up', 'refresh'])
  })

  it('lose the session at once when the retried call meets a 401 too [S150]', async () => {
    const { send, seen, events } = world([
      { status: 401 },
      { status: 401, body: { error: 'fim', code: 'auth.required' } },
    ])

    await expect(send(orders)).rejects.toMatchObject({
      status: 401,
      code: 'auth.required',
      message: 'fim',
    })

    expect(events).toEqual(['refresh', 'lost'])
    expect(seen).toHaveLength(2)
  })

  it('lose the session when the refresh is refused, without a second try [S149]', async () => {
    const { send, seen, events } = world([{ status: 401 }], 'old', null)
    await expect(send(orders)).rejects.toBeInstanceOf(ApiError)
    expect(events).toEqual(['refresh', 'lost'])
    expect(seen).toHaveLength(1)
  })

  it('of a banned customer end the session with the reason; those of a visitor do not [decision Q13]', async () => {
    const banned = {
      status: 403,
      body: { code: 'auth.banned', error: 'Conta banida: chargeback' },
    }

    const { send, events } = world([banned])
    await expect(send(orders)).rejects.toThrow('Conta banida: chargeback')
    expect(events).toEqual(['lost: Conta banida: chargeback'])
    const visitor = world([banned], null)
    await expect(visitor.send(orders)).rejects.toThrow('Conta banida: chargeback')
    expect(visitor.events).toEqual([])
  })

  it('of login, register, forgot and reset are never refreshed [S256]', async () => {
    const accounts = { ...api.accounts, ...ownApi.accounts }
    for (const name of [
      'login',
      'loginSecondStep',
      'askLoginCode',
      'enterByLoginCode',
      'registerByLoginCode',
      'register',
      'forgotPassword',
      'resetPassword',
      'refresh',
    ] as const) {
      const { send, events } = world([{ status: 401, body: { error: 'Invalid credentials' } }])
      await expect(send(accounts[name])).rejects.toThrow('Invalid credentials')
      expect(events).toEqual([])
    }
  })

  it('with an address similar to a login’s are refreshed [S256]', async () => {
    for (const path of [
      '/api/users/login-codes',
      '/api/users/register/x',
      '/x/api/users/login',
      '/api/users/me/login',
    ]) {
      const { send, events } = world([{ status: 401 }, { status: 200 }])
      await send({ method: 'POST', path })
      expect(events, path).toEqual(['refresh'])
    }
  })

  it('that were refused for another reason change nothing about the session', async () => {
    const { send, events } = world([{ status: 403, body: { code: 'auth.forbidden' } }])
    await expect(send(orders)).rejects.toMatchObject({ code: 'auth.forbidden' })
    const none = world([{ status: 404 }], null)
    await expect(none.send(orders)).rejects.toMatchObject({ status: 404, code: 'unknown' })
    const right = world([{ status: 200, body: { code: 'auth.step_up' } }])
    await right.send(orders)
    expect([events, none.events, right.events]).toEqual([[], [], []])
  })

  it('of a visitor start no refresh [S265]', async () => {
    const { send, events } = world([{ status: 401 }], null)
    await expect(send(orders)).rejects.toMatchObject({ status: 401 })
    expect(events).toEqual([])
  })

  it('that meet a 503 lead to maintenance, with the message of the refusal [S034]', async () => {
    const { send, events } = world([{ status: 503, body: { message: 'Voltamos às 14h' } }])
    await expect(send(orders)).rejects.toThrow('Voltamos às 14h')
    expect(events).toEqual(['maintenance'])
  })

  it('encode path parameters and leave out empty query values [S028]', () => {
    expect(
      buildAddress('/api/product/list-by-category/:categoryName', {
        params: { categoryName: 'Ação & Aventura/1' },
      }),
    ).toBe('/api/product/list-by-category/A%C3%A7%C3%A3o%20%26%20Aventura%2F1')

    expect(
      buildAddress('/api/users/orders', { query: { page: 2, limit: undefined, search: '' } }),
    ).toBe('/api/users/orders?page=2')
    expect(buildAddress('/api/a/:id/b/:other', { params: { id: 7 } })).toBe('/api/a/7/b/')
    expect(buildAddress('/api/a/:id', {})).toBe('/api/a/')
    expect(
      buildAddress('/api/a', { query: { q: 'a b&c', none: null, off: false, zero: 0, text: '' } }),
    ).toBe('/api/a?q=a+b%26c&off=false&zero=0')
  })
})

describe('a refusal', () => {
  const read = (body: string, status = 400) => readRefusal(new Response(body, { status }))

  it('has the server’s text, code and all other fields', async () => {
    const told = await read('{"error":"Não","message":"x","code":"a.b","left":2}', 409)
    expect(told).toBeInstanceOf(ApiError)

    expect([told.status, told.code, told.message, told.body]).toEqual([
      409,
      'a.b',
      'Não',
      { error: 'Não', message: 'x', code: 'a.b', left: 2 },
    ])

    expect((await read('{"error":{"a":1},"message":"x"}')).message).toBe('x')
  })

  it('that is not JSON, or has no text, still becomes an ApiError', async () => {
    for (const body of ['<html>', '{}', '{"error":1,"code":2}']) {
      const told = await read(body, 502)
      expect([told.status, told.code, told.message], body).toEqual([502, 'unknown', ''])
    }
    expect(new ApiError(500, 'a', 'b').body).toEqual({})
  })
})
