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
import { readPaste, moveRefusal, removalRefusal } from './stock.rules.ts'
import { addKeys } from './stock.service.ts'
import { requireVariant } from './stock.variants.queries.ts'

// Changes of the stock by staff; sales are in stock.service.ts.

export type StockKey = typeof stockKeys.$inferSelect

/** `sold`: an order has the key, or had it until it was replaced. */
export type LockedKey = StockKey & { productId: string; sold: boolean }
type UsedBy = { email?: string | undefined; name?: string | undefined }

/** The status that staff give a key by hand, and the person who then uses it. */
export type StockMove = { to: StockStatus; usedBy?: UsedBy | undefined }
export type PasteReport = { added: number; skipped: number; lines: z.infer<typeof pastedLine>[] }

/**
 * Add pasted keys to a variant and report each line; empty, repeated and known lines are skipped
 * (Q45). A dry run only reads. Throws stock.none_added with the report when no line was added. The
 * queued job delivers to paid units that wait.
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
  const variantId = await requireVariant(app, input)
  const pastedLines = readPaste(input.licenses, stockPaste.keyLength)
  const acceptedLines = pastedLines.filter((line) => line.result === 'accepted')

  if (input.dryRun)
    return pasteReport(
      pastedLines,
      await findKnownKeys(
        app,
        acceptedLines.map((line) => line.key),
      ),
    )

  return inTransaction(app, async (tx) => {
    const { skipped } = await addKeys(
      tx,
      variantId,
      acceptedLines.map((line) => line.key),
    )

    const result = pasteReport(
      pastedLines,
      new Set(skipped.map(({ line }) => acceptedLines[line - 1]!.key)),
    )
    if (!result.added) throw fail('stock.none_added', {}, result)

    await recordAudit(tx, {
      action: 'stock.added',
      targetType: 'product',
      targetId: input.productId,
      details: {
        ...(variantId === input.productId ? {} : { variantId }),
        added: result.added,
        skipped: result.skipped,
      },
      ...actor,
    })

    return result
  })
}

function pasteReport(
  pastedLines: ReturnType<typeof readPaste>,
  knownKeys: ReadonlySet<string>,
): PasteReport {
  const lines = pastedLines.map(({ key, ...line }) =>
    line.result === 'accepted' && knownKeys.has(key)
      ? { ...line, result: 'duplicate' as const }
      : line,
  )

  const added = lines.filter((line) => line.result === 'accepted').length

  return { added, skipped: lines.length - added, lines }
}

/** Number of keys in one query, since each key is searched by several blind indexes. */
const batchSize = 1000

/** The keys that the shop already has, in stock, delivered or replaced. */
async function findKnownKeys(app: App, keys: readonly string[]): Promise<Set<string>> {
  const matches = new Set<string>()
  for (let at = 0; at < keys.length; at += batchSize)
    for (const key of await knownInBatch(app, keys.slice(at, at + batchSize))) matches.add(key)

  return matches
}

async function knownInBatch(app: App, keys: readonly string[]): Promise<Set<string>> {
  const keysByIndex = new Map(
    keys.flatMap((key) =>
      keyIndexes(app.vault, key).map((index): [string, string] => [index.toString('hex'), key]),
    ),
  )

  const keyIndexList = [...keysByIndex.keys()].map((hex) => Buffer.from(hex, 'hex'))
  if (!keyIndexList.length) return new Set()

  const stockRows = await app.db
    .select({ index: stockKeys.keyIndex })
    .from(stockKeys)
    .where(inArray(stockKeys.keyIndex, keyIndexList))

  const licenceRows = await app.db
    .select({ index: licences.keyIndex })
    .from(licences)
    .where(inArray(licences.keyIndex, keyIndexList))

  const replacementRows = await app.db
    .select({ index: keyReplacements.oldIndex })
    .from(keyReplacements)
    .where(inArray(keyReplacements.oldIndex, keyIndexList))

  return new Set(
    [...stockRows, ...licenceRows, ...replacementRows].map((row) =>
      keysByIndex.get(row.index.toString('hex'))!,
    ),
  )
}

// The variant's product, for the trail.
const productIdColumn = sql<string>`(select v.product_id from product_variants v
  where v.id = ${stockKeys.variantId})`

/**
 * Lock a stock key by its text or its id, so that no sale can take it meanwhile. Throws
 * stock.not_found.
 */
export async function lockKey(tx: App, keyOrId: string): Promise<LockedKey> {
  const id = await keyIdOf(tx, keyOrId)

  const [key] = id
    ? await tx.db
        .select({ ...getTableColumns(stockKeys), productId: productIdColumn })
        .from(stockKeys)
        .where(eq(stockKeys.id, id))
        .for('update')
    : []

  if (!key) throw fail('stock.not_found')

  return { ...key, sold: key.unitId !== null || (await wasReplaced(tx, key)) }
}

/** Whether a key was delivered and later replaced by another one. */
async function wasReplaced(tx: App, key: StockKey): Promise<boolean> {
  const [replacement] = await tx.db
    .select({ id: keyReplacements.id })
    .from(keyReplacements)
    .where(eq(keyReplacements.oldIndex, key.keyIndex))
    .limit(1)
  return replacement !== undefined
}

/**
 * Change the status of a locked key by hand; a key used by hand stores its user. The caller
 * changes everything else that depends on a delivered key (fulfilment.keys).
 */
export async function moveKey(
  tx: App,
  key: LockedKey,
  { to, usedBy }: StockMove,
  actor: Actor,
): Promise<StockKey> {
  const refusalCode = moveRefusal(key, to)
  if (refusalCode) throw fail(refusalCode)

  const keyChanges = changesFor(tx, key, { to, usedBy }, actor)
  if (!keyChanges) return key

  const [movedKey] = await tx.db
    .update(stockKeys)
    .set({ ...keyChanges, status: to, updatedAt: tx.clock.now() })
    .where(eq(stockKeys.id, key.id))
    .returning()

  await recordAudit(tx, {
    action: 'stock.status',
    targetType: 'stock',
    targetId: key.id,
    details: { before: auditView(key), after: auditView(movedKey!) },
    ...actor,
  })

  await emptyPublicCache(tx.db)
  if (to === 'available') await enqueue(tx, 'stock.added', { variantId: key.variantId })

  return movedKey!
}

const auditView = (key: StockKey) => ({
  status: key.status,
  ...(key.usedByEmail ? { usedBy: { email: key.usedByEmail, name: key.usedByName } } : {}),
})

/**
 * The fields of a key without an order that staff mark as used; null when the key is used already
 * and no user was entered. Throws stock.used_by without a user.
 */
function markUsedByHand(
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

const completeUser = (usedBy: StockMove['usedBy']): KeyUser | null =>
  usedBy?.email && usedBy.name ? { usedByEmail: usedBy.email, usedByName: usedBy.name } : null

const isUser = (key: LockedKey, user: KeyUser): boolean =>
  user.usedByEmail === key.usedByEmail && user.usedByName === key.usedByName

/** The fields that change besides the status; null when nothing changes. */
function changesFor(
  tx: App,
  key: LockedKey,
  { to, usedBy }: StockMove,
  actor: Actor,
): Partial<StockKey> | null {
  const completedUser = completeUser(usedBy)
  if (to === 'used' && key.unitId === null) return markUsedByHand(tx, key, completedUser, actor)
  // The order names the buyer. Storing another person would only suggest that they had the key.
  if (to === 'used' && completedUser && !isUser(key, completedUser)) throw fail('stock.sold')
  if (key.status === to) return null
  if (to !== 'available' && to !== 'reserved') return { handledBy: key.handledBy }

  // A key that is for sale again has no user.
  const handledBy = to === 'reserved' ? actor.actorId : null

  return { handledBy, usedByEmail: null, usedByName: null, usedAt: null }
}

/**
 * Delete a key that was never sold (Q43). Throws stock.not_found, stock.payment_open and
 * stock.sold.
 */
export async function removeKey(app: App, keyOrId: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedKey = await lockKey(tx, keyOrId)
    const refusalCode = removalRefusal(lockedKey)
    if (refusalCode) throw fail(refusalCode)

    await tx.db.delete(stockKeys).where(eq(stockKeys.id, lockedKey.id))

    await recordAudit(tx, {
      action: 'stock.deleted',
      targetType: 'stock',
      targetId: lockedKey.id,
      details: {
        before: { ...auditView(lockedKey), productId: lockedKey.productId, last4: lockedKey.last4 },
      },
      ...actor,
    })

    await emptyPublicCache(tx.db)
  })
}

/** The whole text of a key, for staff. The trail records the reader, never the key. */
export function revealKey(app: App, keyOrId: string, actor: Actor): Promise<string> {
  return inTransaction(app, async (tx) => {
    const lockedKey = await lockKey(tx, keyOrId)

    await recordAudit(tx, {
      action: 'stock.revealed',
      targetType: 'stock',
      targetId: lockedKey.id,
      details: { productId: lockedKey.productId },
      ...actor,
    })

    return tx.vault.open(lockedKey.keyCipher, 'stock_keys', lockedKey.id)
  })
}
