import { soldAs } from '@chaveiro/contracts/sold-as'
import type { ManualMethod } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { orderLines, orders, payments, receipts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { publish } from '../../../platform/queue/publish.ts'
import { newId, newSecretId } from '../../../platform/secrets/ids.ts'
import { recordAudit, type Actor, type AuditEntry } from '../../audit/audit.service.ts'
import { offersOf } from '../../cart/cart.queries.ts'
import { assertOrderable } from '../../cart/cart.rules.ts'
import { applyDuePrices } from '../../catalogue/prices/prices.due.service.ts'
import { deliverOrder } from '../../fulfilment/delivery/deliver.service.ts'
import { openPaid, type PaidOrder, type Purchase } from '../../orders/orders.service.ts'
import { lockReserved } from '../../stock/stock.delivery.service.ts'
import { reserveKeys } from '../../stock/stock.service.ts'
import { lockBuyer } from '../checkout/buyer.queries.ts'
import { keepReceiptByHand } from '../review/by-hand.admin.service.ts'
import { completion } from '../settlement/complete.service.ts'
import type { Payment } from '../state/payments.queries.ts'
import { manualSums } from './manual-order.rules.ts'

/** An order by staff for a customer: given, or paid outside the shop (Q134). */
export type Wish = {
  requestKey: string
  userId: string
  variantId: string
  quantity: number
  method: ManualMethod
  /** 0 for a given order. */
  paidCents: number
  reference: string | null
  reason: string | null
}

/**
 * Create an order by staff, paid at once, and deliver it; returns its id. Limits per customer do
 * not apply, since a person decides; limits per order do. The same request key returns the order
 * that it created. Throws order.request_key_used when the data differ.
 */
export async function makeOrder(app: App, wish: Wish, actor: Actor): Promise<string> {
  await applyDuePrices(app)
  try {
    return await inTransaction(app, (tx) => createOnce(tx, wish, actor))
  } catch (error) {
    // The same key was used for another customer at the same moment: each request locks its own
    // customer only.
    if (!isDuplicate(error, 'orders_request_key')) throw error
    return (await orderOfRequest(app, wish))!
  }
}

async function createOnce(tx: App, wish: Wish, actor: Actor): Promise<string> {
  const cartId = newId(tx.clock.now().getTime())
  // Lock the customer, so that a second click finds the order of the first.
  const { account } = await lockBuyer(tx, wish.userId, cartId)
  const earlierOrderId = await orderOfRequest(tx, wish)
  if (earlierOrderId) return earlierOrderId
  if (!account) throw fail('account.not_found')
  if (account.deletedAt) throw fail('order.buyer_deleted')
  if (account.isBanned) throw fail('order.buyer_banned')

  const purchase = await purchaseOf(tx, wish, { cartId, ...account })
  const paymentIds = { id: newSecretId(), orderId: newId(tx.clock.now().getTime()) }

  await reserveKeys(
    tx,
    paymentIds.id,
    purchase.lines.filter(({ provider }) => provider === 'stock'),
  )

  const [paid] = await Promise.all([
    openPaid(tx, purchase, {
      id: paymentIds.orderId,
      testMode: false,
      requestKey: wish.requestKey,
    }),
    insertPayment(tx, { ...paymentIds, wish, purchase, account }),
    recordAudit(tx, ...auditEntries({ ...paymentIds, wish, purchase, actor })),
  ])

  if (wish.reference !== null)
    await keepReceiptByHand(
      tx,
      { id: paymentIds.id, method: wish.method, currency: purchase.currency },
      wish.reference,
      wish.paidCents,
    )

  await deliverPaidOrder(tx, paid, { paymentId: paymentIds.id, isSale: wish.method === 'outside' })

  return paymentIds.orderId
}

/**
 * The order created with a request key; null when there is none. Throws order.request_key_used when
 * its data differ.
 */
async function orderOfRequest(app: App, wish: Wish): Promise<string | null> {
  const [made] = await app.db
    .select({
      id: orders.id,
      number: orders.number,
      userId: orders.userId,
      method: orders.paymentMethod,
      totalCents: orders.totalCents,
      variantId: orderLines.variantId,
      quantity: orderLines.quantity,
      note: payments.note,
      reference: receipts.receiptId,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(receipts, eq(receipts.paymentId, payments.id))
    .where(eq(orders.requestKey, wish.requestKey))

  if (!made) return null

  const isSameRequest =
    made.userId === wish.userId &&
    made.variantId === wish.variantId &&
    made.quantity === wish.quantity &&
    made.method === wish.method &&
    made.totalCents === wish.paidCents &&
    made.note === wish.reason &&
    made.reference === wish.reference

  if (!isSameRequest) throw fail('order.request_key_used', { order: made.number })

  return made.id
}

type Buyer = { cartId: string; name: string; email: string }

/** The purchase at today's price. Throws variant.not_found, cart.quantity and cart.limit_order. */
async function purchaseOf(tx: App, wish: Wish, buyer: Buyer): Promise<Purchase> {
  const { userId, variantId, quantity, paidCents } = wish
  const variantOffers = await offersOf(tx, [variantId], null)
  const variantOffer = variantOffers.find((candidate) => candidate.variantId === variantId)
  if (!variantOffer) throw fail('variant.not_found')

  assertOrderable({ ...variantOffer, lineId: '', quantity })
  const { unitCents, ...sums } = manualSums(variantOffer.unitCents, { quantity, paidCents })
  const soldName = soldAs(variantOffer.name, variantOffer.variantName)

  return {
    userId,
    cartId: buyer.cartId,
    currency: variantOffer.currency,
    ...sums,
    couponCode: null,
    paymentMethod: wish.method,
    origin: 'manual',
    source: null,
    customerName: buyer.name,
    customerEmail: buyer.email,
    receiptName: null,
    receiptEmail: null,
    lines: [{ ...variantOffer, name: soldName, unitCents, quantity }],
  }
}

type Made = { id: string; orderId: string; wish: Wish; purchase: Purchase }

/** The payment, complete when it is stored: no provider is ever asked. */
async function insertPayment(
  tx: App,
  { wish, purchase, account, ...ids }: Made & { account: Pick<Payment, 'language' | 'discordId'> },
): Promise<void> {
  const now = tx.clock.now()
  await tx.db.insert(payments).values({
    ...ids,
    cartId: purchase.cartId,
    userId: wish.userId,
    method: wish.method,
    status: 'completed',
    note: wish.reason,
    currency: purchase.currency,
    amountCents: purchase.totalCents,
    originalCents: purchase.subtotalCents,
    discountCents: purchase.discountCents,
    receivedCents: wish.paidCents,
    usdRate: String(tx.config.usdRate),
    productName: purchase.lines[0]!.name,
    customerName: purchase.customerName,
    customerEmail: purchase.customerEmail,
    language: account.language,
    discordId: account.discordId,
    successUrl: '',
    cancelUrl: '',
    createdAt: now,
    updatedAt: now,
    expiresAt: now,
    paidAt: now,
    settledAt: now,
  })
}

/**
 * The author's audit entry with the reason; for an order paid outside, also the entry of its
 * completed payment.
 */
function auditEntries({
  id,
  orderId,
  wish,
  purchase,
  actor,
}: Made & { actor: Actor }): AuditEntry[] {
  // Both entries have the same time, so ascending ids keep their order.
  const [first, second] = [newId(), newId()].toSorted()
  const isGivenAway = wish.method === 'given'

  const creationLine = {
    ...actor,
    id: first!,
    action: isGivenAway ? 'order.given' : 'order.recorded',
    targetType: 'order',
    targetId: orderId,
    details: {
      customer: purchase.customerName,
      product: purchase.lines[0]!.name,
      quantity: wish.quantity,
      totalCents: wish.paidCents,
      currency: purchase.currency,
      reason: wish.reason,
      ...(wish.reference === null ? {} : { reference: wish.reference }),
    },
  }

  if (isGivenAway) return [creationLine]

  const manualBooking = {
    receivedCents: wish.paidCents,
    source: 'desk',
    note: wish.reason,
  } as const

  return [creationLine, { ...completion({ id, orderId }, manualBooking, null), id: second! }]
}

/**
 * Deliver keys, licences and receipt as for any paid order. A given order is no sale, so it causes
 * no sale notice.
 */
async function deliverPaidOrder(
  tx: App,
  paid: PaidOrder,
  { paymentId, isSale }: { paymentId: string; isSale: boolean },
): Promise<void> {
  const reserved = await lockReserved(tx, paymentId)
  await Promise.all([
    deliverOrder(tx, paid, { paymentId, reserved }),
    enqueue(tx, 'order.receipt', { orderId: paid.order.id }),
    isSale && publish(tx, { kind: 'order.sold', id: paid.order.id }),
  ])
}
