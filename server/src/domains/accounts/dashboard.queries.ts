import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'

import { isSoldStill } from '../../db/on-sale.ts'
import {
  categories,
  licences,
  orderLines,
  orders,
  orderUnits,
  payments,
  products,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { isRealMoney } from '../books/test-money.queries.ts'
import { refusedSinceOf } from '../mails/mails.refusals.service.ts'

/**
 * Totals of a customer: the orders that their page lists (Q115), active licences, and the sum of
 * completed payments in centavos (Q49, Q69).
 */
const figuresOf = (app: App, userId: string) =>
  app.db
    .select({
      totalOrders: sql`(select count(*) from ${orders}
        where ${orders.userId} = ${userId} and ${orders.deletedAt} is null)`
        .mapWith(Number)
        .as('total_orders'),
      mailRefusedSince: refusedSinceOf(app, userId).as('mail_refused_since'),
      activeLicences: sql`(select count(*) from ${licences}
        where ${licences.userId} = ${userId} and ${licences.status} = 'active'
          and (${licences.expiresAt} is null or ${licences.expiresAt} > ${app.clock.now()}))`
        .mapWith(Number)
        .as('active_licences'),

      paidCents:
        sql`(select coalesce(sum(case ${payments.currency} when 'BRL' then ${payments.amountCents}
          else round(${payments.amountCents} * ${payments.usdRate}) end), 0)::bigint from ${payments}
        where ${payments.userId} = ${userId} and ${payments.status} = 'completed'
          and ${isRealMoney(app)} and ${payments.reviewReason} is distinct from 'duplicate')`
          .mapWith(Number)
          .as('paid_cents'),
    })
    // The totals read no table, but a join needs a table: this subquery has one row and no columns.
    .from(sql`(select) as nothing`)
    .as('figures')

/** Only the totals of a customer, without the list of licences that end soon. */
export async function dashboardFigures(app: App, userId: string) {
  const [figures] = await app.db.select().from(figuresOf(app, userId))
  return figures!
}

/** The newest units of a customer, with their licence if there is one. */
export const recentUnits = (app: App, userId: string, limit: number) =>
  app.db
    .select({
      id: orderUnits.id,
      name: orderLines.name,
      status: licences.status,
      unitStatus: orderUnits.status,
      licenceId: licences.id,
      keyCipher: licences.keyCipher,
      boughtAt: orderUnits.createdAt,
      expiresAt: licences.expiresAt,
      image: orderLines.image,
      color: categories.color,
    })
    .from(orders)
    .innerJoin(orderUnits, eq(orderUnits.orderId, orders.id))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .leftJoin(licences, eq(licences.unitId, orderUnits.id))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(orders.userId, userId), inArray(orders.status, ['completed', 'refunded'])))
    .orderBy(desc(orderUnits.createdAt), desc(orderUnits.id))
    .limit(limit)

export type RecentUnit = Awaited<ReturnType<typeof recentUnits>>[number]

/** The dashboard shows a licence in this many days before its end. */
const announcedDays = 14

/**
 * The licences of a customer that end within `announcedDays`, soonest first, and whether each
 * product can be bought again.
 */
function endingLicences(app: App, userId: string, limit: number) {
  const now = app.clock.now()
  return app.db
    .select({
      id: licences.id,
      productId: orderLines.productId,
      variantId: orderLines.variantId,
      name: orderLines.name,
      image: orderLines.image,
      color: categories.color,
      expiresAt: licences.expiresAt,
      onSale: sql<boolean>`${isSoldStill(orderLines.variantId)}`.as('on_sale'),
    })
    .from(licences)
    .innerJoin(orderUnits, eq(orderUnits.id, licences.unitId))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        eq(licences.userId, userId),
        eq(licences.status, 'active'),
        gt(licences.expiresAt, now),
        lte(licences.expiresAt, secondsAfter(now, announcedDays * 86_400)),
      ),
    )
    .orderBy(asc(licences.expiresAt), asc(licences.id))
    .limit(limit)
    .as('ending')
}

export type EndingLicence = Awaited<ReturnType<typeof figuresAndEnding>>['ending'][number]

/** The totals of a customer and their licences that end soon, in one statement. */
export async function figuresAndEnding(app: App, userId: string, limit: number) {
  const [figures, ending] = [figuresOf(app, userId), endingLicences(app, userId, limit)]

  const figureRows = await app.db
    .select({
      totalOrders: figures.totalOrders,
      activeLicences: figures.activeLicences,
      paidCents: figures.paidCents,
      mailRefusedSince: figures.mailRefusedSince,
      ending: {
        id: ending.id,
        productId: ending.productId,
        variantId: ending.variantId,
        name: ending.name,
        image: ending.image,
        color: ending.color,
        expiresAt: ending.expiresAt,
        onSale: ending.onSale,
      },
    })
    .from(figures)
    .leftJoin(ending, sql`true`)
    .orderBy(asc(ending.expiresAt), asc(ending.id))

  const { totalOrders, activeLicences, paidCents, mailRefusedSince } = figureRows[0]!

  return {
    figures: { totalOrders, activeLicences, paidCents, mailRefusedSince },
    ending: figureRows.flatMap((row) => row.ending ?? []),
  }
}

export const recentPayments = (app: App, userId: string, limit: number) =>
  app.db
    .select({
      id: payments.id,
      status: payments.status,
      amountCents: payments.amountCents,
      currency: payments.currency,
      method: payments.method,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt))
    .limit(limit)
