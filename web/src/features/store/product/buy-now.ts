import { useNavigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { ensureInCart } from '../../../state/ensure-in-cart.ts'
import { forCart, type ShopProduct } from '../shared/product-card.tsx'

/**
 * Makes sure that the cart holds one and goes on to the checkout; a visitor says there who they are
 * and keeps the cart (L058). A cart of another currency is asked about first, and nothing else
 * happens.
 */
export function useBuyNow(product: ShopProduct): () => void {
  const navigate = useNavigate()
  return () => {
    if (ensureInCart(forCart(product))) void navigate(paths.checkout)
  }
}
