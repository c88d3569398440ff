import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import type { OrderUnit } from '../../orders/orders.service.ts'

/**
 * Queue jobs that mint the keys of these units, in the transaction in which the units start to
 * wait.
 */
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
