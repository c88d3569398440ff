import { siteSettings } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { emptyWatched } from '../platform/load/public-cache.ts'

/** The seller of the demo: a fictitious company with a tax number reserved for tests. */
const demoSeller = {
  sellerName: 'Chaveiro Demonstração Ltda. (empresa fictícia)',
  sellerTaxId: '99.999.999/0001-91',
  sellerAddress: 'Rua do Exemplo, 100, Centro, São Paulo, SP, 01000-000',
}

/** Stores the seller of the demo, unless settings were saved before. */
export async function storeSite(tx: App): Promise<void> {
  await tx.db
    .insert(siteSettings)
    .values({ id: 1, values: demoSeller, updatedAt: tx.clock.now() })
    .onConflictDoNothing()
  await emptyWatched(tx.db)
}
