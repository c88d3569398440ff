import type { prices as contract } from '@chaveiro/contracts/admin/prices'
import { productLimits } from '@chaveiro/contracts/product-limits'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { priceChanges, pricePlans, productVariants, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/text/money.ts'

type PricesView = Omit<z.infer<typeof contract.list.reply>, 'success'>
const wireOrNull = (cents: number | null) => (cents === null ? null : toWire(cents))

/** The scheduled prices of a product, its recent plans, and its last price changes. */
export async function pricesOf(app: App, productId: string): Promise<PricesView> {
  const [plans, history] = await Promise.all([
    plansOfProduct(app, productId),
    changesOf(app, productId),
  ])
  return { plans, history }
}

const isOpenPlan = sql`${pricePlans.state} in ('waiting', 'running')`

async function plansOfProduct(app: App, productId: string): Promise<PricesView['plans']> {
  const planRows = await app.db
    .select({ plan: pricePlans, variantName: productVariants.name, by: users.name })
    .from(pricePlans)
    .innerJoin(productVariants, eq(productVariants.id, pricePlans.variantId))
    .leftJoin(users, and(eq(users.id, pricePlans.actorId), isNull(users.deletedAt)))
    .where(eq(pricePlans.productId, productId))
    // Open plans by their start, then closed plans, newest first. The limit leaves room for at
    // least ten closed plans.
    .orderBy(
      sql`not (${isOpenPlan})`,
      sql`case when ${isOpenPlan} then ${pricePlans.startsAt} end`,
      desc(pricePlans.updatedAt),
      pricePlans.id,
    )
    .limit(productLimits.pricePlans + 10)

  return planRows.map(({ plan, variantName, by }) => ({
    id: plan.id,
    _id: plan.id,
    variantId: plan.variantId,
    variantName,
    by,
    price: toWire(plan.priceCents),
    compareAtPrice: wireOrNull(plan.compareAtCents),
    startsAt: plan.startsAt.toISOString(),
    endsAt: plan.endsAt?.toISOString() ?? null,
    state: plan.state,
    returnsTo: plan.endsAt ? wireOrNull(plan.beforeCents) : null,
  }))
}

async function changesOf(app: App, productId: string): Promise<PricesView['history']> {
  const historyRows = await app.db
    .select({ change: priceChanges, variantName: productVariants.name, by: users.name })
    .from(priceChanges)
    .innerJoin(productVariants, eq(productVariants.id, priceChanges.variantId))
    .leftJoin(users, and(eq(users.id, priceChanges.actorId), isNull(users.deletedAt)))
    .where(eq(priceChanges.productId, productId))
    .orderBy(desc(priceChanges.createdAt), productVariants.position, desc(priceChanges.id))
    .limit(productLimits.priceChanges)

  return historyRows.map(({ change, variantName, by }) => ({
    id: change.id,
    _id: change.id,
    variantId: change.variantId,
    variantName,
    by,
    at: change.createdAt.toISOString(),
    currency: change.currency,
    from: wireOrNull(change.fromCents),
    to: toWire(change.toCents),
    cause: change.cause,
  }))
}
