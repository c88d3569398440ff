import type { Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'

export const methods = ['pix', 'card', 'crypto'] as const
export type Method = (typeof methods)[number]

/** A buyer and the result of the purchase. */
export type Order = {
  who: Person
  /** The payment method that the buyer wanted, and the one that was used; null when none worked. */
  wanted: Method
  paidBy: Method | null
  paymentId: string | null
  /** Times in milliseconds of performance.now. */
  cameAt: number
  keyAt: number | null
  key: string | null
  /** Codes of the refusals that the buyer read, in order. */
  read: string[]
}

export type Crowd = {
  orders: Order[]
  /** Sends one buyer now, who wants this payment method. */
  send(wanted: Method): Promise<Order>
  /** Sends no more buyers; resolves when all have a key or have given up. */
  stop(): Promise<void>
}

const apartMs = 700
const patienceMs = 75_000
export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Sends buyers continuously, with changing payment methods, to one process or the other. */
export async function openCrowd(fleet: Fleet): Promise<Crowd> {
  const { id: productId } = await product(fleet.app, { keys: 2_000 })
  const orders: Order[] = []
  const underway = new Set<Promise<unknown>>()
  let open = true

  const send = (wanted: Method): Promise<Order> => {
    const order: Order = {
      who: undefined as never,
      wanted,
      paidBy: null,
      paymentId: null,
      cameAt: performance.now(),
      keyAt: null,
      key: null,
      read: [],
    }

    orders.push(order)
    const served = buy(fleet, productId, order).then(() => order)
    underway.add(served)
    void served.finally(() => underway.delete(served)).catch(() => {})

    return served
  }

  const coming = (async () => {
    for (let at = 0; open; at++) {
      void send(methods[at % methods.length]!).catch(() => {})
      await sleep(apartMs)
    }
  })()

  return {
    orders,
    send,
    async stop() {
      open = false
      await coming
      await Promise.allSettled(underway)
    },
  }
}

async function buy(fleet: Fleet, productId: string, order: Order): Promise<void> {
  let cartId = ''

  await untilDone(async () => {
    order.who = await person(fleet.app)
    cartId = await cartOf(fleet.app, order.who.userId, [{ productId, quantity: 1 }])
  })

  const end = performance.now() + patienceMs
  await pay(fleet, cartId, order, end)

  while (order.paymentId && performance.now() < end) {
    order.key = await keyOf(fleet, order)
    if (order.key) return void (order.keyAt = performance.now())

    await sleep(700)
  }
}

/**
 * Retries until a payment begins, and pays it. A buyer who reads that a method fails chooses the
 * next one.
 */
async function pay(fleet: Fleet, cartId: string, order: Order, end: number): Promise<void> {
  let method = order.wanted
  for (let turn = 0; performance.now() < end; turn++) {
    const start = starts[method]
    const answer = await ask(fleet, order.who, start.path, start.body(cartId))
    const begun = begunIn(answer)

    if (begun) {
      await untilDone(() => start.pay(fleet, begun))
      return void Object.assign(order, { paidBy: method, paymentId: begun.paymentId })
    }

    if (answer) order.read.push(String(answer.body?.code))
    const isTold = answer?.body?.code === 'payment.method_unstable'
    // After three failed attempts the buyer also chooses the next method.
    if (isTold || turn % 3 === 2) method = methods[(methods.indexOf(method) + 1) % methods.length]!
    else await sleep(700)
  }
}

/** The key that the buyer sees now, if any. */
export async function keyOf(fleet: Fleet, { who, paymentId }: Order): Promise<string | null> {
  const answer = await ask(fleet, who, `/api/payment/efybank/status/${paymentId}`)
  return (answer?.body?.owner?.units[0]?.licenseKey as string | undefined) ?? null
}

type Begun = { paymentId: string; txid: string; url: string; network: string; cryptoAmount: string }

type Start = {
  path: string
  body(cartId: string): object
  pay(fleet: Fleet, begun: Begun): Promise<unknown>
}

const starts: Record<Method, Start> = {
  pix: {
    path: '/api/payment/efybank/checkout',
    body: (cartId) => ({ cartId, termsAccepted: true, customer: { cpf: validCpf } }),
    pay: (fleet, { txid }) => fleet.sandbox('POST', `/sandbox/api/pix/${txid}/pay`, {}),
  },

  card: {
    path: '/api/payment/stripe/create-checkout',
    body: (cartId) => ({ cartId, termsAccepted: true }),
    pay: (fleet, { url }) =>
      fleet.sandbox('POST', `/sandbox/api/card/${new URL(url).pathname.split('/').at(-1)}/pay`, {
        outcome: 'paid',
      }),
  },

  crypto: {
    path: '/api/payment/binance/checkout',
    body: (cartId) => ({ cartId, termsAccepted: true, cryptoType: 'USDT' }),
    pay: (fleet, { network, cryptoAmount: amount }) =>
      fleet.sandbox('POST', '/sandbox/api/crypto/deposit', {
        coin: 'USDT',
        network,
        amount,
        status: 1,
      }),
  },
}

/** The payment in an answer: a new one, or the existing one. */
function begunIn(answer: Answer | null): Begun | null {
  if (answer?.status === 200) return answer.body as Begun
  return answer?.body?.code === 'payment.pending' ? (answer.body.payment as Begun) : null
}

/** Retries work of the drill itself while a database or sandbox is down. */
async function untilDone(work: () => Promise<unknown>): Promise<void> {
  for (let triesLeft = 60; triesLeft > 0; triesLeft--) {
    const isDone = await work().then(
      () => true,
      () => false,
    )

    if (isDone) return

    await sleep(500)
  }
}

type Answer = { status: number; body: any }

/** The answer of one of the two processes; null when it did not answer within fifteen seconds. */
async function ask(fleet: Fleet, who: Person, path: string, body?: object): Promise<Answer | null> {
  const at = Math.floor(Math.random() * fleet.servers.length)
  try {
    const answer = await fetch(fleet.servers[at]!.origin + path, {
      headers: { ...who.headers, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(15_000),
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return null
  }
}
