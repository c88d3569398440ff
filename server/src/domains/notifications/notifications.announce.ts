import type { NotificationPriority } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { notifications } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { cutChat, plainChat } from '../../platform/text/chat-text.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { throwIfTransient, type ChatFailure, type ChatMessage } from '../../ports/chat.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { notificationById, type Notification } from './notifications.queries.ts'

// A published notification is posted in the chat server (Q74). The result is stored as the delivery
// state; after a failure the shop still shows the notification.

/** The channel for notifications; null without one. */
const channelOf = ({ providers, config }: App): string | null =>
  providers.chat ? config.chat.announceChannelId : null

/**
 * The first delivery state of a notification published now. Without a channel the state is `sent`,
 * which is final.
 */
export const firstDelivery = (app: App): 'pending' | 'sent' => (channelOf(app) ? 'pending' : 'sent')

/** Queues the post of a notification, in the transaction that publishes it. */
export async function queueAnnouncement(tx: App, id: string): Promise<void> {
  if (channelOf(tx)) await enqueue(tx, 'notification.announce', { notificationId: id, tries: 0 })
}

/** Queues the removal of a hidden notification's message, in the transaction that hides it. */
export async function queueWithdrawal(tx: App, messageId: string | null): Promise<void> {
  if (messageId && channelOf(tx)) await enqueue(tx, 'notification.withdraw', { messageId })
}

/**
 * Seconds until the next try. All tries are within the minutes in which the service recognises a
 * message by its nonce.
 */
const retryPauses = [5, 15, 40, 60] as const

/** Posts a notification. Idempotent. A failure is logged and stored as the delivery state. */
export async function announce(
  app: App,
  { notificationId, tries }: { notificationId: string; tries: number },
): Promise<void> {
  const notification = await notificationById(app, notificationId)
  const channelId = channelOf(app)
  if (notification?.publication !== 'sent' || notification.chatMessageId) return

  const sendResult = channelId
    ? await app.providers.chat!.send(channelId, announcementMessage(app, notification))
    : null

  await inTransaction(app, async (tx) => {
    const latestNotification = await notificationById(tx, notificationId, 'locked')
    const messageId = sendResult?.kind === 'ok' ? sendResult.value.id : null
    if (latestNotification?.publication !== 'sent') return queueWithdrawal(tx, messageId)

    const sendFailure = sendResult !== null && sendResult.kind !== 'ok' ? sendResult : null

    await tx.db
      .update(notifications)
      .set({ delivery: sendFailure ? 'failed' : 'sent', chatMessageId: messageId })
      .where(eq(notifications.id, notificationId))

    await emptyPublicCache(tx.db)
    if (!sendFailure) return

    tx.log.warn(
      { notificationId, reason: sendFailure.reason },
      'notification not posted in the chat server',
    )

    if (latestNotification.delivery !== 'failed')
      await recordAudit(tx, {
        action: 'notification.undelivered',
        targetType: 'notification',
        targetId: notificationId,
        details: { reason: sendFailure.reason, source: 'discord' },
      })

    await retryAnnouncement(tx, { notificationId, tries }, sendFailure)
  })
}

/** Queues another try after a pause; none after a refusal or after the last try. */
async function retryAnnouncement(
  tx: App,
  { notificationId, tries }: { notificationId: string; tries: number },
  failure: ChatFailure,
): Promise<void> {
  const retryPause = retryPauses[tries]
  if (
    retryPause === undefined ||
    (failure.kind !== 'unavailable' && failure.kind !== 'rate-limited')
  )
    return

  const pauseSeconds = Math.max(retryPause, Math.ceil((failure.retryAfterMs ?? 0) / 1000))

  await enqueue(
    tx,
    'notification.announce',
    { notificationId, tries: tries + 1 },
    { runAt: secondsAfter(tx.clock.now(), pauseSeconds) },
  )
}

/**
 * Removes a message; a message that no longer exists is no error. The queue retries thrown
 * failures.
 */
export async function withdraw(app: App, { messageId }: { messageId: string }): Promise<void> {
  const channelId = channelOf(app)
  const removalResult = channelId
    ? throwIfTransient(await app.providers.chat!.removeMessage(channelId, messageId))
    : null
  if (removalResult && removalResult.kind !== 'ok' && removalResult.kind !== 'not-found')
    app.log.warn({ reason: removalResult.reason }, 'message not removed in the chat server')
}

const priorityColours: Record<NotificationPriority, number> = {
  low: 0x8a94a6,
  medium: 0x4f7cff,
  high: 0xf0a020,
  urgent: 0xe5484d,
}

/**
 * A notification as a chat message: its embeds and text as plain words, at most 6000 characters
 * together.
 */
function announcementMessage(app: App, row: Notification): ChatMessage {
  const [firstEmbed] = row.embeds

  const messageTexts = [
    row.content,
    ...row.embeds.map((embed, i) =>
      [i ? embed.title : null, embed.description].filter(Boolean).join('\n'),
    ),
  ].filter((text, i, all) => text && all.indexOf(text) === i)

  const embedFields = row.embeds
    .flatMap((embed) => embed.fields ?? [])
    .slice(0, 5)
    .map(({ name, value, inline }) => ({
      name: cutChat(plainChat(name), 100),
      value: cutChat(plainChat(value), 200),
      ...(inline === undefined ? {} : { inline }),
    }))

  const imageUrl = firstEmbed?.image
  const isWebAddress = (text: unknown): text is string =>
    typeof text === 'string' && /^https?:\/\//.test(text)

  return {
    // All tries of one publication have the same nonce, so the chat posts the message once.
    nonce: createHash('sha256')
      .update(`${row.id} ${row.updatedAt.toISOString()}`)
      .digest('base64url')
      .slice(0, 22),

    embeds: [
      {
        ...(row.title ? { title: cutChat(plainChat(row.title), 256) } : {}),
        description: cutChat(plainChat(messageTexts.join('\n\n')) || app.config.publicUrl, 3800),
        color: priorityColours[row.priority],
        timestamp: (row.sentAt ?? row.createdAt).toISOString(),
        footer: { text: cutChat(row.authorName, 200) },
        ...(embedFields.length ? { fields: embedFields } : {}),
        ...(isWebAddress(firstEmbed?.url) ? { url: firstEmbed.url } : {}),
        ...(isWebAddress(imageUrl) ? { image: { url: imageUrl } } : {}),
      },
    ],
  }
}
