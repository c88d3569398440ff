import type { Api } from '@chaveiro/contracts'
import { methodName } from '@chaveiro/contracts/method-names'
import { defaultCategoryColor } from '@chaveiro/contracts/product-limits'

import { fail } from '../../platform/errors.ts'
import { seesAsStaff, type Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { toReais, toWire } from '../../platform/text/money.ts'
import { heldLicence } from '../licences/licences.queries.ts'
import { unitStatus } from '../licences/licences.rules.ts'
import { recordViews } from '../licences/reveals.service.ts'
import { invoiceOf } from './invoice.views.ts'
import { orderOfUser, ordersOf, paymentsOf, unitsOfUser, unitsOfOrders } from './orders.queries.ts'
import { orderById } from './orders.service.ts'
import { orderView } from './orders.views.ts'

export const ordersRoutes: Omit<Handlers<Api['orders']>, 'withdraw'> = {
  async list(app, { query, principal, caller }) {
    const ordersPage = await ordersOf(app, principal.userId, query)
    const orderIds = ordersPage.orders.map(({ id }) => id)
    const boughtUnits = await unitsOfOrders(app, orderIds, caller)
    await recordViews(app, boughtUnits, caller)

    const orderViews = ordersPage.orders.map((order) =>
      orderView(
        app,
        order,
        boughtUnits.filter((unit) => unit.orderId === order.id),
      ),
    )

    return {
      success: true as const,
      orders: orderViews,
      data: orderViews,
      totalSpent: toWire(ordersPage.spentCents),
      pagination: pagesOf(ordersPage.total, query),
    }
  },

  async invoice(app, { params, principal, caller }) {
    const order = seesAsStaff(app, principal)
      ? await orderById(app, params.id)
      : await orderOfUser(app, principal.userId, params.id)
    if (!order) throw fail('order.not_found')

    return invoiceOf(app, order, caller.language)
  },

  async products(app, { principal, caller }) {
    const now = app.clock.now()
    const ownUnits = await unitsOfUser(app, principal.userId, caller)
    await recordViews(app, ownUnits, caller)

    const unitViews = ownUnits.map(({ licence, ...unit }) => ({
      id: unit.unitId,
      _id: unit.unitId,
      name: unit.name,
      description: unit.description ?? '',
      price: toWire(unit.unitCents),
      currency: unit.currency,
      image: unit.image,
      color: unit.color ?? defaultCategoryColor,
      orderNumber: unit.orderNumber,
      productId: unit.productId,
      variantId: unit.variantId,
      onSale: unit.onSale,
      status: unitStatus(unit.unitStatus, licence, now),
      purchaseDate: (unit.boughtAt ?? unit.createdAt).toISOString(),
      expirationDate: licence?.expiresAt?.toISOString() ?? null,
      ...heldLicence(app, licence),
    }))

    // The price of every unit, those waiting for a key included. Refunded units no longer count
    // (Q115).
    const totalCents = ownUnits
      .filter((unit) => unit.orderStatus === 'completed')
      .reduce(
        (cents, unit) =>
          cents +
          toReais(unit.unitCents, unit.currency, Number(unit.usdRate ?? app.config.usdRate)),
        0,
      )

    return {
      success: true as const,
      products: unitViews,
      data: unitViews,
      total: unitViews.length,
      active: unitViews.filter((licence) => licence.status === 'active').length,
      totalValue: toWire(totalCents),
    }
  },

  async payments(app, { query, principal, caller }) {
    const paymentsPage = await paymentsOf(app, principal.userId, query.page, query.limit)

    const paymentViews = paymentsPage.rows.map((row) => ({
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
      payments: paymentViews,
      data: paymentViews,
      pagination: pagesOf(paymentsPage.total, query),
    }
  },
}
