import { and, asc, eq, sql } from 'drizzle-orm'

import { columns, readAs, rowsOf } from '../../db/rows.ts'
import { stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { announceLow, countsOf, pairsOf } from './stock.service.ts'

export type TakenKey = Pick<
  typeof stockKeys.$inferSelect,
  'id' | 'variantId' | 'keyCipher' | 'keyIndex'
>

/** A locked key and the unit that it is for; wasFree: nobody had reserved it. */
export type UnitKey = TakenKey & { unitId: string; wasFree: boolean }

/** The keys that are reserved for a payment, locked. */
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

/** A free key that is locked for a moment is passed over: another one serves as well. */
async function lockFree(tx: App, wanted: ReadonlyMap<string, number>): Promise<TakenKey[]> {
  if (!wanted.size) return []

  const row = columns({
    id: readAs(stockKeys.id, sql`k.id`),
    variantId: readAs(stockKeys.variantId, sql`k.variant_id`),
    keyCipher: readAs(stockKeys.keyCipher, sql`k.key_cipher`),
    keyIndex: readAs(stockKeys.keyIndex, sql`k.key_index`),
  })

  return rowsOf(
    tx,
    row,
    sql`select ${row} from (values ${pairsOf([...wanted])}) as w (variant_id, quantity)
      cross join lateral (
        select id, variant_id, key_cipher, key_index from stock_keys
        where variant_id = w.variant_id and status = 'available'
        order by position limit w.quantity for update skip locked) k`,
  )
}

/**
 * Find keys for order units and lock them: those reserved for their payment first, then free ones.
 * Answers one key for each unit, for as many units as there are keys; the rest has to wait.
 */
export async function keysFor(
  tx: App,
  units: readonly { id: string; variantId: string }[],
  reserved: readonly TakenKey[] = [],
): Promise<UnitKey[]> {
  const given = assign(units, reserved)
  const served = new Set(given.map((key) => key.unitId))
  const rest = units.filter((unit) => !served.has(unit.id))
  const free = assign(rest, await lockFree(tx, countsOf(rest)))

  return [
    ...given.map((key) => ({ ...key, wasFree: false })),
    ...free.map((key) => ({ ...key, wasFree: true })),
  ]
}

/** Give each unit a key of its variant, in the order of both, while there are any. */
function assign(
  units: readonly { id: string; variantId: string }[],
  keys: readonly TakenKey[],
): (TakenKey & { unitId: string })[] {
  const left = Map.groupBy(keys, (key) => key.variantId)
  return units.flatMap(({ id, variantId }) => {
    const key = left.get(variantId)?.shift()
    return key ? [{ ...key, unitId: id }] : []
  })
}

/** Mark locked keys as used by their units, in the transaction that delivers them. */
export async function useKeys(
  tx: App,
  keys: readonly UnitKey[],
  { paymentId, email, name }: { paymentId: string | null; email: string; name: string },
): Promise<void> {
  if (!keys.length) return

  const now = tx.clock.now()

  const pairs = sql.join(
    keys.map((key) => sql`(${key.id}::uuid, ${key.unitId}::uuid)`),
    sql`, `,
  )

  const moved = await tx.db.execute(sql`
    update stock_keys k
      set status = 'used', payment_id = ${paymentId}, unit_id = p.unit_id, handled_by = null,
      used_by_email = ${email}, used_by_name = ${name}, used_at = ${now}, updated_at = ${now}
    from (values ${pairs}) as p (id, unit_id) where k.id = p.id and k.status in ('reserved', 'available')`)

  if (moved.rowCount !== keys.length) throw new Error('a key changed hands while it was locked')

  const taken = countsOf(keys.filter((key) => key.wasFree))

  await announceLow(
    tx,
    [...taken].map(([variantId]) => [variantId, 0]),
  )
}

/** Decrypt the keys of rows just taken, for the licences made of them. */
export const openKey = (app: App, key: TakenKey): string =>
  app.vault.open(key.keyCipher, 'stock_keys', key.id)
