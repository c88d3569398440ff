import { and, asc, eq, ne } from 'drizzle-orm'
import { payments, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'

/**
 * Lock the buyer of a checkout, so that their carts are paid one after the other and no more
 * charges stay open than are allowed (Q116). The charge of this cart does not count, because it is
 * replaced. Throws auth.required, auth.banned and payment.too_many_open.
 */
export async function lockBuyer(tx: App, userId: string, cartId: string): Promise<void> {
  const [user] = await tx.db
    .select({ isBanned: users.isBanned, banReason: users.banReason, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!user || user.deletedAt) throw fail('auth.required')
  if (user.isBanned) throw fail('auth.banned', { reason: user.banReason ?? '' })
  const open = await tx.db
    .select({ expiresAt: payments.expiresAt })
    .from(payments)
    .where(
      and(eq(payments.userId, userId), eq(payments.status, 'pending'), ne(payments.cartId, cartId)),
    )
    .orderBy(asc(payments.expiresAt))
  const most = tx.config.openPayments
  if (open.length < most) return
  const free = open[open.length - most]!.expiresAt
  throw fail('payment.too_many_open', { most }).after(
    (free.getTime() - tx.clock.now().getTime()) / 1000,
  )
}
