import { and, eq, isNull } from 'drizzle-orm'
import { products, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { sendMail, sendToStaff } from '../mails/mails.service.ts'
import { unsoldOf } from './stock.queries.ts'

// Mails of the stock alerts: to staff when a product runs low, to a buyer who asked when it is
// back. `since` tells one alert or wish from the next.

/** Notify staff that few keys of a product are left. */
export async function sendStockLow(app: App, productId: string, since: string): Promise<void> {
  const product = await unsoldOf(app, productId)
  await sendToStaff(app, 'stockLow', {
    id: `stock-low-${productId}-${Date.parse(since)}`,
    values: { product: product!.name, left: product!.left },
  })
}

/** Notify a buyer that a product they waited for is back; nobody who left or was banned. */
export async function sendStockBack(
  app: App,
  userId: string,
  productId: string,
  since: string,
): Promise<void> {
  const [user] = await app.db
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), eq(users.isBanned, false)))
  const [product] = await app.db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  if (user && product)
    await sendMail(app, 'stockBack', {
      id: `stock-back-${productId}-${userId}-${Date.parse(since)}`,
      to: user,
      values: { product: product.name },
    })
}
