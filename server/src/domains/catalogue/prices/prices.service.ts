import type { prices as contract } from '@chaveiro/contracts/admin/prices'
import { productLimits } from '@chaveiro/contracts/product-limits'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'

import { pricePlans } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { lockProductRow } from '../variants/product-lock.service.ts'
import { recordProductChange } from '../variants/variants.changes.service.ts'
import { lockVariants } from '../variants/variants.service.ts'
import { applyDuePlans, endPlan, type Plan } from './prices.due.service.ts'
import { overlaps, spanOf } from './prices.rules.ts'

type PlanRequest = z.output<typeof contract.plan.body>

const isOpenPlan = inArray(pricePlans.state, ['waiting', 'running'])

const planAuditView = ({
  id: planId,
  variantId,
  priceCents,
  compareAtCents,
  startsAt,
  endsAt,
}: Plan) => ({
  planId,
  variantId,
  priceCents,
  compareAtCents,
  startsAt,
  endsAt,
})

const centsFromWire = (price: number): number => Math.round(price * 100)

/**
 * Schedule a price of a variant. A plan that begins now is applied in this transaction. Throws
 * product.not_found, variant.not_found, variant.compare_at and the errors price.*.
 */
export function planPrice(app: App, productId: string, wanted: PlanRequest, actor: Actor) {
  return inTransaction(app, async (tx) => {
    const lockedVariants = await lockVariants(tx, productId)
    const variantId = wanted.variantId.toLowerCase()
    if (!lockedVariants.some(({ id }) => id === variantId)) throw fail('variant.not_found')

    const now = tx.clock.now()
    const planSpan = spanOf(wanted, now)
    const { compareAtPrice: before, price } = wanted
    if (before !== null && before <= price) throw fail('variant.compare_at')

    // Apply due plans first, so that the check below compares the new plan with the plans still
    // open.
    await applyDuePlans(tx, productId)

    const otherPlans = await tx.db
      .select()
      .from(pricePlans)
      .where(and(eq(pricePlans.productId, productId), isOpenPlan))

    if (otherPlans.some((other) => other.variantId === variantId && overlaps(other, planSpan)))
      throw fail('price.overlap')

    const maxPlans = productLimits.pricePlans
    if (otherPlans.length >= maxPlans) throw fail('price.full', { most: maxPlans })

    const [plan] = await tx.db
      .insert(pricePlans)
      .values({
        ...planSpan,
        id: newId(now.getTime()),
        productId,
        variantId,
        priceCents: centsFromWire(price),
        compareAtCents: before === null ? null : centsFromWire(before),
        actorId: actor.actorId,
        createdAt: now,
        updatedAt: now,
      })
      .returning()

    await recordProductChange(tx, actor, {
      action: 'product.price_planned',
      productId,
      details: planAuditView(plan!),
    })

    await applyDuePlans(tx, productId)
  })
}

/**
 * Cancel a scheduled price; a running plan ends now. Throws product.not_found, price.plan_not_found
 * and price.plan_over.
 */
export function cancelPlan(
  app: App,
  { id: productId, planId }: { id: string; planId: string },
  actor: Actor,
) {
  return inTransaction(app, async (tx) => {
    await lockProductRow(tx, productId)
    await applyDuePlans(tx, productId)

    const [plan] = await tx.db
      .select()
      .from(pricePlans)
      .where(and(eq(pricePlans.id, planId), eq(pricePlans.productId, productId)))

    if (!plan) throw fail('price.plan_not_found')
    if (plan.state === 'running') return endPlan(tx, plan, { state: 'cancelled', actor })
    if (plan.state !== 'waiting') throw fail('price.plan_over')

    await tx.db
      .update(pricePlans)
      .set({ state: 'cancelled', updatedAt: tx.clock.now() })
      .where(eq(pricePlans.id, planId))

    await recordProductChange(tx, actor, {
      action: 'product.price_plan_cancelled',
      productId,
      details: planAuditView(plan),
    })
  })
}

/**
 * Throws price.currency while prices of a product are scheduled: those prices are in the present
 * currency.
 */
export async function assertNothingPlanned(tx: App, productId: string): Promise<void> {
  if (await tx.db.$count(pricePlans, and(eq(pricePlans.productId, productId), isOpenPlan)))
    throw fail('price.currency')
}
