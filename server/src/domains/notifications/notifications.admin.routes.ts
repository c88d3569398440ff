import type { notifications } from '@chaveiro/contracts/admin/notifications'
import {
  deliveryStatuses,
  notificationPriorities,
  notificationTypes,
  publicationStatuses,
} from '@chaveiro/contracts/states'

import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import {
  managedNotifications,
  notificationById,
  tallyNotifications,
  type Notification,
} from './notifications.queries.ts'
import { deleteAndReply, sendAndReply } from './notifications.routes.ts'
import { setPublication } from './notifications.service.ts'
import { staffView, sumByProperty } from './notifications.views.ts'

/** Back-office calls of notifications. */
export const notificationsAdmin: Handlers<typeof notifications> = {
  async list(app, { query }) {
    const { rows, total } = await managedNotifications(app, query)
    const pagination = pagesOf(total, query)

    return {
      success: true as const,
      notifications: rows.map(staffView),
      total,
      totalPages: 1 as const,
      pagination,
    }
  },

  async stats(app) {
    const notificationTally = await tallyNotifications(app, null)
    return {
      success: true as const,
      data: {
        total: notificationTally.reduce((sum, row) => sum + row.n, 0),
        byStatus: sumByProperty(notificationTally, 'publication', publicationStatuses),
        byType: sumByProperty(notificationTally, 'type', notificationTypes),
        byPriority: sumByProperty(notificationTally, 'priority', notificationPriorities),
        byDelivery: sumByProperty(notificationTally, 'delivery', deliveryStatuses),
      },
    }
  },

  async read(app, { params }) {
    const row = await notificationById(app, params.id)
    if (!row) throw fail('notification.not_found')

    return notificationReply(row)
  },
  async send(app, { body, principal, caller }) {
    return sendAndReply(app, principal, body, caller)
  },
  async setStatus(app, { params, body, principal, caller }) {
    return notificationReply(
      await setPublication(app, { principal, caller }, params.id, body.status),
    )
  },
  async remove(app, { params, principal, caller }) {
    return deleteAndReply(app, principal, params.id, caller)
  },
}

const notificationReply = (row: Notification) => ({
  success: true as const,
  notification: staffView(row),
  data: staffView(row),
})
