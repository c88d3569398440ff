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
    /** The name people use and the transcript's address holds. */
    ticketId: text('ticket_id')
      .notNull()
      .default(sql`next_name('TICKET-', 'ticket_number', 4)`),
    userName: text('user_name').notNull(),
    userDiscordId: text('user_discord_id').notNull(),
    userId: uuid('user_id'),
    subject: text('subject').notNull().default(''),
    status: text('status', { enum: ticketStatuses }).notNull().default('open'),
    /** Where in the chat it lives; null when it was made here. */
    channelId: text('channel_id'),
    /**
     * How its channel stands; null when it never had one. archiving: closed, what was said is still
     * to be read; failed: the channel could not be made.
     */
    chat: text('chat', { enum: ticketChatStates }),
    /** When its channel was last looked at for what was said there. */
    chatReadAt: instant('chat_read_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    firstResponseAt: instant('first_response_at'),
    closedAt: instant('closed_at'),
    source: text('source', { enum: ticketSources }).notNull().default('discord'),
    /** The order it is about: one of its customer's. */
    orderId: uuid('order_id').references(() => orders.id),
    /** The name that the browser gave its opening, so that sending it again opens one. */
    clientId: uuid('client_id'),
    lastFrom: text('last_from', { enum: ticketSpeakers }),
    lastAt: instant('last_at'),
    /** Positions of messages: the last answer of staff, up to which the customer has seen and was mailed. */
    staffPosition: bigint('staff_position', { mode: 'number' }).notNull().default(0),
    customerSeen: bigint('customer_seen', { mode: 'number' }).notNull().default(0),
    mailedPosition: bigint('mailed_position', { mode: 'number' }).notNull().default(0),
    /** Who of the staff has it; one whose role was taken away has it no more (P332). */
    assigneeId: uuid('assignee_id'),
    /** The customer's first word and his last, and how long after the first staff answered (P334). */
    firstCustomerAt: instant('first_customer_at'),
    customerAt: instant('customer_at'),
    responseSeconds: integer('response_seconds'),
    /** His first word that nobody has answered; null when staff spoke last. */
    waitingSince: instant('waiting_since'),
    /** Positions of messages: the customer's last one, up to which staff have looked. */
    customerPosition: bigint('customer_position', { mode: 'number' }).notNull().default(0),
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

/** What was said, as data: markup is made when it is read (Q86). */
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
    /** Who said it with an account of the shop, and the name that the browser gave it. */
    senderId: uuid('sender_id'),
    clientId: uuid('client_id'),
    /** What it is in the channel of the chat, when the shop brought it there. */
    chatMessageIds: jsonb('chat_message_ids').$type<string[]>().notNull().default([]),
    /** Of a mail: the conversation below its words, and the names of files that the shop does not take. */
    history: text('history').notNull().default(''),
    leftOut: jsonb('left_out').$type<string[]>().notNull().default([]),
    /** How many bytes the mail has that is kept beside it; null without one. */
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
 * What was attached in a ticket's channel, whose own addresses end after a day, or sent up in the shop: then it
 * waits without a ticket until its owner says something with it.
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
    /** What it is by its content, and how many bytes; null for a file of the chat. */
    type: text('type'),
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

/** A message's mail as it came, sealed (Q129): nothing of it is lost where the shop misread it. */
export const ticketMails = pgTable('ticket_mails', {
  messageId: uuid('message_id')
    .primaryKey()
    .references(() => ticketMessages.id, { onDelete: 'cascade' }),
  /** Its bytes, one a sign. */
  sealed: bytes('sealed').notNull(),
})

/**
 * What staff note for each other about a ticket (P331): apart from what is said, so that nothing
 * that a customer is given can hold it.
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

/** An answer that staff keep ready (P333). */
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
