import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'
import { sleep } from './service.ts'
import type { DrilledShop } from './shop.ts'

export type Buyer = { who: Person; cartId: string }

/** An order that the shop acknowledged; `at` is in milliseconds of performance.now. */
export type Acknowledged = { who: Person; paymentId: string; txid: string; at: number }

export type Outcome = {
  acknowledged: Acknowledged[]
  /** The key that the buyer saw, by payment id. */
  keys: Map<string, string>
  refused: string[]
}

/** Buyers with one unit in their cart. All buy the same product, which has a key for each buyer. */
export async function buyersOf({ app }: DrilledShop, count: number): Promise<Buyer[]> {
  const { id: productId } = await product(app, { keys: count })
  const newBuyers: Buyer[] = []

  while (newBuyers.length < count)
    newBuyers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(8, count - newBuyers.length) }, async () => {
          const who = await person(app)
          return { who, cartId: await cartOf(app, who.userId, [{ productId, quantity: 1 }]) }
        }),
      )),
    )

  return newBuyers
}

/**
 * Buyers start to check out `apartMs` apart, pay acknowledged orders and wait for their key. They
 * retry when the shop gives no answer or a 5xx, as people do.
 */
export async function buy(shop: DrilledShop, buyers: Buyer[], apartMs: number): Promise<Outcome> {
  const outcome: Outcome = { acknowledged: [], keys: new Map(), refused: [] }

  await Promise.all(
    buyers.map(async (buyer, at) => {
      await sleep(at * apartMs)
      const order = await checkout(shop, buyer, outcome)
      if (!order) return

      outcome.acknowledged.push(order)
      await shop.sandbox('POST', `/sandbox/api/pix/${order.txid}/pay`, {})
      const key = await keyOf(shop, order)
      if (key) outcome.keys.set(order.paymentId, key)
    }),
  )

  return outcome
}

const patienceMs = 180_000

async function checkout(
  shop: DrilledShop,
  { who, cartId }: Buyer,
  { refused }: Outcome,
): Promise<Acknowledged | null> {
  const end = performance.now() + patienceMs

  while (performance.now() < end) {
    const answer = await ask(shop, who, '/api/payment/efybank/checkout', {
      cartId,
      termsAccepted: true,
      customer: { cpf: validCpf },
    })

    // If the first answer was lost, the retry returns the existing order.
    const order = answer?.status === 200 ? answer.body : standingIn(answer)
    if (order) return { who, paymentId: order.paymentId, txid: order.txid, at: performance.now() }

    if (answer && answer.status < 500) {
      refused.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
      return null
    }

    await sleep(500)
  }

  refused.push('no answer within three minutes')

  return null
}

async function keyOf(
  shop: DrilledShop,
  { who, paymentId }: Acknowledged,
  withinMs = patienceMs,
): Promise<string | null> {
  const end = performance.now() + withinMs

  while (performance.now() < end) {
    const answer = await ask(shop, who, `/api/payment/efybank/status/${paymentId}`)
    const key = answer?.body?.owner?.units[0]?.licenseKey
    if (key) return key

    await sleep(1_500)
  }

  return null
}

/**
 * Asks for each order again at the end of the drill. Returns the orders that the shop has lost, or
 * whose key differs from the one that the buyer saw.
 */
export async function lostOrders(shop: DrilledShop, outcome: Outcome): Promise<Acknowledged[]> {
  const lost: Acknowledged[] = []
  for (const order of outcome.acknowledged)
    if ((await keyOf(shop, order, 10_000)) !== outcome.keys.get(order.paymentId)) lost.push(order)

  return lost
}

const standingIn = (answer: Answer | null) =>
  answer?.body?.code === 'payment.pending' ? answer.body.payment : null

type Answer = { status: number; body: any }

/** The answer of a call; null when the shop did not answer within twenty seconds. */
async function ask(
  { origin }: DrilledShop,
  who: Person,
  path: string,
  body?: object,
): Promise<Answer | null> {
  try {
    const answer = await fetch(origin + path, {
      headers: { ...who.headers, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(20_000),
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return null
  }
}
