import type { RouteObject } from 'react-router'

import { page } from '../../routing/page.ts'
import { paths } from '../../routing/paths.ts'

/** Public pages. */
export const storePages: RouteObject[] = [
  page(paths.home, () => import('./home/home-page.tsx'), 'store', 'home', 'reviews'),
  page(paths.products, () => import('./shop/shop-page.tsx'), 'store'),
  page('/products/category/:categoryName', () => import('./category/category-page.tsx'), 'store'),
  page('/products/:slug', () => import('./product/product-page.tsx'), 'store'),
  page('/p/:page', () => import('./own-page/own-page.tsx'), 'store'),
  page(paths.status, () => import('./status/status-page.tsx'), 'status', 'result'),
  page('/success', () => import('./outcome/success-page.tsx'), 'result'),
  page('/failed', () => import('./outcome/failed-page.tsx'), 'result'),
  page(paths.terms, () => import('./terms/terms-page.tsx'), 'store'),
  page(paths.maintenance, () => import('./maintenance/maintenance-page.tsx'), 'store'),
  page(paths.permission, () => import('./permission/permission-page.tsx'), 'store', 'account'),
]

/** The checkout, where visitors log in beside their cart (P141). */
export const checkoutPages: RouteObject[] = [
  page(paths.checkout, () => import('./checkout/checkout-door.tsx'), 'checkout', 'account'),
]
