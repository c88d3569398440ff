import { supportLimits } from '@chaveiro/contracts/support-limits'

import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { isUnread, type TicketOrder } from './support.queries.ts'
import { idOfFile } from './tickets.files.ts'
import type { Ticket, TicketMessage } from './tickets.queries.ts'

type Orders = ReadonlyMap<string, TicketOrder>
type Files = ReadonlyMap<string, { name: string; type: string | null; size: number | null }>

/** The address of a ticket's channel while the conversation goes on there; null without one. */
export const chatUrlOf = (app: App, { chat, channelId }: Ticket): string | null =>
  chat === 'open' && channelId
    ? `https://discord.com/channels/${app.config.discordGuildId}/${channelId}`
    : null

/** The order that a ticket is about. */
export const orderOf = ({ orderId }: Ticket, orders: Orders): TicketOrder | null =>
  (orderId && orders.get(orderId)) || null

/** Until when a closed ticket may be opened again. */
export const reopenUntil = (closedAt: Date): Date =>
  secondsAfter(closedAt, supportLimits.reopenDays * 86_400)

/** A ticket as its customer sees it. */
export const ownView = (app: App, ticket: Ticket, orders: Orders) => ({
  id: ticket.id,
  _id: ticket.id,
  ticketId: ticket.ticketId,
  subject: ticket.subject,
  status: ticket.status,
  source: ticket.source,
  order: orderOf(ticket, orders),
  lastFrom: ticket.lastFrom,
  lastAt: (ticket.lastAt ?? ticket.createdAt).toISOString(),
  unread: isUnread(ticket),
  createdAt: ticket.createdAt.toISOString(),
  closedAt: ticket.closedAt?.toISOString() ?? null,
  reopenUntil: ticket.closedAt ? reopenUntil(ticket.closedAt).toISOString() : null,
  chatUrl: chatUrlOf(app, ticket),
})

/** The files of a message: those that the shop keeps by their ids, others by their https address. */
export const filesOf = ({ attachments }: TicketMessage, files: Files) =>
  attachments.map(({ name, url }) => {
    const id = idOfFile(url)
    const kept = id ? files.get(id) : undefined

    return {
      id: kept ? id : null,
      url: id || !url.startsWith('https://') ? null : url,
      name: kept?.name ?? name,
      type: kept?.type ?? null,
      size: kept?.size ?? null,
    }
  })

/** What else the mail held by which a message came; null of any other message. */
export const mailOf = ({ channel, history, leftOut, mailSize }: TicketMessage) =>
  channel === 'mail' ? { history, leftOut, size: mailSize } : null

const authors = { user: 'customer', staff: 'staff', bot: 'system' } as const

/** What was said, as the customer reads it: of staff he reads the first name. */
export const messageView = (message: TicketMessage, files: Files) => ({
  id: message.id,
  author: authors[message.role],
  name: message.role === 'staff' ? message.author.split(' ')[0]! : message.author,
  channel: message.channel,
  text: wordsOf(message),
  files: filesOf(message, files),
  mail: mailOf(message),
  createdAt: message.createdAt.toISOString(),
})

/** The words of a message with those of its embeds. */
const wordsOf = ({ text, embeds }: TicketMessage): string =>
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
