import type { DeskAction, DeskKind, PaymentStatus } from '@chaveiro/contracts/states'
import { and, eq } from 'drizzle-orm'

import { deposits, stockKeys } from '../db/tables/index.ts'
import { matchDeposit } from '../domains/payments/review/review.admin.service.ts'
import { settle as look } from '../domains/payments/settlement/settle.service.ts'
import { person, product, type Person } from './make.ts'
import {
  accepted,
  deposit,
  eventually,
  fill,
  paymentRow,
  payPix,
  startCard,
  startCrypto,
  startPix,
} from './shop.ts'
import type { TestShop } from './test-shop.ts'

// Money that is late, too little, too much or paid twice, by each payment method, with and without
// stock (R007). Each cell of the matrix creates its situation.

export type Method = 'pix' | 'stripe' | 'crypto'
export type Case = { who: Person; productId: string; id: string; txid: string; coins: number }

/**
 * A cell with the expected result: the reason on the desk (`kind`), the payment's status, the
 * delivered units, and the actions that staff may take. `kind` is null when the payment is not on
 * the desk.
 */
export type Cell = {
  event: 'late' | 'short' | 'over' | 'double'
  method: Method
  stock: boolean
  make(testShop: TestShop): Promise<string>
  kind: DeskKind | null
  state: 'open' | 'done' | 'off'
  status: PaymentStatus
  delivered: number
  units: number
  actions: readonly DeskAction[]
}

const starts = { pix: startPix, stripe: startCard, crypto: startCrypto }
let price = 5000

/** A buyer with an open payment; `priceCents` is for tests that read the amount in a text. */
export async function started(
  testShop: TestShop,
  method: Method,
  keys = 1,
  priceCents?: number,
): Promise<Case> {
  const who = await person(testShop.app)
  // A payment in coins is found by its amount, so each order needs a price far from the others.
  price = price > 150_000 ? 5180 : Math.round(price * 1.07)
  const { id: productId } = await product(testShop.app, { keys, priceCents: priceCents ?? price })
  const body = accepted(await starts[method](testShop, who, await fill(testShop, who, productId)))

  return {
    who,
    productId,
    id: body.paymentId as string,
    txid: body.txid as string,
    coins: Number(body.cryptoAmount),
  }
}

/** Pays a share of a payment's amount, and lets the shop settle it. */
export async function pay(
  testShop: TestShop,
  method: Method,
  paymentCase: Case,
  share = 1,
): Promise<void> {
  const row = await paymentRow(testShop, paymentCase.id)
  const amount = (Math.round(row.amountCents * share) / 100).toFixed(2)

  if (method === 'pix') await payPix(testShop, paymentCase.txid, amount)
  else if (method === 'stripe')
    await testShop.sandbox!.call('POST', `/sandbox/api/card/${row.providerReference}/pay`, {
      outcome: 'paid',
      ...(share === 1 ? {} : { amount }),
    })
  else
    await deposit(testShop, {
      coin: 'USDT',
      network: 'TRX',
      amount: (paymentCase.coins * share).toFixed(6),
    })

  await settle(testShop, paymentCase.id)
}

/** Lets the shop process a payment until no work is left. */
async function settle(testShop: TestShop, id: string): Promise<void> {
  await testShop.sweep()
  await look(testShop.app, id, 'desk')
  await testShop.drain()
}

/** Moves the clock past a payment's expiry, which releases its keys. */
export async function expire(testShop: TestShop, paymentCase: Case): Promise<void> {
  const { expiresAt } = await paymentRow(testShop, paymentCase.id)
  await testShop.advance(
    Math.max(0, Math.ceil((expiresAt.getTime() - testShop.clock.now().getTime()) / 1000)) + 60,
  )

  await eventually(testShop, async () => {
    await settle(testShop, paymentCase.id)
    if ((await paymentRow(testShop, paymentCase.id)).status === 'pending')
      throw new Error('a payment is still open after its time')
  })
}

/** Removes the unsold keys of a payment's product. */
export const emptyShelf = (testShop: TestShop, paymentCase: Case): Promise<unknown> =>
  testShop.app.db
    .update(stockKeys)
    .set({ status: 'revoked' })
    .where(and(eq(stockKeys.variantId, paymentCase.productId), eq(stockKeys.status, 'available')))

async function late(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  const paymentCase = await started(testShop, method)
  await expire(testShop, paymentCase)
  if (!stock) await emptyShelf(testShop, paymentCase)
  await pay(testShop, method, paymentCase).catch((error) => {
    if (method !== 'stripe') throw error
  })

  return paymentCase.id
}

async function short(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  const paymentCase = await started(testShop, method)
  await pay(testShop, method, paymentCase, 0.99)
  if (method === 'crypto') await giveDeposit(testShop, paymentCase, 0.99)
  if (stock) return paymentCase.id

  await expire(testShop, paymentCase)
  await emptyShelf(testShop, paymentCase)

  return paymentCase.id
}

async function over(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  const paymentCase = await started(testShop, method)
  // A hosted card page takes no late money, so it is paid before the stock is removed.
  if (method === 'stripe') await pay(testShop, method, paymentCase, 1.01)

  if (!stock) {
    if (method !== 'stripe') await expire(testShop, paymentCase)
    await emptyShelf(testShop, paymentCase)
  }

  if (method !== 'stripe') await pay(testShop, method, paymentCase, 1.01)
  if (method === 'crypto') await giveDeposit(testShop, paymentCase, 1.01)

  return paymentCase.id
}

/**
 * Assigns a deposit with another amount to its payment, as staff do, because the shop cannot match
 * it.
 */
export async function giveDeposit(
  testShop: TestShop,
  paymentCase: Case,
  share: number,
): Promise<void> {
  const oddDeposit = (
    await testShop.app.db.select().from(deposits).where(eq(deposits.state, 'unmatched'))
  ).find((deposit) => Number(deposit.amount) === Number((paymentCase.coins * share).toFixed(6)))

  await matchDeposit(
    testShop.app,
    oddDeposit!.id,
    { actorId: null, actorName: 'Equipe', ip: null },
    { paymentId: paymentCase.id, reason: 'Comprovante' },
  )
}

async function double(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  if (method === 'stripe') return doubleByCard(testShop, stock)

  const paymentCase = await started(testShop, method, stock ? 2 : 1)
  // The bank returns the money slowly, so that the desk shows the refund as pending.
  await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 600_000 })
  await pay(testShop, method, paymentCase)
  await pay(testShop, method, paymentCase)
  await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })

  return paymentCase.id
}

// A card page takes one payment, so the second payment of an order needs a page that is still open.
async function doubleByCard(testShop: TestShop, stock: boolean): Promise<string> {
  const { one: paymentCase, card } = await openTwice(testShop, stock ? 3 : 2)

  // Make closing the card page fail, so that it stays open after PIX has paid the order.
  await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/checkout/sessions/*',
      times: 9,
      do: 'status:500',
    },
  ])

  await pay(testShop, 'pix', paymentCase)
  await pay(testShop, 'stripe', card)
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

  return card.id
}

/**
 * An order whose buyer changed from PIX to the card while the bank was failing, so that both
 * charges can be paid.
 */
export async function openTwice(
  testShop: TestShop,
  keys: number,
): Promise<{ one: Case; card: Case }> {
  const paymentCase = await started(testShop, 'pix', keys)
  await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider: 'efi', method: 'PATCH', path: '/v2/cob/*', times: 5, do: 'status:500' },
  ])
  const { cartId } = await paymentRow(testShop, paymentCase.id)
  const body = accepted(await startCard(testShop, paymentCase.who, cartId))
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

  return { one: paymentCase, card: { ...paymentCase, id: String(body.paymentId) } }
}

type Ending = Pick<Cell, 'kind' | 'state' | 'status' | 'delivered' | 'units' | 'actions'>

/** The cells of one event: some payment methods, each with and without stock. */
const cells = (
  event: Cell['event'],
  methods: readonly Method[],
  ending: (stock: boolean) => Ending,
): Cell[] =>
  methods.flatMap((method) =>
    [true, false].map((stock) => ({
      event,
      method,
      stock,
      make: (testShop: TestShop) => ({ late, short, over, double })[event](testShop, method, stock),
      ...ending(stock),
    })),
  )

const goods = (stock: boolean) => ({ delivered: stock ? 1 : 0, units: 1 })
const nothing = { delivered: 0, units: 0 }
const byItself = ['pix', 'crypto'] as const
const byHand = ['refund', 'release', 'note'] as const

/** Every cell with its state before staff act. */
export const matrix: readonly Cell[] = [
  ...cells('late', byItself, (stock) => ({
    kind: 'late',
    state: 'open',
    status: 'completed',
    ...goods(stock),
    actions: byHand,
  })),
  // A card page is closed before its stock is released, so late money is impossible.
  ...cells('late', ['stripe'], () => ({
    kind: null,
    state: 'off',
    status: 'failed',
    ...nothing,
    actions: ['confirm', 'note'],
  })),
  ...cells('short', byItself, (stock) => ({
    kind: 'partial',
    state: 'open',
    status: stock ? 'pending' : 'failed',
    ...nothing,
    actions: ['accept', 'confirm', ...(stock ? [] : (['refund'] as const)), 'release', 'note'],
  })),
  // A card page that took another amount is closed, and its payment is reported as a mismatch.
  ...cells('short', ['stripe'], () => ({
    kind: 'mismatch',
    state: 'open',
    status: 'failed',
    ...nothing,
    actions: ['accept', 'confirm', 'refund', 'release', 'note'],
  })),
  ...cells('over', byItself, (stock) => ({
    kind: 'over',
    state: 'open',
    status: 'completed',
    ...goods(stock),
    actions: byHand,
  })),
  ...cells('over', ['stripe'], () => ({
    kind: 'mismatch',
    state: 'open',
    status: 'failed',
    ...nothing,
    actions: ['accept', 'confirm', 'refund', 'release', 'note'],
  })),
  // The shop refunds a second payment automatically; the payment stays on the desk until the refund
  // is done.
  ...cells('double', byItself, () => ({
    kind: 'duplicate',
    state: 'open',
    status: 'completed',
    delivered: 1,
    units: 1,
    actions: byHand,
  })),
  ...cells('double', ['stripe'], () => ({
    kind: 'duplicate',
    state: 'done',
    status: 'refunded',
    delivered: 1,
    units: 1,
    actions: ['note'],
  })),
]
