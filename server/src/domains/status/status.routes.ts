import type { Api } from '@chaveiro/contracts'

import type { App } from '../../platform/app.ts'
import { CachedJson } from '../../platform/http/cached-json.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { readTroubles } from '../../platform/load/breakers.ts'
import { storedHistory } from './history/history.queries.ts'
import { historyView } from './history/history.views.ts'
import { statusOfProducts } from './status.queries.ts'

async function serviceHistory(app: App) {
  const { charges, crypto, chat, mail } = app.providers

  const isOffered = {
    shop: true,
    database: true,
    delivery: true,
    pix: charges.pix !== null,
    card: charges.stripe !== null,
    crypto: crypto !== null,
    chat: chat !== null,
    mail: mail !== null,
  }

  const troubleEntries = Object.entries(await readTroubles(app))
  const failingParts = troubleEntries.map(([part, trouble]) => [
    part,
    trouble === 'down' ? 'down' : 'degraded',
  ])

  return historyView(
    await storedHistory(app),
    app.clock.now(),
    isOffered,
    Object.fromEntries(failingParts),
  )
}

export const statusRoutes: Handlers<Api['status']> = {
  async products(app) {
    return new CachedJson(await app.publicCache.get('status', () => statusOfProducts(app)))
  },
  async history(app) {
    return new CachedJson(await app.publicCache.get('status-history', () => serviceHistory(app)))
  },
}
