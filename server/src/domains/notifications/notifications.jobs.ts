import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { announce, withdraw } from './notifications.announce.ts'

export const notificationJobs = {
  'notification.announce': (app: App, payload: Jobs['notification.announce']) =>
    announce(app, payload),
  'notification.withdraw': (app: App, payload: Jobs['notification.withdraw']) =>
    withdraw(app, payload),
}
