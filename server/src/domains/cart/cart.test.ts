import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq } from 'drizzle-orm'
import { products } from '../../db/tables/index.ts'
import { category, coupon, person, product } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => { world = await openWorld() })
afterAll(async () => { await world?.close() })

describe('cart', () => {
  it('[S127 S225 S226 S227 S158 S159 S229 S133] add, update, remove and read answer the cart, its id and its items', async () => {
    const who = await person(world.app)
    const base = `/api/product/cart/${who.userId}`
    const { id } = await product(world.app, { keys: 3, priceCents: 1050 })
    expect((await send(world, who, 'GET', base)).body).toMatchObject({ success: true, cart: null, items: [] })
    const added = (await send(world, who, 'POST', `${base}/add`, { productId: id })).body
    expect(added).toMatchObject({ cart: { total: 10.5 }, items: [{ product: { _id: id, id, price: 10.5, currency: 'BRL' }, quantity: 1 }] })
    expect(added._id).toBe(added.cart.id)
    expect((await send(world, who, 'POST', `${base}/add`, { productId: id, quantity: 2 })).body.items[0].quantity).toBe(3)
    expect((await send(world, who, 'PATCH', `${base}/update/${id}`, { quantity: 7 })).body.items[0].quantity).toBe(7)
    expect((await send(world, who, 'PATCH', `${base}/update/${id}`, { quantity: 0 })).body.items).toEqual([])
    await send(world, who, 'POST', `${base}/add`, { productId: id })
    expect((await send(world, who, 'DELETE', `${base}/remove/${id}`)).body.items).toEqual([])
  })

  it('[S163 S172 S132 S161 S228] limits, currencies, what is not on sale; a sync takes the larger quantity and changes nothing twice', async () => {
    const who = await person(world.app)
    const base = `/api/product/cart/${who.userId}`
    const [brl, usd, off] = [await product(world.app), await product(world.app, { currency: 'USD' }), await product(world.app, { status: 'inactive' })]
    expect((await send(world, who, 'POST', `${base}/add`, { productId: off.id })).body.code).toBe('product.unavailable')
    await send(world, who, 'POST', `${base}/add`, { productId: brl.id, quantity: 98 })
    expect((await send(world, who, 'POST', `${base}/add`, { productId: brl.id, quantity: 2 })).body.code).toBe('cart.quantity')
    expect((await send(world, who, 'POST', `${base}/add`, { productId: usd.id })).body).toMatchObject({ success: false, code: 'cart.currency' })
    expect((await send(world, who, 'POST', `${base}/add`, { productId: brl.id, quantity: 100 })).status).toBe(400)
    await send(world, who, 'PATCH', `${base}/update/${brl.id}`, { quantity: 2 })
    const other = await product(world.app)
    const items = [{ id: brl.id, quantity: 5 }, { id: other.id, quantity: 1 }, { id: usd.id, quantity: 1 }, { id: off.id, quantity: 1 }, { id: 'nonsense', quantity: 3 }, { id: other.id, quantity: -4 }]
    for (let i = 0; i < 2; i++) {
      const synced = (await send(world, who, 'POST', `${base}/sync`, { localCartItems: items })).body.items
      expect(synced.map((one: { product: { id: string }; quantity: number }) => [one.product.id, one.quantity])).toEqual([[brl.id, 5], [other.id, 1]])
    }
    await world.app.db.update(products).set({ deletedAt: world.clock.now() }).where(eq(products.id, other.id))
    expect((await send(world, who, 'GET', base)).body.items).toHaveLength(1)
  })

  it('[S209 S229] two customers cannot touch each other\'s carts; staff may read one', async () => {
    const [a, b, staff] = [await person(world.app), await person(world.app), await person(world.app, { role: 'developer' })]
    const { id } = await product(world.app)
    const base = `/api/product/cart/${a.userId}`
    const { cart } = (await send(world, a, 'POST', `${base}/add`, { productId: id })).body
    for (const [method, url, body] of [['GET', base], ['POST', `${base}/add`, { productId: id }], ['DELETE', `${base}/remove/${id}`], ['PATCH', `${base}/update/${id}`, { quantity: 9 }], ['POST', `${base}/sync`, { localCartItems: [] }]] as const) expect((await send(world, b, method, url, body as object | undefined)).status).toBe(404)
    expect((await send(world, b, 'POST', '/api/product/cart/validate', { cartId: cart.id })).status).toBe(404)
    expect((await send(world, staff, 'GET', base)).status).toBe(200)
    expect((await send(world, a, 'GET', base)).body.items[0].quantity).toBe(1)
  })

  it('[S128 S165 S166 S167 S164] validation prices the cart; an unusable code has no coupon, an unmet condition its text', async () => {
    const who = await person(world.app)
    const { id } = await product(world.app, { priceCents: 3333 })
    const { cart } = (await send(world, who, 'POST', `/api/product/cart/${who.userId}/add`, { productId: id, quantity: 3 })).body
    await coupon(world.app, { code: 'DEZPOR', value: 1000 })
    await coupon(world.app, { code: 'LEAL', type: 'loyalty', value: 1000 })
    await coupon(world.app, { code: 'VELHO', endDate: new Date(Date.now() - 1000) })
    const check = (cupomCode: string) => send(world, who, 'POST', '/api/product/cart/validate', { cartId: cart.id, cupomCode })
    expect((await check(' dezpor ')).body).toMatchObject({ success: true, _id: cart.id, subtotal: 99.99, discount: 10, finalTotal: 89.99, cupom: { code: 'DEZPOR' }, items: [{ id, _id: id, price: 33.33, quantity: 3, currency: 'BRL' }] })
    for (const code of ['NADA', 'VELHO', '']) expect((await check(code)).body).toMatchObject({ success: true, cupom: null, discount: 0, finalTotal: 99.99 })
    expect(await check('LEAL')).toMatchObject({ status: 400, body: { error: 'Este cupom vale a partir de 3 compras concluídas.' } })
  })
})

describe('catalogue', () => {
  it('[S134 S135 S230 S231 S131 S289 S290 S129] lists hold what is on sale, with id and _id, and empty at once in every process', async () => {
    await category(world.app, 'Redes & Ação')
    const shown = await product(world.app, { category: 'Redes & Ação', featured: true, keys: 1 })
    await product(world.app, { category: 'Redes & Ação', status: 'maintenance' })
    const list = async (http = world.http) => (await http.inject(`/api/product/list-by-category/${encodeURIComponent('redes & ação')}`)).json()
    expect(await list()).toMatchObject([{ id: shown.id, _id: shown.id, name: shown.name, price: 19.9, currency: 'BRL', stock: 'low', provider: 'stock', metadata: { sellerType: 'multiloader', level: 1, expiration: 30 } }])
    expect((await world.http.inject('/api/product/list-by-category/nada')).json()).toEqual([])
    const featured = (await world.http.inject('/api/product/list-featured-products')).json() as { id: string }[]
    expect(featured.map((one) => one.id)).toContain(shown.id)
    const categories = (await world.http.inject('/api/product/list-active-categories')).json() as { name: string; productCount: number; id: string; _id: string }[]
    expect(categories.find((one) => one.name === 'Redes & Ação')).toMatchObject({ productCount: 1 })
    const { addKeys } = await import('../stock/stock.service.ts')
    const { inTransaction } = await import('../../platform/transaction.ts')
    const second = await world.another()
    await inTransaction(second, (tx) => addKeys(tx, shown.id, Array.from({ length: 9 }, (_, i) => `NOVA-${i}`)))
    await expect.poll(async () => (await list())[0].stock).toBe('in')
    expect((await world.http.inject(`/api/product/detail/${shown.id}`)).json().id).toBe(shown.id)
    expect((await world.http.inject('/api/product/detail/nada')).statusCode).toBe(404)
  })

  it('[S244 S130] the status page lists all products of active categories with their status', async () => {
    const made = await product(world.app, { category: 'Situação', status: 'discontinued' })
    await world.app.pool.query("select pg_notify('chaveiro_pages', '')")
    await expect.poll(async () => (await world.http.inject('/api/server/status')).json().find((one: { categoryName: string }) => one.categoryName === 'Situação')?.products).toEqual([{ name: made.name, status: 'discontinued' }])
  })
})

describe('captcha', () => {
  it('[S025 S212 S242 S024] a solution counts once and for its own act; body wins over header; where enforced nothing passes without one', async () => {
    const strict = await openWorld({ env: { CAPTCHA_ENFORCE: '1' } })
    try {
      const solve = async (action: string) => {
        const { challenge } = (await strict.http.inject(`/api/captcha/challenge?action=${action}`)).json()
        return { challenge, token: Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString('base64') }
      }
      const login = (recaptchaToken?: string, headers: Record<string, string> = {}) => strict.http.inject({ method: 'POST', url: '/api/users/login', payload: { email: 'a@b.co', password: 'x', recaptchaToken }, headers })
      const own = await solve('login')
      expect((await login()).json()).toMatchObject({ code: 'captcha.failed', error: expect.stringContaining('reCAPTCHA') })
      expect((await login((await solve('register')).token)).json().code).toBe('captcha.failed')
      const forged = structuredClone(own.challenge); forged.parameters.data.action = 'login'; forged.signature = '00'
      expect((await login(Buffer.from(JSON.stringify({ challenge: forged, solution: { counter: 1, derivedKey: '00' } })).toString('base64'))).json().code).toBe('captcha.failed')
      expect((await login(own.token)).json().code).toBe('auth.invalid_credentials')
      expect((await login(own.token)).json().code).toBe('captcha.failed')
      expect((await login(undefined, { 'x-recaptcha-token': (await solve('login')).token })).json().code).toBe('auth.invalid_credentials')
      const late = await solve('login')
      strict.clock.advance(301)
      expect((await login(late.token)).json().code).toBe('captcha.failed')
      expect((await strict.http.inject('/api/captcha/challenge?action=other')).statusCode).toBe(400)
    } finally { await strict.close() }
  })
})
