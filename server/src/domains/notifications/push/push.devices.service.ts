import { staffRoles } from '@chaveiro/contracts/limits'
import { and, count, eq, gt, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm'

import { pushDevices, sessions, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { endpointMarks } from '../../../platform/secrets/key-marks.ts'
import type { PushAddress } from '../../../ports/push.ts'

/** Maximum number of devices that one person may register. */
const mostDevices = 10
type Owner = { userId: string; sessionId: string }

/** Whether a device still gets messages: its session is alive and its person is staff. */
const mayReceive = (app: App): SQL =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, app.clock.now()),
    inArray(users.role, [...staffRoles]),
    eq(users.isBanned, false),
    isNull(users.deletedAt),
  )!

/**
 * Registers the device of a session. A device that another person had registered now belongs to the
 * last login. Throws push.address and push.too_many.
 */
export async function keepDevice(app: App, owner: Owner, address: PushAddress): Promise<void> {
  const { endpoint } = address
  if (!app.providers.push.accepts(endpoint)) throw fail('push.address')

  await inTransaction(app, async (tx) => {
    const endpointIndexes = endpointMarks(tx.vault, endpoint)

    // Serialises the registrations of one person, so that their count is exact.
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

    const [deviceCount] = await tx.db
      .select({ n: count() })
      .from(pushDevices)
      .where(eq(pushDevices.userId, owner.userId))

    if (deviceCount!.n >= mostDevices) throw fail('push.too_many', { most: mostDevices })

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

/** Unregisters the device of a session. */
export const dropDevice = (app: App, { sessionId }: Pick<Owner, 'sessionId'>): Promise<unknown> =>
  app.db.delete(pushDevices).where(eq(pushDevices.sessionId, sessionId))

/** Deletes a device that its push service no longer knows. */
export const forgetDevice = (app: App, id: string): Promise<unknown> =>
  app.db.delete(pushDevices).where(eq(pushDevices.id, id))

export async function isRegistered(
  app: App,
  { sessionId }: Pick<Owner, 'sessionId'>,
): Promise<boolean> {
  return (await app.db.$count(pushDevices, eq(pushDevices.sessionId, sessionId))) > 0
}

/** Ids of the devices that get messages now. */
export async function receivingDevices(app: App): Promise<string[]> {
  const deviceRows = await app.db
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .innerJoin(users, eq(users.id, pushDevices.userId))
    .where(mayReceive(app))
    .orderBy(pushDevices.id)
  return deviceRows.map(({ id }) => id)
}

/** A device's address and language; null when it no longer gets messages. */
export async function receivingDevice(app: App, id: string) {
  const [row] = await app.db
    .select({ sealed: pushDevices.sealed, language: users.language })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .innerJoin(users, eq(users.id, pushDevices.userId))
    .where(and(eq(pushDevices.id, id), mayReceive(app)))

  if (!row) return null

  const pushAddress = JSON.parse(app.vault.open(row.sealed, 'push_devices', id)) as PushAddress

  return { address: pushAddress, language: row.language }
}

/** Deletes devices whose session ended or whose person left the staff; of one person, or of all. */
export async function forgetEnded(app: App, userId?: string): Promise<void> {
  await app.db.delete(pushDevices).where(
    and(
      userId ? eq(pushDevices.userId, userId) : undefined,
      not(
        sql`exists (select 1 from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
          where ${sessions.id} = ${pushDevices.sessionId} and ${mayReceive(app)})`,
      ),
    ),
  )
}
