import { eq, inArray } from 'drizzle-orm'

import {
  categories,
  coupons,
  licences,
  notifications,
  orders,
  payments,
  products,
  reviews,
  sitePages,
  stockKeys,
  tickets,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { entryView, type AuditRow } from './audit.queries.ts'

type NamedTarget = { id: string; name: string | null }

/**
 * Reads the names of targets by their type. A target of a type that is missing here is shown with
 * its id only.
 */
const readNames: Record<string, (app: App, ids: string[]) => Promise<NamedTarget[]>> = {
  user: ({ db }, ids) =>
    db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids)),
  order: ({ db }, ids) =>
    db.select({ id: orders.id, name: orders.number }).from(orders).where(inArray(orders.id, ids)),

  payment: ({ db }, ids) =>
    db
      .select({ id: payments.id, name: orders.number })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(inArray(payments.id, ids)),

  product: ({ db }, ids) =>
    db
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(inArray(products.id, ids)),
  category: ({ db }, ids) =>
    db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(inArray(categories.id, ids)),
  coupon: ({ db }, ids) =>
    db.select({ id: coupons.id, name: coupons.code }).from(coupons).where(inArray(coupons.id, ids)),
  licence: ({ db }, ids) =>
    db
      .select({ id: licences.id, name: licences.productName })
      .from(licences)
      .where(inArray(licences.id, ids)),

  stock: ({ db }, ids) =>
    db
      .select({ id: stockKeys.id, name: products.name })
      .from(stockKeys)
      .innerJoin(products, eq(products.id, stockKeys.variantId))
      .where(inArray(stockKeys.id, ids)),

  review: ({ db }, ids) =>
    db
      .select({ id: reviews.id, name: products.name })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .where(inArray(reviews.id, ids)),

  ticket: ({ db }, ids) =>
    db
      .select({ id: tickets.id, name: tickets.ticketId })
      .from(tickets)
      .where(inArray(tickets.id, ids)),
  notification: ({ db }, ids) =>
    db
      .select({ id: notifications.id, name: notifications.title })
      .from(notifications)
      .where(inArray(notifications.id, ids)),
  page: ({ db }, ids) =>
    db
      .select({ id: sitePages.id, name: sitePages.slug })
      .from(sitePages)
      .where(inArray(sitePages.id, ids)),
}

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Whether an id can be looked up in its table: ids of payments are text, all others are UUIDs. */
const isRowId = (type: string, id: string): boolean => type === 'payment' || uuidPattern.test(id)

/** Audit entries as the API returns them, with the names of their targets. */
export async function entriesWithTargets(app: App, rows: readonly AuditRow[]) {
  const rowsByType = Map.groupBy(
    rows.filter(({ targetType, targetId }) => targetType && targetId),
    ({ targetType }) => targetType!,
  )

  const namedTargets = await Promise.all(
    [...rowsByType].map(async ([type, lines]) => {
      const targetIds = [...new Set(lines.map(({ targetId }) => targetId!))].filter((id) =>
        isRowId(type, id),
      )
      const nameRows = targetIds.length ? ((await readNames[type]?.(app, targetIds)) ?? []) : []

      return nameRows.map(({ id, name }) => [`${type} ${id}`, name] as const)
    }),
  )

  const targetNames = new Map(namedTargets.flat())

  return rows.map((row) => {
    const viewedEntry = entryView(row)
    const targetName = targetNames.get(`${row.targetType} ${row.targetId}`)

    return viewedEntry.target && targetName
      ? { ...viewedEntry, target: { ...viewedEntry.target, name: targetName } }
      : viewedEntry
  })
}
