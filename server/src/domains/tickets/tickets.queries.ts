import type { tickets as contract } from '@chaveiro/contracts/admin/tickets'
import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'

import { countIf } from '../../db/rows.ts'
import { sessions, ticketMessages, tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { likePattern } from '../../platform/lists/filters.ts'
import { sortOrder } from '../../platform/lists/sort.ts'

export type Ticket = typeof tickets.$inferSelect
export type TicketMessage = typeof ticketMessages.$inferSelect
type Sort = z.infer<typeof contract.list.query>['sort']
export type TicketFilters = { status?: Ticket['status'] | undefined; search?: string | undefined }
export type ListedTicket = Ticket & { messageCount: number }

// This expression must equal the expression of the index tickets_search.
export const searchText = sql`lower((tickets.ticket_id || ' ' || tickets.user_name || ' '
  || tickets.user_discord_id) collate "pt-BR-x-icu")`

const ticketFilter = ({ status, search }: TicketFilters): SQL | undefined =>
  and(
    status ? eq(tickets.status, status) : undefined,
    search ? sql`${searchText} like ${likePattern(search)}` : undefined,
  )

/** A page of tickets, newest or oldest first, and the count of all that match. */
export async function ticketsMatching(
  app: App,
  filters: TicketFilters,
  { page, limit, sort }: { page: number; limit: number; sort?: Sort },
): Promise<{ total: number; rows: ListedTicket[] }> {
  const condition = ticketFilter(filters)

  const [total, sessionRows] = await Promise.all([
    app.db.$count(tickets, condition),
    app.db
      .select()
      .from(tickets)
      .where(condition)
      .orderBy(sortOrder(sort, { createdAt: tickets.createdAt }, tickets))
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { total, rows: await withCounts(app, sessionRows) }
}

/** The tickets after `lastTicket` in the order of the list, for exports. */
export async function ticketsAfter(
  app: App,
  filters: TicketFilters,
  lastTicket: Ticket | null,
  limit: number,
): Promise<ListedTicket[]> {
  const afterLast = lastTicket
    ? sql`(${tickets.createdAt}, ${tickets.id}) < (${lastTicket.createdAt}, ${lastTicket.id})`
    : undefined

  return withCounts(
    app,
    await app.db
      .select()
      .from(tickets)
      .where(and(ticketFilter(filters), afterLast))
      .orderBy(desc(tickets.createdAt), desc(tickets.id))
      .limit(limit),
  )
}

async function withCounts(app: App, ticketRows: Ticket[]): Promise<ListedTicket[]> {
  if (!ticketRows.length) return []

  const messageCounts = await app.db
    .select({ id: ticketMessages.ticketId, n: count() })
    .from(ticketMessages)
    .where(
      inArray(
        ticketMessages.ticketId,
        ticketRows.map((row) => row.id),
      ),
    )
    .groupBy(ticketMessages.ticketId)

  return ticketRows.map((row) => ({
    ...row,
    messageCount: messageCounts.find((count) => count.id === row.id)?.n ?? 0,
  }))
}

/** A ticket by its id or its name. */
export async function findTicket(app: App, name: string): Promise<Ticket | null> {
  const [ticket] = await app.db.select().from(tickets).where(isNamedTicket(name))
  return ticket ?? null
}

/** Matches a ticket by its id, or by its name in any case. */
export function isNamedTicket(name: string): SQL {
  const isRowId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(name)
  return isRowId ? eq(tickets.id, name) : eq(tickets.ticketId, name.toUpperCase())
}

/** The messages of a ticket, in order. */
export const messagesOf = (app: App, id: string): Promise<TicketMessage[]> =>
  app.db
    .select()
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, id))
    .orderBy(asc(ticketMessages.createdAt), asc(ticketMessages.position))

/** The count of tickets by status, and the average minutes until the first answer of staff. */
export async function countTickets(
  app: App,
): Promise<{ total: number; closed: number; minutes: number }> {
  const [countRow] = await app.db
    .select({
      total: count(),
      closed: countIf(eq(tickets.status, 'closed')),
      minutes: sql`coalesce(avg(extract(epoch
          from ${tickets.firstResponseAt} - ${tickets.createdAt})) / 60, 0)::float8`.mapWith(
        Number,
      ),
    })
    .from(tickets)
  return countRow!
}

/**
 * Whether a session is alive and its user is staff. Never cached, since such a session opens other
 * people's conversations.
 */
export async function isStaffSession(app: App, sessionId: string): Promise<boolean> {
  const sessionRows = await app.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        sql`${sessions.revokedAt} is null`,
        sql`${sessions.expiresAt} > ${app.clock.now()}`,
        sql`${users.deletedAt} is null`,
        eq(users.isBanned, false),
        inArray(users.role, ['admin', 'developer']),
      ),
    )
  return sessionRows.length === 1
}
