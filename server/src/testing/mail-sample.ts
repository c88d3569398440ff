import { eq } from 'drizzle-orm'

import {
  keyReplacements,
  licenceGrants,
  licences,
  orders,
  orderUnits,
  orderWithdrawals,
  products,
  refunds,
  reviews,
  ticketMessages,
  tickets,
} from '../db/tables/index.ts'
import { recordPowerAct } from '../domains/audit/audit.service.ts'
import type { App } from '../platform/app.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { enqueue } from '../platform/queue/jobs.ts'
import { newId } from '../platform/secrets/ids.ts'
import { secondsAfter } from '../platform/time/clock.ts'
import { product, type Person } from './make.ts'
import { pastSale } from './past-sale.ts'

// Sample data of a person for every mail, and the jobs that send the mails.

type Owner = { who: Person; tag: string }
const bytesOf = (text: string): Buffer => Buffer.from(text)

/** A delivered or waiting unit of an order's line. */
async function unitOf(
  { db, clock }: App,
  { id: orderId, lineId, variantId }: { id: string; lineId: string; variantId: string },
  status: 'delivered' | 'pending',
): Promise<string> {
  const [id, now] = [newId(), clock.now()]

  await db.insert(orderUnits).values({
    id,
    orderId,
    lineId,
    unitIndex: 0,
    variantId,
    provider: status === 'delivered' ? 'stock' : 'keyauth',
    status,
    createdAt: now,
    deliveredAt: status === 'delivered' ? now : null,
  })

  return id
}

/** A sale of a new product; the order's number contains the tag. */
async function saleOf(app: App, { who, tag }: Owner, status: 'completed' | 'cancelled') {
  const shelf = [await product(app, { name: `Produto ${tag} ${status}` })]
  const at = app.clock.now().toISOString()
  const sale = await pastSale(app, { buyer: who, shelf }, { at, cents: 5000, status })
  const number = status === 'completed' ? `ORD-${tag}` : `ORD-${tag}-NAO`
  await app.db.update(orders).set({ number }).where(eq(orders.id, sale.id))

  return { ...sale, variantId: shelf[0]!.id }
}

async function licenceOf(
  { db, clock, vault }: App,
  { who, tag }: Owner,
  { id: orderId, variantId, unitId }: { id: string; variantId: string; unitId: string },
): Promise<string> {
  const [id, ends] = [newId(), secondsAfter(clock.now(), 86_400)]

  await db.insert(licences).values({
    id,
    unitId,
    orderId,
    userId: who.userId,
    productId: variantId,
    variantId,
    productName: `Licença ${tag}`,
    keyCipher: vault.seal('CHAVE-ABCD', 'licences', id),
    keyIndex: bytesOf(`índice ${tag}`),
    last4: 'ABCD',
    priceCents: 5000,
    currency: 'BRL',
    customerName: who.name,
    customerEmail: who.email,
    createdAt: secondsAfter(ends, -2_592_000),
    expiresAt: ends,
    expiryTold: ends,
  })

  return id
}

async function ticketOf({ db, clock }: App, { who, tag }: Owner, status: 'open' | 'closed') {
  const [id, now] = [newId(), clock.now()]
  const ticket = { id, userId: who.userId, userName: who.name, userDiscordId: '', subject: tag }

  await db.insert(tickets).values({
    ...ticket,
    ticketId: `TICKET-${tag}-${status}`,
    status,
    source: 'shop',
    createdAt: now,
    updatedAt: now,
    closedAt: now,
  })

  await db.insert(ticketMessages).values({
    id: newId(),
    ticketId: id,
    author: 'Dora Equipe',
    role: 'staff',
    text: 'Olá.',
    channel: 'shop',
    createdAt: now,
  })

  return { ticketId: id, closedAt: now.toISOString() }
}

async function replacementOf(
  { db, clock }: App,
  { tag }: Owner,
  of: { licenceId: string; unitId: string; orderId: string },
): Promise<string> {
  const id = newId()

  await db.insert(keyReplacements).values({
    ...of,
    id,
    reason: 'motivo',
    oldCipher: bytesOf('cifra'),
    oldIndex: bytesOf(`antigo ${tag}`),
    oldLast4: 'WXYZ',
    createdAt: clock.now(),
  })

  return id
}

async function withdrawalOf({ db, clock }: App, { who }: Owner, orderId: string): Promise<void> {
  const createdAt = clock.now()
  const declined = { declinedAt: createdAt, answer: 'Não desta vez.' }
  await db.insert(orderWithdrawals).values({ ...declined, orderId, userId: who.userId, createdAt })
}

async function refundOf({ db, clock }: App, { tag }: Owner, paymentId: string): Promise<string> {
  const [id, now] = [`volta-${tag}`, clock.now()]

  await db.insert(refunds).values({
    id,
    paymentId,
    receiptId: 'x',
    amountCents: 1000,
    reason: 'requested',
    status: 'succeeded',
    createdAt: now,
    updatedAt: now,
  })

  return id
}

async function reviewOf({ db, clock }: App, { who }: Owner, productId: string): Promise<string> {
  const id = newId()

  await db.insert(reviews).values({
    id,
    productId,
    userId: who.userId,
    rating: 5,
    status: 'published',
    reply: 'Obrigado.',
    language: 'pt-BR',
    createdAt: clock.now(),
  })

  return id
}

/** Queues every mail to a customer that a job sends. */
export async function tellCustomer(app: App, owner: Owner): Promise<void> {
  const { userId } = owner.who
  const { id: orderId, ...paid } = await saleOf(app, owner, 'completed')
  const lapsed = await saleOf(app, owner, 'cancelled')
  const unitId = await unitOf(app, { ...paid, id: orderId }, 'delivered')
  const licenceId = await licenceOf(app, owner, { ...paid, id: orderId, unitId })
  const replacementId = await replacementOf(app, owner, { licenceId, unitId, orderId })
  await withdrawalOf(app, owner, orderId)
  const refundId = await refundOf(app, owner, paid.paymentId)
  const { id: variantId } = await product(app, { name: `Avaliado ${owner.tag}` })
  const reviewId = await reviewOf(app, owner, variantId)
  const closed = await ticketOf(app, owner, 'closed')
  const since = app.clock.now().toISOString()

  await inTransaction(app, async (tx) => {
    await enqueue(tx, 'mail.welcome', { userId })
    await enqueue(tx, 'order.receipt', { orderId })
    await enqueue(tx, 'mail.payment-expired', { orderId: lapsed.id })
    await enqueue(tx, 'mail.refund', { refundId })
    await enqueue(tx, 'mail.withdrawal', { orderId, step: 'asked' })
    await enqueue(tx, 'mail.withdrawal', { orderId, step: 'declined' })
    await enqueue(tx, 'mail.key-replaced', { replacementId })
    await enqueue(tx, 'mail.licences-expiring', { orderId, licenceIds: [licenceId] })
    await enqueue(tx, 'mail.ticket-closed', closed)
    await enqueue(tx, 'mail.ticket-answer', { ticketId: closed.ticketId })
    await enqueue(tx, 'mail.stock-back', { userId, variantId, since })
    await enqueue(tx, 'mail.review-invite', { orderId })
    await enqueue(tx, 'mail.review-reply', { reviewId })
  })
}

/** Queues every mail to staff. */
export async function tellStaff(app: App, owner: Owner): Promise<void> {
  const now = app.clock.now()
  const sale = await saleOf(app, owner, 'completed')
  await app.db.update(products).set({ name: 'Acabando' }).where(eq(products.id, sale.variantId))
  const unitId = await unitOf(app, sale, 'pending')

  await app.db.insert(licenceGrants).values({
    id: newId(),
    unitId,
    orderId: sale.id,
    sellerType: 'x',
    level: 1,
    days: 30,
    keyCipher: bytesOf('cifra'),
    keyIndex: bytesOf('pedido'),
    createdAt: now,
    updatedAt: now,
  })

  await withdrawalOf(app, owner, sale.id)
  const { ticketId } = await ticketOf(app, owner, 'open')
  const since = now.toISOString()

  await inTransaction(app, async (tx) => {
    await enqueue(tx, 'mail.delivery-failing', { unitId })
    await enqueue(tx, 'mail.stock-low', { variantId: sale.variantId, since })
    await enqueue(tx, 'mail.ticket-new', { ticketId })
    const alert = { name: 'disk', since, until: null, way: 'mail', tries: 0 } as const
    await enqueue(tx, 'shop.alert', alert)
    await enqueue(tx, 'mail.withdrawal', { orderId: sale.id, step: 'asked' })
    await recordPowerAct(tx, { action: 'user.role' }, 'role', 'alguém')
  })
}
