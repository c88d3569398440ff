import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { announce, withdraw } from './notifications.announce.ts'
import { sendPush, queueDeviceJobs } from './push/push.jobs.service.ts'

export const notificationJobs = {
  'notification.announce': (app: App, payload: Jobs['notification.announce']) =>
    announce(app, payload),
  'notification.withdraw': (app: App, payload: Jobs['notification.withdraw']) =>
    withdraw(app, payload),
  'push.tell': (app: App, payload: Jobs['push.tell']) => queueDeviceJobs(app, payload),
  'push.send': (app: App, payload: Jobs['push.send']) => sendPush(app, payload),
}
