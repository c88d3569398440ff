import type { variants as contract } from '@chaveiro/contracts/admin/variants'
import { productLimits } from '@chaveiro/contracts/product-limits'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { changeOf, type Actor } from '../../audit/audit.service.ts'
import { variantRoleChanged } from '../../discord-roles/roles.service.ts'
import { notePrices, priceByHand } from './price-history.service.ts'
import { lockProductRow } from './product-lock.service.ts'
import {
  adminVariantView,
  variantRows,
  type AdminVariant,
  type Variant,
} from './variants.admin.queries.ts'
import { recordProductChange } from './variants.changes.service.ts'
import { assertTerms } from './variants.rules.ts'

// Changes of a product's variants by staff. Each change locks the product's row first, so that
// concurrent changes run one after the other and each increments the product's version.

type NewVariant = z.output<typeof contract.create.body>
type Changes = z.output<typeof contract.update.body>
type Columns = Partial<typeof productVariants.$inferInsert>
type VariantRow = Awaited<ReturnType<typeof variantRows>>[number]

/**
 * Add a variant after the existing ones. The only variant of a product may be unnamed; `firstName`
 * names that variant when a second is added. Throws product.not_found, request.invalid,
 * variant.name_needed, variant.name_taken, variant.compare_at and variant.delivery.
 */
export function addVariant(
  app: App,
  productId: string,
  { firstName, ...input }: NewVariant,
  actor: Actor,
): Promise<AdminVariant> {
  return withUniqueName(firstName === undefined ? [input.name] : [input.name, firstName], () =>
    inTransaction(app, async (tx) => {
      const lockedVariants = await lockVariants(tx, productId)
      if (lockedVariants.length >= productLimits.variants) throw invalid(['variants'])

      const unnamedVariant = lockedVariants.find((variant) => !variant.name)
      if (!input.name || (unnamedVariant && !firstName)) throw fail('variant.name_needed')

      if (unnamedVariant)
        await tx.db
          .update(productVariants)
          .set({ name: firstName!, ...touchedColumns(tx) })
          .where(eq(productVariants.id, unnamedVariant.id))

      const now = tx.clock.now()
      const id = newId(now.getTime())

      const newColumns = {
        ...columnsFromInput(input),
        id,
        productId,
        position: Math.max(...lockedVariants.map((variant) => variant.position)) + 1,
        createdAt: now,
        updatedAt: now,
      } as typeof productVariants.$inferInsert & Variant

      assertTerms(newColumns)
      await tx.db.insert(productVariants).values(newColumns)
      await notePrices(tx, firstPrice(newColumns, actor))

      return recordChange(tx, actor, 'product.variant_created', { productId, id, before: null })
    }),
  )
}

/**
 * Change some fields of a variant. Throws product.changed, with the current variant in the reply,
 * if the product changed since `version`. Also throws variant.not_found and the errors of
 * addVariant.
 */
export function changeVariant(
  app: App,
  { id: productId, variantId }: { id: string; variantId: string },
  { version, ...input }: Changes,
  actor: Actor,
): Promise<AdminVariant> {
  return withUniqueName([input.name ?? ''], () =>
    inTransaction(app, async (tx) => {
      const lockedVariants = await lockVariants(tx, productId)
      const lockedRow = requireVariant(lockedVariants, variantId)
      const viewBefore = adminVariantView(lockedRow)
      if (version !== undefined && version !== lockedRow.version)
        throw fail('product.changed', {}, { variant: viewBefore, current: viewBefore })
      if (input.name === '' && lockedVariants.length > 1) throw fail('variant.name_needed')

      await writeVariant(tx, lockedRow, columnsFromInput(input), { actor })

      return recordChange(tx, actor, 'product.variant_updated', {
        productId,
        id: variantId,
        before: viewBefore,
      })
    }),
  )
}

/**
 * Set the order of a product's variants. Throws request.invalid unless `ids` contains each variant
 * once.
 */
export function orderVariants(
  app: App,
  productId: string,
  ids: readonly string[],
  actor: Actor,
): Promise<AdminVariant[]> {
  return inTransaction(app, async (tx) => {
    const lockedVariants = await lockVariants(tx, productId)
    const requestedIds = ids.map((id) => id.toLowerCase())
    const knownIds = new Set(lockedVariants.map(({ id }) => id))
    if (new Set(requestedIds).size !== knownIds.size || requestedIds.length !== knownIds.size)
      throw invalid(['ids'])
    if (!requestedIds.every((id) => knownIds.has(id))) throw invalid(['ids'])

    for (const [position, id] of requestedIds.entries())
      await tx.db
        .update(productVariants)
        .set({ position, ...touchedColumns(tx) })
        .where(eq(productVariants.id, id))

    await recordProductChange(tx, actor, {
      action: 'product.variants_ordered',
      productId,
      details: {
        before: { ids: lockedVariants.map(({ id }) => id) },
        after: { ids: requestedIds },
      },
    })

    return (await variantRows(tx, productId)).map(adminVariantView)
  })
}

/**
 * Remove a variant permanently from the shop and all lists; the first variant cannot be removed.
 * Orders have a copy of the variant, unsold keys stay in stock, and paid units that wait for a key
 * are still delivered.
 */
export function removeVariant(
  app: App,
  { id: productId, variantId }: { id: string; variantId: string },
  actor: Actor,
): Promise<void> {
  return inTransaction(app, async (tx) => {
    const lockedRow = requireVariant(await lockVariants(tx, productId), variantId)
    if (lockedRow.id === lockedRow.productId) throw fail('variant.first')

    await tx.db
      .update(productVariants)
      .set({ deletedAt: tx.clock.now(), ...touchedColumns(tx) })
      .where(eq(productVariants.id, lockedRow.id))

    await recordProductChange(tx, actor, {
      action: 'product.variant_deleted',
      productId,
      details: { variantId: lockedRow.id, ...changeOf(adminVariantView(lockedRow), null) },
    })
  })
}

/**
 * Write columns of a locked variant. Throws variant.compare_at, variant.delivery and
 * request.invalid when the new columns contradict unchanged ones. If the chat role changed, a job
 * updates the roles of all licence holders.
 */
export async function writeVariant(
  tx: App,
  row: Variant,
  given: Columns,
  { actor, quantities }: { actor: Actor; quantities?: readonly string[] },
): Promise<void> {
  const columns = { ...given, ...(await priceByHand(tx, row, given, actor.actorId)) }
  const after = { ...row, ...columns } as Variant
  assertTerms(after, quantities)
  const isLimitChanged = after.perCustomer !== row.perCustomer

  await tx.db
    .update(productVariants)
    .set({
      ...columns,
      ...(isLimitChanged ? { perCustomerSince: after.perCustomer ? tx.clock.now() : null } : {}),
      ...touchedColumns(tx),
    })
    .where(eq(productVariants.id, row.id))

  if (after.discordRoleId !== row.discordRoleId) await variantRoleChanged(tx, row.id)
}

/** The first entry of a variant in the price history. */
export const firstPrice = (
  { id, productId, priceCents }: Pick<Variant, 'id' | 'productId' | 'priceCents'>,
  { actorId }: Actor,
) => ({
  productId,
  variantId: id,
  fromCents: null,
  toCents: priceCents,
  cause: 'made' as const,
  actorId,
})

const touchedColumns = (tx: App) => ({
  updatedAt: tx.clock.now(),
  version: sql`${productVariants.version} + 1`,
})

/** The variants of a product, locked until the transaction ends. Throws product.not_found. */
export async function lockVariants(tx: App, productId: string): Promise<VariantRow[]> {
  await lockProductRow(tx, productId)
  return variantRows(tx, productId)
}

function requireVariant(standing: readonly VariantRow[], variantId: string): VariantRow {
  const row = standing.find(({ id }) => id === variantId.toLowerCase())
  if (!row) throw fail('variant.not_found')

  return row
}

async function recordChange(
  tx: App,
  actor: Actor,
  action: string,
  { productId, id, before }: { productId: string; id: string; before: AdminVariant | null },
): Promise<AdminVariant> {
  const viewAfter = adminVariantView(
    (await variantRows(tx, productId)).find((row) => row.id === id)!,
  )

  await recordProductChange(tx, actor, {
    action,
    productId,
    details: { variantId: id, ...changeOf(before, viewAfter) },
  })

  return viewAfter
}

/** The columns of the submitted fields; missing fields change nothing. */
function columnsFromInput({ price, compareAtPrice, metadata, ...fields }: Changes): Columns {
  const columns: Columns = {
    ...fields,
    priceCents: price === undefined ? undefined : centsFromWire(price),
    compareAtCents: compareAtPrice == null ? compareAtPrice : centsFromWire(compareAtPrice),
    sellerType: metadata?.sellerType,
    level: metadata?.level,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const centsFromWire = (price: number): number => Math.round(price * 100)

// The unique index decides: with a check before the write, two concurrent requests could use the
// same name.
async function withUniqueName<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error, 'product_variants_name'))
      throw fail('variant.name_taken', { name: names.find(Boolean) ?? '' })
    throw error
  }
}
