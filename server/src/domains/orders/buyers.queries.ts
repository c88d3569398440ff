import type { BuyerState } from '@chaveiro/contracts/states'
import { eq, sql, type SQL } from 'drizzle-orm'

import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'

// Whether a buyer may still buy and receive what they paid for (Q114). A banned or deleted buyer
// gets nothing: their units are held.

export const buyerStateOf = (user: { isBanned: boolean; deletedAt: Date | null }): BuyerState => {
  if (user.deletedAt) return 'deleted'
  return user.isBanned ? 'banned' : 'there'
}

/** SQL for the state of the buyer that a statement joins. */
export const buyerStateSql: SQL<BuyerState> = sql`case when ${users.deletedAt} is not null then 'deleted'
  when ${users.isBanned} then 'banned' else 'there' end`

/**
 * SQL condition: the joined buyer is neither banned nor deleted, so may receive what they paid for.
 */
export const mayReceiveSql: SQL = sql`not ${users.isBanned} and ${users.deletedAt} is null`

/**
 * The state of a buyer, locked until the transaction ends: a deletion or a ban comes wholly before
 * or after the transaction. Lock the buyer before their order, as a checkout does.
 */
export async function holdBuyer(tx: App, userId: string): Promise<BuyerState> {
  const [user] = await tx.db
    .select({ isBanned: users.isBanned, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  return user ? buyerStateOf(user) : 'deleted'
}

/**
 * Refuse to deliver to a banned or deleted buyer. Throws delivery.buyer_banned and
 * delivery.buyer_deleted.
 */
export function assertServed(buyer: BuyerState): void {
  if (buyer === 'banned') throw fail('delivery.buyer_banned')
  if (buyer === 'deleted') throw fail('delivery.buyer_deleted')
}
