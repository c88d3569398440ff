import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../api/http.ts'
import type { CartItem } from './local-cart.ts'

export type CartReply = Reply<Api['cart']['read']>

/** Lines of the server's cart as the shop shows them. */
export function cartItemsOf(reply: CartReply | undefined): CartItem[] {
  return (reply?.cart?.items ?? reply?.items ?? []).map(({ product, variant, quantity, max }) => ({
    ...product,
    id: variant._id,
    productId: product._id,
    variantName: variant.name,
    quantity,
    max,
  }))
}

/** Id of the cart; null if there is none. */
export const cartIdOf = (reply: CartReply | undefined): string | null =>
  reply?.cart?._id ?? reply?._id ?? null

/** Lines in the shape of a server reply, for use before the server has answered. */
export const toReplyLines = (items: readonly CartItem[]): CartReply['items'] =>
  items.map(({ quantity, max, id, productId = id, variantName = '', ...rest }) => ({
    lineId: id,
    variant: { id, _id: id, name: variantName },
    compareAtPrice: null,
    product: { ...rest, id: productId, _id: productId },
    quantity,
    max,
  })) as CartReply['items']
