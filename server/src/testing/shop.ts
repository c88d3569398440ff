import type { CryptoCoin, Role } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { payments } from '../db/tables/index.ts'
import { openSession } from '../domains/accounts/session/session.service.ts'
import { brokenLaws } from '../domains/laws/laws.queries.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { cartOf, person, product, validCpf, type Person } from './make.ts'
import type { TestShop } from './test-shop.ts'

// Actions of a buyer over HTTP, as the browser makes them.

export type Answer = { status: number; body: any }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Request = {
  /** The logged-in person; without one, the call is a guest's. */
  as?: Person | null
  body?: object | undefined
  headers?: Record<string, string>
}

/** Calls the shop over HTTP: `send(testShop, 'GET /api/users/orders', { as: buyer })`. */
export async function send(
  testShop: TestShop,
  call: `${Method} ${string}`,
  { as: who, body, headers }: Request = {},
): Promise<Answer> {
  if (who) await renewLogin(testShop, who)
  // Splits at the first space only, because a search in the URL may contain spaces.
  const space = call.indexOf(' ')

  const reply = await testShop.http.inject({
    method: call.slice(0, space) as Method,
    url: call.slice(space + 1),
    headers: { ...who?.headers, ...headers },
    ...(body ? { payload: body } : {}),
  })

  return {
    status: reply.statusCode,
    body: reply.headers['content-type']?.includes('json') ? reply.json() : reply.rawPayload,
  }
}

/** The body of a successful answer; throws with the body of a refusal. */
export function accepted({ status, body }: Answer): any {
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`)

  return body
}

/** Logs in again when the test moved the clock past the expiry of the access token. */
async function renewLogin(testShop: TestShop, who: Person): Promise<void> {
  const { exp, role } = JSON.parse(
    Buffer.from(who.token.split('.')[1]!, 'base64url').toString(),
  ) as { exp: number; role: Role }
  if (exp * 1000 > testShop.clock.now().getTime()) return

  who.token = (
    await inTransaction(testShop.app, (tx) =>
      openSession(
        tx,
        { id: who.userId, role },
        { ip: '127.0.0.1', userAgent: 'test', language: 'pt-BR', origin: null },
      ),
    )
  ).accessToken

  who.headers.authorization = `Bearer ${who.token}`
}

type Choice = {
  coupon?: string
  cpf?: string
  coin?: CryptoCoin
  /** Name and address on the receipt; by default the buyer's. */
  named?: { name?: string; email?: string }
}

const customerOf = (who: Person, { named }: Choice) => named ?? { name: who.name, email: who.email }

export const startPix = (testShop: TestShop, who: Person, cartId: string, choice: Choice = {}) =>
  send(testShop, 'POST /api/payment/efybank/checkout', {
    as: who,
    body: {
      cartId,
      termsAccepted: true,
      cupomCode: choice.coupon,
      customer: { ...customerOf(who, choice), cpf: choice.cpf ?? validCpf },
    },
  })

export const startCard = (testShop: TestShop, who: Person, cartId: string, choice: Choice = {}) =>
  send(testShop, 'POST /api/payment/stripe/create-checkout', {
    as: who,
    body: {
      cartId,
      termsAccepted: true,
      cupomCode: choice.coupon,
      customer: customerOf(who, choice),
    },
  })

export const startCrypto = (testShop: TestShop, who: Person, cartId: string, choice: Choice = {}) =>
  send(testShop, 'POST /api/payment/binance/checkout', {
    as: who,
    body: {
      cartId,
      termsAccepted: true,
      cupomCode: choice.coupon,
      cryptoType: choice.coin ?? 'USDT',
      customer: customerOf(who, choice),
    },
  })

/** A cart with some units of one product. */
export const fill = (testShop: TestShop, who: Person, productId: string, quantity = 1) =>
  cartOf(testShop.app, who.userId, [{ productId, quantity }])

/** A buyer with units of a new product in the cart; the product has five keys. */
export async function buyerOf(
  testShop: TestShop,
  quantity = 1,
  given: Parameters<typeof product>[1] = {},
): Promise<{ who: Person; cartId: string; productId: string }> {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 5, ...given })

  return { who, productId: id, cartId: await fill(testShop, who, id, quantity) }
}

export async function paymentRow(testShop: TestShop, id: string) {
  const [row] = await testShop.app.db.select().from(payments).where(eq(payments.id, id))
  if (!row) throw new Error(`there is no payment ${id}`)

  return row
}

/** The status of a payment with its keys, as the buyer sees it. */
export const look = (testShop: TestShop, who: Person | null, paymentId: string) =>
  send(testShop, `GET /api/payment/efybank/status/${paymentId}`, { as: who })

export const payPix = (testShop: TestShop, txid: string, amount?: string) =>
  testShop.sandbox!.call('POST', `/sandbox/api/pix/${txid}/pay`, amount ? { amount } : {})

export const payCard = (
  testShop: TestShop,
  sessionId: string,
  outcome: 'paid' | 'declined' | 'expired' = 'paid',
) => testShop.sandbox!.call('POST', `/sandbox/api/card/${sessionId}/pay`, { outcome })

/** Sends coins to the shop's wallet, with one confirmation by default. */
export const deposit = (
  testShop: TestShop,
  coins: { coin: string; network: string; amount: string; status?: number },
) => testShop.sandbox!.call('POST', '/sandbox/api/crypto/deposit', { status: 1, ...coins })

/**
 * Runs jobs until a check passes, because webhooks take time. After `seconds` it throws the last
 * error of the check.
 */
export async function eventually(
  testShop: TestShop,
  check: () => Promise<void>,
  seconds = 10,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    await testShop.drain()

    try {
      await check()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }

    await new Promise((done) => setTimeout(done, 100))
  }
}

export async function expectSound(testShop: TestShop): Promise<void> {
  expect(await brokenLaws(testShop.app.db)).toEqual([])
}
