import { and, asc, eq, sql } from 'drizzle-orm'

import { columns, readAs, rowsOf } from '../../db/rows.ts'
import { stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { announceLow, countsOf, pairsOf } from './stock.service.ts'

export type TakenKey = Pick<
  typeof stockKeys.$inferSelect,
  'id' | 'variantId' | 'keyCipher' | 'keyIndex'
>

/** A locked key and the unit that gets it; `wasFree`: the key was not reserved. */
export type UnitKey = TakenKey & { unitId: string; wasFree: boolean }

/** The keys reserved for a payment, locked, in stock order. */
export const lockReserved = (tx: App, paymentId: string): Promise<TakenKey[]> =>
  tx.db
    .select({
      id: stockKeys.id,
      variantId: stockKeys.variantId,
      keyCipher: stockKeys.keyCipher,
      keyIndex: stockKeys.keyIndex,
    })
    .from(stockKeys)
    .where(and(eq(stockKeys.paymentId, paymentId), eq(stockKeys.status, 'reserved')))
    .orderBy(asc(stockKeys.position))
    .for('update')

/**
 * Lock the wanted number of free keys of each variant. A key that another transaction locks is
 * skipped, since any other key will do.
 */
async function lockFreeKeys(tx: App, wanted: ReadonlyMap<string, number>): Promise<TakenKey[]> {
  if (!wanted.size) return []

  const keyColumns = columns({
    id: readAs(stockKeys.id, sql`k.id`),
    variantId: readAs(stockKeys.variantId, sql`k.variant_id`),
    keyCipher: readAs(stockKeys.keyCipher, sql`k.key_cipher`),
    keyIndex: readAs(stockKeys.keyIndex, sql`k.key_index`),
  })

  return rowsOf(
    tx,
    keyColumns,
    sql`select ${keyColumns} from (values ${pairsOf([...wanted])}) as w (variant_id, quantity)
      cross join lateral (
        select id, variant_id, key_cipher, key_index from stock_keys
        where variant_id = w.variant_id and status = 'available'
        order by position limit w.quantity for update skip locked) k`,
  )
}

/**
 * Find and lock keys for order units: those reserved for their payment first, then free ones.
 * Returns a key for as many units as there are keys; the other units wait.
 */
export async function keysFor(
  tx: App,
  units: readonly { id: string; variantId: string }[],
  reserved: readonly TakenKey[] = [],
): Promise<UnitKey[]> {
  const reservedKeys = assignKeys(units, reserved)
  const servedUnits = new Set(reservedKeys.map((key) => key.unitId))
  const unservedUnits = units.filter((unit) => !servedUnits.has(unit.id))
  const freeKeys = assignKeys(unservedUnits, await lockFreeKeys(tx, countsOf(unservedUnits)))

  return [
    ...reservedKeys.map((key) => ({ ...key, wasFree: false })),
    ...freeKeys.map((key) => ({ ...key, wasFree: true })),
  ]
}

/** Give each unit a key of its variant, both in order, while keys last. */
function assignKeys(
  units: readonly { id: string; variantId: string }[],
  keys: readonly TakenKey[],
): (TakenKey & { unitId: string })[] {
  const unassignedKeys = Map.groupBy(keys, (key) => key.variantId)
  return units.flatMap(({ id, variantId }) => {
    const key = unassignedKeys.get(variantId)?.shift()
    return key ? [{ ...key, unitId: id }] : []
  })
}

/**
 * Mark locked keys as used by their units, in the transaction that delivers them. Throws when a key
 * changed although it was locked.
 */
export async function useKeys(
  tx: App,
  keys: readonly UnitKey[],
  { paymentId, email, name }: { paymentId: string | null; email: string; name: string },
): Promise<void> {
  if (!keys.length) return

  const now = tx.clock.now()

  const keyUnitPairs = sql.join(
    keys.map((key) => sql`(${key.id}::uuid, ${key.unitId}::uuid)`),
    sql`, `,
  )

  const updateResult = await tx.db.execute(sql`
    update stock_keys k
      set status = 'used', payment_id = ${paymentId}, unit_id = p.unit_id, handled_by = null,
      used_by_email = ${email}, used_by_name = ${name}, used_at = ${now}, updated_at = ${now}
    from (values ${keyUnitPairs}) as p (id, unit_id) where k.id = p.id and k.status in ('reserved', 'available')`)

  if (updateResult.rowCount !== keys.length)
    throw new Error('a key changed hands while it was locked')

  const takenCounts = countsOf(keys.filter((key) => key.wasFree))

  await announceLow(
    tx,
    [...takenCounts].map(([variantId]) => [variantId, 0]),
  )
}

/** Decrypt a key that was just taken, for its licence. */
export const openKey = (app: App, key: TakenKey): string =>
  app.vault.open(key.keyCipher, 'stock_keys', key.id)
