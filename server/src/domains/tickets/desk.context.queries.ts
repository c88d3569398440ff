import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'

import { licences, orderLines, orders, payments, tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { isRealMoney } from '../books/test-money.queries.ts'
import { customerOf } from './support.queries.ts'
import type { Ticket } from './tickets.queries.ts'

// The context of a conversation: its customer, the customer's other tickets, and the order that the
// ticket is about.

const maxOtherTickets = 20

/**
 * The customer of a ticket with their figures, counted as on their own page (Q49, Q115); null for a
 * customer without an account.
 */
export async function customerBeside(app: App, ticket: Ticket) {
  const customer = await customerOf(app, ticket)
  if (!customer) return null

  const customerId = sql`${customer.id}::uuid`

  const [customerRow] = await app.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      discordId: users.discordId,
      language: users.language,
      createdAt: users.createdAt,
      isBanned: users.isBanned,
      banReason: users.banReason,
      orders: sql`(select count(*) from ${orders}
        where ${orders.userId} = ${customerId} and ${orders.deletedAt} is null)`.mapWith(Number),
      licences: sql`(select count(*) from ${licences}
        where ${licences.userId} = ${customerId} and ${licences.status} = 'active'
          and (${licences.expiresAt} is null or ${licences.expiresAt} > ${app.clock.now()}))`.mapWith(
        Number,
      ),

      paidCents: sql`(select coalesce(sum(case ${payments.currency}
          when 'BRL' then ${payments.amountCents}
          else round(${payments.amountCents} * ${payments.usdRate}) end), 0)::bigint
        from ${payments} where ${payments.userId} = ${customerId} and ${payments.status} = 'completed'
          and ${isRealMoney(app)} and ${payments.reviewReason} is distinct from 'duplicate')`.mapWith(
        Number,
      ),
    })
    .from(users)
    .where(eq(users.id, customer.id))

  return customerRow ?? null
}

/** The other tickets of the same person, newest first. */
export function otherTickets(app: App, ticket: Ticket, userId: string | null) {
  const { id, ticketId, subject, status, createdAt } = tickets

  const samePerson = or(
    userId ? eq(tickets.userId, userId) : undefined,
    ticket.userDiscordId
      ? and(eq(tickets.userDiscordId, ticket.userDiscordId), or(isNull(tickets.userId)))
      : undefined,
  )

  return app.db
    .select({ ticketId, subject, status, createdAt })
    .from(tickets)
    .where(and(samePerson ?? sql`false`, ne(id, ticket.id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxOtherTickets)
}

/**
 * The order that a ticket is about, with its lines and its completed payment, or else its newest
 * payment; null without an order.
 */
export async function orderBeside(app: App, orderId: string | null) {
  if (!orderId) return null

  const [orderRows, lines, paymentRows] = await Promise.all([
    app.db.select().from(orders).where(eq(orders.id, orderId)),
    app.db
      .select({ name: orderLines.name, quantity: orderLines.quantity })
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position)),
    app.db
      .select({
        method: payments.method,
        status: payments.status,
        amountCents: payments.amountCents,
        createdAt: payments.createdAt,
      })
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .orderBy(sql`${payments.status} = 'completed' desc`, desc(payments.createdAt))
      .limit(1),
  ])

  const [order] = orderRows

  return order ? { order, lines, payment: paymentRows[0] ?? null } : null
}
