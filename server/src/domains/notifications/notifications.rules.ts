import type { notificationEmbed, sendNotification } from '@chaveiro/contracts/notifications'
import type {
  NotificationPriority,
  NotificationType,
  PublicationStatus,
} from '@chaveiro/contracts/states'
import type { z } from 'zod'

type Embed = z.infer<typeof notificationEmbed>
export type Sent = z.infer<typeof sendNotification>

const formKinds = {
  info: { type: 'notification', priority: 'medium' },
  warning: { type: 'alert', priority: 'high' },
  alert: { type: 'alert', priority: 'urgent' },
} as const satisfies Record<string, { type: NotificationType; priority: NotificationPriority }>

/**
 * One record for both models. A form's message is the content, its type gives type and priority,
 * its title is also the first embed's (Q73).
 */
export function recordOf(input: Sent) {
  const kind = kindOf(input)
  const { embeds = [], attachments = [], tags = [], metadata = {}, authorAvatar = null } = input
  const title = input.title || embeds[0]?.title || null

  return {
    type: kind.type,
    priority: input.priority ?? kind.priority,
    title,
    content: input.message ?? input.content ?? '',
    embeds: addTitle(embeds, title),
    attachments,
    tags,
    metadata,
    authorAvatar,
  }
}

/** Type and default priority: a form's type gives both; the chat's model has its own types. */
function kindOf({ type, message }: Sent): {
  type: NotificationType
  priority: NotificationPriority
} {
  if (type === 'info' || type === 'warning') return formKinds[type]
  return type === 'alert' && message !== undefined ? formKinds.alert : { type, priority: 'medium' }
}

function addTitle(embeds: Embed[], title: string | null): Embed[] {
  if (!title || embeds[0]?.title) return embeds
  return [{ ...embeds[0], title }, ...embeds.slice(1)]
}

type State = {
  publication: PublicationStatus
  delivery: 'sent' | 'failed' | 'pending'
  sentAt: Date | null
}

/**
 * A notification's state after a change of publication. A waiting one is sent now; a revoked one
 * returns to its previous place. delivery is its first delivery state.
 */
export function changePublication(
  from: State,
  to: PublicationStatus,
  now: Date,
  delivery: 'sent' | 'pending' = 'sent',
): State {
  if (to !== 'sent') return { ...from, publication: to }

  const isNew = from.publication === 'pending' || from.sentAt === null

  return {
    publication: to,
    sentAt: isNew ? now : from.sentAt,
    delivery: delivery === 'pending' || from.delivery === 'pending' ? delivery : from.delivery,
  }
}
