import type { App } from '../../server/src/platform/app.ts'
import { cartOf, coupon, person, product, type Person } from '../../server/src/testing/make.ts'

// A buyer ready for a free order, whose answer already contains the key; several benches use it.

export type Waiting = { who: Person; cartId: string; productId: string; code: string }

/**
 * Buyers with a cart of one unit each, created beforehand so that only the order is measured. They
 * are spread evenly over the products, each of which has a coupon that pays for everything.
 */
export async function buyersOf(app: App, count: number, products = 1): Promise<Waiting[]> {
  const shelf = await Promise.all(
    Array.from({ length: products }, async (_, n) => {
      const code = `B${Date.now().toString(36)}${n}`.toUpperCase()
      await coupon(app, { code, value: 10_000 })
      // A hundred spare keys, so that no low-stock alert is sent.
      const keys = Math.ceil(count / products) + 100

      return { productId: (await product(app, { keys })).id, code }
    }),
  )

  const newBuyers: Waiting[] = []

  for (let n = 0; n < count; n++) {
    const { productId, code } = shelf[n % products]!
    const who = await person(app)
    const cartId = await cartOf(app, who.userId, [{ productId, quantity: 1 }])
    newBuyers.push({ who, cartId, productId, code })
  }

  return newBuyers
}

/** The checkout request for a buyer's cart: path, headers and body. */
export const freeCheckout = ({ who, cartId, code }: Waiting): [string, object, object] => [
  '/api/payment/efybank/checkout',
  who.headers,
  {
    cartId,
    termsAccepted: true,
    cupomCode: code,
    customer: { name: who.name, email: who.email, cpf: '52998224725' },
  },
]

/**
 * Orders one after the other over HTTP, with a pause after each (ms); returns the times of the
 * orders (ms). Throws when an order is refused.
 */
export async function checkouts(
  origin: string,
  buyers: readonly Waiting[],
  pause: () => number,
): Promise<number[]> {
  const times: number[] = []

  for (const buyer of buyers) {
    const [path, headers, body] = freeCheckout(buyer)
    const from = performance.now()

    const reply = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

    const { status } = (await reply.json()) as { status?: string }
    if (status !== 'completed') throw new Error(`a checkout answered ${reply.status}`)

    times.push(performance.now() - from)
    await new Promise((done) => setTimeout(done, pause()))
  }

  return times
}

/** The quantile: the given share of all times is shorter than this. */
export const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!

export const shownMs = (ms: number): string => `${ms.toFixed(1)} ms`
