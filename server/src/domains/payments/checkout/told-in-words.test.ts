import { afterAll, beforeAll, expect, it } from 'vitest'

import { person, product } from '../../../testing/make.ts'
import { expectSound, fill, send, startCard, startCrypto, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// Refusals of a checkout name their cause.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

it('a card payment costs R$ 0,50 at least; PIX may cost less', async () => {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 3, priceCents: 49 })
  const cartId = await fill(testShop, who, id)

  expect(await startCard(testShop, who, cartId)).toMatchObject({
    status: 409,
    body: {
      code: 'payment.amount',
      message: 'O cartão aceita a partir de R$\u00a00,50. Escolha outra forma de pagamento.',
    },
  })

  expect((await startPix(testShop, who, cartId)).status).toBe(200)
  const other = await person(testShop.app)
  const { id: enough } = await product(testShop.app, { keys: 1, priceCents: 50 })
  expect((await startCard(testShop, other, await fill(testShop, other, enough))).status).toBe(200)
})

it('each call that needs the id of a cart says that it is missing, in words [S191]', async () => {
  const as = await person(testShop.app)

  const calls: [path: string, body: object][] = [
    ['efybank/checkout', { termsAccepted: true, customer: { cpf: '52998224725' } }],
    ['stripe/create-checkout', { termsAccepted: true }],
    ['binance/checkout', { termsAccepted: true, cryptoType: 'LTC' }],
  ]

  const wanted = calls.map(([path, body]) => [`/api/payment/${path}`, body] as const)

  for (const [path, rest] of [...wanted, ['/api/product/cart/validate', {}] as const])
    for (const cartId of [undefined, null, '']) {
      const { status, body } = await send(testShop, `POST ${path}`, {
        as,
        body: { ...rest, cartId },
      })
      expect([status, body.code, body.message], path).toEqual([
        400,
        'cart.id_missing',
        'ID do carrinho não encontrado.',
      ])
    }

  const english = { ...as, headers: { ...as.headers, 'accept-language': 'en-US' } }
  const body = { termsAccepted: true }
  const said = await send(testShop, 'POST /api/payment/stripe/create-checkout', {
    as: english,
    body,
  })
  expect(said.body.message).toBe('Cart id not found.')
  const wrong = { as, body: { ...body, cartId: 'x' } }
  const { body: refused } = await send(testShop, 'POST /api/payment/stripe/create-checkout', wrong)
  expect([refused.code, refused.fields]).toEqual(['request.invalid', ['cartId']])
})

it.each(['12.345.678/0001-95', '12345678000195', '12ABC34501DE35'])(
  'the CNPJ %s is recognised as one, and the refusal says what to do',
  async (cpf) => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })

    expect(await startPix(testShop, who, await fill(testShop, who, id), { cpf })).toMatchObject({
      status: 400,
      body: {
        code: 'payment.cnpj',
        message:
          'Isto é um CNPJ. Informe o CPF de quem compra: a licença fica na conta dessa pessoa, e ' +
          'a empresa pode pagar o código PIX da conta dela.',
      },
    })
  },
)

it.each(['12345678000196', '5299822472x', '529982247250', ''])(
  '%j is neither CPF nor CNPJ',
  async (cpf) => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const { body } = await startPix(testShop, who, await fill(testShop, who, id), { cpf })
    expect(body.code).toBe('payment.cpf_invalid')
  },
)

it('fifteen checkouts of one cart at once, by three methods, never say that it is paid', async () => {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 1, priceCents: 7_770 })
  const cartId = await fill(testShop, who, id)
  const starts = [startPix, startCard, startCrypto]
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, at) => starts[at % 3]!(testShop, who, cartId)),
  )
  const codes = new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.code)))
  for (const code of codes) expect([200, 'payment.pending', 'payment.closed']).toContain(code)
  expect(codes).toContain(200)
  await testShop.drain()
  await expectSound(testShop)
})
