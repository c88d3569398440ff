import { and, asc, desc, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'

import {
  orderLines,
  orders,
  ticketFiles,
  ticketMails,
  ticketMessages,
  tickets,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { isCalled, type Ticket } from './tickets.queries.ts'

/**
 * The tickets of a person: those of his account, and those of his chat account that no account of
 * the shop has.
 */
export const ownedBy = (userId: string): SQL =>
  or(
    eq(tickets.userId, userId),
    and(
      isNull(tickets.userId),
      sql`${tickets.userDiscordId} <> ''`,
      sql`${tickets.userDiscordId} = (select discord_id from users where id = ${userId})`,
    ),
  )!

const hasNews = gt(tickets.staffPosition, tickets.customerSeen)

/** Whether staff said something in a ticket that its customer has not seen. */
export const isUnread = ({ staffPosition, customerSeen }: Ticket): boolean =>
  staffPosition > customerSeen

/** A page of a person's tickets, the one with the newest word first. */
export async function ownTickets(
  app: App,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: Ticket[] }> {
  const where = ownedBy(userId)

  const [total, rows] = await Promise.all([
    app.db.$count(tickets, where),
    app.db
      .select()
      .from(tickets)
      .where(where)
      .orderBy(desc(tickets.updatedAt), desc(tickets.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { total, rows }
}

/** In how many of a person's tickets staff said something that he has not seen. */
export const countUnread = (app: App, userId: string): Promise<number> =>
  app.db.$count(tickets, and(ownedBy(userId), hasNews))

/** A ticket of a person by its id or by the name people say; null for anybody else's. */
export async function ownTicket(app: App, userId: string, name: string): Promise<Ticket | null> {
  const [ticket] = await app.db
    .select()
    .from(tickets)
    .where(and(isCalled(name), ownedBy(userId)))
  return ticket ?? null
}

export type TicketOrder = { id: string; number: string; products: string[] }

/** The orders that tickets are about, with what was bought, by their ids. */
export async function ordersOf(
  app: App,
  rows: readonly Ticket[],
): Promise<ReadonlyMap<string, TicketOrder>> {
  const ids = rows.flatMap(({ orderId }) => orderId ?? [])
  if (!ids.length) return new Map()

  const lines = await app.db
    .select({ id: orders.id, number: orders.number, product: orderLines.name })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(inArray(orders.id, ids))
    .orderBy(asc(orderLines.position))

  const found = new Map<string, TicketOrder>()

  for (const { id, number, product } of lines) {
    const order = found.get(id) ?? { id, number, products: [] }
    order.products.push(product)
    found.set(id, order)
  }

  return found
}

type FileHead = Pick<typeof ticketFiles.$inferSelect, 'id' | 'name' | 'type' | 'size'>

/** What is kept of the files of a ticket, by their ids, without their bytes. */
export async function fileHeads(
  app: App,
  ticketId: string,
): Promise<ReadonlyMap<string, FileHead>> {
  const { id, name, type, size } = ticketFiles

  const rows = await app.db
    .select({ id, name, type, size })
    .from(ticketFiles)
    .where(eq(ticketFiles.ticketId, ticketId))

  return new Map(rows.map((row) => [row.id, row]))
}

type StoredFile = { name: string; bytes: Buffer }

/** A file of one of a person's tickets, or one that he sent up; null for anybody else's. */
export async function ownFile(app: App, userId: string, id: string): Promise<StoredFile | null> {
  const [file] = await app.db
    .select({ name: ticketFiles.name, bytes: ticketFiles.bytes })
    .from(ticketFiles)
    .leftJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
    .where(
      and(
        eq(ticketFiles.id, id),
        or(
          and(isNull(ticketFiles.ticketId), eq(ticketFiles.ownerId, userId)),
          and(sql`${tickets.id} is not null`, ownedBy(userId)),
        ),
      ),
    )
  return file ?? null
}

/** A file that was said with a message, for staff; what was only sent up is its owner's alone. */
export async function saidFile(app: App, id: string): Promise<StoredFile | null> {
  const [file] = await app.db
    .select({ name: ticketFiles.name, bytes: ticketFiles.bytes })
    .from(ticketFiles)
    .where(and(eq(ticketFiles.id, id), sql`${ticketFiles.ticketId} is not null`))
  return file ?? null
}

/** The mail by which a message of one of a person's tickets came; null for anybody else's. */
export async function ownMail(app: App, userId: string, id: string): Promise<StoredFile | null> {
  return mailWhere(app, and(eq(ticketMails.messageId, id), ownedBy(userId)))
}

/** The mail by which a message came, for staff. */
export const saidMail = (app: App, id: string): Promise<StoredFile | null> =>
  mailWhere(app, eq(ticketMails.messageId, id))

async function mailWhere(app: App, where: SQL | undefined): Promise<StoredFile | null> {
  const [mail] = await app.db
    .select({ id: ticketMails.messageId, sealed: ticketMails.sealed, name: tickets.ticketId })
    .from(ticketMails)
    .innerJoin(ticketMessages, eq(ticketMessages.id, ticketMails.messageId))
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(where)

  if (!mail) return null

  const raw = app.vault.open(mail.sealed, 'ticket_mails', mail.id)

  return { name: `${mail.name}.eml`, bytes: Buffer.from(raw, 'latin1') }
}

/** Whose ticket it is, for mails; null when nobody of the shop has it. */
export async function customerOf(app: App, ticket: Ticket) {
  const { id, name, email, language } = users

  const [row] = await app.db
    .select({ id, name, email, language })
    .from(users)
    .where(
      and(
        ticket.userId
          ? eq(users.id, ticket.userId)
          : and(eq(users.discordId, ticket.userDiscordId), sql`${ticket.userDiscordId} <> ''`),
        isNull(users.deletedAt),
      ),
    )

  return row ?? null
}
