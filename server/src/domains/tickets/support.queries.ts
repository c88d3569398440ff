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
import { isNamedTicket, type Ticket } from './tickets.queries.ts'

/**
 * SQL condition: a ticket belongs to this account, or to its chat account while the ticket has no
 * shop account.
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

const hasUnreadAnswer = gt(tickets.staffPosition, tickets.customerSeen)

/** Whether a ticket has a message of staff that its customer has not read. */
export const isUnread = ({ staffPosition, customerSeen }: Ticket): boolean =>
  staffPosition > customerSeen

/** A page of a person's tickets, the last changed first. */
export async function ownTickets(
  app: App,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: Ticket[] }> {
  const condition = ownedBy(userId)

  const [total, rows] = await Promise.all([
    app.db.$count(tickets, condition),
    app.db
      .select()
      .from(tickets)
      .where(condition)
      .orderBy(desc(tickets.updatedAt), desc(tickets.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { total, rows }
}

/** The count of a person's tickets with unread messages of staff. */
export const countUnread = (app: App, userId: string): Promise<number> =>
  app.db.$count(tickets, and(ownedBy(userId), hasUnreadAnswer))

/** A ticket of a person by its id or its name; null for the ticket of another person. */
export async function ownTicket(app: App, userId: string, name: string): Promise<Ticket | null> {
  const [ticket] = await app.db
    .select()
    .from(tickets)
    .where(and(isNamedTicket(name), ownedBy(userId)))
  return ticket ?? null
}

export type TicketOrder = { id: string; number: string; products: string[] }

/** The orders that tickets are about, with their products, by order id. */
export async function ordersOf(
  app: App,
  rows: readonly Ticket[],
): Promise<ReadonlyMap<string, TicketOrder>> {
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? [])
  if (!orderIds.length) return new Map()

  const lineRows = await app.db
    .select({ id: orders.id, number: orders.number, product: orderLines.name })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(inArray(orders.id, orderIds))
    .orderBy(asc(orderLines.position))

  const ordersById = new Map<string, TicketOrder>()

  for (const { id, number, product } of lineRows) {
    const knownOrder = ordersById.get(id) ?? { id, number, products: [] }
    knownOrder.products.push(product)
    ordersById.set(id, knownOrder)
  }

  return ordersById
}

type FileHead = Pick<typeof ticketFiles.$inferSelect, 'id' | 'name' | 'type' | 'size'>

/** The files of a ticket by id, without their bytes. */
export async function fileHeads(
  app: App,
  ticketId: string,
): Promise<ReadonlyMap<string, FileHead>> {
  const { id, name, type, size } = ticketFiles

  const fileRows = await app.db
    .select({ id, name, type, size })
    .from(ticketFiles)
    .where(eq(ticketFiles.ticketId, ticketId))

  return new Map(fileRows.map((customerRow) => [customerRow.id, customerRow]))
}

type StoredFile = { name: string; bytes: Buffer }

/** A file of one of a person's tickets, or their own upload; null for any other file. */
export async function findOwnFile(
  app: App,
  userId: string,
  id: string,
): Promise<StoredFile | null> {
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

/** A file of a message, for staff; an upload that was not sent is visible to its owner only. */
export async function saidFile(app: App, id: string): Promise<StoredFile | null> {
  const [file] = await app.db
    .select({ name: ticketFiles.name, bytes: ticketFiles.bytes })
    .from(ticketFiles)
    .where(and(eq(ticketFiles.id, id), sql`${ticketFiles.ticketId} is not null`))
  return file ?? null
}

/** The raw mail of a message in one of a person's tickets; null for any other message. */
export async function findOwnMail(
  app: App,
  userId: string,
  id: string,
): Promise<StoredFile | null> {
  return openMail(app, and(eq(ticketMails.messageId, id), ownedBy(userId)))
}

/** The raw mail of a message, for staff. */
export const saidMail = (app: App, id: string): Promise<StoredFile | null> =>
  openMail(app, eq(ticketMails.messageId, id))

async function openMail(app: App, condition: SQL | undefined): Promise<StoredFile | null> {
  const [mail] = await app.db
    .select({ id: ticketMails.messageId, sealed: ticketMails.sealed, name: tickets.ticketId })
    .from(ticketMails)
    .innerJoin(ticketMessages, eq(ticketMessages.id, ticketMails.messageId))
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(condition)

  if (!mail) return null

  const rawMail = app.vault.open(mail.sealed, 'ticket_mails', mail.id)

  return { name: `${mail.name}.eml`, bytes: Buffer.from(rawMail, 'latin1') }
}

/** The customer of a ticket, for mails; null without an account in the shop. */
export async function customerOf(app: App, ticket: Ticket) {
  const { id, name, email, language } = users

  const [customerRow] = await app.db
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

  return customerRow ?? null
}
