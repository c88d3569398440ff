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

// Money that comes late, short, too much or twice, by each method, with stock left and with none
// (R007): each cell as a way to get there.

export type Method = 'pix' | 'stripe' | 'crypto'
export type Case = { who: Person; productId: string; id: string; txid: string; coins: number }

/**
 * What the desk says of a cell: why it is there (null: it is not), its status, how many of its
 * units were handed over, what staff may do.
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

/** A buyer with a payment that waits for money; a price is named where a test reads it in words. */
export async function started(
  testShop: TestShop,
  method: Method,
  keys = 1,
  priceCents?: number,
): Promise<Case> {
  const who = await person(testShop.app)
  // Coin amounts tell orders apart, so each has a price far from the others.
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

/** Money for a payment: a share of what was asked, whatever the provider makes of it. */
export async function pay(testShop: TestShop, method: Method, one: Case, share = 1): Promise<void> {
  const row = await paymentRow(testShop, one.id)
  const amount = (Math.round(row.amountCents * share) / 100).toFixed(2)

  if (method === 'pix') await payPix(testShop, one.txid, amount)
  else if (method === 'stripe')
    await testShop.sandbox!.call('POST', `/sandbox/api/card/${row.providerReference}/pay`, {
      outcome: 'paid',
      ...(share === 1 ? {} : { amount }),
    })
  else
    await deposit(testShop, {
      coin: 'USDT',
      network: 'TRX',
      amount: (one.coins * share).toFixed(6),
    })

  await settle(testShop, one.id)
}

/** Let the shop look at a payment until it has nothing more to do about what came. */
async function settle(testShop: TestShop, id: string): Promise<void> {
  await testShop.sweep()
  await look(testShop.app, id, 'desk')
  await testShop.drain()
}

/** The time to pay is over, and what was held is free. */
export async function expire(testShop: TestShop, one: Case): Promise<void> {
  const { expiresAt } = await paymentRow(testShop, one.id)
  await testShop.advance(
    Math.max(0, Math.ceil((expiresAt.getTime() - testShop.clock.now().getTime()) / 1000)) + 60,
  )

  await eventually(testShop, async () => {
    await settle(testShop, one.id)
    if ((await paymentRow(testShop, one.id)).status === 'pending')
      throw new Error('a payment is still open after its time')
  })
}

/** Nothing is left of what a payment wanted. */
export const emptyShelf = (testShop: TestShop, one: Case): Promise<unknown> =>
  testShop.app.db
    .update(stockKeys)
    .set({ status: 'revoked' })
    .where(and(eq(stockKeys.variantId, one.productId), eq(stockKeys.status, 'available')))

async function late(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  const one = await started(testShop, method)
  await expire(testShop, one)
  if (!stock) await emptyShelf(testShop, one)
  await pay(testShop, method, one).catch((error) => {
    if (method !== 'stripe') throw error
  })

  return one.id
}

async function short(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  const one = await started(testShop, method)
  await pay(testShop, method, one, 0.99)
  if (method === 'crypto') await giveDeposit(testShop, one, 0.99)
  if (stock) return one.id

  await expire(testShop, one)
  await emptyShelf(testShop, one)

  return one.id
}

async function over(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  const one = await started(testShop, method)
  // A hosted page takes no late money, so its stock goes only after it paid.
  if (method === 'stripe') await pay(testShop, method, one, 1.01)

  if (!stock) {
    if (method !== 'stripe') await expire(testShop, one)
    await emptyShelf(testShop, one)
  }

  if (method !== 'stripe') await pay(testShop, method, one, 1.01)
  if (method === 'crypto') await giveDeposit(testShop, one, 1.01)

  return one.id
}

/** Coins of another amount fit no payment for certain: staff give them to theirs. */
export async function giveDeposit(testShop: TestShop, one: Case, share: number): Promise<void> {
  const odd = (
    await testShop.app.db.select().from(deposits).where(eq(deposits.state, 'unmatched'))
  ).find((deposit) => Number(deposit.amount) === Number((one.coins * share).toFixed(6)))

  await matchDeposit(
    testShop.app,
    odd!.id,
    { actorId: null, actorName: 'Equipe', ip: null },
    { paymentId: one.id, reason: 'Comprovante' },
  )
}

async function double(testShop: TestShop, method: Method, stock: boolean): Promise<string> {
  if (method === 'stripe') return doubleByCard(testShop, stock)

  const one = await started(testShop, method, stock ? 2 : 1)
  // The bank takes its time with the return, so that the desk shows it under way.
  await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 600_000 })
  await pay(testShop, method, one)
  await pay(testShop, method, one)
  await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })

  return one.id
}

// A card page takes one payment, so the second one of an order comes through a page that could not be closed in time.
async function doubleByCard(testShop: TestShop, stock: boolean): Promise<string> {
  const { one, card } = await openTwice(testShop, stock ? 3 : 2)

  // The card's page cannot be closed either when the PIX has paid the order.
  await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/checkout/sessions/*',
      times: 9,
      do: 'status:500',
    },
  ])

  await pay(testShop, 'pix', one)
  await pay(testShop, 'stripe', card)
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

  return card.id
}

/** A PIX code that the bank did not close when its buyer changed to the card: both can be paid. */
export async function openTwice(
  testShop: TestShop,
  keys: number,
): Promise<{ one: Case; card: Case }> {
  const one = await started(testShop, 'pix', keys)
  await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider: 'efi', method: 'PATCH', path: '/v2/cob/*', times: 5, do: 'status:500' },
  ])
  const { cartId } = await paymentRow(testShop, one.id)
  const body = accepted(await startCard(testShop, one.who, cartId))
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

  return { one, card: { ...one, id: String(body.paymentId) } }
}

type Ending = Pick<Cell, 'kind' | 'state' | 'status' | 'delivered' | 'units' | 'actions'>

/** One event by some methods, with stock left and with none. */
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

/** Every cell and how it ends before staff do anything. */
export const matrix: readonly Cell[] = [
  ...cells('late', byItself, (stock) => ({
    kind: 'late',
    state: 'open',
    status: 'completed',
    ...goods(stock),
    actions: byHand,
  })),
  // A card's page is closed before its stock is freed: late money cannot come.
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
  // A card page that took another amount than was asked is closed and does not match.
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
  // What a provider can send back goes back by itself; it stays on the desk until it is back.
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
