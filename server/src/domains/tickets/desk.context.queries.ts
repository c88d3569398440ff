import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'

import { licences, orderLines, orders, payments, tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { isReal } from '../books/test-money.queries.ts'
import { customerOf } from './support.queries.ts'
import type { Ticket } from './tickets.queries.ts'

// What stands beside a conversation: whose ticket it is and what it is about.

const mostOthers = 20

/** The customer of a ticket with his figures, counted as his own page counts them (Q49, Q115). */
export async function customerBeside(app: App, ticket: Ticket) {
  const known = await customerOf(app, ticket)
  if (!known) return null

  const mine = sql`${known.id}::uuid`

  const [row] = await app.db
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
        where ${orders.userId} = ${mine} and ${orders.deletedAt} is null)`.mapWith(Number),
      licences: sql`(select count(*) from ${licences}
        where ${licences.userId} = ${mine} and ${licences.status} = 'active'
          and (${licences.expiresAt} is null or ${licences.expiresAt} > ${app.clock.now()}))`.mapWith(
        Number,
      ),

      paidCents: sql`(select coalesce(sum(case ${payments.currency}
          when 'BRL' then ${payments.amountCents}
          else round(${payments.amountCents} * ${payments.usdRate}) end), 0)::bigint
        from ${payments} where ${payments.userId} = ${mine} and ${payments.status} = 'completed'
          and ${isReal(app)} and ${payments.reviewReason} is distinct from 'duplicate')`.mapWith(
        Number,
      ),
    })
    .from(users)
    .where(eq(users.id, known.id))

  return row ?? null
}

/** The other tickets of the same person, newest first. */
export function otherTickets(app: App, ticket: Ticket, userId: string | null) {
  const { id, ticketId, subject, status, createdAt } = tickets

  const his = or(
    userId ? eq(tickets.userId, userId) : undefined,
    ticket.userDiscordId
      ? and(eq(tickets.userDiscordId, ticket.userDiscordId), or(isNull(tickets.userId)))
      : undefined,
  )

  return app.db
    .select({ ticketId, subject, status, createdAt })
    .from(tickets)
    .where(and(his ?? sql`false`, ne(id, ticket.id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostOthers)
}

/** The order that a ticket is about, with its lines and the payment that counts; null without one. */
export async function orderBeside(app: App, orderId: string | null) {
  if (!orderId) return null

  const [found, lines, paid] = await Promise.all([
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

  const [order] = found

  return order ? { order, lines, payment: paid[0] ?? null } : null
}
