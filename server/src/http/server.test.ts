import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carts, orders, users } from '../db/tables/index.ts'
import { spellings } from '../platform/http/mount.ts'
import { cartOf, coupon, person, product, type Person } from '../testing/make.ts'
import { startPix } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let world: TestShop
beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
})
afterAll(async () => {
  await world?.close()
})

type Call = { name: string; route: AnyRoute; method: string; url: string }
const calls: Call[] = [...Object.entries(api), ...Object.entries(adminApi)].flatMap(
  ([domain, contract]) =>
    Object.entries(contract as Record<string, AnyRoute>).flatMap(([name, route]) =>
      spellings(route).map((one) => ({ name: `${domain}.${name}`, route, ...one })),
    ),
)

/** A customer with a cart, a paid order and an open payment, whose ids the others try. */
async function victim(): Promise<{ who: Person; ids: Record<string, string> }> {
  const who = await person(world.app, { name: 'Vera Vítima' })
  const { id } = await product(world.app, { keys: 5 })
  await coupon(world.app, { code: `V${Date.now()}`, value: 10_000 }).catch(() => '')
  const cartId = await cartOf(world.app, who.userId, [{ productId: id, quantity: 1 }])
  const pix = await startPix(world, who, cartId)
  const [order] = await world.app.db.select().from(orders).where(eq(orders.userId, who.userId))
  return {
    who,
    ids: {
      userId: who.userId,
      id: order!.id,
      productId: id,
      paymentId: pix.body.paymentId,
      provider: 'efybank',
      categoryName: 'general',
      cartId,
    },
  }
}
const addressOf = (call: Call, ids: Record<string, string>) =>
  call.url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(
      name === 'id' && /history|admin\/users/.test(call.url) ? ids.userId! : (ids[name] ?? 'x'),
    ),
  )
const bodyOf = (call: Call, ids: Record<string, string>) =>
  call.method === 'GET' || call.method === 'DELETE'
    ? undefined
    : {
        cartId: ids.cartId,
        termsAccepted: true,
        customer: { cpf: '52998224725' },
        productId: ids.productId,
        quantity: 1,
        localCartItems: [],
        userId: ids.userId,
        reason: 'x',
        cryptoType: 'USDT',
        currentPassword: 'x',
        newPassword: 'y',
        password: 'x',
        email: 'x@y.co',
        name: 'x',
        token: 'x',
      }
async function ask(call: Call, ids: Record<string, string>, who: Person | null) {
  return world.http.inject({
    method: call.method as 'GET',
    url: addressOf(call, ids),
    headers: who?.headers ?? {},
    ...(bodyOf(call, ids) ? { payload: bodyOf(call, ids)! } : {}),
  })
}

describe('who may call what', () => {
  it('every call is mounted, has an access rule and stands in the OpenAPI document [S209, S224, S252, B188]', async () => {
    const document = (await world.http.inject('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    for (const call of calls) {
      const operation =
        document.paths[call.url.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
      expect(operation, call.name).toMatchObject({ 'x-access': call.route.access })
      expect(world.http.hasRoute({ method: call.method as 'GET', url: call.url }), call.url).toBe(
        true,
      )
    }
    expect((await world.http.inject('/docs/')).statusCode).toBe(200)
    expect((await world.http.inject('/docs')).headers.location).toBe('/docs/')
    const script = await world.http.inject('/docs/js/scalar.js')
    expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(script.payload.length).toBeGreaterThan(1_000_000)
  })

  it('anonymous, banned, another customer and a wrong role are refused by every call that is not theirs [S209, S223, S229, S240, B179, B185, B186]', async () => {
    const { who, ids } = await victim()
    const secrets = new RegExp(`${who.email}|KEY-|Vítima|52998224725`)
    const [banned, developer] = [
      await person(world.app),
      await person(world.app, { role: 'developer' }),
    ]
    await world.app.db
      .update(users)
      .set({ isBanned: true, banReason: 'fraude' })
      .where(eq(users.id, banned.userId))
    for (const call of calls) {
      const anonymous = await ask(call, ids, null)
      if (call.route.access !== 'public')
        expect([anonymous.statusCode, call.name]).toEqual([401, call.name])
      expect(anonymous.payload, call.name).not.toMatch(secrets)
      if (call.route.access !== 'public')
        expect([(await ask(call, ids, banned)).statusCode, call.name]).toEqual([403, call.name])
      const other = await ask(call, ids, await person(world.app, { name: 'Estranho' }))
      expect(other.payload, call.name).not.toMatch(secrets)
      expect(other.statusCode, call.name).toBeLessThan(500)
      if (call.route.access === 'staff')
        expect([other.statusCode, call.name]).toEqual([403, call.name])
      if (
        /:userId|:id\//.test(call.url) ||
        (/checkout|validate$/.test(call.url) && call.url.includes('cart'))
      )
        expect([403, 404], call.name).toContain(other.statusCode)
    }
    // A thing that is not there, or an id of another form (these are ids of other things), is said
    // so; nothing else is refused to staff. access.test.ts gives each call its own ids.
    for (const staff of [developer, await person(world.app, { role: 'admin' })])
      for (const call of calls.filter(
        (one) => one.route.access === 'staff' && one.method === 'GET',
      ))
        expect(call.url.includes('/:') ? [200, 400, 404] : [200], call.name).toContain(
          (await ask(call, ids, staff)).statusCode,
        )
    const [cart] = await world.app.db.select().from(carts).where(eq(carts.id, ids.cartId!))
    expect(cart!.userId).toBe(who.userId)
  })

  it('errors have one shape, in the language asked for, and junk is never a 5xx [S285, B250]', async () => {
    const pt = await world.http.inject('/api/users/dashboard')
    expect(pt.json()).toEqual({
      success: false,
      error: 'Acesso não autorizado. Por favor, faça login.',
      message: 'Acesso não autorizado. Por favor, faça login.',
      code: 'auth.required',
    })
    expect(
      (
        await world.http.inject({
          url: '/api/users/dashboard',
          headers: { 'accept-language': 'en-GB,en;q=0.9' },
        })
      ).json().error,
    ).toBe('Not authorised. Please log in.')
    const who = await person(world.app)
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
        const reply = await world.http.inject({
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
        await world.http.inject({
          method: 'POST',
          url: '/api/users/login',
          headers: { 'content-type': 'text/xml' },
          payload: '<a/>',
        })
      ).json().code,
    ).toBe('request.media_type')
    expect((await world.http.inject('/api/nothing')).json().code).toBe('request.not_found')
    expect((await world.http.inject('/healthz')).json()).toEqual({ ok: true })
    // No worker runs in a test's process: what the nonsense queued is done here.
    await world.drain()
    expect((await world.http.inject('/readyz')).statusCode).toBe(200)
    expect((await world.http.inject('/metrics')).payload).toContain('chaveiro_payments_pending')
  })

  it('public settings are a projection of named fields [S018, S020, S243]', async () => {
    const settings = (await world.http.inject('/api/server/public/site-settings')).json()
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
