import type { managedNotification } from '@chaveiro/contracts/admin/notifications'
import type { notification } from '@chaveiro/contracts/notifications'
import type { z } from 'zod'

import type { Notification, Tally } from './notifications.queries.ts'

const commonFields = (row: Notification) => ({
  id: row.id,
  _id: row.id,
  type: row.type,
  title: row.title,
  content: row.content,
  authorName: row.authorName,
  authorAvatar: row.authorAvatar,
  authorId: row.authorId,
  priority: row.priority,
  attachments: row.attachments,
  embeds: row.embeds,
  tags: row.tags,
  metadata: row.metadata,
})

/** A notification as its readers see it. */
export const readerView = (row: Notification): z.infer<typeof notification> => ({
  ...commonFields(row),
  status: row.delivery,
  sentAt: (row.sentAt ?? row.createdAt).toISOString(),
})

/** A notification as staff see it. */
export const staffView = (row: Notification): z.infer<typeof managedNotification> => ({
  ...commonFields(row),
  status: row.publication,
  deliveryStatus: row.delivery,
  sentAt: row.sentAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** Counts by each value of one property; 0 for a value without notifications. */
export function sumByProperty<
  P extends 'type' | 'priority' | 'delivery' | 'publication',
  K extends string,
>(tally: readonly Tally[], property: P, values: readonly K[]): Record<K, number> {
  return Object.fromEntries(
    values.map((value) => [
      value,
      tally.reduce((sum, row) => sum + ((row[property] as string) === value ? row.n : 0), 0),
    ]),
  ) as Record<K, number>
}
