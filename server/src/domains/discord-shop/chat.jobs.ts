import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import type { ChatMessage } from '../../ports/chat.ts'
import { carryOut, type StoredInteraction } from './chat.acts.ts'
import { registerCommands } from './chat.commands.ts'
import { startPurchase, tellPayment } from './chat.purchase.service.ts'
import { sendNotice, postPanel } from './chat.staff.ts'
import { closeForPerson, openForPerson } from './chat.tickets.ts'

export const chatJobs = {
  'chat.act': (app: App, { interactionId }: Jobs['chat.act']) =>
    carryOut(app, interactionId, (interaction) => performWork(app, interaction)),
  'chat.payment': (app: App, { paymentId }: Jobs['chat.payment']) => tellPayment(app, paymentId),
  'chat.commands': (app: App) => registerCommands(app),
}

function performWork(app: App, interaction: StoredInteraction): Promise<ChatMessage> {
  const { work } = interaction
  switch (work.kind) {
    case 'buy':
      return startPurchase(app, interaction, work)
    case 'notify':
      return sendNotice(app, interaction, work)
    case 'panel':
      return postPanel(app, interaction, work)
    case 'ticket.open':
      return openForPerson(app, interaction, work)
    case 'ticket.close':
      return closeForPerson(app, interaction, work)
    case 'told':
      throw new Error('what is done is not done again')
  }
}
