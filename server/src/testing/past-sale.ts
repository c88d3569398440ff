import { orderLines, orders, payments } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId, newSecretId } from '../platform/secrets/ids.ts'
import type { Person } from './make.ts'

/** A past sale; lines are [index of the product, quantity]. */
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

type Shelf = readonly { id: string; name: string }[]

const customerFields = { customerName: 'x', customerEmail: 'x@x.test' }

/**
 * Stores a past order with lines and payment; the prices of the lines must add up to the subtotal.
 */
export async function pastSale(
  app: App,
  { buyer, shelf }: { buyer: Person; shelf: Shelf },
  sale: Sale,
): Promise<{ id: string; lineId: string; paymentId: string }> {
  const { cents, discount = 0, method = 'pix', status = 'completed', currency = 'BRL' } = sale
  const [id, lineId, paymentId] = [newId(), newId(), newSecretId()]
  const soldAt = new Date(sale.at)
  const completedAt = status === 'cancelled' ? null : soldAt
  const commonFields = {
    ...customerFields,
    userId: buyer.userId,
    cartId: newId(),
    currency,
    createdAt: soldAt,
  }

  await app.db.insert(orders).values({
    ...commonFields,
    id,
    fingerprint: id,
    totalCents: cents,
    discountCents: discount,
    subtotalCents: cents + discount,
    source: sale.source ?? null,
    origin: sale.origin ?? 'site',
    couponCode: sale.coupon ?? null,
    status,
    paymentMethod: method,
    completedAt,
  })

  await app.db.insert(orderLines).values(linesOf(shelf, { id, lineId }, sale))

  await app.db.insert(payments).values({
    ...commonFields,
    id: paymentId,
    orderId: id,
    method,
    status: status === 'cancelled' ? 'failed' : status,
    amountCents: cents,
    originalCents: cents + discount,
    discountCents: discount,
    usdRate: sale.rate ?? '5.4',
    productName: 'x',
    language: 'pt-BR',
    successUrl: '',
    cancelUrl: '',
    updatedAt: soldAt,
    expiresAt: soldAt,
    settledAt: completedAt,
  })

  return { id, lineId, paymentId }
}

function linesOf(
  shelf: Shelf,
  { id, lineId }: { id: string; lineId: string },
  { cents, discount = 0, lines = [[0, 1]] }: Sale,
): (typeof orderLines.$inferInsert)[] {
  const units = lines.reduce((sum, [, quantity]) => sum + quantity, 0)
  return lines.map(([productIndex, quantity], position) => ({
    id: position ? newId() : lineId,
    orderId: id,
    position,
    productId: shelf[productIndex]!.id,
    variantId: shelf[productIndex]!.id,
    name: shelf[productIndex]!.name,
    unitCents: (cents + discount) / units,
    quantity,
    provider: 'stock' as const,
    sellerType: 'x',
    level: 1,
    validityDays: 1,
  }))
}
