import { staffRoles } from '@chaveiro/contracts/limits'
import { and, count, eq, gt, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm'

import { pushDevices, sessions, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { endpointMarks } from '../../../platform/secrets/key-marks.ts'
import type { PushAddress } from '../../../ports/push.ts'

/** Devices of one person that are told. */
const most = 10
type Owner = { userId: string; sessionId: string }

/** Whether a joined device may be told still: its session lives, its person is of the staff. */
const mayBeTold = (app: App): SQL =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, app.clock.now()),
    inArray(users.role, [...staffRoles]),
    eq(users.isBanned, false),
    isNull(users.deletedAt),
  )!

/**
 * Tell the device of a session; one that another person used belongs to who logged in last. Throws
 * push.address and push.too_many.
 */
export async function keepDevice(app: App, owner: Owner, address: PushAddress): Promise<void> {
  const { endpoint } = address
  if (!app.providers.push.accepts(endpoint)) throw fail('push.address')

  await inTransaction(app, async (tx) => {
    const endpointIndexes = endpointMarks(tx.vault, endpoint)

    // One person's devices are counted one after the other.
    await tx.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, owner.userId))
      .for('no key update')

    await forgetEnded(tx, owner.userId)

    await tx.db
      .delete(pushDevices)
      .where(
        or(
          inArray(pushDevices.endpointIndex, endpointIndexes),
          eq(pushDevices.sessionId, owner.sessionId),
        ),
      )

    const [standing] = await tx.db
      .select({ n: count() })
      .from(pushDevices)
      .where(eq(pushDevices.userId, owner.userId))

    if (standing!.n >= most) throw fail('push.too_many', { most })

    const id = newId(tx.clock.now().getTime())

    await tx.db.insert(pushDevices).values({
      ...owner,
      id,
      endpointIndex: endpointIndexes[0]!,
      sealed: tx.vault.seal(JSON.stringify(address), 'push_devices', id),
      createdAt: tx.clock.now(),
    })
  })
}

/** Tell the device of a session no longer. */
export const dropDevice = (app: App, { sessionId }: Pick<Owner, 'sessionId'>): Promise<unknown> =>
  app.db.delete(pushDevices).where(eq(pushDevices.sessionId, sessionId))

/** A device that its push service knows no more. */
export const forgetDevice = (app: App, id: string): Promise<unknown> =>
  app.db.delete(pushDevices).where(eq(pushDevices.id, id))

export async function isTold(app: App, { sessionId }: Pick<Owner, 'sessionId'>): Promise<boolean> {
  return (await app.db.$count(pushDevices, eq(pushDevices.sessionId, sessionId))) > 0
}

/** The devices that are told now. */
export async function devicesTold(app: App): Promise<string[]> {
  const rows = await app.db
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .innerJoin(users, eq(users.id, pushDevices.userId))
    .where(mayBeTold(app))
    .orderBy(pushDevices.id)
  return rows.map(({ id }) => id)
}

/** Where a device is reached and in which language; null when it is told no longer. */
export async function deviceTold(app: App, id: string) {
  const [row] = await app.db
    .select({ sealed: pushDevices.sealed, language: users.language })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .innerJoin(users, eq(users.id, pushDevices.userId))
    .where(and(eq(pushDevices.id, id), mayBeTold(app)))

  if (!row) return null

  const address = JSON.parse(app.vault.open(row.sealed, 'push_devices', id)) as PushAddress

  return { address, language: row.language }
}

/** Forget devices whose session or whose person's office is over; of one person, or of all. */
export async function forgetEnded(app: App, userId?: string): Promise<void> {
  await app.db.delete(pushDevices).where(
    and(
      userId ? eq(pushDevices.userId, userId) : undefined,
      not(
        sql`exists (select 1 from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
          where ${sessions.id} = ${pushDevices.sessionId} and ${mayBeTold(app)})`,
      ),
    ),
  )
}
