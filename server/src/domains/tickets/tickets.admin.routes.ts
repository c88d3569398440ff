import type { tickets } from '@chaveiro/contracts/admin/tickets'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Caller, Handlers } from '../../platform/http/mount.ts'
import { csvFile, type Column } from '../../platform/lists/csv.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { actorOf } from '../audit/audit.service.ts'
import { ordersOf, saidFile, saidMail } from './support.queries.ts'
import { answerSupport } from './support.service.ts'
import { ticketReply, ticketView } from './tickets.admin.views.ts'
import { signedFileUrl } from './tickets.files.ts'
import { allowTranscripts } from './tickets.page.ts'
import {
  countTickets,
  findTicket,
  messagesOf,
  ticketsAfter,
  ticketsMatching,
  type ListedTicket,
  type Ticket,
} from './tickets.queries.ts'
import { changeTicket, deleteTicket, openTicket } from './tickets.service.ts'
import { transcriptHtml, transcriptPolicy } from './tickets.transcript.ts'

/** Back-office calls of tickets. */
export const ticketsAdmin: Handlers<typeof tickets> = {
  async list(app, { query }) {
    const { total, rows } = await ticketsMatching(app, query, query)
    const ordersById = await ordersOf(app, rows)
    const ticketViews = rows.map((row) => ticketView(app, row, ordersById))

    return {
      success: true as const,
      tickets: ticketViews,
      data: ticketViews,
      total,
      pagination: pagesOf(total, query),
    }
  },

  async stats(app) {
    const { total, closed, minutes } = await countTickets(app)

    const ticketFigures = {
      totalTickets: total,
      openTickets: total - closed,
      closedTickets: closed,
      averageResponseTime: Math.round(minutes * 10) / 10,
    }

    return { success: true as const, ...ticketFigures, data: ticketFigures }
  },

  async export(app, { query }) {
    return csvFile('tickets', exportColumns, (last, limit) => ticketsAfter(app, query, last, limit))
  },
  async read(app, { params }) {
    return ticketReply(app, await requireTicket(app, params.id))
  },
  async create(app, { body, principal, caller }) {
    return ticketReply(app, await openTicket(app, body, actorOf({ principal, caller })))
  },

  async update(app, { params, body, principal, caller }) {
    return ticketReply(
      app,
      await changeTicket(app, params.id, body, actorOf({ principal, caller })),
    )
  },

  async setStatus(app, { params, body, principal, caller }) {
    return ticketReply(
      app,
      await changeTicket(app, params.id, { ...body, messages: [] }, actorOf({ principal, caller })),
    )
  },

  async answer(app, { params, body, principal, caller }) {
    const actor = actorOf({ principal, caller })
    return ticketReply(app, await answerSupport(app, params.id, { actor, said: body }))
  },

  async file(app, { params, reply }) {
    const ticketFile = await saidFile(app, params.id)
    if (!ticketFile) throw fail('ticket.file_unknown')

    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")

    return { bytes: ticketFile.bytes, fileName: ticketFile.name }
  },

  async mail(app, { params }) {
    const ticketMail = await saidMail(app, params.id)
    if (!ticketMail) throw fail('ticket.file_unknown')

    return { bytes: ticketMail.bytes, fileName: ticketMail.name }
  },

  async remove(app, { params, principal, caller }) {
    await deleteTicket(app, params.id, actorOf({ principal, caller }))
    return {
      success: true as const,
      message: inLanguage(caller.language, {
        'pt-BR': 'Ticket excluído.',
        'en-US': 'Ticket deleted.',
      }),
    }
  },

  async transcript(app, { params, caller, reply }) {
    reply.header('content-security-policy', transcriptPolicy)
    return { ...(await transcriptFile(app, params.id, caller)), inline: true as const }
  },
  async download(app, { params, caller, reply }) {
    reply.header('content-security-policy', transcriptPolicy)
    return transcriptFile(app, params.id, caller)
  },
  async openTranscript(app, { params, principal, reply }) {
    const ticket = await requireTicket(app, params.id)
    allowTranscripts(app, reply, principal.sessionId)

    return { success: true as const, url: `/transcripts/${ticket.ticketId}.html` }
  },
}

async function requireTicket(app: App, name: string): Promise<Ticket> {
  const ticket = await findTicket(app, name)
  if (!ticket) throw fail('ticket.not_found')

  return ticket
}

async function transcriptFile(
  app: App,
  name: string,
  caller: Caller,
): Promise<{ bytes: Buffer; fileName: string }> {
  const ticket = await requireTicket(app, name)

  const transcript = transcriptHtml(ticket, await messagesOf(app, ticket.id), {
    language: caller.language,
    timeZone: app.config.timeZone,
    fileUrl: (url) => signedFileUrl(app, url),
  })

  return { bytes: Buffer.from(transcript), fileName: `${ticket.ticketId}.html` }
}

const exportColumns: readonly Column<ListedTicket>[] = [
  ['ticketId', (row) => row.ticketId],
  ['userName', (row) => row.userName],
  ['userDiscordId', (row) => row.userDiscordId],
  ['subject', (row) => row.subject],
  ['status', (row) => row.status],
  ['messages', (row) => row.messageCount],
  ['createdAt', (row) => row.createdAt],
  ['firstResponseAt', (row) => row.firstResponseAt],
  ['closedAt', (row) => row.closedAt],
]
