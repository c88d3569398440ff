import type { pastedLine } from '@chaveiro/contracts/admin/stock'
import { stockPaste } from '@chaveiro/contracts/product-limits'
import type { StockStatus } from '@chaveiro/contracts/states'
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { keyReplacements, licences, stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { keyIndexes } from '../../platform/secrets/key-marks.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { keyIdOf } from './stock.admin.queries.ts'
import { readPaste, staffMove, staffRemoval } from './stock.rules.ts'
import { addKeys } from './stock.service.ts'
import { variantMeant } from './stock.variants.queries.ts'

// What staff do to the stock by hand; sales are in stock.service.ts.

export type StockKey = typeof stockKeys.$inferSelect

/** sold: an order has it, or had it until it was replaced. */
export type LockedKey = StockKey & { productId: string; sold: boolean }
type UsedBy = { email?: string | undefined; name?: string | undefined }

/** Which status staff give a key by hand, and whose it is then. */
export type StockMove = { to: StockStatus; usedBy?: UsedBy | undefined }
export type PasteReport = { added: number; skipped: number; lines: z.infer<typeof pastedLine>[] }

/**
 * Add pasted keys to a variant and report each line; empty, repeated and known lines are skipped
 * (Q45). A dry run only reads. Throws stock.none_added with the report when nothing was added. The
 * job queued here serves paid units that wait.
 */
export async function pasteKeys(
  app: App,
  input: {
    productId: string
    variantId?: string | undefined
    licenses: readonly string[]
    dryRun: boolean
  },
  actor: Actor,
): Promise<PasteReport> {
  const variantId = await variantMeant(app, input)
  const read = readPaste(input.licenses, stockPaste.keyLength)
  const fresh = read.filter((line) => line.result === 'accepted')

  if (input.dryRun)
    return report(
      read,
      await known(
        app,
        fresh.map((line) => line.key),
      ),
    )

  return inTransaction(app, async (tx) => {
    const { skipped } = await addKeys(
      tx,
      variantId,
      fresh.map((line) => line.key),
    )

    const told = report(read, new Set(skipped.map(({ line }) => fresh[line - 1]!.key)))
    if (!told.added) throw fail('stock.none_added', {}, told)

    await recordAudit(tx, {
      action: 'stock.added',
      targetType: 'product',
      targetId: input.productId,
      details: {
        ...(variantId === input.productId ? {} : { variantId }),
        added: told.added,
        skipped: told.skipped,
      },
      ...actor,
    })

    return told
  })
}

function report(read: ReturnType<typeof readPaste>, knownKeys: ReadonlySet<string>): PasteReport {
  const lines = read.map(({ key, ...line }) =>
    line.result === 'accepted' && knownKeys.has(key)
      ? { ...line, result: 'duplicate' as const }
      : line,
  )

  const added = lines.filter((line) => line.result === 'accepted').length

  return { added, skipped: lines.length - added, lines }
}

/** So many keys at a time, each of which is looked for by several marks. */
const step = 1000

/** Which of some keys the store knows, in stock or delivered. */
async function known(app: App, keys: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < keys.length; at += step)
    for (const key of await knownOf(app, keys.slice(at, at + step))) found.add(key)

  return found
}

async function knownOf(app: App, keys: readonly string[]): Promise<Set<string>> {
  const byIndex = new Map(
    keys.flatMap((key) =>
      keyIndexes(app.vault, key).map((index): [string, string] => [index.toString('hex'), key]),
    ),
  )

  const indexes = [...byIndex.keys()].map((hex) => Buffer.from(hex, 'hex'))
  if (!indexes.length) return new Set()

  const stored = await app.db
    .select({ index: stockKeys.keyIndex })
    .from(stockKeys)
    .where(inArray(stockKeys.keyIndex, indexes))

  const delivered = await app.db
    .select({ index: licences.keyIndex })
    .from(licences)
    .where(inArray(licences.keyIndex, indexes))

  const replaced = await app.db
    .select({ index: keyReplacements.oldIndex })
    .from(keyReplacements)
    .where(inArray(keyReplacements.oldIndex, indexes))

  return new Set(
    [...stored, ...delivered, ...replaced].map((row) => byIndex.get(row.index.toString('hex'))!),
  )
}

// The variant's product, as the trail tells it.
const productId = sql<string>`(select v.product_id from product_variants v
  where v.id = ${stockKeys.variantId})`

/**
 * Lock a stock key, found by its text or its id, so that no sale can take it meanwhile. Throws
 * stock.not_found.
 */
export async function lockKey(tx: App, keyOrId: string): Promise<LockedKey> {
  const id = await keyIdOf(tx, keyOrId)

  const [key] = id
    ? await tx.db
        .select({ ...getTableColumns(stockKeys), productId })
        .from(stockKeys)
        .where(eq(stockKeys.id, id))
        .for('update')
    : []

  if (!key) throw fail('stock.not_found')

  return { ...key, sold: key.unitId !== null || (await wasReplaced(tx, key)) }
}

/** Whether a key was delivered once and replaced by another one since. */
async function wasReplaced(tx: App, key: StockKey): Promise<boolean> {
  const [replaced] = await tx.db
    .select({ id: keyReplacements.id })
    .from(keyReplacements)
    .where(eq(keyReplacements.oldIndex, key.keyIndex))
    .limit(1)
  return replaced !== undefined
}

/**
 * Change the status of a locked key by hand; a key given away by hand stores its user. What else
 * depends on a delivered key is up to the caller (fulfilment.keys).
 */
export async function moveKey(
  tx: App,
  key: LockedKey,
  { to, usedBy }: StockMove,
  actor: Actor,
): Promise<StockKey> {
  const refused = staffMove(key, to)
  if (refused) throw fail(refused)

  const change = columnsOf(tx, key, { to, usedBy }, actor)
  if (!change) return key

  const [moved] = await tx.db
    .update(stockKeys)
    .set({ ...change, status: to, updatedAt: tx.clock.now() })
    .where(eq(stockKeys.id, key.id))
    .returning()

  await recordAudit(tx, {
    action: 'stock.status',
    targetType: 'stock',
    targetId: key.id,
    details: { before: auditView(key), after: auditView(moved!) },
    ...actor,
  })

  await emptyPublicCache(tx.db)
  if (to === 'available') await enqueue(tx, 'stock.added', { variantId: key.variantId })

  return moved!
}

const auditView = (key: StockKey) => ({
  status: key.status,
  ...(key.usedByEmail ? { usedBy: { email: key.usedByEmail, name: key.usedByName } } : {}),
})

/**
 * A key without an order is marked as used by somebody whom staff name; null when that is stored
 * already.
 */
function usedByHand(
  tx: App,
  key: LockedKey,
  user: KeyUser | null,
  actor: Actor,
): Partial<StockKey> | null {
  if (!user && key.usedAt === null) throw fail('stock.used_by')
  if (key.status === 'used' && !user) return null

  return { ...user, usedAt: key.usedAt ?? tx.clock.now(), handledBy: actor.actorId }
}

type KeyUser = { usedByEmail: string; usedByName: string }

const userOf = (usedBy: StockMove['usedBy']): KeyUser | null =>
  usedBy?.email && usedBy.name ? { usedByEmail: usedBy.email, usedByName: usedBy.name } : null

const isUser = (key: LockedKey, user: KeyUser): boolean =>
  user.usedByEmail === key.usedByEmail && user.usedByName === key.usedByName

/** Columns that change besides the status; null when nothing changes. */
function columnsOf(
  tx: App,
  key: LockedKey,
  { to, usedBy }: StockMove,
  actor: Actor,
): Partial<StockKey> | null {
  const user = userOf(usedBy)
  if (to === 'used' && key.unitId === null) return usedByHand(tx, key, user, actor)
  // The order says who bought it: another name would only look as if that person had it.
  if (to === 'used' && user && !isUser(key, user)) throw fail('stock.sold')
  if (key.status === to) return null
  if (to !== 'available' && to !== 'reserved') return { handledBy: key.handledBy }

  // Once it is for sale again, it belongs to nobody.
  const handledBy = to === 'reserved' ? actor.actorId : null

  return { handledBy, usedByEmail: null, usedByName: null, usedAt: null }
}

/** Delete a key that was never sold (Q43). */
export async function removeKey(app: App, keyOrId: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const key = await lockKey(tx, keyOrId)
    const refused = staffRemoval(key)
    if (refused) throw fail(refused)

    await tx.db.delete(stockKeys).where(eq(stockKeys.id, key.id))

    await recordAudit(tx, {
      action: 'stock.deleted',
      targetType: 'stock',
      targetId: key.id,
      details: { before: { ...auditView(key), productId: key.productId, last4: key.last4 } },
      ...actor,
    })

    await emptyPublicCache(tx.db)
  })
}

/** The whole text of a key, for staff. The trail records who asked, never the key. */
export function revealKey(app: App, keyOrId: string, actor: Actor): Promise<string> {
  return inTransaction(app, async (tx) => {
    const key = await lockKey(tx, keyOrId)

    await recordAudit(tx, {
      action: 'stock.revealed',
      targetType: 'stock',
      targetId: key.id,
      details: { productId: key.productId },
      ...actor,
    })

    return tx.vault.open(key.keyCipher, 'stock_keys', key.id)
  })
}
