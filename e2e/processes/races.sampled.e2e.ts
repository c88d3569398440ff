import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { isLong } from '../../server/src/testing/long.ts'
import {
  cartOf,
  coupon,
  person,
  product,
  validCpf,
  variant,
  type Person,
} from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'

// Concurrent requests to two processes of the shop, with one PostgreSQL and one sandbox.

let fleet: Fleet

beforeAll(async () => {
  fleet = await openFleet(2)
})

afterAll(async () => {
  await fleet?.close()
})

async function post(
  who: Person,
  path: string,
  body: object,
  at: number,
): Promise<{ status: number; body: any }> {
  const answer = await fetch(fleet.servers[at % fleet.servers.length]!.origin + path, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

const startPix = (who: Person, cartId: string, at: number, cupomCode?: string) =>
  post(
    who,
    '/api/payment/efybank/checkout',
    { cartId, termsAccepted: true, cupomCode, customer: { cpf: validCpf } },
    at,
  )

async function buyers(
  count: number,
  productId: string,
  variantId = productId,
): Promise<{ who: Person; cartId: string }[]> {
  const made: { who: Person; cartId: string }[] = []

  for (let i = 0; i < count; i += 20)
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, count - i) }, async () => {
          const who = await person(fleet.app)
          return {
            who,
            cartId: await cartOf(fleet.app, who.userId, [{ productId, variantId, quantity: 1 }]),
          }
        }),
      )),
    )

  return made
}

/** Runs a function for all items, at most `width` at a time. */
async function crowd<T, R>(
  items: readonly T[],
  width: number,
  act: (item: T, i: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0

  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < items.length) {
        const i = next++
        results[i] = await act(items[i]!, i)
      }
    }),
  )

  return results
}

const { rows, countOf, sound } = questionsTo(() => fleet)

describe('at the same moment', () => {
  it('buyers of the last tenth of keys get each key once; all others are refused, not charged [S006, S004]', async () => {
    const [keys, crowded] = isLong ? [100, 1000] : [30, 300]
    const { id } = await product(fleet.app, { keys, name: 'Última Chave' })
    const all = await buyers(crowded, id)
    const answers = await crowd(all, 100, ({ who, cartId }, i) => startPix(who, cartId, i))
    const won = answers.filter((answer) => answer.status === 200)
    const lost = answers.filter((answer) => answer.status === 409)
    expect([won.length, lost.length]).toEqual([keys, crowded - keys])

    expect(
      lost.every(
        (answer) => answer.body.code === 'stock.short' && /Última Chave/.test(answer.body.error),
      ),
    ).toBe(true)

    await crowd(won, 20, (answer) =>
      fleet.sandbox('POST', `/sandbox/api/pix/${answer.body.txid}/pay`, {}),
    )

    await until(async () => {
      expect(
        await countOf('select count(*)::int as n from licences where product_id = $1', [id]),
      ).toBe(keys)
    }, 60)

    expect(
      await countOf(
        'select count(distinct key_index)::int as n from licences where product_id = $1',
        [id],
      ),
    ).toBe(keys)

    expect(
      await countOf(
        'select count(*)::int as n from payments p join orders o on o.id = p.order_id join order_lines l on l.order_id = o.id where l.product_id = $1',
        [id],
      ),
    ).toBe(keys)

    await sound()
  }, 240_000)

  it('buyers of five variants at once: each sells exactly its own keys, each key once [L023]', async () => {
    const [keys, each] = isLong ? [100, 200] : [10, 20]
    const { id } = await product(fleet.app, { keys, name: 'Cinco Opções' })
    const variantIds = [id]
    for (const name of ['Dois', 'Três', 'Quatro', 'Cinco'])
      variantIds.push(await variant(fleet.app, id, { name, keys }))
    const all = (await Promise.all(variantIds.map((one) => buyers(each, id, one)))).flat()
    // Consecutive buyers want different variants.
    const mixed = all.map((_, i) => all[(i % 5) * each + Math.floor(i / 5)]!)
    const answers = await crowd(mixed, 100, ({ who, cartId }, i) => startPix(who, cartId, i))
    const won = answers.filter((answer) => answer.status === 200)
    const lost = answers.filter((answer) => answer.status === 409)
    expect([won.length, lost.length]).toEqual([5 * keys, 5 * (each - keys)])
    expect(lost.every((answer) => /Cinco Opções · /.test(answer.body.error))).toBe(true)
    await crowd(won, 20, (answer) =>
      fleet.sandbox('POST', `/sandbox/api/pix/${answer.body.txid}/pay`, {}),
    )

    await until(async () => {
      expect(
        await rows(
          `select l.variant_id, count(distinct l.key_index)::int as keys, count(*)::int as n
            from licences l join stock_keys k on k.id = l.stock_key_id
              and k.variant_id = l.variant_id
            where l.product_id = $1 group by 1 order by 1`,
          [id],
        ),
      ).toEqual(variantIds.toSorted().map((variant_id) => ({ variant_id, keys, n: keys })))
    }, 120)

    await sound()
  }, 600_000)

  it('fifty checkouts of two carts at the limit per customer charge one cart only [L026]', async () => {
    const { id } = await product(fleet.app, { keys: 1, name: 'Um por Pessoa' })

    const only = await variant(fleet.app, id, {
      name: 'Promo',
      keys: 20,
      perCustomer: 2,
      perCustomerSince: new Date(),
    })

    const who = await person(fleet.app)
    const cartLines = [{ productId: id, variantId: only, quantity: 2 }]
    const chat = await cartOf(fleet.app, who.userId, cartLines)
    await rows("update carts set channel = 'discord' where id = $1", [chat])
    const site = await cartOf(fleet.app, who.userId, cartLines)
    await fleet.sandbox('DELETE', '/sandbox/api/requests')
    const tries = Array.from({ length: 50 }, (_, i) => (i % 4 < 2 ? site : chat))
    const answers = await Promise.all(tries.map((cartId, i) => startPix(who, cartId, i)))
    const won = answers.find(({ status }) => status === 200)!
    const first = tries[answers.indexOf(won)]!
    // Every try with the first cart returns that cart's one payment; every try with the other cart
    // is refused.
    const paymentOf = ({ body }: (typeof answers)[number]) =>
      body.paymentId ?? body.payment?.paymentId
    expect(
      new Set(answers.map((one, i) => `${tries[i] === first} ${paymentOf(one) ?? one.body.code}`)),
    ).toEqual(new Set([`true ${won.body.paymentId}`, 'false cart.limit_customer']))
    expect(answers.find(({ body }) => body.code === 'cart.limit_customer')!.body.error).toBe(
      'Um por Pessoa · Promo: até 2 por cliente. Você já comprou 2.',
    )
    const providerRequests = await fleet.sandbox('GET', '/sandbox/api/requests?provider=efi')
    const charges = providerRequests.filter(({ method }: { method: string }) => method === 'PUT')
    expect(new Set(charges.map(({ path }: { path: string }) => path)).size).toBe(1)
    await fleet.sandbox('POST', `/sandbox/api/pix/${won.body.txid}/pay`, {})
    const owned = 'select count(*)::int as n from licences where variant_id = $1'
    await until(async () => expect(await countOf(owned, [only])).toBe(2), 30)
    const other = first === site ? chat : site
    expect((await startPix(who, other, 0)).body.code).toBe('cart.limit_customer')
    await sound()
  }, 120_000)

  it('a staff order sent to both processes many times is made once, and each gets its result', async () => {
    const { id } = await product(fleet.app, { keys: 2, name: 'Dada' })

    const [staff, customer] = [
      await person(fleet.app, { role: 'admin' }),
      await person(fleet.app, { name: 'Ivo' }),
    ]

    const body = {
      requestKey: crypto.randomUUID(),
      userId: customer.userId,
      variantId: id,
      quantity: 2,
      method: 'outside',
      amount: 12.34,
      reference: `CORRIDA-${id}`,
    }

    const tries = Array.from({ length: 12 }, (_, i) => i)
    const answers = await Promise.all(tries.map((i) => post(staff, '/api/admin/orders', body, i)))
    expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 200))
    expect(new Set(answers.map((answer) => answer.body.order.id)).size).toBe(1)

    expect(
      await rows(
        `select o.total_cents, count(distinct l.key_index)::int as keys,
            (select count(*)::int from receipts r where r.receipt_id = $2) as receipts,
            (select count(*)::int from audit_log a where a.action = 'order.recorded'
              and a.target_id = o.id::text) as told
          from orders o join licences l on l.order_id = o.id where o.user_id = $1
          group by o.id, o.total_cents`,
        [customer.userId, body.reference],
      ),
    ).toEqual([{ total_cents: 1234, keys: 2, receipts: 1, told: 1 }])

    await sound()
  }, 60_000)

  it('a coupon of 10 uses under 200 checkouts is used exactly 10 times, and released exactly [S163, B138]', async () => {
    const { id } = await product(fleet.app, { keys: 250 })
    await coupon(fleet.app, { code: 'DEZ', usageLimit: 10 })
    const all = await buyers(200, id)
    const answers = await crowd(all, 60, ({ who, cartId }, i) => startPix(who, cartId, i, 'DEZ'))
    const won = answers.filter((answer) => answer.status === 200)
    expect(won.length).toBe(10)

    expect(
      answers.filter((answer) => answer.status === 409 && answer.body.code === 'coupon.invalid')
        .length,
    ).toBe(190)

    expect(
      (await rows("select usage_count, reserved_count from coupons where code = 'DEZ'"))[0],
    ).toEqual({ usage_count: 0, reserved_count: 10 })
    await crowd(won.slice(0, 4), 4, (answer) =>
      fleet.sandbox('POST', `/sandbox/api/pix/${answer.body.txid}/pay`, {}),
    )

    await until(async () => {
      expect(
        (await rows("select usage_count, reserved_count from coupons where code = 'DEZ'"))[0],
      ).toEqual({ usage_count: 4, reserved_count: 6 })
    }, 30)

    // The remaining charges expire: their times are set to the past, and the sweep closes them.
    await rows(
      "update payments set expires_at = now() - interval '1 second', next_check_at = now() where coupon_code = 'DEZ' and status = 'pending'",
    )

    await until(async () => {
      expect(
        (await rows("select usage_count, reserved_count from coupons where code = 'DEZ'"))[0],
      ).toEqual({ usage_count: 4, reserved_count: 0 })
    }, 30)

    await sound()
  }, 120_000)

  it('every webhook five times and shuffled, with polls at the same time: one delivery each [S241, S233]', async () => {
    const { id } = await product(fleet.app, { keys: 60 })
    const all = await buyers(50, id)
    const started = await crowd(all, 25, ({ who, cartId }, i) => startPix(who, cartId, i))
    await crowd(started, 10, (answer) =>
      fleet.sandbox('POST', `/sandbox/api/pix/${answer.body.txid}/pay`, {}),
    )

    await Promise.all([
      fleet.sandbox('POST', '/sandbox/api/webhooks/replay', { provider: 'efi', times: 5 }),
      crowd(all, 20, ({ who }, i) =>
        fetch(
          `${fleet.servers[i % 2]!.origin}/api/payment/efybank/status/${started[i]!.body.paymentId}?now=1`,
          { headers: who.headers },
        ),
      ),
    ])

    await until(async () => {
      expect(
        await countOf('select count(*)::int as n from licences where product_id = $1', [id]),
      ).toBe(50)
    }, 60)

    expect(
      await countOf(
        `select count(*)::int as n
        from audit_log a
        join payments p on p.id = a.target_id
        join orders o on o.id = p.order_id
        join order_lines l on l.order_id = o.id
        where a.action = 'payment.completed' and l.product_id = $1`,
        [id],
      ),
    ).toBe(50)

    await sound()
  }, 120_000)

  it('card and crypto with repeated webhooks, polls and deposit reads deliver one key each [S241, S240]', async () => {
    const { id } = await product(fleet.app, { keys: 40 })
    const all = await buyers(30, id)
    const cards = all.slice(0, 20)
    const sessions = await crowd(cards, 10, ({ who, cartId }, i) =>
      post(who, '/api/payment/stripe/create-checkout', { cartId, termsAccepted: true }, i),
    )
    const sessionIds = sessions.map((answer) =>
      new URL(answer.body.url).pathname.split('/').at(-1)!,
    )

    const coins = await crowd(all.slice(20), 5, ({ who, cartId }, i) =>
      post(
        who,
        '/api/payment/binance/checkout',
        { cartId, termsAccepted: true, cryptoType: 'USDT' },
        i,
      ),
    )

    await Promise.all([
      crowd(sessionIds, 10, (session) =>
        fleet.sandbox('POST', `/sandbox/api/card/${session}/pay`, { outcome: 'paid' }),
      ),
      crowd(coins, 5, (answer) =>
        fleet.sandbox('POST', '/sandbox/api/crypto/deposit', {
          coin: 'USDT',
          network: answer.body.network,
          amount: answer.body.cryptoAmount,
          status: 1,
        }),
      ),
    ])

    await Promise.all([
      fleet.sandbox('POST', '/sandbox/api/webhooks/replay', { provider: 'stripe', times: 5 }),
      crowd(
        [...sessionIds, ...coins.map((answer) => answer.body.paymentId as string)].flatMap(
          (one) => [one, one],
        ),
        20,
        (one, i) => fetch(`${fleet.servers[i % 2]!.origin}/api/payment/stripe/status/${one}`),
      ),
    ])

    await until(async () => {
      expect(
        await countOf('select count(*)::int as n from licences where product_id = $1', [id]),
      ).toBe(30)
    }, 60)

    expect(
      await countOf(
        "select count(*)::int as n from orders o join order_lines l on l.order_id = o.id where l.product_id = $1 and o.status = 'completed'",
        [id],
      ),
    ).toBe(30)

    await sound()
  }, 120_000)

  it('with all webhooks dropped every payment is found by the sweep [S241]', async () => {
    await fleet.sandbox('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: '*', path: '*', times: 1000, do: 'drop-webhook' },
    ])
    const { id } = await product(fleet.app, { keys: 30 })
    const all = await buyers(30, id)
    const started = await crowd(all, 10, ({ who, cartId }, i) => startPix(who, cartId, i))
    await crowd(started, 10, (answer) =>
      fleet.sandbox('POST', `/sandbox/api/pix/${answer.body.txid}/pay`, {}),
    )
    // Makes the sweep's next check due now, so that the test need not wait for it.
    await rows("update payments set next_check_at = now() where status = 'pending'")

    await until(async () => {
      expect(
        await countOf('select count(*)::int as n from licences where product_id = $1', [id]),
      ).toBe(30)
    }, 60)

    await fleet.sandbox('DELETE', '/sandbox/api/faults')
    await sound()
  }, 120_000)

  it('one buyer, twenty clicks in two tabs on two processes: one payment [S158, S170]', async () => {
    const { id } = await product(fleet.app, { keys: 40 })
    const [buyer] = await buyers(1, id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => startPix(buyer!.who, buyer!.cartId, i)),
    )
    const ids = new Set(
      answers.map((answer) => answer.body.paymentId ?? answer.body.payment?.paymentId),
    )
    expect(ids.size).toBe(1)

    expect(
      await countOf(
        "select count(*)::int as n from stock_keys where variant_id = $1 and status = 'reserved'",
        [id],
      ),
    ).toBe(1)

    await sound()
  }, 60_000)
})
