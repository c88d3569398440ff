import { and, eq, lte, or, sql, type SQL } from 'drizzle-orm'

import { cartItems, pricePlans, products, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { notePrices } from '../variants/price-history.service.ts'
import { recordProductChange } from '../variants/variants.changes.service.ts'
import { byMoment } from './prices.rules.ts'

// What makes a scheduled price the price (decision 0009): the clock does every few seconds, and a
// checkout before it prices a cart, so that nobody buys at the price of before.

export type Plan = typeof pricePlans.$inferSelect
type OpenPlan = Plan & { state: 'waiting' | 'running' }
type Variant = typeof productVariants.$inferSelect

const house: Actor = { actorId: null, actorName: null, ip: null }

const isDue = (now: Date): SQL =>
  or(
    and(eq(pricePlans.state, 'waiting'), lte(pricePlans.startsAt, now)),
    and(eq(pricePlans.state, 'running'), lte(pricePlans.endsAt, now)),
  )!

/** Make every scheduled price whose moment came the price; safe to run in several processes. */
export async function applyDuePrices(app: App): Promise<void> {
  const due = await app.db
    .selectDistinct({ productId: pricePlans.productId })
    .from(pricePlans)
    .where(isDue(app.clock.now()))
  for (const { productId } of due) await inTransaction(app, (tx) => catchUp(tx, productId))
}

/** Whether anything in a cart has another price by now than it stands with. */
export async function hasDuePrices(app: App, cartId: string): Promise<boolean> {
  const [due] = await app.db
    .select({ id: pricePlans.id })
    .from(pricePlans)
    .innerJoin(cartItems, eq(cartItems.variantId, pricePlans.variantId))
    .where(and(eq(cartItems.cartId, cartId), isDue(app.clock.now())))
    .limit(1)
    .execute()
  return due !== undefined
}

/**
 * Apply what is due of a product, in the order in which it was to happen. Whoever writes its plans
 * holds its row, which is locked here, deleted or not.
 */
export async function catchUp(tx: App, productId: string): Promise<void> {
  const [product] = await tx.db
    .select({ deletedAt: products.deletedAt })
    .from(products)
    .where(eq(products.id, productId))
    .for('update')

  const due = await tx.db
    .select()
    .from(pricePlans)
    .where(and(eq(pricePlans.productId, productId), isDue(tx.clock.now())))

  for (const plan of (due as OpenPlan[]).sort(byMoment)) {
    const variant = await variantOf(tx, plan)
    const isGone = Boolean(product!.deletedAt ?? variant.deletedAt)
    const isOver = plan.endsAt !== null && plan.endsAt <= tx.clock.now()
    if (isGone || (plan.state === 'waiting' && isOver)) await close(tx, plan, 'missed')
    else if (plan.state === 'waiting') await begin(tx, plan, variant)
    else await end(tx, plan, { state: 'done', actor: house })
  }
}

async function variantOf(tx: App, { variantId }: Plan): Promise<Variant> {
  const [variant] = await tx.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.id, variantId))
  return variant!
}

const close = (tx: App, { id }: Plan, state: Plan['state'], columns: Partial<Plan> = {}) =>
  tx.db
    .update(pricePlans)
    .set({ ...columns, state, updatedAt: tx.clock.now() })
    .where(eq(pricePlans.id, id))

async function begin(tx: App, plan: Plan, variant: Variant): Promise<void> {
  await close(tx, plan, plan.endsAt ? 'running' : 'done', {
    beforeCents: variant.priceCents,
    beforeCompareCents: variant.compareAtCents,
  })

  await setPrice(tx, plan, variant, {
    to: plan,
    cause: 'plan_start',
    actor: house,
    // It was decided by whoever scheduled it.
    by: plan.actorId,
  })
}

/** Give a variant back what it cost before a plan that runs; whoever calls it holds the product. */
export async function end(
  tx: App,
  plan: Plan,
  { state, actor }: { state: 'done' | 'cancelled'; actor: Actor },
): Promise<void> {
  await close(tx, plan, state)
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
  const after = pricesOf(change.to)

  await tx.db
    .update(productVariants)
    .set({
      ...after,
      updatedAt: tx.clock.now(),
      version: sql`${productVariants.version} + 1`,
    })
    .where(eq(productVariants.id, variantId))

  if (after.priceCents !== before.priceCents)
    await notePrices(tx, {
      productId,
      variantId,
      fromCents: before.priceCents,
      toCents: after.priceCents,
      cause: change.cause,
      actorId: change.by,
    })

  await recordProductChange(tx, change.actor, {
    action: change.cause === 'plan_start' ? 'product.price_began' : 'product.price_ended',
    productId,
    details: { variantId, planId, before: pricesOf(before), after },
  })
}
