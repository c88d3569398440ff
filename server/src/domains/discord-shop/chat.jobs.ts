import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import type { ChatMessage } from '../../ports/chat.ts'
import { carryOut, type StoredInteraction } from './chat.acts.ts'
import { registerCommands } from './chat.commands.ts'
import { buy, tellPayment } from './chat.purchase.service.ts'
import { notify, postPanel } from './chat.staff.ts'
import { closeForPerson, openForPerson } from './chat.tickets.ts'

export const chatJobs = {
  'chat.act': (app: App, { interactionId }: Jobs['chat.act']) =>
    carryOut(app, interactionId, (act) => perform(app, act)),
  'chat.payment': (app: App, { paymentId }: Jobs['chat.payment']) => tellPayment(app, paymentId),
  'chat.commands': (app: App) => registerCommands(app),
}

function perform(app: App, act: StoredInteraction): Promise<ChatMessage> {
  const { work } = act
  switch (work.kind) {
    case 'buy':
      return buy(app, act, work)
    case 'notify':
      return notify(app, act, work)
    case 'panel':
      return postPanel(app, act, work)
    case 'ticket.open':
      return openForPerson(app, act, work)
    case 'ticket.close':
      return closeForPerson(app, act, work)
    case 'told':
      throw new Error('what is done is not done again')
  }
}
