import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { relayMessage } from './support.chat.service.ts'
import { sendTicketAnswer, sendTicketNew } from './support.mail.ts'
import { archiveChannel } from './tickets.chat.service.ts'
import { sendTicketClosed } from './tickets.mail.ts'

export const ticketJobs = {
  'ticket.archive': (app: App, { ticketId, channelId }: Jobs['ticket.archive']) =>
    archiveChannel(app, ticketId, channelId),
  'ticket.relay': (app: App, { messageId }: Jobs['ticket.relay']) => relayMessage(app, messageId),
  'mail.ticket-new': (app: App, { ticketId }: Jobs['mail.ticket-new']) =>
    sendTicketNew(app, ticketId),
  'mail.ticket-answer': (app: App, { ticketId }: Jobs['mail.ticket-answer']) =>
    sendTicketAnswer(app, ticketId),
  'mail.ticket-closed': (app: App, { ticketId, closedAt }: Jobs['mail.ticket-closed']) =>
    sendTicketClosed(app, ticketId, closedAt),
}
