import { z } from 'zod'

import { notification, sendNotification, sentReply } from '../notifications.ts'
import { route } from '../route.ts'
import { instant, pageQuery, pagination, success } from '../shared.ts'
import {
  deliveryStatuses,
  notificationPriorities,
  notificationTypes,
  publicationStatuses,
} from '../states.ts'

/**
 * A notification as staff manage it: status is whether the shop shows it, deliveryStatus how its
 * delivery went (Q73).
 */
export const managedNotification = notification.omit({ status: true, sentAt: true }).extend({
  status: z.enum(publicationStatuses),
  deliveryStatus: z.enum(deliveryStatuses),
  sentAt: instant.nullable(),
  createdAt: instant,
})

const notificationId = z.object({ id: z.string().max(64) })

const notificationReply = z.object({
  ...success,
  notification: managedNotification,
  data: managedNotification,
})

const countsOf = <K extends string>(of: readonly K[]) =>
  z.record(z.enum(of as readonly [K, ...K[]]), z.int())

/** Back-office calls of notifications (Q20). */
export const notifications = {
  list: route({
    method: 'GET',
    path: '/api/admin/notifications',
    access: 'staff',
    fromReplica: true,
    summary: 'All notifications, newest first',
    query: z.object({ ...pageQuery, status: z.enum(publicationStatuses).optional() }),
    reply: z.object({
      ...success,
      notifications: z.array(managedNotification),
      total: z.int(),
      /** The specification fixes this field at 1; the true count is in pagination (Q126). */
      totalPages: z.literal(1),
      pagination,
    }),
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/notifications/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'Numbers of all notifications',

    reply: z.object({
      ...success,
      data: z.object({
        total: z.int(),
        byStatus: countsOf(publicationStatuses),
        byType: countsOf(notificationTypes),
        byPriority: countsOf(notificationPriorities),
        byDelivery: countsOf(deliveryStatuses),
      }),
    }),
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/notifications/:id',
    access: 'staff',
    summary: 'One notification, published or not',
    params: notificationId,
    reply: notificationReply,
    errors: ['notification.not_found'],
  }),

  send: route({
    method: 'POST',
    path: '/api/admin/notifications',
    also: ['/api/admin/notifications/send'],
    access: 'staff',
    summary: 'Send a notification',
    body: sendNotification,
    reply: sentReply,
  }),

  setStatus: route({
    method: 'PUT',
    path: '/api/admin/notifications/:id',
    also: ['PATCH /api/admin/notifications/:id', 'PATCH /api/admin/notifications/:id/status'],
    access: 'staff',
    summary: 'Publish, hold back or revoke a notification',
    params: notificationId,
    body: z.object({ status: z.enum(publicationStatuses) }),
    reply: notificationReply,
    errors: ['notification.not_found'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/notifications/:id',
    access: 'staff',
    summary: 'Delete a notification',
    params: notificationId,
    reply: z.object({ ...success, message: z.string() }),
    errors: ['notification.not_found'],
  }),
}
