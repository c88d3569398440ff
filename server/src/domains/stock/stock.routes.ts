import type { Api } from '@chaveiro/contracts'
import type { Handlers } from '../../platform/http/mount.ts'
import { awaitRestock, awaitedBy } from './stock-alerts.service.ts'

export const restockRoutes: Handlers<Api['restock']> = {
  async list(app, { who }) {
    return { success: true as const, productIds: await awaitedBy(app, who.userId) }
  },
  async ask(app, { params, who }) {
    await awaitRestock(app, who.userId, params.productId, true)
    return { success: true as const, waiting: true }
  },
  async cancel(app, { params, who }) {
    await awaitRestock(app, who.userId, params.productId, false)
    return { success: true as const, waiting: false }
  },
}
