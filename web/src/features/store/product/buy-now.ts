import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { addToCart } from '../../../state/cart.ts'
import { forCart, type ShopProduct } from '../shared/product-card.tsx'

/**
 * Puts one unit into the cart and goes on to the checkout, which leads a visitor to the login and
 * back with his cart (L058). A cart of another currency is asked about first, and nothing else
 * happens.
 */
export function useBuyNow(product: ShopProduct): () => void {
  const navigate = useNavigate()
  return () => {
    if (addToCart(forCart(product), false)) void navigate(paths.checkout)
  }
}
