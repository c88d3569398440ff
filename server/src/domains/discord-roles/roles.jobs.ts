import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { syncRolesOf, syncRolesOfProduct } from './roles.service.ts'

export const communityJobs = {
  'role.sync': (app: App, { userId }: Jobs['role.sync']) => syncRolesOf(app, userId),
  'role.product': (app: App, { productId }: Jobs['role.product']) =>
    syncRolesOfProduct(app, productId),
}
