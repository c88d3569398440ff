import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { reportAlert } from './watch.tell.ts'

export const watchJobs = {
  'shop.alert': (app: App, alertJob: Jobs['shop.alert']) => reportAlert(app, alertJob),
}
