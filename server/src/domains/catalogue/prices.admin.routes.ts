import type { prices } from '@chaveiro/contracts/admin/prices'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { toWire } from '../../platform/text/money.ts'
import { actorOf } from '../audit/audit.service.ts'
import { pricesOfMany } from './prices/prices.bulk.queries.ts'
import { setPrices } from './prices/prices.bulk.service.ts'
import { pricesOf } from './prices/prices.queries.ts'
import { cancelPlan, planPrice } from './prices/prices.service.ts'
import { adminProductOf } from './products/products.admin.queries.ts'

/** Back-office calls of past and future prices of products. */
export const pricesAdmin: Handlers<typeof prices> = {
  async list(app, { params }) {
    if (!(await adminProductOf(app, params.id))) throw fail('product.not_found')
    return pricesReply(app, params.id)
  },

  async ofMany(app, { query }) {
    const priceRows = await pricesOfMany(app, { productIds: query.ids })
    return {
      success: true as const,
      prices: priceRows.map(({ id, priceCents, compareAtCents, ...row }) => ({
        ...row,
        id,
        _id: id,
        price: toWire(priceCents),
        compareAtPrice: compareAtCents === null ? null : toWire(compareAtCents),
      })),
    }
  },

  async setMany(app, input) {
    const changedBy = { actor: actorOf(input), language: input.caller.language }
    return { success: true as const, ...(await setPrices(app, input.body.rows, changedBy)) }
  },
  async plan(app, input) {
    await planPrice(app, input.params.id, input.body, actorOf(input))
    return pricesReply(app, input.params.id)
  },
  async cancel(app, input) {
    await cancelPlan(app, input.params, actorOf(input))
    return pricesReply(app, input.params.id)
  },
}

const pricesReply = async (app: App, id: string) => ({
  success: true as const,
  ...(await pricesOf(app, id)),
})
