import { and, eq, lte, or, sql, type SQL } from 'drizzle-orm'

import { cartItems, pricePlans, products, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { notePrices } from '../variants/price-history.service.ts'
import { recordProductChange } from '../variants/variants.changes.service.ts'
import { byMoment } from './prices.rules.ts'

// A job applies scheduled prices every few seconds (decision 0009). A checkout applies them too
// before it computes a price, so that no buyer pays an outdated price.

export type Plan = typeof pricePlans.$inferSelect
type OpenPlan = Plan & { state: 'waiting' | 'running' }
type Variant = typeof productVariants.$inferSelect

const shopActor: Actor = { actorId: null, actorName: null, ip: null }

const isDue = (now: Date): SQL =>
  or(
    and(eq(pricePlans.state, 'waiting'), lte(pricePlans.startsAt, now)),
    and(eq(pricePlans.state, 'running'), lte(pricePlans.endsAt, now)),
  )!

/** Apply every scheduled price that is due. Several processes may run this at the same time. */
export async function applyDuePrices(app: App): Promise<void> {
  const dueProducts = await app.db
    .selectDistinct({ productId: pricePlans.productId })
    .from(pricePlans)
    .where(isDue(app.clock.now()))
  for (const { productId } of dueProducts)
    await inTransaction(app, (tx) => applyDuePlans(tx, productId))
}

/** Whether a price in a cart is due to change. */
export async function hasDuePrices(app: App, cartId: string): Promise<boolean> {
  const [duePlan] = await app.db
    .select({ id: pricePlans.id })
    .from(pricePlans)
    .innerJoin(cartItems, eq(cartItems.variantId, pricePlans.variantId))
    .where(and(eq(cartItems.cartId, cartId), isDue(app.clock.now())))
    .limit(1)
    .execute()
  return duePlan !== undefined
}

/**
 * Apply the due plans of a product in their order. Locks the product's row, even if the product is
 * deleted, since every change of its plans takes this lock.
 */
export async function applyDuePlans(tx: App, productId: string): Promise<void> {
  const [product] = await tx.db
    .select({ deletedAt: products.deletedAt })
    .from(products)
    .where(eq(products.id, productId))
    .for('update')

  const duePlans = await tx.db
    .select()
    .from(pricePlans)
    .where(and(eq(pricePlans.productId, productId), isDue(tx.clock.now())))

  for (const plan of (duePlans as OpenPlan[]).sort(byMoment)) {
    const plannedVariant = await variantOf(tx, plan)
    const isDeleted = Boolean(product!.deletedAt ?? plannedVariant.deletedAt)
    const hasEnded = plan.endsAt !== null && plan.endsAt <= tx.clock.now()
    // A plan that began and ended while no process was running is not applied.
    if (isDeleted || (plan.state === 'waiting' && hasEnded)) await closePlan(tx, plan, 'missed')
    else if (plan.state === 'waiting') await beginPlan(tx, plan, plannedVariant)
    else await endPlan(tx, plan, { state: 'done', actor: shopActor })
  }
}

async function variantOf(tx: App, { variantId }: Plan): Promise<Variant> {
  const [variant] = await tx.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.id, variantId))
  return variant!
}

const closePlan = (tx: App, { id }: Plan, state: Plan['state'], columns: Partial<Plan> = {}) =>
  tx.db
    .update(pricePlans)
    .set({ ...columns, state, updatedAt: tx.clock.now() })
    .where(eq(pricePlans.id, id))

async function beginPlan(tx: App, plan: Plan, variant: Variant): Promise<void> {
  await closePlan(tx, plan, plan.endsAt ? 'running' : 'done', {
    beforeCents: variant.priceCents,
    beforeCompareCents: variant.compareAtCents,
  })

  await setPrice(tx, plan, variant, {
    to: plan,
    cause: 'plan_start',
    actor: shopActor,
    // The price history names the person who scheduled the price.
    by: plan.actorId,
  })
}

/**
 * Restore the price that a variant had before a running plan. The caller holds the product's lock.
 */
export async function endPlan(
  tx: App,
  plan: Plan,
  { state, actor }: { state: 'done' | 'cancelled'; actor: Actor },
): Promise<void> {
  await closePlan(tx, plan, state)
  await setPrice(tx, plan, await variantOf(tx, plan), {
    to: { priceCents: plan.beforeCents!, compareAtCents: plan.beforeCompareCents },
    cause: 'plan_end',
    actor,
    by: actor.actorId ?? plan.actorId,
  })
}

type Prices = Pick<Variant, 'priceCents' | 'compareAtCents'>
const pricesOf = ({ priceCents, compareAtCents }: Prices) => ({ priceCents, compareAtCents })

async function setPrice(
  tx: App,
  { id: planId, productId, variantId }: Plan,
  before: Variant,
  change: {
    to: Prices
    cause: 'plan_start' | 'plan_end'
    actor: Actor
    by: string | null
  },
): Promise<void> {
  const newPrices = pricesOf(change.to)

  await tx.db
    .update(productVariants)
    .set({
      ...newPrices,
      updatedAt: tx.clock.now(),
      version: sql`${productVariants.version} + 1`,
    })
    .where(eq(productVariants.id, variantId))

  if (newPrices.priceCents !== before.priceCents)
    await notePrices(tx, {
      productId,
      variantId,
      fromCents: before.priceCents,
      toCents: newPrices.priceCents,
      cause: change.cause,
      actorId: change.by,
    })

  await recordProductChange(tx, change.actor, {
    action: change.cause === 'plan_start' ? 'product.price_began' : 'product.price_ended',
    productId,
    details: { variantId, planId, before: pricesOf(before), after: newPrices },
  })
}
