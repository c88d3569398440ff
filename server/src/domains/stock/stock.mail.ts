import { and, eq, isNull } from 'drizzle-orm'

import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { motifPath } from '../../platform/drawing/motif-paths.ts'
import { sendMail, sendToStaff } from '../mails/mails.service.ts'
import { unsoldKeys } from './stock.queries.ts'

// Mails of the stock alerts: to staff when a product runs low, to buyers who asked when it is back.
// `since` makes the id of the mail unique for each alert or request.

/** Notify staff that few keys of a variant are left. */
export async function sendStockLow(app: App, variantId: string, since: string): Promise<void> {
  const product = await unsoldKeys(app, variantId)
  await sendToStaff(app, 'stockLow', {
    id: `stock-low-${variantId}-${Date.parse(since)}`,
    values: { product: product!.name, left: product!.left },
  })
}

/** Notify a buyer that a product they waited for is back, unless they left or were banned. */
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

  const product = await unsoldKeys(app, variantId)

  if (user && product)
    await sendMail(app, 'stockBack', {
      id: `stock-back-${variantId}-${userId}-${Date.parse(since)}`,
      to: user,
      values: { product: product.name, picture: motifPath(product.image) },
    })
}
