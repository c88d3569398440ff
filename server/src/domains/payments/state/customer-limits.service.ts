import { soldAs } from '@chaveiro/contracts/sold-as'
import { and, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, readAs, rowsOf, value } from '../../../db/rows.ts'
import { orderLines, orders, payments, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { LockedCart } from '../../cart/cart.service.ts'

/**
 * Refuse a cart that would give its buyer more of a variant than one customer may have (L026).
 * Counts units paid and not refunded, and units that other open payments hold. A lock orders one
 * buyer's checkouts before any key is picked. Throws cart.limit_customer.
 */
export async function assertCustomerLimits(
  tx: App,
  userId: string,
  cart: LockedCart,
): Promise<void> {
  const limitedItems = cart.lines.filter((line) => line.perCustomer > 0)
  if (!limitedItems.length) return

  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('limits'), hashtext(${userId}))`)

  // A separate statement, so that it reads what other checkouts committed before the lock.
  const boughtByVariant = await countBoughtVariants(
    tx,
    userId,
    cart.id,
    limitedItems.map((line) => line.variantId),
  )

  for (const line of limitedItems) {
    const boughtUnits = boughtByVariant.get(line.variantId) ?? 0
    if (boughtUnits + line.quantity > line.perCustomer)
      throw fail('cart.limit_customer', {
        product: soldAs(line.name, line.variantName),
        most: line.perCustomer,
        has: boughtUnits,
      })
  }
}

/**
 * Whether a paid order exceeds the customer limit of a variant. Late money has no reservation, and
 * is accepted beyond the limit (Q38).
 */
export async function isBeyondLimits(
  tx: App,
  { userId, cartId }: { userId: string; cartId: string },
  lines: readonly { variantId: string }[],
): Promise<boolean> {
  const limitedItems = await tx.db
    .select({ id: productVariants.id, most: productVariants.perCustomer })
    .from(productVariants)
    .where(
      and(
        inArray(
          productVariants.id,
          lines.map((line) => line.variantId),
        ),
        gt(productVariants.perCustomer, 0),
      ),
    )

  if (!limitedItems.length) return false

  const boughtByVariant = await countBoughtVariants(
    tx,
    userId,
    cartId,
    limitedItems.map(({ id }) => id),
  )

  return limitedItems.some(({ id, most }) => (boughtByVariant.get(id) ?? 0) > most)
}

async function countBoughtVariants(
  tx: App,
  userId: string,
  cartId: string,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const boughtColumns = columns({
    variantId: readAs(orderLines.variantId, sql`${orderLines.variantId}`),
    n: value(sql`sum(${orderLines.quantity})::int`, z.int()),
  })

  const boughtRows = await rowsOf(
    tx,
    boughtColumns,
    sql`select ${boughtColumns} from ${orders} join ${orderLines} on ${orderLines.orderId} = ${orders.id}
      where ${orders.userId} = ${userId} and ${orderLines.variantId} = any(${sql.param(variantIds)})
        and (${orders.status} = 'completed' or exists (
          select 1 from ${payments} where ${payments.orderId} = ${orders.id}
            and ${payments.status} = 'pending' and ${payments.cartId} <> ${cartId}))
      group by ${orderLines.variantId}`,
  )

  return new Map(boughtRows.map(({ variantId, n }) => [variantId, n]))
}
