import { and, eq, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'

import { columns, rowsOf } from '../../../db/rows.ts'
import {
  keyReplacements,
  licenceGrants,
  orders,
  orderUnits,
  users,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { openReplacement } from '../../licences/licences.replace.service.ts'
import { assertServed, holdBuyer, mayReceiveSql } from '../../orders/buyers.queries.ts'
import { lockUnit } from '../../orders/order-units.service.ts'
import { linesOfOrder, lockOrder, orderById, type OrderUnit } from '../../orders/orders.service.ts'
import { deliverKeyToUnit } from '../delivery/manual.service.ts'
import { startGrants } from '../grants/grants.service.ts'
import { grantNote, triesUntilAlert, type Grant } from '../grants/provider-sync.service.ts'
import { finishReplacement } from '../keys/replace.service.ts'

// Minting a key takes three steps. The key is chosen and stored; the provider is called outside of
// any transaction; the reply is applied if the unit still needs the key. Otherwise the key is
// banned at the provider.

/** Without letters that look alike, and without X: older masks of the provider replace each X. */
const keyLetters = '23456789ABCDEFGHJKLMNPQRSTUVWYZ'

/** A random key that cannot be guessed: 20 characters from an alphabet of 31. */
const generateKey = (): string =>
  [
    'LOJA',
    ...Array.from({ length: 4 }, () =>
      Array.from({ length: 5 }, () => keyLetters[randomInt(keyLetters.length)]).join(''),
    ),
  ].join('-')

/**
 * Seconds that a try may take before another process may start one: six calls that each time out
 * (adapters/keyauth), and 15 seconds of pauses.
 */
const busySeconds = ({ config }: App): number =>
  15 + Math.ceil((6 * (config.licences?.timeoutMs ?? 10_000)) / 1000)

/** Delay before the next try, in seconds. */
const retryDelay = (tries: number): number => Math.min(3600, 5 * 2 ** Math.min(tries, 10))

/**
 * Let the provider mint a unit's key, and deliver the key. Idempotent: a repeated call mints no
 * second key.
 */
export async function grantUnit(app: App, unitId: string): Promise<void> {
  const grant = await inTransaction(app, (tx) => beginAttempt(tx, unitId))
  if (!grant) return
  if (!app.providers.licences) return postponeGrant(app, grant.id, 'no seller key is configured')

  try {
    const grantResult = await app.providers.licences.grant({
      sellerType: grant.sellerType,
      level: grant.level,
      days: grant.days,
      key: app.vault.open(grant.keyCipher, 'licence_grants', grant.id),
      note: grantNote(grant),
      asked: grant.tries > 1,
    })

    if (grantResult.kind === 'refused')
      return await postponeGrant(app, grant.id, grantResult.reason)

    await inTransaction(app, (tx) => keepGranted(tx, grant.id, grantResult.key))
  } catch (error) {
    if (!(error instanceof ProviderUnknown)) throw error
    await postponeGrant(app, grant.id, error.message)
  }
}

/**
 * The grant to request now; the try is counted before the call. Null when the unit needs no key or
 * another process is minting it.
 */
async function beginAttempt(tx: App, unitId: string): Promise<Grant | null> {
  const waitingUnit = await lockUnitToMint(tx, unitId)
  if (!waitingUnit) return null

  const now = tx.clock.now()

  const [earlierGrant] = await tx.db
    .select()
    .from(licenceGrants)
    .where(and(eq(licenceGrants.unitId, unitId), eq(licenceGrants.state, 'asked')))
    .for('update')

  if (earlierGrant?.busyUntil && earlierGrant.busyUntil > now) {
    await enqueue(tx, 'unit.grant', { unitId }, { runAt: earlierGrant.busyUntil })
    return null
  }

  const grant = earlierGrant ?? (await chooseGrant(tx, waitingUnit))

  const [attemptedGrant] = await tx.db
    .update(licenceGrants)
    .set({ tries: grant.tries + 1, busyUntil: secondsAfter(now, busySeconds(tx)), updatedAt: now })
    .where(eq(licenceGrants.id, grant.id))
    .returning()

  return attemptedGrant!
}

/**
 * The locked unit if it waits for a key, its order is paid and its buyer is neither banned nor
 * deleted; otherwise null.
 */
async function lockUnitToMint(tx: App, unitId: string): Promise<OrderUnit | null> {
  const [unlockedUnit] = await tx.db
    .select({ orderId: orders.id, userId: orders.userId })
    .from(orderUnits)
    .innerJoin(orders, eq(orders.id, orderUnits.orderId))
    .where(eq(orderUnits.id, unitId))

  const buyerState = unlockedUnit && (await holdBuyer(tx, unlockedUnit.userId))
  const order = unlockedUnit && (await lockOrder(tx, unlockedUnit.orderId))
  if (buyerState !== 'there' || order?.status !== 'completed' || order.suspendedAt) return null

  const unit = (await lockUnit(tx, unitId))!
  if (unit.provider !== 'keyauth') return null

  return unit.status === 'pending' || (await openReplacement(tx, unitId)) ? unit : null
}

async function chooseGrant(tx: App, unit: OrderUnit): Promise<Grant> {
  const orderLine = (await linesOfOrder(tx, unit.orderId)).find((line) => line.id === unit.lineId)!
  const [id, key, now] = [newId(), generateKey(), tx.clock.now()]

  const [newGrant] = await tx.db
    .insert(licenceGrants)
    .values({
      id,
      unitId: unit.id,
      orderId: unit.orderId,
      sellerType: orderLine.sellerType,
      level: orderLine.level,
      // The database requires a validity for variants of this provider, so it is never null.
      days: orderLine.validityDays!,
      keyCipher: tx.vault.seal(key, 'licence_grants', id),
      keyIndex: tx.vault.index(key, 'licence-key'),
      createdAt: now,
      updatedAt: now,
    })
    .returning()

  return newGrant!
}

/** Retry later. The list of deliveries shows the problem, and staff are notified when it lasts. */
async function postponeGrant(app: App, grantId: string, problem: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const [grant] = await tx.db
      .update(licenceGrants)
      .set({ problem, busyUntil: null, updatedAt: now })
      .where(and(eq(licenceGrants.id, grantId), eq(licenceGrants.state, 'asked')))
      .returning()

    if (!grant) return

    await enqueue(
      tx,
      'unit.grant',
      { unitId: grant.unitId },
      { runAt: secondsAfter(now, retryDelay(grant.tries)) },
    )

    if (grant.tries !== triesUntilAlert) return

    await recordAudit(tx, {
      action: 'delivery.failing',
      targetType: 'order',
      targetId: grant.orderId,
      details: { unitId: grant.unitId, problem, tries: grant.tries, source: 'keyauth' },
    })

    await enqueue(tx, 'mail.delivery-failing', { unitId: grant.unitId })
  })
}

/**
 * Deliver a key that exists at the provider, or queue its ban there when the unit no longer needs a
 * key.
 */
async function keepGranted(tx: App, grantId: string, key: string): Promise<void> {
  const [unlockedGrant] = await tx.db
    .select({ unitId: licenceGrants.unitId })
    .from(licenceGrants)
    .where(eq(licenceGrants.id, grantId))

  const unit = await lockUnitToMint(tx, unlockedGrant!.unitId)
  const now = tx.clock.now()

  const [grant] = await tx.db
    .select()
    .from(licenceGrants)
    .where(eq(licenceGrants.id, grantId))
    .for('update')

  // Another process was faster, because this process was declared dead.
  if (grant!.state === 'granted') return dropSecondKey(tx, grant!, key)

  const isStillNeeded = unit !== null && grant!.state === 'asked'

  await tx.db
    .update(licenceGrants)
    .set({
      state: isStillNeeded ? 'granted' : 'dropped',
      standing: 'good',
      problem: null,
      busyUntil: null,
      updatedAt: now,
      keyCipher: tx.vault.seal(key, 'licence_grants', grantId),
      keyIndex: tx.vault.index(key, 'licence-key'),
    })
    .where(eq(licenceGrants.id, grantId))

  if (!isStillNeeded) return enqueue(tx, 'grant.sync', { grantId })
  if (unit.status === 'pending')
    return deliverKeyToUnit(tx, unit, key, { provider: 'keyauth', source: 'keyauth' })

  await finishReplacement(tx, unit, key)
}

/** Queue the ban of a second key that the provider minted for the same grant. */
async function dropSecondKey(tx: App, grant: Grant, key: string): Promise<void> {
  if (tx.vault.open(grant.keyCipher, 'licence_grants', grant.id) === key) return

  const id = newId()

  await tx.db.insert(licenceGrants).values({
    ...grant,
    id,
    state: 'dropped',
    keyCipher: tx.vault.seal(key, 'licence_grants', id),
    keyIndex: tx.vault.index(key, 'licence-key'),
    createdAt: tx.clock.now(),
    updatedAt: tx.clock.now(),
  })

  await enqueue(tx, 'grant.sync', { grantId: id })
}

/**
 * Request a unit's key from the provider now, for a member of staff. Throws delivery.not_found,
 * delivery.served, delivery.not_minted, delivery.buyer_banned and delivery.buyer_deleted.
 */
export async function retryGrant(app: App, unitId: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const [unit] = await tx.db.select().from(orderUnits).where(eq(orderUnits.id, unitId))
    if (!unit) throw fail('delivery.not_found')
    if (unit.provider !== 'keyauth') throw fail('delivery.not_minted')

    const order = await orderById(tx, unit.orderId)
    assertServed(await holdBuyer(tx, order!.userId))
    if (!(await lockUnitToMint(tx, unitId))) throw fail('delivery.served')

    await recordAudit(tx, {
      action: 'delivery.retried',
      targetType: 'order',
      targetId: unit.orderId,
      details: { unitId },
      ...actor,
    })

    await startGrants(tx, [unit])
  })
}

/** Queue the minting of units that wait but have no job, for example after a lost job. */
export async function grantAllWaiting(app: App): Promise<void> {
  const unitColumns = columns({ id: orderUnits.id })
  const [aMinuteAgo, twoHoursAgo] = [60, 2 * 3600].map((s) => secondsAfter(app.clock.now(), -s))
  const ordersJoin = sql`join ${orders} on ${orders.id} = ${orderUnits.orderId}
    join ${users} on ${users.id} = ${orders.userId}
    left join ${licenceGrants} on ${licenceGrants.unitId} = ${orderUnits.id} and ${licenceGrants.state} = 'asked'`
  const condition = sql`${orderUnits.provider} = 'keyauth' and ${mayReceiveSql}
    and (${licenceGrants.id} is null or ${licenceGrants.updatedAt} < ${twoHoursAgo})`

  const waitingUnits = await rowsOf(
    app,
    unitColumns,
    sql`select ${unitColumns} from ${keyReplacements}
        join ${orderUnits} on ${orderUnits.id} = ${keyReplacements.unitId} ${ordersJoin}
      where ${condition} and ${keyReplacements.doneAt} is null and ${keyReplacements.createdAt} < ${aMinuteAgo}
    union all (select ${unitColumns} from ${orderUnits} ${ordersJoin}
      where ${condition} and ${orderUnits.status} = 'pending' and ${orders.status} = 'completed'
        and ${orders.suspendedAt} is null and ${orderUnits.createdAt} < ${aMinuteAgo}
      order by ${orderUnits.createdAt} limit 200)`,
  )

  for (const { id } of waitingUnits) await enqueue(app, 'unit.grant', { unitId: id })
}
