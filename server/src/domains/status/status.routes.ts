import type { Api } from '@chaveiro/contracts'
import { Ready, type Handlers } from '../../platform/http/mount.ts'
import { statusOfProducts } from './status.queries.ts'

export const statusRoutes: Handlers<Api['status']> = {
  async products(app) {
    return new Ready(await app.pages.get('status', () => statusOfProducts(app)))
  },
}
