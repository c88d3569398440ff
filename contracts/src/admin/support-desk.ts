import { z } from 'zod'

import { languages } from '../limits.ts'
import { route } from '../route.ts'
import {
  amount,
  currency,
  entityId,
  instant,
  line,
  pageQuery,
  pagination,
  plainText,
  success,
  uuid,
} from '../shared.ts'
import { orderStatuses, ticketSources, ticketSpeakers, ticketStatuses } from '../states.ts'
import { supportLimits } from '../support-limits.ts'
import { ticketOrder } from '../support.ts'
import { searchText } from './list-query.ts'
import { assignee, ticketId, ticketReply } from './tickets.ts'

/** Views of the inbox: all open tickets, the reader's own, unassigned ones, closed ones. */
export const inboxViews = ['open', 'mine', 'unassigned', 'closed'] as const

const inboxRow = z.object({
  ...entityId,
  ticketId: z.string(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  source: z.enum(ticketSources),
  customer: z.string(),
  order: ticketOrder,
  /** The beginning of the latest message, and whether the customer or staff wrote it. */
  preview: z.string(),
  lastFrom: z.enum(ticketSpeakers).nullable(),
  lastAt: instant,
  /** Time of the customer's latest message. */
  customerAt: instant.nullable(),
  unread: z.boolean(),
  /** Since when the customer waits; null when they do not. */
  waitingSince: instant.nullable(),
  assignee,
})

/** The customer of a ticket, with the shop's data about them. */
const deskCustomer = z.object({
  /** Null when the ticket belongs to no account of the shop. */
  id: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  discordId: z.string().nullable(),
  language: z.enum(languages).nullable(),
  since: instant.nullable(),
  orders: z.int(),
  /** Amount paid so far, in reais. */
  paid: amount,
  licences: z.int(),
  banned: z.boolean(),
  banReason: z.string().nullable(),
})

const otherTicket = z.object({
  ticketId: z.string(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  createdAt: instant,
})

const deskOrder = z.object({
  ...entityId,
  number: z.string(),
  status: z.enum(orderStatuses),
  total: amount,
  currency,
  createdAt: instant,
  lines: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** The relevant payment: the completed one, otherwise the newest. */
  payment: z
    .object({ method: z.string(), status: z.string(), amount, createdAt: instant })
    .nullable(),
})

const savedReply = z.object({
  ...entityId,
  title: z.string(),
  texts: z.object({ 'pt-BR': z.string(), 'en-US': z.string() }),
  updatedAt: instant,
})

const replyText = plainText(supportLimits.text)

const replyInput = z.object({
  title: line(supportLimits.replyTitle),
  texts: z
    .object({ 'pt-BR': replyText.default(''), 'en-US': replyText.default('') })
    .refine((texts) => texts['pt-BR'] || texts['en-US']),
})

const savedReplyReply = z.object({ ...success, reply: savedReply })
const savedReplyId = z.object({ id: uuid })

/**
 * Calls of the support desk in the back office: waiting customers, assignments, and saved answers.
 */
export const supportDesk = {
  inbox: route({
    method: 'GET',
    path: '/api/admin/tickets/inbox',
    access: 'staff',
    summary: 'Tickets as work, what was said last first, with how many there are of each kind',
    query: z.object({ ...pageQuery, view: z.enum(inboxViews).default('open'), search: searchText }),
    reply: z.object({
      ...success,
      tickets: z.array(inboxRow),
      total: z.int(),
      pagination,
      counts: z.object({ open: z.int(), mine: z.int(), unassigned: z.int(), closed: z.int() }),
      /** Median time to the first answer in the last 30 days, in seconds. */
      medianResponseSeconds: z.int().nullable(),
    }),
  }),

  staff: route({
    method: 'GET',
    path: '/api/admin/tickets/staff',
    access: 'staff',
    summary: 'Who may have a ticket',
    reply: z.object({ ...success, staff: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),

  context: route({
    method: 'GET',
    path: '/api/admin/tickets/:id/context',
    access: 'staff',
    summary: 'The customer of a ticket, his other tickets and the order that it is about',
    params: z.object(ticketId),
    reply: z.object({
      ...success,
      customer: deskCustomer,
      tickets: z.array(otherTicket),
      order: deskOrder.nullable(),
    }),
    errors: ['ticket.not_found'],
  }),

  assign: route({
    method: 'PUT',
    path: '/api/admin/tickets/:id/assignee',
    access: 'staff',
    summary: 'Give a ticket to a member of staff, or to nobody',
    params: z.object(ticketId),
    body: z.object({ assigneeId: uuid.nullable() }),
    reply: ticketReply,
    errors: ['ticket.not_found', 'ticket.assignee_unknown'],
  }),

  note: route({
    method: 'POST',
    path: '/api/admin/tickets/:id/notes',
    access: 'staff',
    summary: 'Note something for staff alone; sent again it is noted once',
    params: z.object(ticketId),
    body: z.object({ clientId: uuid, text: plainText(supportLimits.text).min(1) }),
    reply: ticketReply,
    errors: ['ticket.not_found'],
  }),

  seen: route({
    method: 'PUT',
    path: '/api/admin/tickets/:id/seen',
    access: 'staff',
    summary: 'Staff have looked at a ticket up to a message',
    params: z.object(ticketId),
    body: z.object({ messageId: uuid }),
    reply: z.object(success),
    errors: ['ticket.not_found'],
  }),

  replies: route({
    method: 'GET',
    path: '/api/admin/tickets/replies',
    access: 'staff',
    summary: 'The saved replies, by title',
    reply: z.object({ ...success, replies: z.array(savedReply) }),
  }),

  createReply: route({
    method: 'POST',
    path: '/api/admin/tickets/replies',
    access: 'staff',
    summary: 'Keep an answer ready, in one language or both',
    body: replyInput,
    reply: savedReplyReply,
    errors: ['reply.title_taken', 'reply.too_many'],
  }),

  updateReply: route({
    method: 'PUT',
    path: '/api/admin/tickets/replies/:id',
    access: 'staff',
    summary: 'Change a saved reply',
    params: savedReplyId,
    body: replyInput,
    reply: savedReplyReply,
    errors: ['reply.not_found', 'reply.title_taken'],
  }),

  removeReply: route({
    method: 'DELETE',
    path: '/api/admin/tickets/replies/:id',
    access: 'staff',
    summary: 'Delete a saved reply',
    params: savedReplyId,
    reply: z.object(success),
    errors: ['reply.not_found'],
  }),
}
