import { newId } from '../platform/secrets/ids.ts'
import { createKeyMarks } from '../platform/secrets/key-marks.ts'
import { secondsAfter } from '../platform/time/clock.ts'
import type { ShelfProduct } from './demo-catalogue.ts'
import type { PastPurchase } from './past-purchases.ts'
import type { PastWriter } from './past-rows.ts'
import type { Draw } from './random.ts'

/** Letters and digits that cannot be confused. */
const keyLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A random key in the pattern of its product: each `x` becomes a letter or digit. */
const drawKey = (draw: Draw, form: string): string =>
  form.replaceAll('x', () => draw.text(keyLetters, 1))

export type PaidOrder = {
  orderId: string
  paymentId: string
  paidAt: Date
  lines: { lineId: string; product: ShelfProduct; quantity: number }[]
}

/**
 * Records the units of a paid order with keys and licences, as far as they were delivered by now.
 */
export function recordDelivery(writer: PastWriter, purchase: PastPurchase, order: PaidOrder): void {
  const { app, draw, past } = writer
  const deliveredStatus = purchase.outcome === 'refunded' ? 'revoked' : 'delivered'

  for (const { lineId, product, quantity } of order.lines) {
    const provider = product.provider ?? 'stock'
    for (let unitIndex = 0; unitIndex < quantity; unitIndex++) {
      const unitId = newId(order.paidAt.getTime())
      const isWaiting = purchase.waits && provider !== 'stock'

      // Staff deliver a manual unit within a working day. All other units are delivered at once.
      const deliveredAt =
        provider === 'manual'
          ? secondsAfter(order.paidAt, draw.between(1800, 20_000))
          : secondsAfter(order.paidAt, 1)

      const isDelivered = !isWaiting && deliveredAt <= app.clock.now()

      past.orderUnits.push({
        id: unitId,
        orderId: order.orderId,
        lineId,
        unitIndex,
        variantId: product.id,
        provider,
        createdAt: order.paidAt,
        status: isDelivered ? deliveredStatus : 'pending',
        deliveredAt: isDelivered ? deliveredAt : null,
      })

      if (isDelivered)
        issueLicence(
          writer,
          { purchase, order },
          { key: drawKey(draw, product.keyForm), unitId, product, deliveredAt },
        )
    }
  }
}

function issueLicence(
  { app, past }: PastWriter,
  { purchase, order }: { purchase: PastPurchase; order: PaidOrder },
  unit: { key: string; unitId: string; product: ShelfProduct; deliveredAt: Date },
): void {
  const { key, product, deliveredAt, unitId } = unit
  const { buyer } = purchase
  const isRevoked = purchase.revoked || purchase.outcome === 'refunded'
  const marks = createKeyMarks(app.vault, key)
  const stockKeyId = product.provider ? null : newId(order.paidAt.getTime())

  if (stockKeyId)
    past.stockKeys.push({
      id: stockKeyId,
      variantId: product.id,
      keyCipher: app.vault.seal(key, 'stock_keys', stockKeyId),
      ...marks,
      status: isRevoked ? 'revoked' : 'used',
      paymentId: order.paymentId,
      unitId,
      usedByEmail: buyer.email,
      usedByName: buyer.name,
      usedAt: deliveredAt,
      createdAt: secondsAfter(app.clock.now(), -99 * 86_400),
      updatedAt: deliveredAt,
    })

  const licenceId = newId(deliveredAt.getTime())
  const expiresAt = secondsAfter(deliveredAt, product.expirationDays * 86_400)
  const statusByDate = expiresAt <= app.clock.now() ? 'expired' : 'active'

  past.licences.push({
    id: licenceId,
    unitId,
    orderId: order.orderId,
    userId: buyer.id,
    productId: product.id,
    variantId: product.id,
    productName: product.name,
    validityDays: product.expirationDays,
    stockKeyId,
    keyCipher: app.vault.seal(key, 'licences', licenceId),
    ...marks,
    priceCents: product.priceCents,
    currency: purchase.currency,
    status: isRevoked ? 'revoked' : statusByDate,
    customerName: buyer.name,
    customerEmail: buyer.email,
    createdAt: deliveredAt,
    expiresAt,
    // Marks reminders of past end dates as sent. Otherwise the first run would mail everybody whose
    // licence ended.
    expiryTold: expiresAt <= secondsAfter(app.clock.now(), 3 * 86_400) ? expiresAt : null,
  })
}

/** Records the unsold keys of every product, as if added when the shop opened. */
export function fillStock({ app, draw, past }: PastWriter, shelf: readonly ShelfProduct[]): void {
  const createdAt = secondsAfter(app.clock.now(), -98 * 86_400)
  for (const product of shelf) {
    for (const option of product.options) {
      for (let i = 0; i < option.keys; i++) {
        const key = drawKey(draw, product.keyForm)
        const stockKeyId = newId(createdAt.getTime())

        past.stockKeys.push({
          id: stockKeyId,
          variantId: option.id,
          keyCipher: app.vault.seal(key, 'stock_keys', stockKeyId),
          ...createKeyMarks(app.vault, key),
          createdAt,
          updatedAt: createdAt,
        })
      }
    }
  }
}
