import type { TicketStatus } from '@chaveiro/contracts/states'
import { supportLimits } from '@chaveiro/contracts/support-limits'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'

import { orders, ticketMessages, tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { publish } from '../../platform/queue/publish.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { mailColumns, keepMail, type ReceivedMail } from './mail-in.keep.service.ts'
import { attachFiles, attachmentsOf } from './support.files.service.ts'
import { ownTicket } from './support.queries.ts'
import { reopenUntil } from './support.views.ts'
import type { Ticket } from './tickets.queries.ts'
import { updateMarks } from './tickets.rules.ts'
import { changeTicket, lockTicket } from './tickets.service.ts'

export type MessageInput = {
  clientId: string
  text: string
  files: readonly string[]
  mail?: ReceivedMail
}

export type Opening = MessageInput & { subject: string; order?: string | undefined }
type Speaker = { id: string; name: string; role: 'user' | 'staff' }

/**
 * Open a ticket in the shop. A repeated client id returns the ticket that the first call opened
 * (P161). Throws ticket.too_many_open, ticket.too_many_messages, ticket.order_unknown and
 * ticket.file_gone.
 */
export function openSupport(app: App, actor: Actor, opening: Opening): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const customer = await lockCustomer(tx, actor.actorId!)

    const [existingTicket] = await tx.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.userId, customer.id), eq(tickets.clientId, opening.clientId)))

    if (existingTicket) return existingTicket

    await assertTicketLimit(tx, customer.id)
    await assertMessageLimit(tx, customer.id)
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

    return storeMessage(tx, ticket!, { ...customer, role: 'user' }, opening)
  })
}

/**
 * Add a message to one's own ticket, once per client id (P161). A message to a closed ticket
 * reopens the ticket (P335). Throws ticket.not_found, ticket.reopen_over, ticket.too_many_open,
 * ticket.archiving, ticket.too_many_messages and ticket.file_gone.
 */
export function saySupport(
  app: App,
  actor: Actor,
  name: string,
  said: MessageInput,
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const customer = await lockCustomer(tx, actor.actorId!)
    const ticket = await lockOwnTicket(tx, customer.id, name)
    if (await isAlreadySent(tx, ticket, said)) return ticket

    await assertMessageLimit(tx, customer.id)
    const openTicket = ticket.status === 'open' ? ticket : await reopenOwn(tx, ticket, actor)

    return storeMessage(tx, openTicket, { ...customer, role: 'user' }, said)
  })
}

/**
 * An answer of staff: `close` also closes the ticket; `after` is the last message that the author
 * of the answer read.
 */
export type Answer = MessageInput & { close: boolean; after?: string | undefined }

/**
 * Answer the customer of an open ticket, once per client id, and optionally close it (P335).
 * Throws ticket.not_found, ticket.closed, ticket.crossed and ticket.file_gone.
 */
export function answerSupport(
  app: App,
  name: string,
  { actor, said }: { actor: Actor; said: Answer },
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const ticket = await lockTicket(tx, name)
    if (await isAlreadySent(tx, ticket, said)) return ticket
    if (ticket.status === 'closed') throw fail('ticket.closed')

    await assertUpToDate(tx, ticket, said)

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
      // An answer that closes the ticket is mailed at once, so that it arrives before the mail
      // about the closing.
      said.close ? {} : { runAt: secondsAfter(tx.clock.now(), supportLimits.mailSeconds) },
    )

    const staffSpeaker = { id: actor.actorId!, name: actor.actorName ?? '', role: 'staff' as const }
    const answeredTicket = await storeMessage(tx, ticket, staffSpeaker, said)

    return said.close
      ? changeTicket(tx, ticket.id, { status: 'closed', messages: [] }, actor)
      : answeredTicket
  })
}

/**
 * Refuse an answer that crosses the answer of a colleague, or closes a ticket with an unread
 * message (P336). Throws ticket.crossed.
 */
async function assertUpToDate(tx: App, ticket: Ticket, { after, close }: Answer): Promise<void> {
  if (!after) return

  const newerMessages = await tx.db.$count(
    ticketMessages,
    and(
      eq(ticketMessages.ticketId, ticket.id),
      close ? undefined : eq(ticketMessages.role, 'staff'),
      sql`${ticketMessages.position} > (select position from ticket_messages
        where id = ${after} and ticket_id = ${ticket.id})`,
    ),
  )

  if (newerMessages > 0) throw fail('ticket.crossed')
}

/**
 * Record that a customer has read a ticket up to a message; later messages stay new. Throws
 * ticket.not_found.
 */
export function markSeen(app: App, userId: string, name: string, messageId: string): Promise<void> {
  return inTransaction(app, async (tx) => {
    const ticket = await ownTicket(tx, userId, name)
    if (!ticket) throw fail('ticket.not_found')

    const seenPosition = sql`(select position from ticket_messages
      where id = ${messageId} and ticket_id = ${ticket.id})`

    await tx.db
      .update(tickets)
      .set({ customerSeen: sql`greatest(${tickets.customerSeen}, coalesce(${seenPosition}, 0))` })
      .where(eq(tickets.id, ticket.id))
  })
}

/**
 * Close one's own ticket, or reopen it while that is allowed. Throws ticket.not_found,
 * ticket.reopen_over, ticket.too_many_open, ticket.archiving and state.illegal.
 */
export function setOwnStatus(
  app: App,
  actor: Actor,
  name: string,
  status: TicketStatus,
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const { id } = await lockCustomer(tx, actor.actorId!)
    const ticket = await lockOwnTicket(tx, id, name)
    if (ticket.status === status) return ticket
    if (status === 'open') return reopenOwn(tx, ticket, actor)

    return changeTicket(tx, ticket.id, { status, messages: [] }, actor)
  })
}

/** Throws ticket.archiving, ticket.reopen_over and ticket.too_many_open. */
async function reopenOwn(tx: App, ticket: Ticket, actor: Actor): Promise<Ticket> {
  if (ticket.chat === 'archiving') throw fail('ticket.archiving')
  if (ticket.closedAt && reopenUntil(ticket.closedAt) < tx.clock.now())
    throw fail('ticket.reopen_over', { days: supportLimits.reopenDays })

  await assertTicketLimit(tx, actor.actorId!)

  return changeTicket(tx, ticket.id, { status: 'open', messages: [] }, actor)
}

/**
 * Lock the customer, so that their other messages and an erasure run before or after this
 * transaction.
 */
async function lockCustomer(tx: App, userId: string) {
  const [customer] = await tx.db
    .select({ id: users.id, name: users.name, discordId: users.discordId })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')

  if (!customer) throw fail('auth.required')

  return customer
}

async function lockOwnTicket(tx: App, userId: string, name: string): Promise<Ticket> {
  const ownedTicket = await ownTicket(tx, userId, name)
  if (!ownedTicket) throw fail('ticket.not_found')

  return lockTicket(tx, ownedTicket.id)
}

async function isAlreadySent(
  tx: App,
  ticket: Ticket,
  { clientId }: MessageInput,
): Promise<boolean> {
  const sentCount = await tx.db.$count(
    ticketMessages,
    and(eq(ticketMessages.ticketId, ticket.id), eq(ticketMessages.clientId, clientId)),
  )
  return sentCount > 0
}

/** Throws ticket.too_many_open when a person already has the maximum of open tickets. */
async function assertTicketLimit(tx: App, userId: string): Promise<void> {
  const openCount = await tx.db.$count(
    tickets,
    and(eq(tickets.userId, userId), eq(tickets.status, 'open')),
  )

  if (openCount >= supportLimits.openTickets)
    throw fail('ticket.too_many_open', { most: supportLimits.openTickets })
}

/** Throws ticket.too_many_messages with the time until the next message is allowed. */
async function assertMessageLimit(tx: App, userId: string): Promise<void> {
  const now = tx.clock.now()

  const recentMessages = await tx.db
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

  const oldestCounted = recentMessages.at(-supportLimits.messagesAnHour)
  if (!oldestCounted) return

  const waitSeconds = Math.max(1, 3600 - (now.getTime() - oldestCounted.at.getTime()) / 1000)
  throw fail('ticket.too_many_messages', { minutes: Math.ceil(waitSeconds / 60) }).after(
    waitSeconds,
  )
}

/** The id of a person's order by its number. Throws ticket.order_unknown. */
async function ownOrder(tx: App, userId: string, number: string): Promise<string> {
  const [order] = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.number, number.toUpperCase())))

  if (!order) throw fail('ticket.order_unknown')

  return order.id
}

/** Store a message with its files, and send it to the chat if the ticket has a channel. */
async function storeMessage(
  tx: App,
  ticket: Ticket,
  speaker: Speaker,
  { clientId, text, files, mail }: MessageInput,
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
      ...mailColumns(mail),
      senderId: speaker.id,
      clientId,
      createdAt: now,
    })
    .returning()

  await attachFiles(tx, speaker.id, files, { ticketId: ticket.id, messageId: message!.id })
  if (mail) await keepMail(tx, message!, mail.raw)
  if (ticket.chat === 'open') await enqueue(tx, 'ticket.relay', { messageId: message!.id })
  const isStaffMessage = speaker.role === 'staff'
  if (!isStaffMessage) await publish(tx, { kind: 'ticket.message', id: ticket.id })

  const [updatedTicket] = await tx.db
    .update(tickets)
    .set({
      lastFrom: isStaffMessage ? 'staff' : 'customer',
      lastAt: now,
      updatedAt: now,
      ...updateMarks(ticket, [message!]),
      ...(isStaffMessage && {
        staffPosition: message!.position,
        firstResponseAt: ticket.firstResponseAt ?? now,
      }),
    })
    .where(eq(tickets.id, ticket.id))
    .returning()

  return updatedTicket!
}
