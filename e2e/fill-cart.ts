import { accepted, type Shop } from './shop.ts'

/** Puts the first featured product into the account's cart, so that the checkout is not empty. */
export async function fillCart(
  shop: Shop,
  { user, headers }: { user: { id: string }; headers: Record<string, string> },
): Promise<void> {
  const [product] = (
    (await shop.api('/api/product/list-featured-products')) as {
      id: string
      stock: string
      currency: string
    }[]
  ).filter(({ stock, currency }) => stock === 'in' && currency === 'BRL')

  if (!product) throw new Error('no featured product has stock and a price in reais')

  const body = JSON.stringify({ productId: product.id, quantity: 1 })
  await accepted(shop.api(`/api/product/cart/${user.id}/add`, { method: 'POST', headers, body }))
}
