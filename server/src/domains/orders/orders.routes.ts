import type { Api } from '@chaveiro/contracts'
import { staffRoles } from '@chaveiro/contracts/limits'
import { methodName } from '@chaveiro/contracts/method-names'
import { fail } from '../../platform/fail.ts'
import { toReais, toWire } from '../../platform/money.ts'
import type { Handlers } from '../../platform/mount.ts'
import { pagesOf } from '../../platform/pages.ts'
import { openLicence } from '../licences/licences.queries.ts'
import { noteShown } from '../licences/licences.reveals.ts'
import { unitStatus } from '../licences/licences.rules.ts'
import { invoiceOf } from './orders.invoice.ts'
import { orderOf, ordersOf, paymentsOf, spentBy, unitsOf } from './orders.queries.ts'
import { orderById } from './orders.service.ts'

export const ordersRoutes: Handlers<Api['orders']> = {
  async list(app, { query, who, caller }) {
    const seen = await ordersOf(app, who.userId, query.page, query.limit)
    await noteShown(
      app,
      seen.owned.filter((licence) => licence.status !== 'revoked').map((licence) => licence.id),
      caller,
    )
    const list = seen.rows.map((order) => ({
      id: order.id,
      _id: order.id,
      orderNumber: order.number,
      status: order.status,
      createdAt: order.createdAt.toISOString(),
      currency: order.currency,
      paymentMethod: order.paymentMethod,
      totalAmount: toWire(order.totalCents),
      subtotal: toWire(order.subtotalCents),
      discount: toWire(order.discountCents),
      products: seen.lines
        .filter((line) => line.orderId === order.id)
        .map((line) => ({
          id: line.productId,
          _id: line.productId,
          name: line.name,
          quantity: line.quantity,
          price: toWire(line.unitCents),
        })),
      licenses: seen.owned
        .filter((licence) => licence.orderId === order.id && licence.status !== 'revoked')
        .map((licence) => openLicence(app, licence)),
      pendingUnits: seen.waiting.find((one) => one.orderId === order.id)?.n ?? 0,
    }))
    return {
      success: true as const,
      orders: list,
      data: list,
      totalSpent: toWire(await spentBy(app, who.userId)),
      pagination: pagesOf(seen.total, query),
    }
  },
  async invoice(app, { params, who, caller }) {
    const order = staffRoles.includes(who.role)
      ? await orderById(app, params.id)
      : await orderOf(app, who.userId, params.id)
    if (order?.status !== 'completed' && order?.status !== 'refunded') throw fail('order.not_found')
    return invoiceOf(app, order, caller.language)
  },
  async products(app, { who, caller }) {
    const now = app.clock.now()
    const units = await unitsOf(app, who.userId)
    await noteShown(
      app,
      units.flatMap(({ licence }) => (licence && licence.status !== 'revoked' ? [licence.id] : [])),
      caller,
    )
    const list = units.map(({ licence, ...unit }) => ({
      id: unit.unitId,
      _id: unit.unitId,
      name: unit.name,
      description: unit.description ?? '',
      price: toWire(unit.unitCents),
      currency: unit.currency,
      image: unit.image,
      color: unit.color ?? '#3B82F6',
      orderNumber: unit.orderNumber,
      status: unitStatus(unit.unitStatus, licence, now),
      purchaseDate: (unit.boughtAt ?? unit.createdAt).toISOString(),
      expirationDate: licence?.expiresAt?.toISOString() ?? null,
      licenseKey: licence && licence.status !== 'revoked' ? openLicence(app, licence) : null,
    }))
    // What a customer holds: units that still wait or were taken back are worth nothing to him yet or any more.
    const value = units
      .filter((unit) => unit.unitStatus === 'delivered')
      .reduce(
        (cents, unit) =>
          cents +
          toReais(unit.unitCents, unit.currency, Number(unit.usdRate ?? app.config.usdRate)),
        0,
      )
    return {
      success: true as const,
      products: list,
      data: list,
      total: list.length,
      active: list.filter((one) => one.status === 'active').length,
      totalValue: toWire(value),
    }
  },
  async payments(app, { query, who, caller }) {
    const seen = await paymentsOf(app, who.userId, query.page, query.limit)
    const list = seen.rows.map((row) => ({
      id: row.id,
      _id: row.id,
      status: row.status,
      amount: toWire(row.amountCents),
      currency: row.currency,
      paymentMethod: { type: row.method, name: methodName(row.method, caller.language) },
      productName: row.productName,
      createdAt: row.createdAt.toISOString(),
    }))
    return {
      success: true as const,
      payments: list,
      data: list,
      pagination: pagesOf(seen.total, query),
    }
  },
}
