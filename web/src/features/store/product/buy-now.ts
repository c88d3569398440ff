import { useNavigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { ensureInCart } from '../../../state/ensure-in-cart.ts'
import { toCartProduct, type ShopProduct } from '../shared/product-card.tsx'

/**
 * Puts the product into the cart if needed and opens the checkout, where visitors log in (L058). If
 * the cart has another currency, a dialog opens instead.
 */
export function useBuyNow(product: ShopProduct): () => void {
  const navigate = useNavigate()
  return () => {
    if (ensureInCart(toCartProduct(product))) void navigate(paths.checkout)
  }
}
