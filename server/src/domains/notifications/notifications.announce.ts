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

// A published notification is posted in the chat server (Q74); whether that worked is its delivery,
// and changes nothing about the shop showing it.

/** Where notifications are posted; null when they are not. */
const channelOf = ({ providers, config }: App): string | null =>
  providers.chat ? config.chat.announceChannelId : null

/**
 * The first delivery state of a notification that is published now; without a chat service it is
 * also the last.
 */
export const firstDelivery = (app: App): 'pending' | 'sent' => (channelOf(app) ? 'pending' : 'sent')

/** Queue the posting of a notification, in the transaction that published it. */
export async function queueAnnouncement(tx: App, id: string): Promise<void> {
  if (channelOf(tx)) await enqueue(tx, 'notification.announce', { notificationId: id, tries: 0 })
}

/**
 * Queue the removal of a notification's message when the shop no longer shows it, in that
 * transaction.
 */
export async function queueWithdrawal(tx: App, messageId: string | null): Promise<void> {
  if (messageId && channelOf(tx)) await enqueue(tx, 'notification.withdraw', { messageId })
}

/**
 * Seconds until the next try; all within the minutes in which the service knows a message of ours
 * again by its nonce.
 */
const pauses = [5, 15, 40, 60] as const

/** Post a notification. Idempotent. A failure is shown as its delivery and logged. */
export async function announce(
  app: App,
  { notificationId, tries }: { notificationId: string; tries: number },
): Promise<void> {
  const row = await notificationById(app, notificationId)
  const channelId = channelOf(app)
  if (row?.publication !== 'sent' || row.chatMessageId) return

  const result = channelId ? await app.providers.chat!.send(channelId, messageOf(app, row)) : null

  await inTransaction(app, async (tx) => {
    const now = await notificationById(tx, notificationId, 'locked')
    const messageId = result?.kind === 'ok' ? result.value.id : null
    if (now?.publication !== 'sent') return queueWithdrawal(tx, messageId)

    const failed = result !== null && result.kind !== 'ok' ? result : null

    await tx.db
      .update(notifications)
      .set({ delivery: failed ? 'failed' : 'sent', chatMessageId: messageId })
      .where(eq(notifications.id, notificationId))

    await emptyPublicCache(tx.db)
    if (!failed) return

    tx.log.warn(
      { notificationId, reason: failed.reason },
      'a notification could not be posted in the chat server',
    )

    if (now.delivery !== 'failed')
      await recordAudit(tx, {
        action: 'notification.undelivered',
        targetType: 'notification',
        targetId: notificationId,
        details: { reason: failed.reason, source: 'discord' },
      })

    await announceAgain(tx, { notificationId, tries }, failed)
  })
}

/** Queue another try after a pause, as long as the service may still accept it. */
async function announceAgain(
  tx: App,
  { notificationId, tries }: { notificationId: string; tries: number },
  failed: ChatFailure,
): Promise<void> {
  const pause = pauses[tries]
  if (pause === undefined || (failed.kind !== 'unavailable' && failed.kind !== 'rate-limited'))
    return

  const seconds = Math.max(pause, Math.ceil((failed.retryAfterMs ?? 0) / 1000))

  await enqueue(
    tx,
    'notification.announce',
    { notificationId, tries: tries + 1 },
    { runAt: secondsAfter(tx.clock.now(), seconds) },
  )
}

/**
 * Remove a message; one that is gone already counts as removed. The queue retries thrown failures.
 */
export async function withdraw(app: App, { messageId }: { messageId: string }): Promise<void> {
  const channelId = channelOf(app)
  const result = channelId
    ? throwIfTransient(await app.providers.chat!.removeMessage(channelId, messageId))
    : null
  if (result && result.kind !== 'ok' && result.kind !== 'not-found')
    app.log.warn({ reason: result.reason }, 'a message could not be taken away in the chat server')
}

const colours: Record<NotificationPriority, number> = {
  low: 0x8a94a6,
  medium: 0x4f7cff,
  high: 0xf0a020,
  urgent: 0xe5484d,
}

/**
 * A notification as a chat message: its own embeds and its text, in plain words, within 6000
 * characters together.
 */
function messageOf(app: App, row: Notification): ChatMessage {
  const [first] = row.embeds

  const texts = [
    row.content,
    ...row.embeds.map((embed, i) =>
      [i ? embed.title : null, embed.description].filter(Boolean).join('\n'),
    ),
  ].filter((text, i, all) => text && all.indexOf(text) === i)

  const fields = row.embeds
    .flatMap((embed) => embed.fields ?? [])
    .slice(0, 5)
    .map(({ name, value, inline }) => ({
      name: cutChat(plainChat(name), 100),
      value: cutChat(plainChat(value), 200),
      ...(inline === undefined ? {} : { inline }),
    }))

  const image = first?.image
  const isAddress = (text: unknown): text is string =>
    typeof text === 'string' && /^https?:\/\//.test(text)

  return {
    // The same for every try of one publication.
    nonce: createHash('sha256')
      .update(`${row.id} ${row.updatedAt.toISOString()}`)
      .digest('base64url')
      .slice(0, 22),

    embeds: [
      {
        ...(row.title ? { title: cutChat(plainChat(row.title), 256) } : {}),
        description: cutChat(plainChat(texts.join('\n\n')) || app.config.publicUrl, 3800),
        color: colours[row.priority],
        timestamp: (row.sentAt ?? row.createdAt).toISOString(),
        footer: { text: cutChat(row.authorName, 200) },
        ...(fields.length ? { fields } : {}),
        ...(isAddress(first?.url) ? { url: first.url } : {}),
        ...(isAddress(image) ? { image: { url: image } } : {}),
      },
    ],
  }
}
