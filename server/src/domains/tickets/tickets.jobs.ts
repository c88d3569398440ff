import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { archive } from './tickets.chat.service.ts'
import { sendTicketClosed } from './tickets.mail.ts'

export const ticketJobs = {
  'ticket.archive': (app: App, { ticketId, channelId }: Jobs['ticket.archive']) =>
    archive(app, ticketId, channelId),
  'mail.ticket-closed': (app: App, { ticketId, closedAt }: Jobs['mail.ticket-closed']) =>
    sendTicketClosed(app, ticketId, closedAt),
}
