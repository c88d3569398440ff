import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../api/http.ts'
import type { CartItem } from './local-cart.ts'

export type CartReply = Reply<Api['cart']['read']>

/** The lines of the server's cart as the shop shows them. */
export function itemsOf(reply: CartReply | undefined): CartItem[] {
  return (reply?.cart?.items ?? reply?.items ?? []).map(({ product, variant, quantity, max }) => ({
    ...product,
    id: variant._id,
    productId: product._id,
    variantName: variant.name,
    quantity,
    max,
  }))
}

/** Which cart it is; null while there is none. */
export const idOf = (reply: CartReply | undefined): string | null =>
  reply?.cart?._id ?? reply?._id ?? null

/** Lines as the server would answer them, before it has. */
export const linesOf = (items: readonly CartItem[]): CartReply['items'] =>
  items.map(({ quantity, max, id, productId = id, variantName = '', ...rest }) => ({
    lineId: id,
    variant: { id, _id: id, name: variantName },
    compareAtPrice: null,
    product: { ...rest, id: productId, _id: productId },
    quantity,
    max,
  })) as CartReply['items']
