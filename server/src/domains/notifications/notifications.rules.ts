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
 * One record for both input models, the form and the chat. A form's message is the content; its
 * type sets type and priority; its title is also the first embed's (Q73).
 */
export function newNotification(input: Sent) {
  const typeAndPriority = typeAndPriorityOf(input)
  const { embeds = [], attachments = [], tags = [], metadata = {}, authorAvatar = null } = input
  const shownTitle = input.title || embeds[0]?.title || null

  return {
    type: typeAndPriority.type,
    priority: input.priority ?? typeAndPriority.priority,
    title: shownTitle,
    content: input.message ?? input.content ?? '',
    embeds: addTitle(embeds, shownTitle),
    attachments,
    tags,
    metadata,
    authorAvatar,
  }
}

/** Type and default priority: a form's type gives both; the chat's model has its own types. */
function typeAndPriorityOf({ type, message }: Sent): {
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
 * A notification's state after a change of publication. A pending notification is sent now; a
 * revoked notification keeps its first time. `delivery` is the first delivery state.
 */
export function changePublication(
  from: State,
  to: PublicationStatus,
  now: Date,
  delivery: 'sent' | 'pending' = 'sent',
): State {
  if (to !== 'sent') return { ...from, publication: to }

  const isFirstSending = from.publication === 'pending' || from.sentAt === null

  return {
    publication: to,
    sentAt: isFirstSending ? now : from.sentAt,
    delivery: delivery === 'pending' || from.delivery === 'pending' ? delivery : from.delivery,
  }
}
