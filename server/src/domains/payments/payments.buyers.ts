import { eq } from 'drizzle-orm'
import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/fail.ts'

// Whether a buyer may still buy and have what he paid for (Q114).

export const buyerStates = ['there', 'banned', 'deleted'] as const
export type BuyerState = (typeof buyerStates)[number]

export const buyerStateOf = (user: { isBanned: boolean; deletedAt: Date | null }): BuyerState => {
  if (user.deletedAt) return 'deleted'
  return user.isBanned ? 'banned' : 'there'
}

/** How a buyer stands, held so until the transaction ends: a deletion or a ban comes wholly before or after it. */
export async function holdBuyer(tx: App, userId: string): Promise<BuyerState> {
  const [user] = await tx.db
    .select({ isBanned: users.isBanned, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  return user ? buyerStateOf(user) : 'deleted'
}

/** Lock the buyer of a checkout, so that two of his carts are paid one after the other. Throws auth.required and auth.banned. */
export async function lockBuyer(tx: App, userId: string): Promise<void> {
  const [user] = await tx.db
    .select({ isBanned: users.isBanned, banReason: users.banReason, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!user || user.deletedAt) throw fail('auth.required')
  if (user.isBanned) throw fail('auth.banned', { reason: user.banReason ?? '' })
}
