import type { App } from '../../platform/app.ts'
import { assigneesOf, notesOfTicket } from './desk.queries.ts'
import { fileHeads, ordersOf } from './support.queries.ts'
import { chatUrlOf, messageFiles, mailDetails, orderOfTicket } from './support.views.ts'
import { signedFileUrl } from './tickets.files.ts'
import { messagesOf, type ListedTicket, type Ticket } from './tickets.queries.ts'
import { isNewToStaff } from './tickets.rules.ts'

/** A ticket as staff see it in a list. */
export const ticketView = (
  app: App,
  ticket: ListedTicket,
  orders: Awaited<ReturnType<typeof ordersOf>>,
) => ({
  id: ticket.id,
  _id: ticket.id,
  ticketId: ticket.ticketId,
  userName: ticket.userName,
  userDiscordId: ticket.userDiscordId,
  userId: ticket.userId,
  subject: ticket.subject,
  status: ticket.status,
  messageCount: ticket.messageCount,
  createdAt: ticket.createdAt.toISOString(),
  updatedAt: ticket.updatedAt.toISOString(),
  firstResponseAt: ticket.firstResponseAt?.toISOString() ?? null,
  closedAt: ticket.closedAt?.toISOString() ?? null,
  chat: ticket.chat,
  chatUrl: chatUrlOf(app, ticket),
  source: ticket.source,
  order: orderOfTicket(ticket, orders),
  lastFrom: ticket.lastFrom,
})

/** A ticket with its messages, its notes and its assignee, as staff see it. */
export async function ticketReply(app: App, ticket: Ticket) {
  const [messages, files, orders, notes, assignees] = await Promise.all([
    messagesOf(app, ticket.id),
    fileHeads(app, ticket.id),
    ordersOf(app, [ticket]),
    notesOfTicket(app, ticket.id),
    assigneesOf(app, [ticket]),
  ])

  const ticketData = {
    ...ticketView(app, { ...ticket, messageCount: messages.length }, orders),

    messages: messages.map((row) => ({
      id: row.id,
      author: row.author,
      authorId: row.authorId,
      role: row.role,
      text: row.text,
      channel: row.channel,
      files: messageFiles(row, files),
      mail: mailDetails(row),
      attachments: row.attachments.map(({ name, url }) => ({
        name,
        url: signedFileUrl(app, url) ?? url,
      })),
      embeds: row.embeds,
      createdAt: row.createdAt.toISOString(),
    })),

    notes: notes.map(({ id, author, text, createdAt }) => ({
      id,
      author,
      text,
      createdAt: createdAt.toISOString(),
    })),

    assignee: assignees.get(ticket.assigneeId ?? '') ?? null,
    waitingSince: ticket.waitingSince?.toISOString() ?? null,
    responseSeconds: ticket.responseSeconds,
    unread: isNewToStaff(ticket),
  }

  return { success: true as const, ticket: ticketData, data: ticketData }
}
