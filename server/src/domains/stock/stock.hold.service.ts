import { soldAs } from '@chaveiro/contracts/sold-as'
import { and, eq, gte, isNotNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import { products, productVariants, stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { holderId } from './stock.service.ts'

// A shop restored from an older backup offers keys that customers already have. The operator takes
// all keys off sale before the start, and later releases the keys that were never delivered.

/** Number of keys that change in one transaction. */
const batchSize = 5_000

/** A variant and the number of its keys that a command changes. */
export type KeysOfVariant = { variantId: string; productId: string; name: string; keys: number }

const isForSale = eq(stockKeys.status, 'available')

const isHeldKey = sql`${stockKeys.status} = 'reserved' and ${stockKeys.handledBy} = ${holderId}
  and ${stockKeys.paymentId} is null`

/** Take all keys off sale. Safe while the shop sells, and when it runs twice. */
export async function holdStock(
  app: App,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<KeysOfVariant[]> {
  const variants = await countByVariant(app, isForSale)
  if (dryRun) return variants

  for (const variant of variants)
    variant.keys = await moveKeys(app, variant, { where: isForSale, to: 'reserved' })
  await holdReserved(app)

  return variants
}

/**
 * A key that an open payment reserved goes to its buyer if the payment succeeds. Otherwise it is
 * held, since another customer may have got it since the backup.
 */
const holdReserved = (app: App): Promise<unknown> =>
  app.db
    .update(stockKeys)
    .set({ handledBy: holderId })
    .where(and(eq(stockKeys.status, 'reserved'), isNotNull(stockKeys.paymentId)))

/**
 * Put held keys on sale again, of all variants or of one, except the first `skip` of each. Keys are
 * sold in the order of entry, so customers already have those first keys.
 */
export async function releaseStock(
  app: App,
  { variantId, skip = 0, dryRun = false }: { variantId?: string; skip?: number; dryRun?: boolean },
): Promise<KeysOfVariant[]> {
  const heldVariants = await countByVariant(app, isHeldKey)
  const variants = heldVariants.filter((variant) => !variantId || variant.variantId === variantId)

  for (const variant of variants) {
    const firstPosition = await positionAfter(app, variant.variantId, skip)
    variant.keys = Math.max(0, variant.keys - skip)
    if (dryRun || firstPosition === null) continue

    const condition = and(isHeldKey, gte(stockKeys.position, firstPosition))!
    variant.keys = await moveKeys(app, variant, { where: condition, to: 'available' })
  }

  return variants
}

function countByVariant(app: App, where: SQL): Promise<KeysOfVariant[]> {
  const countColumns = columns({
    variantId: productVariants.id,
    productId: products.id,
    product: products.name,
    variant: productVariants.name,
    keys: value(sql`count(*)::int`, z.int()),
  })

  return rowsOf(
    app,
    countColumns,
    sql`select ${countColumns} from ${stockKeys}
      join ${productVariants} on ${productVariants.id} = ${stockKeys.variantId}
      join ${products} on ${products.id} = ${productVariants.productId}
      where ${where} group by ${productVariants.id}, ${products.id}
      order by ${products.name} collate "pt-BR-x-icu", ${productVariants.position}`,
  ).then((rows) =>
    rows.map(({ product, variant, ...rest }) => ({ ...rest, name: soldAs(product, variant) })),
  )
}

/**
 * The position of the held key after the first `skip` held keys; null when there is no such key.
 */
async function positionAfter(app: App, variantId: string, skip: number): Promise<number | null> {
  const [key] = await app.db
    .select({ position: stockKeys.position })
    .from(stockKeys)
    .where(and(isHeldKey, eq(stockKeys.variantId, variantId)))
    .orderBy(stockKeys.position)
    .offset(skip)
    .limit(1)
  return key?.position ?? null
}

type KeyMove = { where: SQL; to: 'available' | 'reserved' }

/** Move a variant's keys in batches; returns how many moved. */
async function moveKeys(app: App, variant: KeysOfVariant, move: KeyMove): Promise<number> {
  let movedKeys = 0
  for (;;) {
    const batchMoved = await inTransaction(app, (tx) => moveBatch(tx, variant, move))
    // A batch may be small because sales took some of its keys, so only an empty batch ends this.
    if (!batchMoved) return movedKeys

    movedKeys += batchMoved
  }
}

async function moveBatch(
  tx: App,
  { variantId, productId }: KeysOfVariant,
  { where, to }: KeyMove,
): Promise<number> {
  // Locks keys by position, as sales do, so that the two do not deadlock.
  const keyBatch = tx.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(and(where, eq(stockKeys.variantId, variantId)))
    .orderBy(stockKeys.position)
    .limit(batchSize)
    .for('update')

  const movedRows = await tx.db
    .update(stockKeys)
    .set({
      status: to,
      handledBy: to === 'reserved' ? holderId : null,
      updatedAt: tx.clock.now(),
    })
    .where(sql`${stockKeys.id} in ${keyBatch}`)
    .returning({ id: stockKeys.id })

  if (!movedRows.length) return 0

  await recordAudit(tx, {
    action: to === 'reserved' ? 'stock.held' : 'stock.released',
    targetType: 'product',
    targetId: productId,
    details: { variantId, keys: movedRows.length, from: 'command line' },
  })

  await emptyPublicCache(tx.db)
  if (to === 'available') await enqueue(tx, 'stock.added', { variantId })

  return movedRows.length
}
