import { and, eq, isNull } from 'drizzle-orm'

import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { sendMail, sendToStaff } from '../mails/mails.service.ts'
import { unsoldOf } from './stock.queries.ts'

// Mails of the stock alerts: to staff when a product runs low, to a buyer who asked when it is
// back. `since` tells one alert or wish from the next.

/** Notify staff that few keys of a variant are left. */
export async function sendStockLow(app: App, variantId: string, since: string): Promise<void> {
  const product = await unsoldOf(app, variantId)
  await sendToStaff(app, 'stockLow', {
    id: `stock-low-${variantId}-${Date.parse(since)}`,
    values: { product: product!.name, left: product!.left },
  })
}

/** Notify a buyer that a product they waited for is back; nobody who left or was banned. */
export async function sendStockBack(
  app: App,
  userId: string,
  variantId: string,
  since: string,
): Promise<void> {
  const [user] = await app.db
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), eq(users.isBanned, false)))

  const product = await unsoldOf(app, variantId)

  if (user && product)
    await sendMail(app, 'stockBack', {
      id: `stock-back-${variantId}-${userId}-${Date.parse(since)}`,
      to: user,
      values: { product: product.name },
    })
}
