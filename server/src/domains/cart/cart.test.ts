import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { carts, products } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { coupon, person, product } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { completeCart } from './cart.complete.service.ts'
import { abandonIdleCarts, lockCart } from './cart.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

describe('cart', () => {
  it('add, update, remove and read return the cart, its id and its items [S127, S225, S226, S227, S158, S159, S229, S133]', async () => {
    const who = await person(testShop.app)
    const base = `/api/product/cart/${who.userId}`
    const { id } = await product(testShop.app, { keys: 99, priceCents: 1050 })

    expect((await send(testShop, `GET ${base}`, { as: who })).body).toMatchObject({
      success: true,
      cart: null,
      items: [],
    })

    const added = (await send(testShop, `POST ${base}/add`, { as: who, body: { productId: id } }))
      .body

    expect(added).toMatchObject({
      cart: { total: 10.5 },
      items: [{ product: { _id: id, id, price: 10.5, currency: 'BRL' }, quantity: 1 }],
    })

    expect(added._id).toBe(added.cart.id)

    expect(
      (await send(testShop, `POST ${base}/add`, { as: who, body: { productId: id, quantity: 2 } }))
        .body.items[0].quantity,
    ).toBe(3)

    expect(
      (await send(testShop, `PATCH ${base}/update/${id}`, { as: who, body: { quantity: 7 } })).body
        .items[0].quantity,
    ).toBe(7)

    expect(
      (await send(testShop, `PATCH ${base}/update/${id}`, { as: who, body: { quantity: 0 } })).body
        .items,
    ).toEqual([])

    await send(testShop, `POST ${base}/add`, { as: who, body: { productId: id } })
    expect((await send(testShop, `DELETE ${base}/remove/${id}`, { as: who })).body.items).toEqual(
      [],
    )
  })

  it('a line links its page by slug and says how it is delivered [P110]', async () => {
    const who = await person(testShop.app)
    const base = `/api/product/cart/${who.userId}`

    for (const given of [
      { keys: 9, name: 'Lápis do Ateliê' },
      { keys: 9, name: 'Retrato à Mão', provider: 'manual' as const },
    ]) {
      const { id } = await product(testShop.app, given)
      await send(testShop, `POST ${base}/add`, { as: who, body: { productId: id } })
    }

    const { items } = (await send(testShop, `GET ${base}`, { as: who })).body

    expect(
      items.map((one: { product: Record<string, string> }) => [
        one.product.slug,
        one.product.delivery,
      ]),
    ).toEqual([
      ['lapis-do-atelie', 'at_once'],
      ['retrato-a-mao', 'by_staff'],
    ])
  })

  it('refuses over the limit, other currencies and off sale; a repeated sync changes nothing [S163, S172, S132, S161, S228]', async () => {
    const who = await person(testShop.app)
    const base = `/api/product/cart/${who.userId}`

    const [brl, usd, off] = [
      await product(testShop.app, { keys: 99, name: 'Chave Fina' }),
      await product(testShop.app, { keys: 99, currency: 'USD' }),
      await product(testShop.app, { keys: 99, status: 'inactive' }),
    ]

    expect(
      (await send(testShop, `POST ${base}/add`, { as: who, body: { productId: off.id } })).body
        .code,
    ).toBe('product.unavailable')
    await send(testShop, `POST ${base}/add`, { as: who, body: { productId: brl.id, quantity: 9 } })

    expect(
      await send(testShop, `POST ${base}/add`, {
        as: who,
        body: { productId: brl.id, quantity: 2 },
      }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'cart.quantity',
        message: 'No máximo 10 de Chave Fina por pedido. Diminua a quantidade no carrinho.',
      },
    })

    expect(
      (await send(testShop, `POST ${base}/add`, { as: who, body: { productId: usd.id } })).body,
    ).toMatchObject({ success: false, code: 'cart.currency' })

    expect(
      (
        await send(testShop, `POST ${base}/add`, {
          as: who,
          body: { productId: brl.id, quantity: 100 },
        })
      ).status,
    ).toBe(400)

    await send(testShop, `PATCH ${base}/update/${brl.id}`, { as: who, body: { quantity: 2 } })
    const other = await product(testShop.app, { keys: 99 })

    const items = [
      { id: brl.id, quantity: 5 },
      { id: other.id, quantity: 1 },
      { id: usd.id, quantity: 1 },
      { id: off.id, quantity: 1 },
      { id: 'nonsense', quantity: 3 },
      { id: other.id, quantity: -4 },
    ]

    for (let i = 0; i < 2; i++) {
      const synced = (
        await send(testShop, `POST ${base}/sync`, { as: who, body: { localCartItems: items } })
      ).body.items

      expect(
        synced.map((one: { product: { id: string }; quantity: number }) => [
          one.product.id,
          one.quantity,
        ]),
      ).toEqual([
        [brl.id, 5],
        [other.id, 1],
      ])
    }

    await testShop.app.db
      .update(products)
      .set({ deletedAt: testShop.clock.now() })
      .where(eq(products.id, other.id))

    expect((await send(testShop, `GET ${base}`, { as: who })).body.items).toHaveLength(1)
  })

  it("two customers cannot touch each other's carts; staff may read one [S209, S229]", async () => {
    const [a, b, staff] = [
      await person(testShop.app),
      await person(testShop.app),
      await person(testShop.app, { role: 'developer' }),
    ]

    const { id } = await product(testShop.app, { keys: 99 })
    const base = `/api/product/cart/${a.userId}`
    const { cart } = (await send(testShop, `POST ${base}/add`, { as: a, body: { productId: id } }))
      .body

    for (const [method, url, body] of [
      ['GET', base],
      ['POST', `${base}/add`, { productId: id }],
      ['DELETE', `${base}/remove/${id}`],
      ['PATCH', `${base}/update/${id}`, { quantity: 9 }],
      ['POST', `${base}/sync`, { localCartItems: [] }],
    ] as const)
      expect(
        (await send(testShop, `${method} ${url}`, { as: b, body: body as object | undefined }))
          .status,
      ).toBe(403)

    expect(
      (
        await send(testShop, 'POST /api/product/cart/validate', {
          as: b,
          body: { cartId: cart.id },
        })
      ).status,
    ).toBe(404)

    expect((await send(testShop, `GET ${base}`, { as: staff })).status).toBe(200)
    expect((await send(testShop, `GET ${base}`, { as: a })).body.items[0].quantity).toBe(1)
  })

  it('validation prices the cart; an unusable code has no coupon, an unmet condition its text [S128, S165, S166, S167, S164]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 99, priceCents: 3333 })

    const { cart } = (
      await send(testShop, `POST /api/product/cart/${who.userId}/add`, {
        as: who,
        body: { productId: id, quantity: 3 },
      })
    ).body

    await coupon(testShop.app, { code: 'DEZPOR', value: 1000 })
    await coupon(testShop.app, { code: 'LEAL', type: 'loyalty', value: 1000 })
    await coupon(testShop.app, { code: 'VELHO', endDate: new Date(Date.now() - 1000) })

    const check = (cupomCode: string) =>
      send(testShop, 'POST /api/product/cart/validate', {
        as: who,
        body: { cartId: cart.id, cupomCode },
      })

    expect((await check(' dezpor ')).body).toMatchObject({
      success: true,
      _id: cart.id,
      subtotal: 99.99,
      discount: 10,
      finalTotal: 89.99,
      cupom: { code: 'DEZPOR' },
      items: [{ id, _id: id, price: 33.33, quantity: 3, currency: 'BRL' }],
    })

    for (const code of ['NADA', 'VELHO', ''])
      expect((await check(code)).body).toMatchObject({
        success: true,
        cupom: null,
        discount: 0,
        finalTotal: 99.99,
      })

    expect(await check('LEAL')).toMatchObject({
      status: 400,
      body: { error: 'Este cupom vale a partir de 3 compras concluídas.' },
    })
  })

  it('junk in a sync is skipped or clamped, is no error, and creates no empty cart [S228, S163]', async () => {
    const who = await person(testShop.app)
    const base = `/api/product/cart/${who.userId}`
    const { id } = await product(testShop.app, { keys: 99 })

    const junk = [
      '-'.repeat(36),
      '0'.repeat(36),
      'f'.repeat(64),
      '',
      '__proto__',
      "' or 1=1 --",
      '00000000-0000-4000-8000-000000000000',
    ].map((one) => ({ id: one, quantity: 3 }))

    expect(
      await send(testShop, `POST ${base}/sync`, { as: who, body: { localCartItems: junk } }),
    ).toMatchObject({
      status: 200,
      body: { cart: null, items: [] },
    })

    const synced = await send(testShop, `POST ${base}/sync`, {
      as: who,
      body: {
        localCartItems: [...junk, { id, quantity: 0.4 }, { id: id.toUpperCase(), quantity: 1e9 }],
      },
    })

    expect(synced.body.items).toMatchObject([{ product: { id }, quantity: 10 }])

    expect(
      (
        await send(testShop, `POST ${base}/sync`, {
          as: who,
          body: { localCartItems: Array.from({ length: 101 }, () => ({ id, quantity: 1 })) },
        })
      ).status,
    ).toBe(400)
  })

  it('off sale stays visible and is refused at checkout; the cart is null only without one [S132, S229]', async () => {
    const who = await person(testShop.app)
    const base = `/api/product/cart/${who.userId}`

    expect(
      (
        await send(
          testShop,
          `DELETE ${base}/remove/${(await product(testShop.app, { keys: 99 })).id}`,
          {
            as: who,
          },
        )
      ).body,
    ).toMatchObject({ success: true, cart: null, items: [] })

    const { id } = await product(testShop.app, { keys: 99 })
    await send(testShop, `POST ${base}/add`, { as: who, body: { productId: id } })
    await testShop.app.db
      .update(products)
      .set({ status: 'discontinued' })
      .where(eq(products.id, id))
    const { cart } = (await send(testShop, `GET ${base}`, { as: who })).body
    expect(cart.items).toHaveLength(1)
    const locked = await inTransaction(testShop.app, (tx) => lockCart(tx, cart.id, who.userId))

    expect(locked).toMatchObject({
      id: cart.id,
      currency: 'BRL',
      lines: [{ productId: id, quantity: 1, unitCents: 1990, sellable: false }],
    })

    expect((await send(testShop, `DELETE ${base}/remove/${id}`, { as: who })).body).toMatchObject({
      cart: { id: cart.id, items: [], total: 0, currency: 'BRL' },
      items: [],
    })
  })

  it('twenty first adds at once create one cart within the limit and lose no unit [S163]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 99, maxPerOrder: 99 })

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        send(testShop, `POST /api/product/cart/${who.userId}/add`, {
          as: who,
          body: { productId: id, quantity: 6 },
        }),
      ),
    )

    expect(answers.filter((one) => one.status === 200)).toHaveLength(16)
    expect(answers.filter((one) => one.body.code === 'cart.quantity')).toHaveLength(4)
    expect(new Set(answers.flatMap((one) => one.body.cart?.id ?? []))).toHaveLength(1)
    expect(
      (await send(testShop, `GET /api/product/cart/${who.userId}`, { as: who })).body.items,
    ).toMatchObject([{ quantity: 96 }])
  })

  it('an idle cart is abandoned until its next change; a paid one closes once [B148]', async () => {
    const own = await openTestShop()
    try {
      const who = await person(own.app)
      const base = `/api/product/cart/${who.userId}`
      const { id } = await product(own.app, { keys: 9 })
      const { cart } = (await send(own, `POST ${base}/add`, { as: who, body: { productId: id } }))
        .body
      const row = async () =>
        (await own.app.db.select().from(carts).where(eq(carts.id, cart.id)))[0]!
      await own.advance(23 * 3600)
      await abandonIdleCarts(own.app)
      expect((await row()).status).toBe('active')
      await own.advance(2 * 3600)
      await abandonIdleCarts(own.app)
      expect(await row()).toMatchObject({ status: 'abandoned', wasAbandoned: true })
      expect((await send(own, `GET ${base}`, { as: who })).body.cart.id).toBe(cart.id)
      await send(own, `PATCH ${base}/update/${id}`, { as: who, body: { quantity: 2 } })
      const woken = await row()
      expect(woken).toMatchObject({ status: 'active', wasAbandoned: true })
      expect(woken.expiresAt.getTime() - woken.updatedAt.getTime()).toBe(7 * 86_400_000)

      for (let i = 0; i < 2; i++)
        await inTransaction(own.app, (tx) =>
          completeCart(tx, cart.id, {
            paymentId: 'f'.repeat(32),
            lines: [{ variantId: id, quantity: 2 }],
          }),
        )

      expect((await row()).status).toBe('completed')
      expect(await inTransaction(own.app, (tx) => lockCart(tx, cart.id, who.userId))).toBeNull()
      expect((await send(own, `GET ${base}`, { as: who })).body.cart).toBeNull()
      expect(
        (await send(own, `POST ${base}/add`, { as: who, body: { productId: id } })).body.cart.id,
      ).not.toBe(cart.id)
    } finally {
      await own.close()
    }
  })

  it('guessing coupon codes ends after sixty misses; thirty checks need one connection each [S167]', async () => {
    const own = await openTestShop({ env: { DATABASE_POOL: '3' } })
    try {
      const who = await person(own.app)
      const { id } = await product(own.app, { keys: 9 })

      const { cart } = (
        await send(own, `POST /api/product/cart/${who.userId}/add`, {
          as: who,
          body: { productId: id },
        })
      ).body

      await coupon(own.app, { code: 'SEGREDO' })

      const check = (cupomCode: string) =>
        send(own, 'POST /api/product/cart/validate', {
          as: who,
          body: { cartId: cart.id, cupomCode },
        })

      const started = performance.now()
      const burst = await Promise.all(Array.from({ length: 30 }, (_, i) => check(`CHUTE${i}`)))
      expect(burst.map((one) => one.status)).toEqual(Array(30).fill(200))
      expect(performance.now() - started).toBeLessThan(5_000)
      for (let i = 0; i < 40; i++)
        expect((await check('SEGREDO')).body.cupom).toMatchObject({ code: 'SEGREDO' })
      for (let i = 0; i < 30; i++) await check(`OUTRO${i}`)
      expect(await check('SEGREDO')).toMatchObject({ status: 429, body: { code: 'rate.limited' } })
      expect((await check('')).status).toBe(200)
    } finally {
      await own.close()
    }
  })
})

describe('captcha', () => {
  it('a captcha solution counts once, for its own action; the body wins over the header [S025, S212, S242, S024]', async () => {
    const strict = await openTestShop({ env: { CAPTCHA_ENFORCE: '1' } })
    try {
      const solve = async (action: string) => {
        const { challenge } = (
          await strict.http.inject(`/api/captcha/challenge?action=${action}`)
        ).json()

        return {
          challenge,
          token: Buffer.from(
            JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }),
          ).toString('base64'),
        }
      }

      const login = (recaptchaToken?: string, headers: Record<string, string> = {}) =>
        strict.http.inject({
          method: 'POST',
          url: '/api/users/login',
          payload: { email: 'a@b.co', password: 'x', recaptchaToken },
          headers,
        })

      const own = await solve('login')

      expect((await login()).json()).toMatchObject({
        code: 'captcha.failed',
        error: expect.stringContaining('reCAPTCHA'),
      })

      expect((await login((await solve('register')).token)).json().code).toBe('captcha.failed')
      const forged = structuredClone(own.challenge)
      forged.parameters.data.action = 'login'
      forged.signature = '00'

      expect(
        (
          await login(
            Buffer.from(
              JSON.stringify({ challenge: forged, solution: { counter: 1, derivedKey: '00' } }),
            ).toString('base64'),
          )
        ).json().code,
      ).toBe('captcha.failed')

      expect((await login(own.token)).json().code).toBe('auth.invalid_credentials')
      expect((await login(own.token)).json().code).toBe('captcha.failed')
      expect(
        (await login(undefined, { 'x-recaptcha-token': (await solve('login')).token })).json().code,
      ).toBe('auth.invalid_credentials')
      const late = await solve('login')
      strict.clock.advance(301)
      expect((await login(late.token)).json().code).toBe('captcha.failed')
      expect((await strict.http.inject('/api/captcha/challenge?action=other')).statusCode).toBe(400)
    } finally {
      await strict.close()
    }
  })
})
