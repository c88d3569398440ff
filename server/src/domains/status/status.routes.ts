import type { Api } from '@chaveiro/contracts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { statusOfProducts } from './status.queries.ts'

export const statusRoutes: Handlers<Api['status']> = {
  async products(app) {
    return new CachedJson(await app.publicCache.get('status', () => statusOfProducts(app)))
  },
}
