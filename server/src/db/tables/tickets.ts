import {
  ticketChannels,
  ticketChatStates,
  ticketRoles,
  ticketSources,
  ticketSpeakers,
  ticketStatuses,
} from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'
import { orders } from './orders.ts'

export type StoredAttachment = { name: string; url: string }

export type StoredEmbed = {
  title?: string | undefined
  description?: string | undefined
  url?: string | undefined
  footer?: string | undefined
  fields: { name: string; value: string }[]
}

/** A customer's conversation with staff, in the shop (P160) or in the chat (Q85). */
export const tickets = pgTable(
  'tickets',
  {
    id: uuid('id').primaryKey(),
    /** The ticket's name in texts and in the URL of the transcript. */
    ticketId: text('ticket_id')
      .notNull()
      .default(sql`next_name('TICKET-', 'ticket_number', 4)`),
    userName: text('user_name').notNull(),
    userDiscordId: text('user_discord_id').notNull(),
    userId: uuid('user_id'),
    subject: text('subject').notNull().default(''),
    status: text('status', { enum: ticketStatuses }).notNull().default('open'),
    /** Id of the ticket's channel in the chat; null when it has none. */
    channelId: text('channel_id'),
    /**
     * State of the ticket's channel; null when it never had one. `archiving`: the ticket is closed,
     * but its messages are still to be read. `failed`: the channel could not be created.
     */
    chat: text('chat', { enum: ticketChatStates }),
    /** When the shop last read the messages of the channel. */
    chatReadAt: instant('chat_read_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    firstResponseAt: instant('first_response_at'),
    closedAt: instant('closed_at'),
    source: text('source', { enum: ticketSources }).notNull().default('discord'),
    /** The order that the ticket is about, of the same customer. */
    orderId: uuid('order_id').references(() => orders.id),
    /** Chosen by the browser, so that a retry opens no second ticket. */
    clientId: uuid('client_id'),
    lastFrom: text('last_from', { enum: ticketSpeakers }),
    lastAt: instant('last_at'),
    /** Position of the last answer of staff. */
    staffPosition: bigint('staff_position', { mode: 'number' }).notNull().default(0),
    /** Position up to which the customer has read. */
    customerSeen: bigint('customer_seen', { mode: 'number' }).notNull().default(0),
    /** Position up to which the customer was notified by mail. */
    mailedPosition: bigint('mailed_position', { mode: 'number' }).notNull().default(0),
    /** The staff member in charge; null again when they lose their role (P332). */
    assigneeId: uuid('assignee_id'),
    firstCustomerAt: instant('first_customer_at'),
    /** The customer's last message. */
    customerAt: instant('customer_at'),
    /** Seconds from the customer's first message to the first answer of staff (P334). */
    responseSeconds: integer('response_seconds'),
    /** The customer's first unanswered message; null when staff wrote last. */
    waitingSince: instant('waiting_since'),
    /** Position of the customer's last message. */
    customerPosition: bigint('customer_position', { mode: 'number' }).notNull().default(0),
    /** Position up to which staff have read. */
    staffSeen: bigint('staff_seen', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    uniqueIndex('tickets_name').on(t.ticketId),
    index('tickets_created').on(t.createdAt, t.id),
    index('tickets_user').on(t.userId, t.updatedAt, t.id),
    index('tickets_last_word').on(t.status, sql`coalesce(last_at, created_at)`, t.id),
    index('tickets_assignee')
      .on(t.assigneeId)
      .where(sql`assignee_id is not null`),
    index('tickets_responses')
      .on(t.firstResponseAt)
      .where(sql`response_seconds is not null`),
    index('tickets_chat_person').on(t.userDiscordId),
    index('tickets_order')
      .on(t.orderId)
      .where(sql`order_id is not null`),
    uniqueIndex('tickets_client')
      .on(t.userId, t.clientId)
      .where(sql`client_id is not null`),
    uniqueIndex('tickets_channel')
      .on(t.channelId)
      .where(sql`channel_id is not null`),
    index('tickets_chat_read')
      .on(sql`chat_read_at nulls first`)
      .where(sql`status = 'open' and chat = 'open'`),
    uniqueIndex('tickets_chat_open')
      .on(t.userDiscordId)
      .where(sql`status = 'open' and chat in ('opening', 'open')`),
  ],
)

/** Messages as data; the shop creates HTML when somebody reads a message (Q86). */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: uuid('id').primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    position: bigserial('position', { mode: 'number' }).notNull(),
    author: text('author').notNull(),
    authorId: text('author_id'),
    role: text('role', { enum: ticketRoles }).notNull(),
    text: text('text').notNull().default(''),
    attachments: jsonb('attachments').$type<StoredAttachment[]>().notNull().default([]),
    embeds: jsonb('embeds').$type<StoredEmbed[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    channel: text('channel', { enum: ticketChannels }).notNull().default('discord'),
    /** The author's account in the shop; null for a message from the chat or a mail. */
    senderId: uuid('sender_id'),
    /** Chosen by the browser, so that a retry adds no second message. */
    clientId: uuid('client_id'),
    /** Ids of the chat messages in which the shop posted this message. */
    chatMessageIds: jsonb('chat_message_ids').$type<string[]>().notNull().default([]),
    /** For a mail: the quoted conversation below its text. */
    history: text('history').notNull().default(''),
    /** For a mail: the names of files that the shop does not accept. */
    leftOut: jsonb('left_out').$type<string[]>().notNull().default([]),
    /** Size in bytes of the original mail in `ticketMails`; null when there is none. */
    mailSize: integer('mail_size'),
  },
  (t) => [
    index('ticket_messages_ticket').on(t.ticketId, t.createdAt, t.position),
    uniqueIndex('ticket_messages_client')
      .on(t.ticketId, t.clientId)
      .where(sql`client_id is not null`),
    index('ticket_messages_sender')
      .on(t.senderId, t.createdAt)
      .where(sql`sender_id is not null`),
  ],
)

/**
 * Files of tickets. A file of a chat channel is copied, because its URL expires after a day. An
 * upload has no ticket until its owner sends a message with it.
 */
export const ticketFiles = pgTable(
  'ticket_files',
  {
    id: uuid('id').primaryKey(),
    ticketId: uuid('ticket_id').references(() => tickets.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
    ownerId: uuid('owner_id'),
    messageId: uuid('message_id').references(() => ticketMessages.id, { onDelete: 'cascade' }),
    /** Detected from the content; null for a file from the chat. */
    type: text('type'),
    /** In bytes; null for a file from the chat. */
    size: integer('size'),
  },
  (t) => [
    index('ticket_files_ticket').on(t.ticketId),
    index('ticket_files_message').on(t.messageId),
    index('ticket_files_waiting')
      .on(t.ownerId, t.createdAt)
      .where(sql`ticket_id is null`),
  ],
)

/**
 * The original mail of a message, sealed (Q129), so that staff can open it if the shop misread it.
 */
export const ticketMails = pgTable('ticket_mails', {
  messageId: uuid('message_id')
    .primaryKey()
    .references(() => ticketMessages.id, { onDelete: 'cascade' }),
  /** Each character of the sealed text (latin1) is a byte of the mail. */
  sealed: bytes('sealed').notNull(),
})

/**
 * Internal notes of staff about a ticket (P331). Notes have their own table, so that no answer to a
 * customer can contain a note.
 */
export const ticketNotes = pgTable(
  'ticket_notes',
  {
    id: uuid('id').primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id'),
    author: text('author').notNull(),
    text: text('text').notNull(),
    clientId: uuid('client_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ticket_notes_client').on(t.ticketId, t.clientId),
    index('ticket_notes_ticket').on(t.ticketId, t.createdAt, t.id),
    index('ticket_notes_author')
      .on(t.authorId)
      .where(sql`author_id is not null`),
  ],
)

/** A prepared answer of staff (P333). */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    texts: jsonb('texts').$type<{ 'pt-BR': string; 'en-US': string }>().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('saved_replies_title').on(sql`lower(${t.title})`)],
)
