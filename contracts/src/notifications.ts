import { z } from 'zod'

import { lengths } from './lengths.ts'
import { route } from './route.ts'
import { entityId, instant, line, pageQuery, pagination, success } from './shared.ts'
import {
  deliveryStatuses,
  noticeTypes,
  notificationPriorities,
  notificationTypes,
} from './states.ts'

/**
 * A link for readers: an http(s) URL, or a path of the shop. It refuses `javascript:`, and paths
 * with // or \, which browsers take for another host.
 */
const linkInput = z
  .string()
  .max(2048)
  .regex(/^(https?:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*)$/i)

const proseInput = (max: number) => z.string().trim().max(max)
const pictureShape = z.object({ url: linkInput })

export const notificationEmbed = z.object({
  title: proseInput(256).optional(),
  description: proseInput(4096).optional(),
  url: linkInput.optional(),

  fields: z
    .array(
      z.object({
        name: proseInput(256).min(1),
        value: proseInput(1024).min(1),
        inline: z.boolean().optional(),
      }),
    )
    .max(25)
    .optional(),

  thumbnail: pictureShape.optional(),
  image: pictureShape.optional(),
  footer: z.object({ text: proseInput(2048).min(1) }).optional(),
})

export const notificationAttachment = z.object({
  filename: line(255),
  url: linkInput,
  contentType: z
    .string()
    .max(127)
    .regex(/^[\w.+-]+\/[\w.+-]+$/),
  size: z
    .int()
    .min(0)
    .max(2 ** 40),
})

const tagsInput = z.array(line(40)).max(20)

const metadataInput = z
  .record(z.string().min(1).max(64), z.union([proseInput(1000), z.number(), z.boolean(), z.null()]))
  .refine((given) => Object.keys(given).length <= 30)

/** A notification as its readers see it; `status` is its delivery status (S143). */
export const notification = z.object({
  ...entityId,
  type: z.enum(notificationTypes),
  title: z.string().nullable(),
  content: z.string(),
  authorName: z.string(),
  authorAvatar: z.string().nullable(),
  authorId: z.string(),
  sentAt: instant,
  status: z.enum(deliveryStatuses),
  priority: z.enum(notificationPriorities),
  attachments: z.array(notificationAttachment),
  embeds: z.array(notificationEmbed),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
})

/**
 * A notification that staff send: with the fields of the back office's form (title, message, type
 * info, warning or alert), or with the API's own fields (Q31).
 */
export const sendNotification = z
  .object({
    title: proseInput(lengths.noticeTitle).optional(),
    message: proseInput(lengths.noticeText).optional(),
    content: proseInput(lengths.noticeText).optional(),
    type: z.enum([
      ...noticeTypes,
      ...notificationTypes.filter((type) => type !== 'alert'),
    ] as const),
    priority: z.enum(notificationPriorities).optional(),
    authorName: line(100).optional(),
    authorAvatar: linkInput.nullish(),
    attachments: z.array(notificationAttachment).max(10).optional(),
    embeds: z.array(notificationEmbed).max(10).optional(),
    tags: tagsInput.optional(),
    metadata: metadataInput.optional(),
    /** pending stores the notification hidden; staff publish it later. */
    status: z.enum(['sent', 'pending']).optional(),
  })
  .superRefine((given, context) => {
    const refuseField = (field: string) =>
      context.addIssue({ code: 'custom', path: [field], message: 'required' })
    const isOfficeForm =
      given.message !== undefined || given.type === 'info' || given.type === 'warning'
    if (isOfficeForm && !given.title) refuseField('title')
    if (isOfficeForm && !given.message) refuseField('message')
    if (!isOfficeForm && isChatEmpty(given)) refuseField('content')
  })

/** In the chat's format the content may be a text, an embed or an attachment. */
const isChatEmpty = (given: { content?: unknown; embeds?: unknown[]; attachments?: unknown[] }) =>
  !given.content && !given.embeds?.length && !given.attachments?.length

const guildParams = { guildId: z.string().max(64) }
const notificationParams = z.object({ ...guildParams, id: z.string().max(64) })

const notificationPage = z.object({
  ...success,
  data: z.object({ notifications: z.array(notification), pagination }),
})

export const sentReply = z.object({
  ...success,
  message: z.string(),
  notification,
  data: notification,
})

const countsOf = <K extends string>(of: readonly K[]) =>
  z.record(z.enum(of as readonly [K, ...K[]]), z.int())

export const notifications = {
  guildId: route({
    method: 'GET',
    path: '/api/server/notifications/guild-id',
    access: 'public',
    summary: 'The chat server whose notifications the shop shows; default without one (Q75)',
    reply: z.object({ ...success, guildId: z.string(), data: z.object({ guildId: z.string() }) }),
  }),

  widget: route({
    method: 'GET',
    path: '/api/server/guild/:guildId/widget',
    access: 'public',
    summary:
      'What the chat server shows to everybody: name, people online, invite; refused ' +
      'when it is off or out of reach (Q79)',
    params: z.object(guildParams),
    reply: z.object({
      ...success,
      widget: z.object({ name: z.string(), online: z.int(), invite: z.string().nullable() }),
    }),
    errors: ['chat.off', 'chat.unreachable'],
  }),

  list: route({
    method: 'GET',
    path: '/api/server/guild/:guildId/notifications',
    access: 'public',
    summary: 'Published notifications, newest first',
    params: z.object(guildParams),
    query: z.object({
      ...pageQuery,
      sortBy: z.enum(['sentAt']).default('sentAt'),
      sortOrder: z.enum(['asc', 'desc']).default('desc'),
    }),
    reply: notificationPage,
    errors: ['notification.none'],
  }),

  stats: route({
    method: 'GET',
    path: '/api/server/guild/:guildId/notifications/stats',
    access: 'public',
    summary: 'Numbers of the notifications published within a period',
    params: z.object(guildParams),

    query: z.object({
      period: z
        .string()
        .regex(/^[1-9]\d{0,2}d$/)
        .default('30d'),
    }),

    errors: ['notification.none'],

    reply: z.object({
      ...success,
      data: z.object({
        period: z.string(),
        total: z.int(),
        byType: countsOf(notificationTypes),
        byStatus: countsOf(deliveryStatuses),
        byPriority: countsOf(notificationPriorities),
      }),
    }),
  }),

  byAuthor: route({
    method: 'GET',
    path: '/api/server/guild/:guildId/notifications/author/:authorId',
    access: 'public',
    summary: 'Published notifications of one author, newest first',
    params: z.object({ ...guildParams, authorId: z.string().max(64) }),
    query: z.object({ ...pageQuery, limit: pageQuery.limit.default(20) }),
    reply: notificationPage,
    errors: ['notification.none'],
  }),

  read: route({
    method: 'GET',
    path: '/api/server/guild/:guildId/notifications/:id',
    access: 'public',
    summary: 'One published notification',
    params: notificationParams,
    reply: z.object({ ...success, notification, data: notification }),
    errors: ['notification.none', 'notification.not_found'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/server/guild/:guildId/notifications/:id',
    access: 'staff',
    summary: 'Delete a notification',
    params: notificationParams,
    reply: z.object({ ...success, message: z.string() }),
    errors: ['notification.none', 'notification.not_found'],
  }),

  send: route({
    method: 'POST',
    path: '/api/server/notifications/send',
    access: 'staff',
    summary: 'Send a notification',
    body: sendNotification,
    reply: sentReply,
  }),
}
