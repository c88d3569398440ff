import { z } from 'zod'

import { route, type FileReply } from '../route.ts'
import {
  csvReply,
  entityId,
  instant,
  instantIn,
  line,
  pageQuery,
  pagination,
  success,
  uuid,
} from '../shared.ts'
import {
  ticketChannels,
  ticketChatStates,
  ticketRoles,
  ticketSources,
  ticketSpeakers,
  ticketStatuses,
} from '../states.ts'
import { fileParams, messageInput, ticketFile, ticketMail, ticketOrder } from '../support.ts'
import { oneOf, searchText, sortBy } from './list-query.ts'

const httpsUrl = z
  .string()
  .max(2048)
  .refine((text) => /^https:\/\/[^\s]+$/.test(text) && URL.canParse(text), 'https only')

const shortText = z.string().max(256)
const longerText = z.string().max(4096)

/**
 * One stored message of a chat, without markup; the transcript becomes HTML when it is read (Q86).
 */
export const ticketMessageIn = z.object({
  author: line(120),
  authorId: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  role: z.enum(ticketRoles),
  text: longerText.default(''),
  createdAt: instantIn.optional(),
  attachments: z
    .array(z.object({ name: shortText.min(1), url: httpsUrl }))
    .max(10)
    .default([]),

  embeds: z
    .array(
      z.object({
        title: shortText.optional(),
        description: longerText.optional(),
        url: httpsUrl.optional(),
        footer: shortText.optional(),
        fields: z
          .array(z.object({ name: shortText, value: z.string().max(1024) }))
          .max(25)
          .default([]),
      }),
    )
    .max(10)
    .default([]),
})

/** Accepts both the ticket's id and its ticketId. */
export const ticketId = { id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/) }
const chatUser = { userName: line(120), userDiscordId: z.string().regex(/^\d{1,20}$/) }

export const adminTicket = z.object({
  ...entityId,
  ticketId: z.string(),
  userName: z.string(),
  userDiscordId: z.string(),
  userId: z.string().nullable(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  messageCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
  firstResponseAt: instant.nullable(),
  closedAt: instant.nullable(),
  /**
   * State of the ticket's chat channel (null without a channel), and the channel's URL while it is
   * open.
   */
  chat: z.enum(ticketChatStates).nullable(),
  chatUrl: z.string().nullable(),
  /** Where the ticket was opened, its order, and whether the customer or staff wrote last. */
  source: z.enum(ticketSources),
  order: ticketOrder,
  lastFrom: z.enum(ticketSpeakers).nullable(),
})

const ticketMessage = z.object({
  id: z.string(),
  author: z.string(),
  authorId: z.string().nullable(),
  role: z.enum(ticketRoles),
  text: z.string(),
  createdAt: instant,
  attachments: z.array(z.object({ name: z.string(), url: z.string() })),
  channel: z.enum(ticketChannels),
  files: z.array(ticketFile),
  mail: ticketMail,

  embeds: z.array(
    z.object({
      title: z.string().optional(),
      description: z.string().optional(),
      url: z.string().optional(),
      footer: z.string().optional(),
      fields: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
})

/** The assigned member of staff; `active` is false when they have left the staff. */
export const assignee = z
  .object({ id: z.string(), name: z.string(), active: z.boolean() })
  .nullable()

const ticketNote = z.object({
  id: z.string(),
  author: z.string(),
  text: z.string(),
  createdAt: instant,
})

const ticketDetails = adminTicket.extend({
  messages: z.array(ticketMessage),
  /** Internal notes of staff; no call returns them to a customer. */
  notes: z.array(ticketNote),
  assignee,
  /** Since when its customer waits; null when they do not. */
  waitingSince: instant.nullable(),
  /** Seconds from the customer's first message to the first answer of staff. */
  responseSeconds: z.int().nullable(),
  /** The customer wrote a message that no member of staff has seen. */
  unread: z.boolean(),
})

export const ticketReply = z.object({ ...success, ticket: ticketDetails, data: ticketDetails })

const ticketStats = {
  totalTickets: z.int(),
  openTickets: z.int(),
  closedTickets: z.int(),
  /** Minutes until staff first answered, on average. */ averageResponseTime: z.number(),
}

/** Back-office calls of tickets (Q20, Q85, Q86). */
export const tickets = {
  list: route({
    method: 'GET',
    path: '/api/admin/tickets',
    access: 'staff',
    fromReplica: true,
    summary: 'Tickets, newest first or oldest first; search by ticketId, user name or Discord id',

    query: z.object({
      ...pageQuery,
      search: searchText,
      status: oneOf(ticketStatuses),
      sort: sortBy(['createdAt']),
    }),

    reply: z.object({
      ...success,
      tickets: z.array(adminTicket),
      data: z.array(adminTicket),
      total: z.int(),
      pagination,
    }),
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/tickets/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'How many tickets there are and how quickly they were answered',
    reply: z.object({ ...success, ...ticketStats, data: z.object(ticketStats) }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/tickets/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The filtered tickets as CSV',
    query: z.object({ search: searchText, status: oneOf(ticketStatuses) }),
    ...csvReply,
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/tickets/:id',
    access: 'staff',
    summary: 'A ticket with its conversation',
    params: z.object(ticketId),
    reply: ticketReply,
    errors: ['ticket.not_found'],
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/tickets',
    access: 'staff',
    summary: 'Open a ticket for a person of the chat',
    body: z.object({
      ...chatUser,
      subject: line(200).optional(),
      messages: z.array(ticketMessageIn).max(500).default([]),
    }),
    reply: ticketReply,
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/tickets/:id',
    also: ['PATCH /api/admin/tickets/:id'],
    access: 'staff',
    summary:
      'Change what a ticket says of itself, add messages to its conversation, open or close it',
    params: z.object(ticketId),

    body: z.object({
      userName: chatUser.userName.optional(),
      userDiscordId: chatUser.userDiscordId.optional(),
      subject: line(200).optional(),
      status: z.enum(ticketStatuses).optional(),
      messages: z.array(ticketMessageIn).max(500).default([]),
    }),

    reply: ticketReply,
    errors: ['ticket.not_found', 'state.illegal', 'ticket.closed'],
  }),

  setStatus: route({
    method: 'PATCH',
    path: '/api/admin/tickets/:id/status',
    access: 'staff',
    summary: 'Close a ticket or open it again',
    params: z.object(ticketId),
    body: z.object({ status: z.enum(ticketStatuses) }),
    reply: ticketReply,
    errors: ['ticket.not_found', 'state.illegal'],
  }),

  answer: route({
    method: 'POST',
    path: '/api/admin/tickets/:id/messages',
    access: 'staff',
    summary:
      'Answer the customer of an open ticket, and close it if told to; sent again it is said once',
    params: z.object(ticketId),
    body: messageInput.safeExtend({
      /** Close the ticket with this answer. */
      close: z.boolean().default(false),
      /**
       * The latest message that the author has read. The answer is refused if there is a newer
       * message.
       */
      after: uuid.optional(),
    }),
    reply: ticketReply,
    errors: ['ticket.not_found', 'ticket.closed', 'ticket.file_gone', 'ticket.crossed'],
  }),

  file: route({
    method: 'GET',
    path: '/api/admin/tickets/files/:id',
    access: 'staff',
    summary: 'A file that was said with a message of a ticket',
    params: fileParams,
    file: 'application/octet-stream',
    reply: z.custom<FileReply>(),
    errors: ['ticket.file_unknown'],
  }),

  mail: route({
    method: 'GET',
    path: '/api/admin/tickets/mails/:id',
    access: 'staff',
    summary: 'The mail by which a message of a ticket came, as it came',
    params: fileParams,
    file: 'message/rfc822',
    reply: z.custom<FileReply>(),
    errors: ['ticket.file_unknown'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/tickets/:id',
    access: 'staff',
    summary: 'Delete a closed ticket with its conversation',
    params: z.object(ticketId),
    reply: z.object({ ...success, message: z.string() }),
    errors: ['ticket.not_found', 'ticket.open', 'ticket.archiving'],
  }),

  transcript: route({
    method: 'GET',
    path: '/api/admin/tickets/:id/transcript',
    access: 'staff',
    summary: 'The conversation as an HTML document of ours, for a sandboxed frame',
    params: z.object(ticketId),
    file: 'text/html; charset=utf-8',
    reply: z.custom<FileReply>(),
    errors: ['ticket.not_found'],
  }),

  download: route({
    method: 'GET',
    path: '/api/admin/tickets/:id/transcript/download',
    access: 'staff',
    summary: 'The same document as a file',
    params: z.object(ticketId),
    file: 'text/html; charset=utf-8',
    reply: z.custom<FileReply>(),
    errors: ['ticket.not_found'],
  }),

  openTranscript: route({
    method: 'POST',
    path: '/api/admin/tickets/:id/transcript/open',
    access: 'staff',
    summary:
      'Let this browser open /transcripts/{ticketId}.html in a new tab: sets a cookie for that path, for ten minutes',
    params: z.object(ticketId),
    reply: z.object({ ...success, url: z.string() }),
    errors: ['ticket.not_found'],
  }),
}
