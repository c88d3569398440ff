import type { PublicationStatus } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { notifications } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { actorOf, recordAudit, type By } from '../audit/audit.service.ts'
import { firstDelivery, queueAnnouncement, queueWithdrawal } from './notifications.announce.ts'
import { notificationById, type Notification } from './notifications.queries.ts'
import { changePublication, newNotification, type Sent } from './notifications.rules.ts'

/**
 * Stores a notification. Unless it is pending, it is published and posted in the chat server.
 * Without a chat server it is delivered once it is published (Q74). The shown author may be the
 * shop, but the author's id is always that of the sender.
 */
export async function sendNotification(app: App, by: By, input: Sent): Promise<Notification> {
  const { principal } = by
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const waitingState = { publication: 'pending', delivery: 'pending', sentAt: null } as const

    const [stored] = await tx.db
      .insert(notifications)
      .values({
        id: newId(now.getTime()),
        ...newNotification(input),
        authorId: principal.userId,
        authorName: input.authorName ?? principal.name,
        createdAt: now,
        updatedAt: now,
        ...(input.status === 'pending'
          ? waitingState
          : changePublication(waitingState, 'sent', now, firstDelivery(tx))),
      })
      .returning()

    if (stored!.publication === 'sent') await queueAnnouncement(tx, stored!.id)

    await recordChange(tx, by, 'notification.sent', {
      targetId: stored!.id,
      type: stored!.type,
      title: stored!.title,
      status: stored!.publication,
    })

    return stored!
  })
}

/** Publishes a notification, makes it pending, or revokes it; any state may follow any (B145). */
export async function setPublication(
  app: App,
  by: By,
  id: string,
  status: PublicationStatus,
): Promise<Notification> {
  return inTransaction(app, async (tx) => {
    const lockedRow = await lockedNotification(tx, id)
    if (lockedRow.publication === status) return lockedRow

    const now = tx.clock.now()

    const [after] = await tx.db
      .update(notifications)
      .set({
        ...changePublication(lockedRow, status, now, firstDelivery(tx)),
        ...(status === 'sent' ? {} : { chatMessageId: null }),
        updatedAt: now,
      })
      .where(eq(notifications.id, lockedRow.id))
      .returning()

    if (status === 'sent') await queueAnnouncement(tx, lockedRow.id)
    else await queueWithdrawal(tx, lockedRow.chatMessageId)

    await recordChange(tx, by, 'notification.status', {
      targetId: lockedRow.id,
      from: lockedRow.publication,
      to: status,
    })

    return after!
  })
}

/** Deletes a notification for good; the audit log keeps its title. */
export async function deleteNotification(app: App, by: By, id: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedRow = await lockedNotification(tx, id)
    await tx.db.delete(notifications).where(eq(notifications.id, lockedRow.id))
    await queueWithdrawal(tx, lockedRow.chatMessageId)

    await recordChange(tx, by, 'notification.deleted', {
      targetId: lockedRow.id,
      title: lockedRow.title,
      author: lockedRow.authorName,
    })
  })
}

async function lockedNotification(tx: App, id: string): Promise<Notification> {
  const row = await notificationById(tx, id, 'locked')
  if (!row) throw fail('notification.not_found')

  return row
}

async function recordChange(
  tx: App,
  by: By,
  action: string,
  { targetId, ...details }: { targetId: string } & Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, {
    ...actorOf(by),
    action,
    targetType: 'notification',
    targetId,
    details,
  })
  await emptyPublicCache(tx.db)
}
