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

/** Number of failed tries after which staff are notified. */
export const triesUntilAlert = 4

/** The note by which the key of a grant is found at the provider. */
export const grantNote = ({ id }: Pick<Grant, 'id'>): string => `grant ${id}`

// A minted key must have the same state at its provider as its licence has in the shop. So every
// change of a licence queues grant.sync in its transaction.

/**
 * Queue a synchronisation of the minted keys with these blind indexes, after their licences
 * changed. Other keys are ignored.
 */
export async function syncGrantsOfKeys(tx: App, keyIndexes: readonly Buffer[]): Promise<void> {
  if (!keyIndexes.length) return

  const changedGrants = await tx.db
    .select({ id: licenceGrants.id })
    .from(licenceGrants)
    .where(inArray(licenceGrants.keyIndex, [...keyIndexes]))

  for (const { id } of changedGrants) await enqueue(tx, 'grant.sync', { grantId: id })
}

/**
 * Drop the open grants of a unit or an order that no longer needs keys. A job then bans the key
 * that a request may already have created at the provider.
 */
export async function dropGrants(
  tx: App,
  where: { unitId: string } | { orderId: string },
): Promise<void> {
  const belongsTo =
    'unitId' in where
      ? eq(licenceGrants.unitId, where.unitId)
      : eq(licenceGrants.orderId, where.orderId)

  const droppedGrants = await tx.db
    .update(licenceGrants)
    .set({ state: 'dropped', problem: null, updatedAt: tx.clock.now() })
    .where(and(belongsTo, eq(licenceGrants.state, 'asked')))
    .returning({ id: licenceGrants.id, busyUntil: licenceGrants.busyUntil })

  // A try in progress may still create the key, so the job runs after the end of that try.
  for (const { id, busyUntil } of droppedGrants)
    await enqueue(tx, 'grant.sync', { grantId: id }, { runAt: busyUntil })
}

/**
 * Set a minted key at its provider to the state of its licence in the shop. If the licence changes
 * meanwhile, another run is queued.
 */
export async function syncGrant(app: App, grantId: string): Promise<void> {
  const [grant] = await app.db.select().from(licenceGrants).where(eq(licenceGrants.id, grantId))
  if (!grant || grant.state === 'asked') return

  const targetState = await targetStateOf(app, grant)

  if (!app.providers.licences)
    return keepState(app, grantId, targetState, {
      standing: null,
      problem: 'no seller key is configured',
    })

  try {
    const providerState = await app.providers.licences.set(
      {
        sellerType: grant.sellerType,
        key: app.vault.open(grant.keyCipher, 'licence_grants', grant.id),
      },
      targetState,
      `pedido ${grant.orderId}`,
      { level: grant.level, days: grant.days, note: grantNote(grant) },
    )

    // A key that is missing at the provider is fine if it should be banned, but not if its licence
    // is valid.
    const isSynchronised =
      providerState === targetState || (providerState === 'gone' && targetState === 'banned')
    const syncProblem = isSynchronised ? null : `keyauth: stays ${providerState}`
    await keepState(app, grantId, targetState, { standing: providerState, problem: syncProblem })
  } catch (error) {
    if (!(error instanceof ProviderUnknown || error instanceof ProviderRefused)) throw error
    await keepState(app, grantId, targetState, { standing: null, problem: error.message })
  }
}

async function keepState(
  app: App,
  grantId: string,
  targetState: LicenceState,
  { standing: providerState, problem }: { standing: LicenceState | null; problem: string | null },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const [grant] = await tx.db
      .select()
      .from(licenceGrants)
      .where(eq(licenceGrants.id, grantId))
      .for('update')

    const failedTries = problem ? grant!.tries + 1 : 0

    await tx.db
      .update(licenceGrants)
      .set({
        standing: providerState ?? grant!.standing,
        problem,
        tries: failedTries,
        updatedAt: now,
      })
      .where(eq(licenceGrants.id, grantId))

    if (providerState && providerState !== grant!.standing)
      await recordAudit(tx, {
        action: `grant.${providerState}`,
        targetType: 'order',
        targetId: grant!.orderId,
        details: { unitId: grant!.unitId, source: 'keyauth' },
      })

    if (problem && failedTries === triesUntilAlert)
      await recordAudit(tx, {
        action: 'delivery.failing',
        targetType: 'order',
        targetId: grant!.orderId,
        details: { unitId: grant!.unitId, problem, tries: failedTries, source: 'keyauth' },
      })

    if (problem)
      return enqueue(
        tx,
        'grant.sync',
        { grantId },
        { runAt: secondsAfter(now, Math.min(3600, 5 * 2 ** Math.min(failedTries, 10))) },
      )

    if ((await targetStateOf(tx, grant!)) !== targetState)
      await enqueue(tx, 'grant.sync', { grantId })
  })
}

/**
 * The state that a key should have at the provider: good while its licence is not revoked, banned
 * otherwise.
 */
async function targetStateOf(tx: App, grant: Grant): Promise<'good' | 'banned'> {
  // A single statement, because a key rotation may change both indexes between two statements.
  const [licence] = await tx.db
    .select({ status: licences.status })
    .from(licenceGrants)
    .innerJoin(licences, eq(licences.keyIndex, licenceGrants.keyIndex))
    .where(eq(licenceGrants.id, grant.id))
  return licence !== undefined && licence.status !== 'revoked' ? 'good' : 'banned'
}
