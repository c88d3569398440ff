import { orderLines, orders, payments } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId, newSecretId } from '../platform/ids.ts'
import type { Person } from './make.ts'

/** A sale of the past; lines are [place on the shelf, quantity]. */
export type Sale = {
  at: string
  cents: number
  method?: 'pix' | 'stripe' | 'crypto'
  status?: 'completed' | 'refunded' | 'cancelled'
  currency?: 'BRL' | 'USD'
  rate?: string
  discount?: number
  lines?: [number, number][]
  source?: string | null
  coupon?: string
  origin?: 'site' | 'discord'
}
/**
 * An order as the shop leaves it, sold at an instant; lines are [product, quantity], priced so that
 * they come to the subtotal.
 */
export async function pastSale(
  app: App,
  { buyer, shelf }: { buyer: Person; shelf: readonly { id: string; name: string }[] },
  {
    at,
    cents,
    method = 'pix',
    status = 'completed',
    currency = 'BRL',
    rate = '5.4',
    discount = 0,
    lines = [[0, 1]],
    source = null,
    coupon,
    origin = 'site',
  }: Sale,
): Promise<{ id: string; lineId: string; paymentId: string }> {
  const [id, lineId, when, paymentId] = [newId(), newId(), new Date(at), newSecretId()]
  const sold = status === 'cancelled' ? null : when
  const totals = {
    currency,
    totalCents: cents,
    discountCents: discount,
    subtotalCents: cents + discount,
  }
  await app.db.insert(orders).values({
    ...totals,
    id,
    userId: buyer.userId,
    cartId: newId(),
    fingerprint: id,
    source,
    origin,
    couponCode: coupon ?? null,
    status,
    paymentMethod: method,
    customerName: 'x',
    customerEmail: 'x@x.test',
    createdAt: when,
    completedAt: sold,
  })
  const units = lines.reduce((sum, [, quantity]) => sum + quantity, 0)
  await app.db.insert(orderLines).values(
    lines.map(([which, quantity], position) => ({
      id: position ? newId() : lineId,
      orderId: id,
      position,
      productId: shelf[which]!.id,
      variantId: shelf[which]!.id,
      name: shelf[which]!.name,
      unitCents: (cents + discount) / units,
      quantity,
      provider: 'stock' as const,
      sellerType: 'x',
      level: 1,
      validityDays: 1,
    })),
  )
  await app.db.insert(payments).values({
    id: paymentId,
    orderId: id,
    cartId: newId(),
    userId: buyer.userId,
    method,
    status: status === 'cancelled' ? 'failed' : status,
    currency,
    amountCents: cents,
    originalCents: cents + discount,
    discountCents: discount,
    usdRate: rate,
    productName: 'x',
    customerName: 'x',
    customerEmail: 'x@x.test',
    language: 'pt-BR',
    successUrl: '',
    cancelUrl: '',
    createdAt: when,
    updatedAt: when,
    expiresAt: when,
    settledAt: sold,
  })
  return { id, lineId, paymentId }
}
