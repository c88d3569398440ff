import { z } from 'zod'

import { isReadableKey, stockPaste } from '../product-limits.ts'
import { route } from '../route.ts'
import {
  entityId,
  filterOf,
  instant,
  listTotals,
  pageQuery,
  search,
  success,
  uuid,
} from '../shared.ts'
import { buyerStates, productProviders } from '../states.ts'

/**
 * A paid unit that waits for its key: the buyer, when they paid and, for a minted key, the count of
 * attempts and the last error.
 */
export const delivery = z.object({
  ...entityId,
  orderId: z.string(),
  orderNumber: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  product: z.object({ ...entityId, name: z.string() }),
  variantId: z.string(),
  provider: z.enum(productProviders),
  /**
   * The unit of a banned or deleted buyer is held. It is delivered only after the ban ends, and can
   * be refunded (Q114).
   */
  buyer: z.enum(buyerStates),
  paidAt: instant,
  tries: z.int(),
  problem: z.string().nullable(),
  /** The licence whose replacement key is pending; null for a first key. */
  replaces: z.string().nullable(),
})

const id = { id: uuid }
const licenseKey = z.string().trim().min(1).max(stockPaste.keyLength).refine(isReadableKey)

/** The work list of deliveries: paid units without a key (Q38, Q39). */
export const deliveries = {
  list: route({
    method: 'GET',
    path: '/api/admin/deliveries',
    access: 'staff',
    summary:
      'Paid units that wait for a key, longest first; search finds order number, customer and product',
    query: z.object({ ...pageQuery, search, provider: filterOf(productProviders) }),
    reply: z.object({
      ...success,
      deliveries: z.array(delivery),
      /** Waiting units by provider, and held units separately. */
      counts: z.object({ stock: z.int(), keyauth: z.int(), manual: z.int(), held: z.int() }),
      ...listTotals,
    }),
  }),

  deliver: route({
    method: 'POST',
    path: '/api/admin/deliveries/:id',
    access: 'staff',
    summary: 'Enter the key of a unit; it is delivered like any other and the customer hears of it',
    params: z.object(id),
    body: z.object({ licenseKey }),
    reply: z.object(success),

    errors: [
      'delivery.not_found',
      'delivery.served',
      'delivery.disputed',
      'delivery.buyer_banned',
      'delivery.buyer_deleted',
      'delivery.from_stock',
      'delivery.key_known',
    ],
  }),

  retry: route({
    method: 'POST',
    path: '/api/admin/deliveries/:id/retry',
    access: 'staff',
    summary:
      'Ask the provider for a unit now instead of at its next turn; it is never minted twice',
    params: z.object(id),
    reply: z.object(success),
    errors: [
      'delivery.not_found',
      'delivery.served',
      'delivery.not_minted',
      'delivery.buyer_banned',
      'delivery.buyer_deleted',
    ],
  }),
}
