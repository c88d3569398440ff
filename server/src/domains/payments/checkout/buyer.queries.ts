import { and, asc, eq, ne } from 'drizzle-orm'

import { payments, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'

/** A buyer's account, and when each of their open payments expires, except those of this cart. */
type LockedBuyer = {
  account?: Pick<
    typeof users.$inferSelect,
    'name' | 'email' | 'language' | 'isBanned' | 'banReason' | 'deletedAt' | 'discordId'
  >
  openUntil: Date[]
}

/**
 * Lock the buyer of a checkout, so that concurrent checkouts cannot exceed the limit of open
 * charges (Q116). The charge of this cart does not count, because it is replaced. Lock the cart
 * first.
 */
export async function lockBuyer(tx: App, userId: string, cartId: string): Promise<LockedBuyer> {
  const [[account], open] = await Promise.all([
    tx.db
      .select({
        name: users.name,
        email: users.email,
        language: users.language,
        isBanned: users.isBanned,
        banReason: users.banReason,
        deletedAt: users.deletedAt,
        discordId: users.discordId,
      })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update'),
    tx.db
      .select({ expiresAt: payments.expiresAt })
      .from(payments)
      .where(
        and(
          eq(payments.userId, userId),
          eq(payments.status, 'pending'),
          ne(payments.cartId, cartId),
        ),
      )
      .orderBy(asc(payments.expiresAt)),
  ])
  return { ...(account ? { account } : {}), openUntil: open.map((payment) => payment.expiresAt) }
}

/**
 * Refuse a buyer who may not open another payment; returns the account. Throws auth.required,
 * auth.banned and payment.too_many_open.
 */
export function assertMayPay(
  app: App,
  { account, openUntil }: LockedBuyer,
): NonNullable<LockedBuyer['account']> {
  if (!account || account.deletedAt) throw fail('auth.required')
  if (account.isBanned) throw fail('auth.banned', { reason: account.banReason ?? '' })

  const maxOpenPayments = app.config.openPayments
  if (openUntil.length < maxOpenPayments) return account

  const nextFreeAt = openUntil[openUntil.length - maxOpenPayments]!
  throw fail('payment.too_many_open', { most: maxOpenPayments }).after(
    (nextFreeAt.getTime() - app.clock.now().getTime()) / 1000,
  )
}
