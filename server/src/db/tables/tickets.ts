import { sql } from 'drizzle-orm'
import { bigserial, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

export type StoredAttachment = { name: string; url: string }
export type StoredEmbed = {
  title?: string | undefined
  description?: string | undefined
  url?: string | undefined
  footer?: string | undefined
  fields: { name: string; value: string }[]
}

/** A customer's conversation with staff in the chat (Q85). */
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
    status: text('status', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    /** Where in the chat it lives; null when it was made here. */
    channelId: text('channel_id'),
    /**
     * How its channel stands; null when it never had one. archiving: closed, what was said is still
     * to be read; failed: the channel could not be made.
     */
    chat: text('chat', { enum: ['opening', 'open', 'archiving', 'archived', 'failed'] }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    firstResponseAt: instant('first_response_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('tickets_name').on(t.ticketId),
    index('tickets_created').on(t.createdAt, t.id),
    uniqueIndex('tickets_channel')
      .on(t.channelId)
      .where(sql`channel_id is not null`),
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
    role: text('role', { enum: ['user', 'staff', 'bot'] }).notNull(),
    text: text('text').notNull().default(''),
    attachments: jsonb('attachments').$type<StoredAttachment[]>().notNull().default([]),
    embeds: jsonb('embeds').$type<StoredEmbed[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('ticket_messages_ticket').on(t.ticketId, t.createdAt, t.position)],
)

/** What was attached in a ticket's channel; the chat's own addresses of it end after a day. */
export const ticketFiles = pgTable(
  'ticket_files',
  {
    id: uuid('id').primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('ticket_files_ticket').on(t.ticketId)],
)
