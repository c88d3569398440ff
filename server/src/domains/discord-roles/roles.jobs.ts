import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import { syncRolesOf, syncRolesOfVariant } from './roles.service.ts'

export const communityJobs = {
  'role.sync': (app: App, { userId }: Jobs['role.sync']) => syncRolesOf(app, userId),
  'role.variant': (app: App, { variantId }: Jobs['role.variant']) =>
    syncRolesOfVariant(app, variantId),
}
