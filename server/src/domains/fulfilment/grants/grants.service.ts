import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import type { OrderUnit } from '../../orders/orders.service.ts'

/** Queue the minting of units, in the transaction that makes them wait for it. */
export async function startGrants(
  tx: App,
  units: readonly Pick<OrderUnit, 'id' | 'provider'>[],
): Promise<void> {
  await Promise.all(
    units
      .filter((unit) => unit.provider === 'keyauth')
      .map((unit) => enqueue(tx, 'unit.grant', { unitId: unit.id })),
  )
}
