import { supportLimits } from '@chaveiro/contracts/support-limits'

import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { isUnread, type TicketOrder } from './support.queries.ts'
import { idOfFile } from './tickets.files.ts'
import type { Ticket, TicketMessage } from './tickets.queries.ts'

type Orders = ReadonlyMap<string, TicketOrder>
type Files = ReadonlyMap<string, { name: string; type: string | null; size: number | null }>

/** The link to a ticket's channel while the conversation is open there; null without a channel. */
export const chatUrlOf = (app: App, { chat, channelId }: Ticket): string | null =>
  chat === 'open' && channelId
    ? `https://discord.com/channels/${app.config.discordGuildId}/${channelId}`
    : null

/** The order that a ticket is about. */
export const orderOfTicket = ({ orderId }: Ticket, orders: Orders): TicketOrder | null =>
  (orderId && orders.get(orderId)) || null

/** The time until which a closed ticket may be reopened. */
export const reopenUntil = (closedAt: Date): Date =>
  secondsAfter(closedAt, supportLimits.reopenDays * 86_400)

/** A ticket as its customer sees it. */
export const ownTicketView = (app: App, ticket: Ticket, orders: Orders) => ({
  id: ticket.id,
  _id: ticket.id,
  ticketId: ticket.ticketId,
  subject: ticket.subject,
  status: ticket.status,
  source: ticket.source,
  order: orderOfTicket(ticket, orders),
  lastFrom: ticket.lastFrom,
  lastAt: (ticket.lastAt ?? ticket.createdAt).toISOString(),
  unread: isUnread(ticket),
  createdAt: ticket.createdAt.toISOString(),
  closedAt: ticket.closedAt?.toISOString() ?? null,
  reopenUntil: ticket.closedAt ? reopenUntil(ticket.closedAt).toISOString() : null,
  chatUrl: chatUrlOf(app, ticket),
})

/** The files of a message: stored files by their ids, others by their https URL. */
export const messageFiles = ({ attachments }: TicketMessage, files: Files) =>
  attachments.map(({ name, url }) => {
    const id = idOfFile(url)
    const storedFile = id ? files.get(id) : undefined

    return {
      id: storedFile ? id : null,
      url: id || !url.startsWith('https://') ? null : url,
      name: storedFile?.name ?? name,
      type: storedFile?.type ?? null,
      size: storedFile?.size ?? null,
    }
  })

/** The history and refused files of a message that came by mail; null for other messages. */
export const mailDetails = ({ channel, history, leftOut, mailSize }: TicketMessage) =>
  channel === 'mail' ? { history, leftOut, size: mailSize } : null

const authorRoles = { user: 'customer', staff: 'staff', bot: 'system' } as const

/** A message as the customer sees it: staff by their first name only. */
export const messageView = (message: TicketMessage, files: Files) => ({
  id: message.id,
  author: authorRoles[message.role],
  name: message.role === 'staff' ? message.author.split(' ')[0]! : message.author,
  channel: message.channel,
  text: messageText(message),
  files: messageFiles(message, files),
  mail: mailDetails(message),
  createdAt: message.createdAt.toISOString(),
})

/** The text of a message together with that of its embeds. */
const messageText = ({ text, embeds }: TicketMessage): string =>
  [
    text,
    ...embeds.flatMap(({ title, description, fields, footer }) => [
      title ?? '',
      description ?? '',
      ...fields.map(({ name, value }) => `${name}: ${value}`),
      footer ?? '',
    ]),
  ]
    .filter(Boolean)
    .join('\n')
