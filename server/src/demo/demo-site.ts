import { siteSettings } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { emptyWatched } from '../platform/load/public-cache.ts'

/** Who sells in the demo: nobody, by a number that the tax office keeps for trials. */
const seller = {
  sellerName: 'Chaveiro Demonstração Ltda. (empresa fictícia)',
  sellerTaxId: '99.999.999/0001-91',
  sellerAddress: 'Rua do Exemplo, 100, Centro, São Paulo, SP, 01000-000',
}

/** Say who sells in the demo, unless somebody said something before. */
export async function storeSite(tx: App): Promise<void> {
  await tx.db
    .insert(siteSettings)
    .values({ id: 1, values: seller, updatedAt: tx.clock.now() })
    .onConflictDoNothing()
  await emptyWatched(tx.db)
}
