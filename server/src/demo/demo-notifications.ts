import { notifications } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { demoNotifications } from './data/notifications.ts'
import type { Person } from './demo-people.ts'
import { insertRows } from './insert-rows.ts'

/** Stores the notifications of the demo's staff; a draft has no sending time. */
export async function storeNotifications(tx: App, people: readonly Person[]): Promise<void> {
  const now = tx.clock.now().getTime()
  await insertRows(
    tx,
    notifications,
    demoNotifications.map(({ hoursAgo, by, publication = 'sent', delivery = 'sent', ...given }) => {
      const publishedAt = new Date(now - hoursAgo * 3_600_000)
      const author = people.find((person) => person.role === by)!

      return {
        id: newId(publishedAt.getTime()),
        ...given,
        title: given.title ?? null,
        authorId: author.id,
        authorName: author.name,
        publication,
        delivery,
        sentAt: publication === 'pending' ? null : publishedAt,
        createdAt: publishedAt,
        updatedAt: publishedAt,
      }
    }),
  )
}
