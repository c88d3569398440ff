import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../../db/rows.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/text/ip-address.ts'
import type { Purchase } from '../../orders/orders.service.ts'
import type { Buyer } from './checkout.input.ts'

// Limits the units that unpaid payments from one IP address hold (Q133). Carriers put many people
// behind one IP address, so the limit applies only when more units are held than are free.

/**
 * Free and held units of a variant in the cart. When at least as many units are free as held,
 * `byAddress` is 0 and `until` null.
 */
export type Held = {
  variantId: string
  free: number
  unpaid: number
  byAddress: number
  /** When the IP address's first unpaid payment expires, in epoch seconds. */
  until: number | null
}

const heldColumns = columns({
  variantId: value(sql`w.variant_id`, z.uuid()),
  free: value(sql`stock.free`, z.int()),
  unpaid: value(sql`held.unpaid`, z.int()),
  byAddress: value(sql`near.by_address`, z.int()),
  until: value(sql`extract(epoch from near.until)::float8`, z.number().nullable()),
})

/**
 * The held units of each variant in a cart, counted while checkouts from one IP address take turns.
 * Empty for a buyer who paid before, because the limit does not apply to them. Lock cart and buyer
 * first.
 */
export async function countHeldKeys(
  tx: App,
  { userId, from }: Buyer,
  cartId: string,
): Promise<readonly Held[]> {
  if (!tx.config.heldShare || !from) return []

  const addressNetwork = networkOf(from.ip)
  const hasPaid = sql`exists (select 1 from payments where user_id = ${userId}
    and status in ('completed', 'refunded'))`
  const unpaidKeys = sql`stock_keys k join payments p on p.id = k.payment_id
    where k.variant_id = w.variant_id and k.status = 'reserved'
      and p.status = 'pending' and p.cart_id <> ${cartId}`

  // Sent first, since the statements of a transaction run in the order of sending. So the count
  // below sees what an earlier holder of the lock stored.
  const addressLock = tx.db
    .execute(
      sql`select pg_advisory_xact_lock(hashtext('held'), hashtext(${addressNetwork})) where not ${hasPaid}`,
    )
    .then(() => null)

  const [, held] = await Promise.all([
    addressLock,
    rowsOf(
      tx,
      heldColumns,
      sql`select ${heldColumns} from (select variant_id from cart_items
          where cart_id = ${cartId} and not ${hasPaid} group by variant_id) w
        cross join lateral (select count(*)::int as unpaid from ${unpaidKeys}) held
        cross join lateral (select count(*)::int as free from (select 1 from stock_keys k
          where k.variant_id = w.variant_id and k.status = 'available'
          limit held.unpaid + 1) few) stock
        cross join lateral (
          select count(*)::int as by_address, min(p.expires_at) as until from ${unpaidKeys}
            and held.unpaid > stock.free
            and exists (select 1 from consents c
              where c.order_id = p.order_id and c.ip ~ '^[0-9a-fA-F.:]+$'
                and c.ip::inet <<= ${addressNetwork}::inet)) near`,
    ),
  ])

  return held
}

/**
 * Refuse a purchase beyond one IP address's share of a scarce variant; one unit is always allowed.
 * A purchase without anything to pay is not limited. Throws payment.held_back with the time until
 * the first payment from this IP address ends.
 */
export function assertNotHeldBack(
  app: App,
  held: readonly Held[],
  { lines, totalCents }: Pick<Purchase, 'lines' | 'totalCents'>,
): void {
  if (totalCents === 0) return

  for (const line of lines) {
    const heldVariant = held.find(({ variantId }) => variantId === line.variantId)
    if (!heldVariant || heldVariant.unpaid <= heldVariant.free || !heldVariant.until) continue

    const maxUnits = Math.max(
      1,
      Math.floor((heldVariant.unpaid + heldVariant.free) / app.config.heldShare),
    )
    if (heldVariant.byAddress + line.quantity <= maxUnits) continue

    const waitSeconds = Math.max(1, heldVariant.until - app.clock.now().getTime() / 1000)

    throw fail('payment.held_back', {
      product: line.name,
      minutes: Math.ceil(waitSeconds / 60),
    }).after(waitSeconds)
  }
}
