import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  auditLog,
  deposits,
  orders,
  orderUnits,
  refunds,
  stockKeys,
} from '../../db/tables/index.ts'
import { coupon, keysOf, person } from '../../testing/make.ts'
import {
  accepted,
  buyerOf,
  deposit,
  eventually,
  expectSound,
  look,
  payCard,
  paymentRow,
  payPix,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { trailOf } from '../../testing/trail.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const buyer = (quantity?: number, given?: Parameters<typeof buyerOf>[2]) =>
  buyerOf(testShop, quantity, given)

const completed = (paymentId: string) => async () => {
  expect((await paymentRow(testShop, paymentId)).status).toBe('completed')
}

describe('PIX', () => {
  it('a paid PIX gives one key a unit, at once, by its webhook [S004, S006, S173, S234, S235, S241]', async () => {
    const { who, cartId, productId } = await buyer(2)
    const started = await startPix(testShop, who, cartId)
    expect(started.status).toBe(200)

    expect(started.body).toMatchObject({
      success: true,
      amount: 39.8,
      currency: 'BRL',
      status: 'pending',
      pixQrCode: expect.stringMatching(/^data:image/),
      pixCode: expect.stringMatching(/br\.gov\.bcb\.pix/),
    })

    expect(started.body.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/)
    expect(
      (await keysOf(testShop.app, productId)).filter((key) => key.status === 'reserved'),
    ).toHaveLength(2)
    await payPix(testShop, started.body.txid)
    await eventually(testShop, completed(started.body.paymentId))
    const seen = await look(testShop, who, started.body.paymentId)
    expect(seen.body.owner.units).toHaveLength(2)
    expect(
      new Set(seen.body.owner.units.map((unit: { licenseKey: string }) => unit.licenseKey)).size,
    ).toBe(2)
    expect(seen.body.owner.units[0].licenseKey).toMatch(/^KEY-/)
    await expectSound(testShop)
  })

  it('a stranger sees first name, lines, totals and status, never a key, an e-mail or a CPF [S240, S235]', async () => {
    const { who, cartId } = await buyer()
    const started = await startPix(testShop, who, cartId)
    await payPix(testShop, started.body.txid)
    await eventually(testShop, completed(started.body.paymentId))
    const stranger = await look(testShop, await person(testShop.app), started.body.paymentId)

    expect(stranger.body).toMatchObject({
      status: 'completed',
      payment: { customer: { name: 'Ana' }, amount: 19.9 },
      cartItems: [{ quantity: 1 }],
    })

    expect(JSON.stringify(stranger.body)).not.toMatch(/KEY-|@exemplo|52998224725|Souza/)
    expect((await look(testShop, null, started.body.paymentId)).body.owner).toBeUndefined()
    expect((await look(testShop, null, 'f'.repeat(32))).status).toBe(404)
  })

  it('a second PIX for the same cart returns the first; other content closes the first [S175, S176]', async () => {
    const { who, cartId, productId } = await buyer()
    const first = await startPix(testShop, who, cartId)
    const again = await startPix(testShop, who, cartId)
    expect(again.status).toBe(409)

    expect(again.body).toMatchObject({
      success: false,
      code: 'payment.pending',
      payment: {
        paymentId: first.body.paymentId,
        pixCode: first.body.pixCode,
        txid: first.body.txid,
        pixExpiration: first.body.pixExpiration,
        amount: 19.9,
        currency: 'BRL',
        status: 'pending',
      },
    })

    await testShop.http.inject({
      method: 'POST',
      url: `/api/product/cart/${who.userId}/add`,
      headers: who.headers,
      payload: { productId, quantity: 1 },
    })

    const other = await startPix(testShop, who, cartId)
    expect(other.status).toBe(200)
    expect(other.body.amount).toBe(39.8)

    expect(await paymentRow(testShop, first.body.paymentId)).toMatchObject({
      status: 'failed',
      reason: 'replaced',
    })

    expect(
      (await keysOf(testShop.app, productId)).filter((key) => key.status === 'reserved'),
    ).toHaveLength(2)
    await expectSound(testShop)
  })

  it('the provider is a path segment: efybank and efi are the same, unknown ones return 404 [S232, S233]', async () => {
    const { who, cartId } = await buyer()

    const body = {
      cartId,
      termsAccepted: true,
      customer: { name: who.name, email: who.email, cpf: '52998224725' },
    }

    const post = (provider: string) =>
      testShop.http.inject({
        method: 'POST',
        url: `/api/payment/${provider}/checkout`,
        headers: who.headers,
        payload: body,
      })

    const first = await post('efybank')
    const alias = await post('efi')
    expect([first.statusCode, alias.statusCode]).toEqual([200, 409])
    expect(alias.json().payment.paymentId).toBe(first.json().paymentId)
    expect((await post('elsewhere')).statusCode).toBe(404)

    for (const provider of ['efybank', 'efi', 'stripe', 'binance']) {
      expect(
        (
          await testShop.http.inject({
            url: `/api/payment/${provider}/status/${first.json().paymentId}`,
            headers: who.headers,
          })
        ).json(),
      ).toMatchObject({ success: true, status: 'pending' })
    }
  })

  it('an order keeps the consent it was placed with: text, time, address, language, append-only', async () => {
    const { who, cartId } = await buyer()
    accepted(await startPix(testShop, who, cartId))

    const { rows } = await testShop.app.pool.query(
      'select c.version, c.channel, c.ip, c.language from consents c join orders o on o.id = c.order_id where o.user_id = $1',
      [who.userId],
    )

    expect(rows).toEqual([
      {
        version: expect.stringMatching(/^[0-9a-f]{64}$/),
        channel: 'site',
        ip: '127.0.0.1',
        language: 'pt-BR',
      },
    ])

    await expect(testShop.app.pool.query('update consents set version = version')).rejects.toThrow(
      /append-only/,
    )
  })

  it('a false CPF is refused before anything is held [S195]', async () => {
    const { who, cartId, productId } = await buyer()

    for (const cpf of ['111.111.111-11', '123', '529.982.247-24', '', 'abc']) {
      const refused = await startPix(testShop, who, cartId, { cpf })
      expect(refused).toMatchObject({ status: 400, body: { code: 'payment.cpf_invalid' } })
    }

    expect((await keysOf(testShop.app, productId)).every((key) => key.status === 'available')).toBe(
      true,
    )
  })

  it('an unpaid PIX expires: keys and coupon are released, the order cancelled, the buyer mailed [S176, S067]', async () => {
    const { who, cartId, productId } = await buyer()
    const code = `EXP${Date.now()}`
    const couponId = await coupon(testShop.app, { code, usageLimit: 1 })
    const started = await startPix(testShop, who, cartId, { coupon: code })
    await testShop.advance(31 * 60)
    await testShop.sweep()

    expect(await paymentRow(testShop, started.body.paymentId)).toMatchObject({
      status: 'failed',
      reason: 'expired',
    })

    expect((await keysOf(testShop.app, productId)).every((key) => key.status === 'available')).toBe(
      true,
    )

    const {
      rows: [row],
    } = await testShop.app.pool.query(
      'select reserved_count, usage_count from coupons where id = $1',
      [couponId],
    )

    expect(row).toMatchObject({ reserved_count: 0, usage_count: 0 })
    expect((await look(testShop, who, started.body.paymentId)).body.message).toContain('prazo')
    await expectSound(testShop)
  })

  it('money after the release takes a fresh key and is named late, or waits for stock [S006]', async () => {
    for (const keys of [1, 0]) {
      const { who, cartId, productId } = await buyer(1, { keys: 1 })
      const started = await startPix(testShop, who, cartId)
      await testShop.advance(31 * 60)
      await testShop.sweep()
      expect((await paymentRow(testShop, started.body.paymentId)).status).toBe('failed')

      if (!keys)
        await testShop.app.db
          .update(stockKeys)
          .set({ status: 'revoked' })
          .where(eq(stockKeys.variantId, productId))

      await payPix(testShop, started.body.txid)
      await eventually(testShop, completed(started.body.paymentId))
      expect((await paymentRow(testShop, started.body.paymentId)).reviewReason).toBe('late')
      const [unit] = (await look(testShop, who, started.body.paymentId)).body.owner.units
      expect(unit.status).toBe(keys ? 'active' : 'pending')
      if (keys) continue

      const { addKeys } = await import('../stock/stock.service.ts')
      const { inTransaction } = await import('../../platform/database/transaction.ts')
      await inTransaction(testShop.app, (tx) => addKeys(tx, productId, ['LATE-KEY-0001']))
      await testShop.drain()

      expect((await look(testShop, who, started.body.paymentId)).body.owner.units[0]).toMatchObject(
        {
          status: 'active',
          licenseKey: 'LATE-KEY-0001',
        },
      )
    }
    await expectSound(testShop)
  })

  it('too little is partial, a surplus is over, a second payment is duplicate and returned [S235]', async () => {
    const short = await buyer()
    const low = await startPix(testShop, short.who, short.cartId)
    await payPix(testShop, low.body.txid, '10.00')
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, low.body.paymentId)).reviewReason).toBe('partial')
    })
    const told = await look(testShop, short.who, low.body.paymentId)
    expect(told.body).toMatchObject({ status: 'pending', payment: { received: 10 } })
    expect(told.body.message).toMatch(/Faltam R\$.9,90/)

    const resumed = async (language: string) =>
      (
        await send(testShop, 'GET /api/payment/pending', {
          as: short.who,
          headers: { 'accept-language': language },
        })
      ).body.payment.message

    expect(await resumed('pt-BR')).toBe(
      'Recebemos R$\u00a010,00 de R$\u00a019,90. Faltam R$\u00a09,90.',
    )
    expect(await resumed('en-US')).toBe('We received R$10.00 of R$19.90. R$9.90 is missing.')
    const long = await buyer()
    const high = await startPix(testShop, long.who, long.cartId)
    await payPix(testShop, high.body.txid, '25.00')
    await eventually(testShop, completed(high.body.paymentId))

    expect(await paymentRow(testShop, high.body.paymentId)).toMatchObject({
      reviewReason: 'over',
      receivedCents: 2500,
    })

    const twice = await buyer()
    const double = await startPix(testShop, twice.who, twice.cartId)
    await payPix(testShop, double.body.txid)
    await eventually(testShop, completed(double.body.paymentId))
    await payPix(testShop, double.body.txid)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, double.body.paymentId)).reviewReason).toBe('duplicate')
    })

    await eventually(testShop, async () => {
      const rows = await testShop.app.db
        .select()
        .from(refunds)
        .where(eq(refunds.paymentId, double.body.paymentId))

      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ amountCents: 1990 })
    })

    expect((await look(testShop, twice.who, double.body.paymentId)).body.owner.units).toHaveLength(
      1,
    )
    await expectSound(testShop)
  })

  it('the same webhook five times and shuffled delivers once [S233, S241]', async () => {
    const { who, cartId } = await buyer(2)
    const started = await startPix(testShop, who, cartId)
    await payPix(testShop, started.body.txid)
    await eventually(testShop, completed(started.body.paymentId))
    await testShop.sandbox!.call('POST', '/sandbox/api/webhooks/replay', {
      provider: 'efi',
      times: 5,
    })
    await Promise.all([
      testShop.sweep(),
      look(testShop, who, started.body.paymentId),
      testShop.sweep(),
    ])
    expect((await look(testShop, who, started.body.paymentId)).body.owner.units).toHaveLength(2)

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, started.body.paymentId))

    expect(trail.filter((row) => row.action === 'payment.completed')).toHaveLength(1)
    await expectSound(testShop)
  })

  it('with every webhook dropped the sweep finds the money [S241]', async () => {
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: '*', path: '*', times: 1, do: 'drop-webhook' },
    ])
    const { who, cartId } = await buyer()
    const started = await startPix(testShop, who, cartId)
    await payPix(testShop, started.body.txid)
    await testShop.advance(20)
    await testShop.sweep()
    expect((await paymentRow(testShop, started.body.paymentId)).status).toBe('completed')
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
  })

  it('a provider that commits and then hangs leaves one charge, which the next try reuses [S270]', async () => {
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: 'PUT', path: '/v2/cob/*', times: 1, do: 'status:500' },
    ])
    const { who, cartId, productId } = await buyer()
    const tries = [await startPix(testShop, who, cartId), await startPix(testShop, who, cartId)]
    const good = tries.find((one) => one.status === 200 || one.status === 409)!
    expect(good).toBeDefined()
    expect(
      (await keysOf(testShop.app, productId)).filter((key) => key.status === 'reserved'),
    ).toHaveLength(1)
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await expectSound(testShop)
  })
})

describe('crypto', () => {
  it('the exact amount completes, alone among open orders [S177, S179, S238, S239]', async () => {
    const one = await buyer()
    const two = await buyer()

    const [a, b] = [
      await startCrypto(testShop, one.who, one.cartId),
      await startCrypto(testShop, two.who, two.cartId),
    ]

    expect(a.body).toMatchObject({
      success: true,
      cryptoType: 'USDT',
      network: 'TRX',
      usdAmount: expect.any(Number),
      cryptoAmount: expect.stringMatching(/^\d+\.\d{8}$/),
    })

    expect(a.body.cryptoAmount).not.toBe(b.body.cryptoAmount)
    await deposit(testShop, { coin: 'USDT', network: 'TRX', amount: b.body.cryptoAmount })
    await testShop.sweep()
    expect((await paymentRow(testShop, b.body.paymentId)).status).toBe('completed')
    expect((await paymentRow(testShop, a.body.paymentId)).status).toBe('pending')
    await expectSound(testShop)
  })

  it('a deposit seen in time and confirmed later counts; an unmatched one is kept for staff [S177, S241]', async () => {
    const { who, cartId } = await buyer(1, { priceCents: 7700 })
    const started = await startCrypto(testShop, who, cartId, { coin: 'LTC' })

    const made = await deposit(testShop, {
      coin: 'LTC',
      network: 'LTC',
      amount: started.body.cryptoAmount,
      status: 0,
    })

    await testShop.sweep()
    await testShop.advance(61 * 60)
    await testShop.sweep()
    expect((await paymentRow(testShop, started.body.paymentId)).status).toBe('pending')
    const seen = await look(testShop, who, started.body.paymentId)
    expect(seen.body.owner.crypto).toMatchObject({ cryptoType: 'LTC', confirmations: '0/3' })
    expect((await look(testShop, null, started.body.paymentId)).body.owner).toBeUndefined()

    await testShop.sandbox!.call(
      'POST',
      `/sandbox/api/crypto/deposits/${made.id ?? made.deposit?.id}`,
      { status: 1 },
    )

    await testShop.sweep()
    expect((await paymentRow(testShop, started.body.paymentId)).status).toBe('completed')
    const open = await buyer(1, { priceCents: 880_000 })
    accepted(await startCrypto(testShop, open.who, open.cartId))
    await deposit(testShop, { coin: 'USDT', network: 'TRX', amount: '3.141592' })
    await testShop.sweep()
    const lost = (
      await testShop.app.db.select().from(deposits).where(eq(deposits.state, 'unmatched'))
    ).find(({ amount }) => amount === '3.141592')!

    expect(await trailOf(testShop)()).toContainEqual([
      'deposit.unmatched',
      null,
      'deposit',
      lost.id,
      'amount coin network',
    ])
  })
})

describe('one order, two payments', () => {
  it('the first to be paid wins; the other is named duplicate and refunded [S185]', async () => {
    const { who, cartId } = await buyer()
    const pix = await startPix(testShop, who, cartId)
    // The provider does not answer the cancellation, so the old charge can still be paid.
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: 'PATCH', path: '/v2/cob/*', times: 99, do: 'status:500' },
    ])
    const card = await startCard(testShop, who, cartId)
    expect(card.status).toBe(200)
    await payCard(testShop, (await paymentRow(testShop, card.body.paymentId)).providerReference!)
    await eventually(testShop, completed(card.body.paymentId))
    await payPix(testShop, pix.body.txid)
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

    await eventually(testShop, async () => {
      expect(await paymentRow(testShop, pix.body.paymentId)).toMatchObject({
        reviewReason: 'duplicate',
        status: expect.stringMatching(/completed|refunded/),
      })
    })

    await eventually(
      testShop,
      async () => {
        await testShop.sweep()
        await testShop.advance(40)
        expect((await paymentRow(testShop, pix.body.paymentId)).status).toBe('refunded')
      },
      20,
    )

    const units = await testShop.app.db
      .select()
      .from(orderUnits)
      .where(eq(orderUnits.orderId, (await paymentRow(testShop, card.body.paymentId)).orderId))

    expect(units).toHaveLength(1)
    await expectSound(testShop)
  })

  it('a total of zero completes at once with its key and without a provider [S168, S059]', async () => {
    const { who, cartId } = await buyer()
    await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
    const free = await startPix(testShop, who, cartId, { coupon: 'TUDO' })
    expect(free).toMatchObject({ status: 200, body: { status: 'completed', amount: 0 } })
    expect((await look(testShop, who, free.body.paymentId)).body.owner.units[0].licenseKey).toMatch(
      /^KEY-/,
    )
    const [order] = await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId))
    expect(order!.status).toBe('completed')
    await expectSound(testShop)
  })

  it('terms must be accepted, and the cart must belong to the buyer and hold something [S190, S170]', async () => {
    const { who, cartId } = await buyer()

    for (const termsAccepted of [false, 'true', 1, [true], undefined]) {
      const refused = await testShop.http.inject({
        method: 'POST',
        url: '/api/payment/efybank/checkout',
        headers: who.headers,
        payload: { cartId, termsAccepted, customer: { cpf: '52998224725' } },
      })

      expect(refused.json()).toMatchObject({
        code: 'account.terms_required',
        error: 'Você deve aceitar os termos e condições para prosseguir.',
      })
    }

    expect((await startPix(testShop, await person(testShop.app), cartId)).status).toBe(404)
  })

  it('too few keys: refused with product and remaining count, nothing held, nothing charged [S006]', async () => {
    const { who, cartId, productId } = await buyer(7, { name: 'Chave Rara' })
    const refused = await startPix(testShop, who, cartId)
    expect(refused).toMatchObject({ status: 409, body: { code: 'stock.short' } })
    expect(refused.body.error).toMatch(/Chave Rara.*5/)
    expect((await keysOf(testShop.app, productId)).every((key) => key.status === 'available')).toBe(
      true,
    )
  })
})

describe('a provider that fails', () => {
  const faulty = (provider: string, path: string, action: string) =>
    testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider, method: provider === 'efi' ? 'PUT' : 'POST', path, times: 9, do: action },
    ])

  for (const [method, start, provider, path] of [
    ['pix', startPix, 'efi', '/v2/cob/*'],
    ['card', startCard, 'stripe', '/v1/checkout/sessions'],
  ] as const)
    it(`${method}: a refusal is 422 and releases the keys; no answer is 502 and keeps it open [F132]`, async () => {
      const free = async (productId: string) =>
        (await keysOf(testShop.app, productId)).filter((key) => key.status === 'available').length
      const { who, cartId, productId } = await buyer(2)

      try {
        await faulty(provider, path, 'status:400')

        expect(await start(testShop, who, cartId)).toMatchObject({
          status: 422,
          body: {
            code: 'payment.refused',
            error: 'O pagamento foi recusado. Nada foi cobrado. Tente outra forma de pagamento.',
          },
        })

        expect(await free(productId)).toBe(5)
        await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
        await faulty(provider, path, 'status:503')

        expect(await start(testShop, who, cartId)).toMatchObject({
          status: 502,
          body: {
            code: 'payment.provider_failed',
            error:
              'O serviço de pagamento não respondeu. Nada foi cobrado e o carrinho continua aqui. Tente novamente.',
          },
        })

        expect(await free(productId)).toBe(3)
      } finally {
        await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
      }

      expect((await start(testShop, who, cartId)).status).toBe(200)
      await expectSound(testShop)
    })
})
