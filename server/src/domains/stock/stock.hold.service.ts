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
import { holder } from './stock.service.ts'

// A shop that came back from before its newest sales has keys for sale that customers have. Its
// operator holds all of them before it starts, and lets go what was never given.

/** Keys that change in one transaction. */
const batchSize = 5_000

/** How many keys of a variant are meant. */
export type KeysOfVariant = { variantId: string; productId: string; name: string; keys: number }

const isForSale = eq(stockKeys.status, 'available')

const isHeld = sql`${stockKeys.status} = 'reserved' and ${stockKeys.handledBy} = ${holder}
  and ${stockKeys.paymentId} is null`

/** Take all keys that are for sale out of the sale; safe while the shop sells, and to run twice. */
export async function holdStock(
  app: App,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<KeysOfVariant[]> {
  const variants = await countKeys(app, isForSale)
  if (dryRun) return variants

  for (const variant of variants)
    variant.keys = await moveAll(app, variant, { where: isForSale, to: 'reserved' })
  await holdReserved(app)

  return variants
}

/**
 * A key that an open payment reserved is given to its buyer when he paid; when he did not, somebody
 * else may have got it since, so it is held then.
 */
const holdReserved = (app: App): Promise<unknown> =>
  app.db
    .update(stockKeys)
    .set({ handledBy: holder })
    .where(and(eq(stockKeys.status, 'reserved'), isNotNull(stockKeys.paymentId)))

/**
 * Put held keys up for sale again, of all variants or of one, but for the first ones of each: keys
 * are sold in the order in which they were entered, so those were given first.
 */
export async function releaseStock(
  app: App,
  { variantId, skip = 0, dryRun = false }: { variantId?: string; skip?: number; dryRun?: boolean },
): Promise<KeysOfVariant[]> {
  const all = await countKeys(app, isHeld)
  const variants = all.filter((variant) => !variantId || variant.variantId === variantId)

  for (const variant of variants) {
    const first = await positionAfter(app, variant.variantId, skip)
    variant.keys = Math.max(0, variant.keys - skip)
    if (dryRun || first === null) continue

    const where = and(isHeld, gte(stockKeys.position, first))!
    variant.keys = await moveAll(app, variant, { where, to: 'available' })
  }

  return variants
}

function countKeys(app: App, where: SQL): Promise<KeysOfVariant[]> {
  const row = columns({
    variantId: productVariants.id,
    productId: products.id,
    product: products.name,
    variant: productVariants.name,
    keys: value(sql`count(*)::int`, z.int()),
  })

  return rowsOf(
    app,
    row,
    sql`select ${row} from ${stockKeys}
      join ${productVariants} on ${productVariants.id} = ${stockKeys.variantId}
      join ${products} on ${products.id} = ${productVariants.productId}
      where ${where} group by ${productVariants.id}, ${products.id}
      order by ${products.name} collate "pt-BR-x-icu", ${productVariants.position}`,
  ).then((rows) =>
    rows.map(({ product, variant, ...rest }) => ({ ...rest, name: soldAs(product, variant) })),
  )
}

/** The place of the held key that comes after so many others; null when there are no more. */
async function positionAfter(app: App, variantId: string, skip: number): Promise<number | null> {
  const [key] = await app.db
    .select({ position: stockKeys.position })
    .from(stockKeys)
    .where(and(isHeld, eq(stockKeys.variantId, variantId)))
    .orderBy(stockKeys.position)
    .offset(skip)
    .limit(1)
  return key?.position ?? null
}

type Move = { where: SQL; to: 'available' | 'reserved' }

/** Move a variant's keys batch by batch; answers how many moved. */
async function moveAll(app: App, variant: KeysOfVariant, move: Move): Promise<number> {
  let all = 0
  for (;;) {
    const moved = await inTransaction(app, (tx) => moveBatch(tx, variant, move))
    // A sale may have taken some of a full batch meanwhile, so only an empty one is the last.
    if (!moved) return all

    all += moved
  }
}

async function moveBatch(
  tx: App,
  { variantId, productId }: KeysOfVariant,
  { where, to }: Move,
): Promise<number> {
  // In the order in which sales lock them.
  const batch = tx.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(and(where, eq(stockKeys.variantId, variantId)))
    .orderBy(stockKeys.position)
    .limit(batchSize)
    .for('update')

  const moved = await tx.db
    .update(stockKeys)
    .set({
      status: to,
      handledBy: to === 'reserved' ? holder : null,
      updatedAt: tx.clock.now(),
    })
    .where(sql`${stockKeys.id} in ${batch}`)
    .returning({ id: stockKeys.id })

  if (!moved.length) return 0

  await recordAudit(tx, {
    action: to === 'reserved' ? 'stock.held' : 'stock.released',
    targetType: 'product',
    targetId: productId,
    details: { variantId, keys: moved.length, from: 'command line' },
  })

  await emptyPublicCache(tx.db)
  if (to === 'available') await enqueue(tx, 'stock.added', { variantId })

  return moved.length
}
