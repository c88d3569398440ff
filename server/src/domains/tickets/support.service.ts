import type { TicketStatus } from '@chaveiro/contracts/states'
import { supportLimits } from '@chaveiro/contracts/support-limits'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'

import { orders, ticketMessages, tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { tellStaff } from '../notifications/push/push.jobs.service.ts'
import { columnsOf, keepMail, type SaidByMail } from './mail-in.keep.service.ts'
import { attachFiles, attachmentsOf } from './support.files.service.ts'
import { ownTicket } from './support.queries.ts'
import { reopenUntil } from './support.views.ts'
import type { Ticket } from './tickets.queries.ts'
import { marksAfter } from './tickets.rules.ts'
import { changeTicket, lockTicket } from './tickets.service.ts'

export type Said = {
  clientId: string
  text: string
  files: readonly string[]
  mail?: SaidByMail
}

export type Opening = Said & { subject: string; order?: string | undefined }
type Speaker = { id: string; name: string; role: 'user' | 'staff' }

/**
 * Open a ticket in the shop. The same opening again answers the ticket that it made (P161). Throws
 * ticket.too_many_open, ticket.too_many_messages, ticket.order_unknown, ticket.file_gone.
 */
export function openSupport(app: App, actor: Actor, opening: Opening): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const customer = await holdCustomer(tx, actor.actorId!)

    const [standing] = await tx.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.userId, customer.id), eq(tickets.clientId, opening.clientId)))

    if (standing) return standing

    await assertRoom(tx, customer.id)
    await assertMaySay(tx, customer.id)
    const now = tx.clock.now()

    const [ticket] = await tx.db
      .insert(tickets)
      .values({
        id: newId(now.getTime()),
        userName: customer.name,
        userDiscordId: customer.discordId ?? '',
        userId: customer.id,
        subject: opening.subject,
        source: 'shop',
        orderId: opening.order ? await ownOrder(tx, customer.id, opening.order) : null,
        clientId: opening.clientId,
        createdAt: now,
        updatedAt: now,
      })
      .returning()

    await recordAudit(tx, {
      ...actor,
      action: 'ticket.opened',
      targetType: 'ticket',
      targetId: ticket!.id,
      details: { ticketId: ticket!.ticketId, source: 'shop', messages: 1 },
    })

    await enqueue(tx, 'mail.ticket-new', { ticketId: ticket!.id })

    return keepSaid(tx, ticket!, { ...customer, role: 'user' }, opening)
  })
}

/**
 * Say something in a ticket of one's own, once a client id (P161); a closed one is open again by it
 * (P335). Throws ticket.not_found, ticket.reopen_over, ticket.too_many_open, ticket.archiving,
 * ticket.too_many_messages, ticket.file_gone.
 */
export function saySupport(app: App, actor: Actor, name: string, said: Said): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const customer = await holdCustomer(tx, actor.actorId!)
    const ticket = await lockOwn(tx, customer.id, name)
    if (await isSaid(tx, ticket, said)) return ticket

    await assertMaySay(tx, customer.id)
    const open = ticket.status === 'open' ? ticket : await reopenOwn(tx, ticket, actor)

    return keepSaid(tx, open, { ...customer, role: 'user' }, said)
  })
}

/** What staff say: whether it ends the ticket, and the last message that they have read. */
export type Answer = Said & { close: boolean; after?: string | undefined }

/**
 * Answer the customer of an open ticket, once a client id, and close it if told to (P335). Throws
 * ticket.not_found, ticket.closed, ticket.crossed, ticket.file_gone.
 */
export function answerSupport(
  app: App,
  name: string,
  { actor, said }: { actor: Actor; said: Answer },
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const ticket = await lockTicket(tx, name)
    if (await isSaid(tx, ticket, said)) return ticket
    if (ticket.status === 'closed') throw fail('ticket.closed')

    await assertRead(tx, ticket, said)

    await recordAudit(tx, {
      ...actor,
      action: 'ticket.answered',
      targetType: 'ticket',
      targetId: ticket.id,
      details: { ticketId: ticket.ticketId },
    })

    await enqueue(
      tx,
      'mail.ticket-answer',
      { ticketId: ticket.id },
      // What ends a ticket waits for no other answer: its mail goes before the one of the closing.
      said.close ? {} : { runAt: secondsAfter(tx.clock.now(), supportLimits.mailSeconds) },
    )

    const speaker = { id: actor.actorId!, name: actor.actorName ?? '', role: 'staff' as const }
    const answered = await keepSaid(tx, ticket, speaker, said)

    return said.close
      ? changeTicket(tx, ticket.id, { status: 'closed', messages: [] }, actor)
      : answered
  })
}

/**
 * Two of the staff do not answer past each other, and none closes over a word that he has not read
 * (P336). Throws ticket.crossed.
 */
async function assertRead(tx: App, ticket: Ticket, { after, close }: Answer): Promise<void> {
  if (!after) return

  const newer = await tx.db.$count(
    ticketMessages,
    and(
      eq(ticketMessages.ticketId, ticket.id),
      close ? undefined : eq(ticketMessages.role, 'staff'),
      sql`${ticketMessages.position} > (select position from ticket_messages
        where id = ${after} and ticket_id = ${ticket.id})`,
    ),
  )

  if (newer > 0) throw fail('ticket.crossed')
}

/** Note that a customer has seen a ticket up to a message; what came later stays new. */
export function markSeen(app: App, userId: string, name: string, messageId: string): Promise<void> {
  return inTransaction(app, async (tx) => {
    const ticket = await ownTicket(tx, userId, name)
    if (!ticket) throw fail('ticket.not_found')

    const seen = sql`(select position from ticket_messages
      where id = ${messageId} and ticket_id = ${ticket.id})`

    await tx.db
      .update(tickets)
      .set({ customerSeen: sql`greatest(${tickets.customerSeen}, coalesce(${seen}, 0))` })
      .where(eq(tickets.id, ticket.id))
  })
}

/**
 * Close a ticket of one's own, or open it again while that is allowed. Throws ticket.not_found,
 * ticket.reopen_over, ticket.too_many_open, ticket.archiving, state.illegal.
 */
export function setOwnStatus(
  app: App,
  actor: Actor,
  name: string,
  status: TicketStatus,
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const { id } = await holdCustomer(tx, actor.actorId!)
    const ticket = await lockOwn(tx, id, name)
    if (ticket.status === status) return ticket
    if (status === 'open') return reopenOwn(tx, ticket, actor)

    return changeTicket(tx, ticket.id, { status, messages: [] }, actor)
  })
}

/** Throws ticket.archiving, ticket.reopen_over, ticket.too_many_open. */
async function reopenOwn(tx: App, ticket: Ticket, actor: Actor): Promise<Ticket> {
  if (ticket.chat === 'archiving') throw fail('ticket.archiving')
  if (ticket.closedAt && reopenUntil(ticket.closedAt) < tx.clock.now())
    throw fail('ticket.reopen_over', { days: supportLimits.reopenDays })

  await assertRoom(tx, actor.actorId!)

  return changeTicket(tx, ticket.id, { status: 'open', messages: [] }, actor)
}

/**
 * The customer, held: what he sends from several tabs, and the deletion of his account, comes before
 * or after this transaction.
 */
async function holdCustomer(tx: App, userId: string) {
  const [customer] = await tx.db
    .select({ id: users.id, name: users.name, discordId: users.discordId })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')

  if (!customer) throw fail('auth.required')

  return customer
}

async function lockOwn(tx: App, userId: string, name: string): Promise<Ticket> {
  const found = await ownTicket(tx, userId, name)
  if (!found) throw fail('ticket.not_found')

  return lockTicket(tx, found.id)
}

async function isSaid(tx: App, ticket: Ticket, { clientId }: Said): Promise<boolean> {
  const n = await tx.db.$count(
    ticketMessages,
    and(eq(ticketMessages.ticketId, ticket.id), eq(ticketMessages.clientId, clientId)),
  )
  return n > 0
}

/** Throws ticket.too_many_open when a person has as many open tickets as he may. */
async function assertRoom(tx: App, userId: string): Promise<void> {
  const open = await tx.db.$count(
    tickets,
    and(eq(tickets.userId, userId), eq(tickets.status, 'open')),
  )

  if (open >= supportLimits.openTickets)
    throw fail('ticket.too_many_open', { most: supportLimits.openTickets })
}

/** Throws ticket.too_many_messages, with the time until the next one may come. */
async function assertMaySay(tx: App, userId: string): Promise<void> {
  const now = tx.clock.now()

  const said = await tx.db
    .select({ at: ticketMessages.createdAt })
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.senderId, userId),
        eq(ticketMessages.role, 'user'),
        gt(ticketMessages.createdAt, secondsAfter(now, -3600)),
      ),
    )
    .orderBy(asc(ticketMessages.createdAt))

  const first = said.at(-supportLimits.messagesAnHour)
  if (!first) return

  const seconds = Math.max(1, 3600 - (now.getTime() - first.at.getTime()) / 1000)
  throw fail('ticket.too_many_messages', { minutes: Math.ceil(seconds / 60) }).after(seconds)
}

/** An order of a person by its number. Throws ticket.order_unknown. */
async function ownOrder(tx: App, userId: string, number: string): Promise<string> {
  const [order] = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.number, number.toUpperCase())))

  if (!order) throw fail('ticket.order_unknown')

  return order.id
}

/** Keep what was said, with its files; it is brought to the chat where the ticket has a channel. */
async function keepSaid(
  tx: App,
  ticket: Ticket,
  speaker: Speaker,
  { clientId, text, files, mail }: Said,
): Promise<Ticket> {
  const now = tx.clock.now()

  const [message] = await tx.db
    .insert(ticketMessages)
    .values({
      id: newId(now.getTime()),
      ticketId: ticket.id,
      author: speaker.name,
      role: speaker.role,
      text,
      attachments: await attachmentsOf(tx, speaker.id, files),
      channel: 'shop',
      ...columnsOf(mail),
      senderId: speaker.id,
      clientId,
      createdAt: now,
    })
    .returning()

  await attachFiles(tx, speaker.id, files, { ticketId: ticket.id, messageId: message!.id })
  if (mail) await keepMail(tx, message!, mail.raw)
  if (ticket.chat === 'open') await enqueue(tx, 'ticket.relay', { messageId: message!.id })
  const isStaff = speaker.role === 'staff'
  if (!isStaff) await tellStaff(tx, { kind: 'ticket', id: ticket.id })

  const [after] = await tx.db
    .update(tickets)
    .set({
      lastFrom: isStaff ? 'staff' : 'customer',
      lastAt: now,
      updatedAt: now,
      ...marksAfter(ticket, [message!]),
      ...(isStaff && {
        staffPosition: message!.position,
        firstResponseAt: ticket.firstResponseAt ?? now,
      }),
    })
    .where(eq(tickets.id, ticket.id))
    .returning()

  return after!
}
