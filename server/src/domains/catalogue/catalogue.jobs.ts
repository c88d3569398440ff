import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { cutUpload } from './uploads/uploads.cuts.service.ts'

export const catalogueJobs = {
  'picture.cut': (app: App, payload: Jobs['picture.cut']) => cutUpload(app, payload),
}
