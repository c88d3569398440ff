import type { Api } from '@chaveiro/contracts'

import type { Handlers } from '../../platform/http/mount.ts'
import { awaitRestock, awaitedBy } from './stock-alerts.service.ts'

export const restockRoutes: Handlers<Api['restock']> = {
  async list(app, { principal }) {
    return { success: true as const, ...(await awaitedBy(app, principal.userId)) }
  },
  async ask(app, { params, principal }) {
    await awaitRestock(app, principal.userId, params.productId, true)
    return { success: true as const, waiting: true }
  },
  async cancel(app, { params, principal }) {
    await awaitRestock(app, principal.userId, params.productId, false)
    return { success: true as const, waiting: false }
  },
}
