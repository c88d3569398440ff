import type { Jobs } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { archive } from './tickets.chat.service.ts'

export const ticketJobs = {
  'ticket.archive': (app: App, { ticketId, channelId }: Jobs['ticket.archive']) => archive(app, ticketId, channelId),
}
