import { newId } from '../platform/secrets/ids.ts'
import { createKeyMarks } from '../platform/secrets/key-marks.ts'
import { secondsAfter } from '../platform/time/clock.ts'
import type { ShelfProduct } from './demo-catalogue.ts'
import type { PastPurchase } from './past-purchases.ts'
import type { PastWriter } from './past-rows.ts'
import type { Draw } from './random.ts'

/** No letter or digit that is mistaken for another one. */
const keyLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A key in its product's form. */
const drawKey = (draw: Draw, form: string): string =>
  form.replaceAll('x', () => draw.text(keyLetters, 1))

export type PaidOrder = {
  orderId: string
  paymentId: string
  paidAt: Date
  lines: { lineId: string; product: ShelfProduct; quantity: number }[]
}

/**
 * The units of a paid order with their keys and licences, as settlement and staff would have left
 * them until now.
 */
export function deliver(writer: PastWriter, purchase: PastPurchase, order: PaidOrder): void {
  const { app, draw, past } = writer
  const servedStatus = purchase.outcome === 'refunded' ? 'revoked' : 'delivered'

  for (const { lineId, product, quantity } of order.lines) {
    const provider = product.provider ?? 'stock'
    for (let unitIndex = 0; unitIndex < quantity; unitIndex++) {
      const unitId = newId(order.paidAt.getTime())
      const waits = purchase.waits && provider !== 'stock'

      // Staff answers a manual unit within a working day; the others come at once.
      const deliveredAt =
        provider === 'manual'
          ? secondsAfter(order.paidAt, draw.between(1800, 20_000))
          : secondsAfter(order.paidAt, 1)

      const served = !waits && deliveredAt <= app.clock.now()

      past.orderUnits.push({
        id: unitId,
        orderId: order.orderId,
        lineId,
        unitIndex,
        variantId: product.id,
        provider,
        createdAt: order.paidAt,
        status: served ? servedStatus : 'pending',
        deliveredAt: served ? deliveredAt : null,
      })

      if (served)
        issue(
          writer,
          { purchase, order },
          { key: drawKey(draw, product.keyForm), unitId, product, deliveredAt },
        )
    }
  }
}

function issue(
  { app, past }: PastWriter,
  { purchase, order }: { purchase: PastPurchase; order: PaidOrder },
  unit: { key: string; unitId: string; product: ShelfProduct; deliveredAt: Date },
): void {
  const { key, product, deliveredAt, unitId } = unit
  const { buyer } = purchase
  const revoked = purchase.revoked || purchase.outcome === 'refunded'
  const marks = createKeyMarks(app.vault, key)
  const stockKeyId = product.provider ? null : newId(order.paidAt.getTime())

  if (stockKeyId)
    past.stockKeys.push({
      id: stockKeyId,
      variantId: product.id,
      keyCipher: app.vault.seal(key, 'stock_keys', stockKeyId),
      ...marks,
      status: revoked ? 'revoked' : 'used',
      paymentId: order.paymentId,
      unitId,
      usedByEmail: buyer.email,
      usedByName: buyer.name,
      usedAt: deliveredAt,
      createdAt: secondsAfter(app.clock.now(), -99 * 86_400),
      updatedAt: deliveredAt,
    })

  const id = newId(deliveredAt.getTime())
  const expiresAt = secondsAfter(deliveredAt, product.expirationDays * 86_400)
  const running = expiresAt <= app.clock.now() ? 'expired' : 'active'

  past.licences.push({
    id,
    unitId,
    orderId: order.orderId,
    userId: buyer.id,
    productId: product.id,
    variantId: product.id,
    productName: product.name,
    validityDays: product.expirationDays,
    stockKeyId,
    keyCipher: app.vault.seal(key, 'licences', id),
    ...marks,
    priceCents: product.priceCents,
    currency: purchase.currency,
    status: revoked ? 'revoked' : running,
    customerName: buyer.name,
    customerEmail: buyer.email,
    createdAt: deliveredAt,
    expiresAt,
    // Who bought long ago heard of the end already; the mailbox begins empty.
    expiryTold: expiresAt <= secondsAfter(app.clock.now(), 3 * 86_400) ? expiresAt : null,
  })
}

/** Free keys of every product, made when the shop opened. */
export function fillStock({ app, draw, past }: PastWriter, shelf: readonly ShelfProduct[]): void {
  const at = secondsAfter(app.clock.now(), -98 * 86_400)
  for (const product of shelf) {
    for (let i = 0; i < product.keys; i++) {
      const key = drawKey(draw, product.keyForm)
      const id = newId(at.getTime())

      past.stockKeys.push({
        id,
        variantId: product.id,
        keyCipher: app.vault.seal(key, 'stock_keys', id),
        ...createKeyMarks(app.vault, key),
        createdAt: at,
        updatedAt: at,
      })
    }
  }
}
