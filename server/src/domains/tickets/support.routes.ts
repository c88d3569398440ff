import type { Api } from '@chaveiro/contracts'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { actorOf } from '../audit/audit.service.ts'
import { storeUpload } from './support.files.service.ts'
import {
  countUnread,
  fileHeads,
  ordersOf,
  findOwnFile,
  findOwnMail,
  ownTicket,
  ownTickets,
} from './support.queries.ts'
import { markSeen, openSupport, saySupport, setOwnStatus } from './support.service.ts'
import { messageView, ownTicketView } from './support.views.ts'
import { messagesOf, type Ticket } from './tickets.queries.ts'

/** The customer's calls of the support. */
export const supportRoutes: Handlers<Api['support']> = {
  async list(app, { query, principal }) {
    const [{ total, rows }, unread] = await Promise.all([
      ownTickets(app, principal.userId, query),
      countUnread(app, principal.userId),
    ])

    const ordersById = await ordersOf(app, rows)

    return {
      success: true as const,
      tickets: rows.map((row) => ownTicketView(app, row, ordersById)),
      unread,
      total,
      pagination: pagesOf(total, query),
    }
  },

  async unread(app, { principal }) {
    return { success: true as const, unread: await countUnread(app, principal.userId) }
  },
  async open(app, { body, principal, caller }) {
    return ticketConversation(app, await openSupport(app, actorOf({ principal, caller }), body))
  },
  async read(app, { params, principal }) {
    const ticket = await ownTicket(app, principal.userId, params.id)
    if (!ticket) throw fail('ticket.not_found')

    return ticketConversation(app, ticket)
  },
  async say(app, { params, body, principal, caller }) {
    const actor = actorOf({ principal, caller })
    return ticketConversation(app, await saySupport(app, actor, params.id, body))
  },
  async seen(app, { params, body, principal }) {
    await markSeen(app, principal.userId, params.id, body.messageId)
    return { success: true as const }
  },
  async setStatus(app, { params, body, principal, caller }) {
    const actor = actorOf({ principal, caller })
    return ticketConversation(app, await setOwnStatus(app, actor, params.id, body.status))
  },

  async upload(app, { query, principal, request }) {
    const { id, ...file } = await storeUpload(app, principal.userId, {
      bytes: request.body,
      name: query.name,
    })
    return { success: true as const, file: { id, url: null, ...file } }
  },

  async file(app, { params, principal, reply }) {
    const ownFile = await findOwnFile(app, principal.userId, params.id)
    if (!ownFile) throw fail('ticket.file_unknown')

    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")

    return { bytes: ownFile.bytes, fileName: ownFile.name }
  },

  async mail(app, { params, principal }) {
    const ownMail = await findOwnMail(app, principal.userId, params.id)
    if (!ownMail) throw fail('ticket.file_unknown')

    return { bytes: ownMail.bytes, fileName: ownMail.name }
  },
}

async function ticketConversation(app: App, ticket: Ticket) {
  const [messages, files, orders] = await Promise.all([
    messagesOf(app, ticket.id),
    fileHeads(app, ticket.id),
    ordersOf(app, [ticket]),
  ])

  return {
    success: true as const,
    ticket: {
      ...ownTicketView(app, ticket, orders),
      messages: messages.map((message) => messageView(message, files)),
    },
  }
}
