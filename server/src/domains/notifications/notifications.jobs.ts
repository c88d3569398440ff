import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { announce, withdraw } from './notifications.announce.ts'

export const notificationJobs = {
  'notification.announce': (app: App, given: Jobs['notification.announce']) => announce(app, given),
  'notification.withdraw': (app: App, given: Jobs['notification.withdraw']) => withdraw(app, given),
}
