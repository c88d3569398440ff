import type { transactions as contract } from '@chaveiro/contracts/admin/transactions'
import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'

import { countIf } from '../../../db/rows.ts'
import { payments, refunds } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { likePattern } from '../../../platform/lists/filters.ts'
import { sortOrder, comparableCents } from '../../../platform/lists/sort.ts'
import { startOfDay, withinDays } from '../../../platform/time/store-calendar.ts'
import type { Span } from '../../../platform/time/store-ranges.ts'
import { isRealMoney } from '../../books/test-money.queries.ts'
import { withKeyMarks, type ListedPayment } from '../state/payment-in-full.queries.ts'
import type { Payment } from '../state/payments.queries.ts'

/** method is a stored value; an unknown one matches nothing. */
export type Filters = {
  status?: Payment['status'] | undefined
  method?: string | undefined
  search?: string | undefined
  userId?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

type Sort = z.infer<typeof contract.list.query>['sort']

/**
 * Counts and sums of one status, in cents. n and cents count real money only; backCents is the
 * returned part of cents. lostCents is the returned part that belonged to the price, not to a
 * surplus. listed counts every row of the list.
 */
export type Counted = {
  status: Payment['status']
  n: number
  listed: number
  cents: number
  backCents: number
  lostCents: number
}

// Must equal the expression of the index payments_search_over.
const searched = sql`lower((payments.id || ' ' || coalesce(payments.provider_reference, '') || ' '
  || payments.customer_name || ' ' || payments.customer_email || ' '
  || payments.product_name) collate "pt-BR-x-icu")`

/**
 * SQL condition of a text search. Two cases, so that each has an index: payments_search_over for
 * finished payments, payments_one_pending for the few open ones.
 */
function containsText(search: string): SQL {
  const isTextMatch = sql`${searched} like ${likePattern(search)}`
  return sql`(payments.status <> 'pending' and ${isTextMatch} or payments.status = 'pending' and ${isTextMatch})`
}

function matchesFilters(app: App, filters: Filters): SQL | undefined {
  return and(
    filters.status ? eq(payments.status, filters.status) : undefined,
    filters.userId ? eq(payments.userId, filters.userId) : undefined,
    filters.method ? sql`${payments.method} = ${filters.method}` : undefined,
    filters.search ? containsText(filters.search) : undefined,
    ...withinDays(app, payments.createdAt, filters.startDate, filters.endDate),
  )
}

/** A page of payments, newest first or sorted. */
export async function paymentsMatching(
  app: App,
  filters: Filters,
  { page, limit, sort }: { page: number; limit: number; sort?: Sort },
): Promise<ListedPayment[]> {
  const order = sortOrder(
    sort,
    {
      createdAt: payments.createdAt,
      amount: comparableCents(payments.amountCents, payments.currency, app.config.usdRate),
    },
    payments,
  )

  // The ids of the page come from an index alone; only those rows are read in full.
  const pageIdQuery = app.db
    .select({ id: payments.id })
    .from(payments)
    .where(matchesFilters(app, filters))
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit)

  const paymentRows = await app.db
    .select()
    .from(payments)
    .where(inArray(payments.id, pageIdQuery))
    .orderBy(order)

  return withKeyMarks(app, paymentRows)
}

/** The next payments after the given one in the list's order, for exports. */
export async function paymentsAfter(
  app: App,
  filters: Filters,
  lastPayment: Payment | null,
  limit: number,
): Promise<ListedPayment[]> {
  const afterLast = lastPayment
    ? sql`(${payments.createdAt}, ${payments.id}) < (${lastPayment.createdAt}, ${lastPayment.id})`
    : undefined

  return withKeyMarks(
    app,
    await app.db
      .select()
      .from(payments)
      .where(and(matchesFilters(app, filters), afterLast))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit),
  )
}

const createdWithin = ({ config }: App, { from, until }: Span) =>
  sql`${payments.createdAt} >= ${startOfDay(config.timeZone, from)}
    and ${payments.createdAt} < ${startOfDay(config.timeZone, until)}`

/**
 * The number of payments and their sum in centavos, by status; dollars count at the rate stored on
 * each payment.
 */
export async function countByStatus(
  app: App,
  filters: Filters,
  span: Span | null = null,
): Promise<Counted[]> {
  const condition = and(matchesFilters(app, filters), span ? createdWithin(app, span) : undefined)

  const refundedByPayment = app.db
    .select({
      paymentId: refunds.paymentId,
      cents: sql`sum(${refunds.amountCents})`.as('back_cents'),
    })
    .from(refunds)
    .where(eq(refunds.status, 'succeeded'))
    .groupBy(refunds.paymentId)
    .as('back')

  const surplusCents = sql`greatest(0, ${payments.receivedCents} - ${payments.amountCents})`
  const hasRealMoney = isRealMoney(app)

  const sumInReais = (cents: SQL) =>
    sql`coalesce(sum(case ${payments.currency} when 'BRL' then ${cents}
      else round(${cents} * ${payments.usdRate}) end) filter (where ${hasRealMoney}), 0)::float8`.mapWith(
      Number,
    )

  return app.db
    .select({
      status: payments.status,
      n: countIf(hasRealMoney),
      listed: count(),
      cents: sumInReais(sql`${payments.amountCents}`),
      backCents: sumInReais(sql`coalesce(${refundedByPayment.cents}, 0)`),
      lostCents: sumInReais(
        sql`least(${payments.amountCents}, greatest(0, coalesce(${refundedByPayment.cents}, 0) - ${surplusCents}))`,
      ),
    })
    .from(payments)
    .leftJoin(refundedByPayment, eq(refundedByPayment.paymentId, payments.id))
    .where(condition)
    .groupBy(payments.status)
}
