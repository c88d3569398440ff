import { z } from 'zod'

import { route } from './route.ts'
import { success, uuid } from './shared.ts'

/** An id of a variant, or of a product for its first variant. */
const restockParams = z.object({ productId: uuid })
const restockReply = z.object({ ...success, waiting: z.boolean() })

/** Restock mails: one mail to the account's address when a sold-out product can be bought again. */
export const restock = {
  list: route({
    method: 'GET',
    path: '/api/product/restock',
    access: 'session',
    summary: 'The products and variants of which you hear when they are back',
    reply: z.object({
      ...success,
      productIds: z.array(z.string()),
      variantIds: z.array(z.string()),
    }),
  }),

  ask: route({
    method: 'PUT',
    path: '/api/product/restock/:productId',
    access: 'session',
    summary: 'Hear once, by mail, when a sold-out product is back',
    params: restockParams,
    reply: restockReply,
    errors: ['product.not_found'],
  }),

  cancel: route({
    method: 'DELETE',
    path: '/api/product/restock/:productId',
    access: 'session',
    summary: 'Hear of it no more',
    params: restockParams,
    reply: restockReply,
  }),
}
