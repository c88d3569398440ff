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

/** After so many tries that failed staff read of it. */
export const triesUntilAlert = 4

/** What the key is found by at its provider, whatever it is called there. */
export const noteOf = ({ id }: Pick<Grant, 'id'>): string => `grant ${id}`

// A minted key has the same state at its provider as its licence here: whoever changes a licence
// queues grant.sync in the same transaction.

/** The licences with these blind indexes changed: queue a synchronisation of the minted ones. */
export async function syncGrantsOfKeys(tx: App, keyIndexes: readonly Buffer[]): Promise<void> {
  if (!keyIndexes.length) return

  const grants = await tx.db
    .select({ id: licenceGrants.id })
    .from(licenceGrants)
    .where(inArray(licenceGrants.keyIndex, [...keyIndexes]))

  for (const { id } of grants) await enqueue(tx, 'grant.sync', { grantId: id })
}

/**
 * A unit no longer wants its key from the provider: what was requested is deleted there, should it
 * exist.
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

  // A try under way may still make the key: it is looked for after that.
  for (const { id, busyUntil } of dropped)
    await enqueue(tx, 'grant.sync', { grantId: id }, { runAt: busyUntil })
}

/**
 * Set the state of a minted key at its provider to that of its licence here. A change meanwhile
 * causes another run.
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

    // What is not there gives nothing; a buyer whose licence is good is owed one that is.
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

/** The state wanted at the provider: good for the key of a licence in use, banned for any other. */
async function wantedOf(tx: App, grant: Grant): Promise<'good' | 'banned'> {
  // In one statement: both may get another index at any time.
  const [licence] = await tx.db
    .select({ status: licences.status })
    .from(licenceGrants)
    .innerJoin(licences, eq(licences.keyIndex, licenceGrants.keyIndex))
    .where(eq(licenceGrants.id, grant.id))
  return licence !== undefined && licence.status !== 'revoked' ? 'good' : 'banned'
}
