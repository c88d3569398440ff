import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { App } from '../../../platform/app.ts'
import { keysOf, person, product, validCpf } from '../../../testing/make.ts'
import { expectSound, fill, payPix, startPix, type Answer } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { settle } from '../settlement/settle.service.ts'
import { startPayment } from './checkout.service.ts'

// The units of a variant that unpaid payments of one IP address may hold (Q133, F223).

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { HELD_SHARE: '5' } })
})

afterAll(async () => {
  await testShop?.close()
})

/** A new account requests some units from an IP address, optionally in the second process. */
async function ask(
  productId: string,
  quantity: number,
  { ip = '203.0.113.7', app = testShop.app }: { ip?: string; app?: App } = {},
): Promise<string> {
  const who = await person(testShop.app)
  const cartId = await fill(testShop, who, productId, quantity)

  return startPayment(
    app,
    {
      userId: who.userId,
      name: who.name,
      email: who.email,
      language: 'pt-BR',
      from: { ip, userAgent: 'test' },
    },
    {
      method: 'pix',
      cartId,
      cpf: validCpf.replace(/\D/g, ''),
      couponCode: null,
      termsAccepted: true,
      successUrl: 'http://localhost:3000/success',
      cancelUrl: 'http://localhost:3000/failed',
    },
  ).then(
    ({ kind }) => kind,
    (error: { code?: string }) => error.code ?? String(error),
  )
}

const held = async (productId: string) =>
  (await keysOf(testShop.app, productId)).filter((key) => key.status === 'reserved').length

describe('unpaid payments of one address', () => {
  it('hold no more than a fifth once half is held; another address still gets some', async () => {
    const { id } = await product(testShop.app, { name: 'Chave Disputada', keys: 90 })
    const answers: string[] = []
    for (let account = 1; account <= 9; account++) answers.push(await ask(id, 10))

    expect(answers).toEqual([
      ...Array.from({ length: 5 }, () => 'started'),
      ...Array.from({ length: 4 }, () => 'payment.held_back'),
    ])

    expect(await held(id)).toBe(50)
    expect(await ask(id, 1)).toBe('payment.held_back')
    // A fifth of the 90 that are left is 18.
    expect(await ask(id, 10, { ip: '198.51.100.1' })).toBe('started')
    expect(await ask(id, 9, { ip: '198.51.100.1' })).toBe('payment.held_back')
    expect(await ask(id, 8, { ip: '198.51.100.1' })).toBe('started')
    expect(await ask(id, 1, { ip: '198.51.100.1' })).toBe('payment.held_back')
    await expectSound(testShop)
  })

  it('share the limit within an IPv6 /64, and its neighbour has another', async () => {
    const { id } = await product(testShop.app, { keys: 10 })
    const from = (ip: string) => ask(id, 3, { ip })
    expect(await from('2001:db8:1:2::1')).toBe('started')
    expect(await from('2001:db8:1:2:aaaa::2')).toBe('started')
    expect(await from('2001:db8:1:2:ffff:1:2:3')).toBe('payment.held_back')
    expect(await ask(id, 2, { ip: '2001:db8:1:3::1' })).toBe('started')
  })

  it('may hold one unit of the last few', async () => {
    const { id } = await product(testShop.app, { keys: 3 })
    expect(await ask(id, 2, { ip: '198.51.100.7' })).toBe('started')
    expect(await ask(id, 1)).toBe('started')
    const { id: other } = await product(testShop.app, { keys: 4 })
    expect(await ask(other, 3, { ip: '198.51.100.7' })).toBe('started')
    expect(await ask(other, 1, { ip: '198.51.100.7' })).toBe('payment.held_back')
  })

  it('are refused in words, with the time until the first of them ends', async () => {
    const { id } = await product(testShop.app, { name: 'Última Chave', keys: 5 })

    const start = async (
      quantity: number,
      language = 'pt-BR',
    ): Promise<Answer & { after: number }> => {
      const who = await person(testShop.app)

      const reply = await testShop.http.inject({
        method: 'POST',
        url: '/api/payment/efybank/checkout',
        headers: { ...who.headers, 'accept-language': language },
        payload: {
          cartId: await fill(testShop, who, id, quantity),
          termsAccepted: true,
          customer: { name: who.name, email: who.email, cpf: validCpf },
        },
      })

      return {
        status: reply.statusCode,
        body: reply.json(),
        after: Number(reply.headers['retry-after']),
      }
    }

    expect((await start(3)).status).toBe(200)
    await testShop.advance(600)
    const refused = await start(1)

    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'payment.held_back',
        message:
          'Restam poucas unidades de Última Chave, e pagamentos em aberto da sua conexão já ' +
          'reservam a parte dela. Pague um deles ou tente de novo em 20 min.',
      },
    })

    expect(refused.after).toBeGreaterThan(1150)
    expect(refused.after).toBeLessThanOrEqual(1200)

    expect((await start(1, 'en-US')).body.message).toBe(
      'Few units of Última Chave are left, and open payments from your connection already hold ' +
        'its share. Pay one of them or try again in 20 min.',
    )

    // The payments expired: the held units are free again.
    await testShop.advance(1300)
    await testShop.sweep()
    expect((await start(1)).status).toBe(200)
  })

  it('do not limit a buyer who has paid before', async () => {
    const who = await person(testShop.app)
    const { id: bought } = await product(testShop.app, { keys: 1 })
    const { body } = await startPix(testShop, who, await fill(testShop, who, bought))
    await payPix(testShop, body.txid)
    await settle(testShop.app, body.paymentId, 'sweep')
    const { id } = await product(testShop.app, { keys: 10 })
    expect(await ask(id, 6, { ip: '127.0.0.1' })).toBe('started')
    expect(await ask(id, 2, { ip: '127.0.0.1' })).toBe('payment.held_back')
    expect((await startPix(testShop, who, await fill(testShop, who, id, 2))).status).toBe(200)
  })

  it('are counted in turn: thirty at once in two processes hold no more', async () => {
    const second = await testShop.another()
    const { id } = await product(testShop.app, { keys: 40 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => ask(id, 2, { app: at % 2 ? second : testShop.app })),
    )
    // Eleven payments hold 22 of the 40 units. Only 18 are free then, so the limit of an IP address
    // applies.
    expect(answers.filter((answer) => answer === 'started')).toHaveLength(11)
    expect(answers.filter((answer) => answer === 'payment.held_back')).toHaveLength(19)
    expect(await held(id)).toBe(22)
    await expectSound(testShop)
  })
})
