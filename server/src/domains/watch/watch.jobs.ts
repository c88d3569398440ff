import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { tellAlert } from './watch.tell.ts'

export const watchJobs = {
  'shop.alert': (app: App, told: Jobs['shop.alert']) => tellAlert(app, told),
}
