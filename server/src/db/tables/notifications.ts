import type { notificationAttachment, notificationEmbed } from '@chaveiro/contracts/notifications'
import {
  deliveryStatuses,
  notificationPriorities,
  notificationTypes,
  publicationStatuses,
} from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import { sessions, users } from './accounts.ts'
import { bytes, instant } from './columns.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    type: text('type', { enum: notificationTypes }).notNull(),
    priority: text('priority', { enum: notificationPriorities }).notNull().default('medium'),
    title: text('title'),
    content: text('content').notNull(),
    /** The sender; no foreign key, since senders in the chat have no account here. */
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    authorAvatar: text('author_avatar'),
    attachments: jsonb('attachments')
      .$type<z.infer<typeof notificationAttachment>[]>()
      .notNull()
      .default([]),
    embeds: jsonb('embeds').$type<z.infer<typeof notificationEmbed>[]>().notNull().default([]),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    /**
     * Whether the shop shows the notification. `delivery` has its state in the chat, which is
     * independent (Q73).
     */
    publication: text('publication', { enum: publicationStatuses }).notNull(),
    delivery: text('delivery', { enum: deliveryStatuses }).notNull(),
    /** Id of the notification's message in the chat server; null when it was not posted. */
    chatMessageId: text('chat_message_id'),
    /** When the notification was last published; null if never. */
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('notifications_published')
      .on(t.sentAt, t.id)
      .where(sql`publication = 'sent'`),
    index('notifications_author')
      .on(t.authorId, t.sentAt, t.id)
      .where(sql`publication = 'sent'`),
    index('notifications_created').on(t.createdAt, t.id),
    index('notifications_status').on(t.publication, t.createdAt, t.id),
  ],
)

/** Which notifications a customer has seen, on any device (P210). */
export const viewedNotifications = pgTable(
  'viewed_notifications',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    viewedAt: instant('viewed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.notificationId] }),
    index('viewed_notifications_of').on(t.notificationId),
  ],
)

/** The news that a customer wants to get (P214); no row until they choose. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: boolean('email').notNull(),
  chat: boolean('chat').notNull(),
  updates: boolean('updates').notNull(),
  /**
   * The time of the choice in the browser, so that a delayed request does not undo a later choice.
   */
  chosenAt: instant('chosen_at').notNull(),
})

/**
 * A device of a staff member that gets push messages about sales and work (P372). `sealed` has the
 * push endpoint and the secrets that a message needs.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid('id').primaryKey(),
    endpointIndex: bytes('endpoint_index').notNull(),
    sealed: bytes('sealed').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The device gets messages while this session is valid. */
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('push_devices_endpoint').on(t.endpointIndex),
    index('push_devices_user').on(t.userId),
    index('push_devices_session').on(t.sessionId),
  ],
)

/** The shop's key pair for push services; a single row, created once (P371). */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealed: bytes('sealed').notNull(),
  createdAt: instant('created_at').notNull(),
})
