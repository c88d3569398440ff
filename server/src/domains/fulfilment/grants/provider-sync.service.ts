import { and, eq, inArray } from 'drizzle-orm'

import { licenceGrants, licences } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { ProviderRefused, type LicenceState } from '../../../ports/licences.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'

export type Grant = typeof licenceGrants.$inferSelect

/** Failed tries after which staff are notified. */
export const triesUntilAlert = 4

/** The note by which a provider finds the key of a grant. */
export const noteOf = ({ id }: Pick<Grant, 'id'>): string => `grant ${id}`

// A minted key has the same state at its provider as its licence here: every change of a licence
// queues grant.sync in its transaction.

/**
 * Queue a synchronisation of the minted keys among these blind indexes, because their licences
 * changed.
 */
export async function syncGrantsOfKeys(tx: App, keyIndexes: readonly Buffer[]): Promise<void> {
  if (!keyIndexes.length) return

  const grants = await tx.db
    .select({ id: licenceGrants.id })
    .from(licenceGrants)
    .where(inArray(licenceGrants.keyIndex, [...keyIndexes]))

  for (const { id } of grants) await enqueue(tx, 'grant.sync', { grantId: id })
}

/**
 * Drop the grants of a unit or an order that no longer needs keys. A job deletes at the provider
 * what a request may have created.
 */
export async function dropGrants(
  tx: App,
  where: { unitId: string } | { orderId: string },
): Promise<void> {
  const of =
    'unitId' in where
      ? eq(licenceGrants.unitId, where.unitId)
      : eq(licenceGrants.orderId, where.orderId)

  const dropped = await tx.db
    .update(licenceGrants)
    .set({ state: 'dropped', problem: null, updatedAt: tx.clock.now() })
    .where(and(of, eq(licenceGrants.state, 'asked')))
    .returning({ id: licenceGrants.id, busyUntil: licenceGrants.busyUntil })

  // A try in progress may still create the key, so the job runs after it.
  for (const { id, busyUntil } of dropped)
    await enqueue(tx, 'grant.sync', { grantId: id }, { runAt: busyUntil })
}

/**
 * Set a minted key at its provider to the state of its licence here. A change meanwhile queues
 * another run.
 */
export async function syncGrant(app: App, grantId: string): Promise<void> {
  const [grant] = await app.db.select().from(licenceGrants).where(eq(licenceGrants.id, grantId))
  if (!grant || grant.state === 'asked') return

  const wanted = await wantedOf(app, grant)

  if (!app.providers.licences)
    return keepState(app, grantId, wanted, {
      standing: null,
      problem: 'no seller key is configured',
    })

  try {
    const standing = await app.providers.licences.set(
      {
        sellerType: grant.sellerType,
        key: app.vault.open(grant.keyCipher, 'licence_grants', grant.id),
      },
      wanted,
      `pedido ${grant.orderId}`,
      { level: grant.level, days: grant.days, note: noteOf(grant) },
    )

    // A missing key is as good as a banned one; but the buyer of a good licence needs a good key.
    const follows = standing === wanted || (standing === 'gone' && wanted === 'banned')
    const problem = follows ? null : `keyauth: stays ${standing}`
    await keepState(app, grantId, wanted, { standing, problem })
  } catch (error) {
    if (!(error instanceof ProviderUnknown || error instanceof ProviderRefused)) throw error
    await keepState(app, grantId, wanted, { standing: null, problem: error.message })
  }
}

async function keepState(
  app: App,
  grantId: string,
  wanted: LicenceState,
  { standing, problem }: { standing: LicenceState | null; problem: string | null },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const [grant] = await tx.db
      .select()
      .from(licenceGrants)
      .where(eq(licenceGrants.id, grantId))
      .for('update')

    const tries = problem ? grant!.tries + 1 : 0

    await tx.db
      .update(licenceGrants)
      .set({ standing: standing ?? grant!.standing, problem, tries, updatedAt: now })
      .where(eq(licenceGrants.id, grantId))

    if (standing && standing !== grant!.standing)
      await recordAudit(tx, {
        action: `grant.${standing}`,
        targetType: 'order',
        targetId: grant!.orderId,
        details: { unitId: grant!.unitId, source: 'keyauth' },
      })

    if (problem && tries === triesUntilAlert)
      await recordAudit(tx, {
        action: 'delivery.failing',
        targetType: 'order',
        targetId: grant!.orderId,
        details: { unitId: grant!.unitId, problem, tries, source: 'keyauth' },
      })

    if (problem)
      return enqueue(
        tx,
        'grant.sync',
        { grantId },
        { runAt: secondsAfter(now, Math.min(3600, 5 * 2 ** Math.min(tries, 10))) },
      )

    if ((await wantedOf(tx, grant!)) !== wanted) await enqueue(tx, 'grant.sync', { grantId })
  })
}

/**
 * The state that a key should have at the provider: good for a licence in use, banned otherwise.
 */
async function wantedOf(tx: App, grant: Grant): Promise<'good' | 'banned'> {
  // In one statement, because a rotation may change the index of both at any time.
  const [licence] = await tx.db
    .select({ status: licences.status })
    .from(licenceGrants)
    .innerJoin(licences, eq(licences.keyIndex, licenceGrants.keyIndex))
    .where(eq(licenceGrants.id, grant.id))
  return licence !== undefined && licence.status !== 'revoked' ? 'good' : 'banned'
}
