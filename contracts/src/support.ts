import { z } from 'zod'

import { route, type FileReply } from './route.ts'
import {
  entityId,
  instant,
  line,
  pageQuery,
  pagination,
  plainText,
  success,
  uuid,
} from './shared.ts'
import {
  ticketAuthors,
  ticketChannels,
  ticketSources,
  ticketSpeakers,
  ticketStatuses,
} from './states.ts'
import { supportFileTypes, supportLimits } from './support-limits.ts'

/** A file of a message: its id on the shop, or its URL when only the chat has it. */
export const ticketFile = z.object({
  id: z.string().nullable(),
  url: z.string().nullable(),
  name: z.string(),
  /** Media type by content; null for a file of the chat. */
  type: z.string().nullable(),
  size: z.int().nullable(),
})

/** Parts of a mail beside its author's text; null when the message did not come by mail. */
export const ticketMail = z
  .object({
    /** The quoted conversation in the mail. */
    history: z.string(),
    /** Names of files that only the mail has, since the shop does not accept them. */
    leftOut: z.array(z.string()),
    /** Bytes of the mail itself; null if the shop did not store it. */
    size: z.int().nullable(),
  })
  .nullable()

/** The order that a ticket is about. */
export const ticketOrder = z
  .object({ id: z.string(), number: z.string(), products: z.array(z.string()) })
  .nullable()

const ticketHead = {
  ...entityId,
  /** The public number of the ticket. */
  ticketId: z.string(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  source: z.enum(ticketSources),
  order: ticketOrder,
  lastFrom: z.enum(ticketSpeakers).nullable(),
  lastAt: instant,
  /** Staff wrote a message that the customer has not seen. */
  unread: z.boolean(),
  createdAt: instant,
  closedAt: instant.nullable(),
  /** Deadline for reopening the ticket; null while it is open. */
  reopenUntil: instant.nullable(),
  /** The ticket's channel in the chat, while the conversation continues there too. */
  chatUrl: z.string().nullable(),
}

/** A ticket in its customer's list. */
export const supportTicket = z.object(ticketHead)

const ticketMessage = z.object({
  id: z.string(),
  author: z.enum(ticketAuthors),
  /** The author: the customer's name, or a first name of staff. */
  name: z.string(),
  channel: z.enum(ticketChannels),
  text: z.string(),
  files: z.array(ticketFile),
  mail: ticketMail,
  createdAt: instant,
})

const conversation = supportTicket.extend({ messages: z.array(ticketMessage) })
const ticketReply = z.object({ ...success, ticket: conversation })

/** The client's id of a message, so that a retry does not send it twice. */
const clientMessageId = uuid

const messageFileIds = z
  .array(uuid)
  .max(supportLimits.files)
  .refine((ids) => new Set(ids).size === ids.length)
  .default([])

/** A message: text, files, or both. */
export const messageInput = z
  .object({
    clientId: clientMessageId,
    text: plainText(supportLimits.text).default(''),
    files: messageFileIds,
  })
  .refine(({ text, files }) => text.length > 0 || files.length > 0, { path: ['text'] })

const id = z.object({ id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) })

/** A file by its id. */
export const fileParams = z.object({ id: uuid })
const saidErrors = ['ticket.file_gone', 'ticket.too_many_messages'] as const

/** The customer's support calls: their own tickets only. */
export const support = {
  list: route({
    method: 'GET',
    path: '/api/users/tickets',
    access: 'session',
    summary: 'Your tickets, what was said last first, and in how many staff said something new',
    query: z.object(pageQuery),
    reply: z.object({
      ...success,
      tickets: z.array(supportTicket),
      unread: z.int(),
      total: z.int(),
      pagination,
    }),
  }),

  unread: route({
    method: 'GET',
    path: '/api/users/tickets/unread',
    access: 'session',
    summary: 'In how many of your tickets staff said something that you have not seen',
    reply: z.object({ ...success, unread: z.int() }),
  }),

  open: route({
    method: 'POST',
    path: '/api/users/tickets',
    access: 'session',
    summary: 'Open a ticket, about one of your orders if you like; sent again it stays one',
    body: z.object({
      clientId: clientMessageId,
      subject: line(supportLimits.subject),
      text: plainText(supportLimits.text).min(1),
      /** The number of one of the customer's own orders. */
      order: line(40).optional(),
      files: messageFileIds,
    }),
    reply: ticketReply,
    errors: [...saidErrors, 'ticket.too_many_open', 'ticket.order_unknown'],
  }),

  read: route({
    method: 'GET',
    path: '/api/users/tickets/:id',
    access: 'session',
    summary: 'A ticket of yours with its conversation',
    params: id,
    reply: ticketReply,
    errors: ['ticket.not_found'],
  }),

  say: route({
    method: 'POST',
    path: '/api/users/tickets/:id/messages',
    access: 'session',
    summary: 'Say something in a ticket of yours, which opens it again; sent again it is said once',
    params: id,
    body: messageInput,
    reply: ticketReply,
    errors: [
      'ticket.not_found',
      'ticket.reopen_over',
      'ticket.too_many_open',
      'ticket.archiving',
      ...saidErrors,
    ],
  }),

  seen: route({
    method: 'PUT',
    path: '/api/users/tickets/:id/seen',
    access: 'session',
    summary: 'You have seen what was said up to a message',
    params: id,
    body: z.object({ messageId: uuid }),
    reply: z.object(success),
    errors: ['ticket.not_found'],
  }),

  setStatus: route({
    method: 'PATCH',
    path: '/api/users/tickets/:id/status',
    access: 'session',
    summary: 'Close a ticket of yours, or open it again within 14 days',
    params: id,
    body: z.object({ status: z.enum(ticketStatuses) }),
    reply: ticketReply,
    errors: [
      'ticket.not_found',
      'state.illegal',
      'ticket.reopen_over',
      'ticket.too_many_open',
      'ticket.archiving',
    ],
  }),

  upload: route({
    method: 'POST',
    path: '/api/users/tickets/files',
    access: 'session',
    summary:
      'Send up a file for a message: a picture, which is drawn anew, a PDF or a text; what it is ' +
      'says its content. Unless a message takes it, it goes within a day',
    bytesIn: {
      types: [...supportFileTypes, 'application/octet-stream'],
      max: supportLimits.fileBytes,
    },
    query: z.object({ name: z.string().max(1000).default('') }),
    reply: z.object({ ...success, file: ticketFile.extend({ id: z.string() }) }),

    errors: [
      'ticket.file_type',
      'ticket.file_large',
      'upload.heic',
      'upload.pixels',
      'rate.limited',
    ],
  }),

  file: route({
    method: 'GET',
    path: '/api/users/tickets/files/:id',
    access: 'session',
    summary: 'A file of one of your tickets, or one that you sent up',
    params: fileParams,
    file: 'application/octet-stream',
    reply: z.custom<FileReply>(),
    errors: ['ticket.file_unknown'],
  }),

  mail: route({
    method: 'GET',
    path: '/api/users/tickets/mails/:id',
    access: 'session',
    summary: 'The mail by which a message of one of your tickets came, as it came',
    params: fileParams,
    file: 'message/rfc822',
    reply: z.custom<FileReply>(),
    errors: ['ticket.file_unknown'],
  }),
}
