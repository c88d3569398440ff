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
import { toView, variantRows, type AdminVariant, type Variant } from './variants.admin.queries.ts'
import { recordProductChange } from './variants.changes.service.ts'
import { assertTerms } from './variants.rules.ts'

// What staff do to the variants of a product. Each change takes the product's row first, so that its
// variants change one after the other and the product's version counts all of it.

type NewVariant = z.output<typeof contract.create.body>
type Changes = z.output<typeof contract.update.body>
type Columns = Partial<typeof productVariants.$inferInsert>
type Standing = Awaited<ReturnType<typeof variantRows>>[number]

/**
 * Add a variant behind those that there are. Throws product.not_found, variant.name_needed,
 * variant.name_taken, variant.compare_at and variant.delivery.
 */
export function addVariant(
  app: App,
  productId: string,
  { firstName, ...input }: NewVariant,
  actor: Actor,
): Promise<AdminVariant> {
  return named(firstName === undefined ? [input.name] : [input.name, firstName], () =>
    inTransaction(app, async (tx) => {
      const standing = await lockVariants(tx, productId)
      if (standing.length >= productLimits.variants) throw invalid(['variants'])

      const unnamed = standing.find((variant) => !variant.name)
      if (!input.name || (unnamed && !firstName)) throw fail('variant.name_needed')

      if (unnamed)
        await tx.db
          .update(productVariants)
          .set({ name: firstName!, ...touched(tx) })
          .where(eq(productVariants.id, unnamed.id))

      const now = tx.clock.now()
      const id = newId(now.getTime())

      const made = {
        ...columnsOf(input),
        id,
        productId,
        position: Math.max(...standing.map((variant) => variant.position)) + 1,
        createdAt: now,
        updatedAt: now,
      } as typeof productVariants.$inferInsert & Variant

      assertTerms(made)
      await tx.db.insert(productVariants).values(made)
      await notePrices(tx, firstPrice(made, actor))

      return recordChange(tx, actor, 'product.variant_created', { productId, id, before: null })
    }),
  )
}

/**
 * Change some fields of a variant. With the version the editor read, a change that somebody else
 * made meanwhile throws product.changed with the current variant in its reply.
 */
export function changeVariant(
  app: App,
  { id: productId, variantId }: { id: string; variantId: string },
  { version, ...input }: Changes,
  actor: Actor,
): Promise<AdminVariant> {
  return named([input.name ?? ''], () =>
    inTransaction(app, async (tx) => {
      const standing = await lockVariants(tx, productId)
      const row = requireVariant(standing, variantId)
      const before = toView(row)
      if (version !== undefined && version !== row.version)
        throw fail('product.changed', {}, { variant: before, current: before })
      if (input.name === '' && standing.length > 1) throw fail('variant.name_needed')

      await writeVariant(tx, row, columnsOf(input), { actor })

      return recordChange(tx, actor, 'product.variant_updated', {
        productId,
        id: variantId,
        before,
      })
    }),
  )
}

/** Put all variants of a product in an order. Throws request.invalid for anything else. */
export function orderVariants(
  app: App,
  productId: string,
  ids: readonly string[],
  actor: Actor,
): Promise<AdminVariant[]> {
  return inTransaction(app, async (tx) => {
    const standing = await lockVariants(tx, productId)
    const wanted = ids.map((id) => id.toLowerCase())
    const known = new Set(standing.map(({ id }) => id))
    if (new Set(wanted).size !== known.size || wanted.length !== known.size) throw invalid(['ids'])
    if (!wanted.every((id) => known.has(id))) throw invalid(['ids'])

    for (const [position, id] of wanted.entries())
      await tx.db
        .update(productVariants)
        .set({ position, ...touched(tx) })
        .where(eq(productVariants.id, id))

    await recordProductChange(tx, actor, {
      action: 'product.variants_ordered',
      productId,
      details: { before: { ids: standing.map(({ id }) => id) }, after: { ids: wanted } },
    })

    return (await variantRows(tx, productId)).map(toView)
  })
}

/**
 * Remove a variant from the shop and all lists for good; the first one stays. Orders keep their own
 * copy, unsold keys stay in stock, paid units that wait are served as before.
 */
export function removeVariant(
  app: App,
  { id: productId, variantId }: { id: string; variantId: string },
  actor: Actor,
): Promise<void> {
  return inTransaction(app, async (tx) => {
    const row = requireVariant(await lockVariants(tx, productId), variantId)
    if (row.id === row.productId) throw fail('variant.first')

    await tx.db
      .update(productVariants)
      .set({ deletedAt: tx.clock.now(), ...touched(tx) })
      .where(eq(productVariants.id, row.id))

    await recordProductChange(tx, actor, {
      action: 'product.variant_deleted',
      productId,
      details: { variantId: row.id, ...changeOf(toView(row), null) },
    })
  })
}

/**
 * Write columns of a locked variant that go together with what it has. Throws variant.compare_at,
 * variant.delivery and request.invalid. A changed role is looked at anew for all who have a licence.
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
  const limited = after.perCustomer !== row.perCustomer

  await tx.db
    .update(productVariants)
    .set({
      ...columns,
      ...(limited ? { perCustomerSince: after.perCustomer ? tx.clock.now() : null } : {}),
      ...touched(tx),
    })
    .where(eq(productVariants.id, row.id))

  if (after.discordRoleId !== row.discordRoleId) await variantRoleChanged(tx, row.id)
}

/** What the history says of a variant that is new. */
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

const touched = (tx: App) => ({
  updatedAt: tx.clock.now(),
  version: sql`${productVariants.version} + 1`,
})

/** The variants of a product, which cannot change until the transaction ends. */
export async function lockVariants(tx: App, productId: string): Promise<Standing[]> {
  await lockProductRow(tx, productId)
  return variantRows(tx, productId)
}

function requireVariant(standing: readonly Standing[], variantId: string): Standing {
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
  const after = toView((await variantRows(tx, productId)).find((row) => row.id === id)!)

  await recordProductChange(tx, actor, {
    action,
    productId,
    details: { variantId: id, ...changeOf(before, after) },
  })

  return after
}

/** The columns of the fields that were given; what was not given is left out. */
function columnsOf({ price, compareAtPrice, metadata, ...fields }: Changes): Columns {
  const columns: Columns = {
    ...fields,
    priceCents: price === undefined ? undefined : cents(price),
    compareAtCents: compareAtPrice == null ? compareAtPrice : cents(compareAtPrice),
    sellerType: metadata?.sellerType,
    level: metadata?.level,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const cents = (price: number): number => Math.round(price * 100)

// The unique index decides, so two who take a name at once cannot both have it.
async function named<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error, 'product_variants_name'))
      throw fail('variant.name_taken', { name: names.find(Boolean) ?? '' })
    throw error
  }
}
