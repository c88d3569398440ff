import type { PageLoad } from '../../routing/page.ts'
import type { AdminSection } from '../../routing/paths.ts'

/** A section, or a page below one. The server matches a URL with the whole pattern. */
export type Place =
  | AdminSection
  | 'orders/:id'
  | 'users/:id'
  | 'transactions/:id'
  | 'licenses/:id'
  | 'desk/:id'

/**
 * The code of each section. A separate file keeps these two dozen imports out of the chunk that
 * every visitor loads first.
 */
export const sections: Record<Place, PageLoad> = {
  today: () => import('./today/today-page.tsx'),
  users: () => import('./users/users-page.tsx'),
  'users/:id': () => import('./users/customer-page.tsx'),
  sales: () => import('./sales/sales-page.tsx'),
  transactions: () => import('./transactions/transactions-page.tsx'),
  'transactions/:id': () => import('./transactions/payment-page.tsx'),
  carts: () => import('./carts/carts-page.tsx'),
  orders: () => import('./orders/orders-page.tsx'),
  'orders/:id': () => import('./orders/order-page.tsx'),
  tickets: () => import('./tickets/tickets-page.tsx'),
  products: () => import('./products/products-page.tsx'),
  categories: () => import('./categories/categories-page.tsx'),
  licenses: () => import('./licences/licences-page.tsx'),
  'licenses/:id': () => import('./licences/licence-page.tsx'),
  deliveries: () => import('./deliveries/deliveries-page.tsx'),
  stock: () => import('./stock/stock-page.tsx'),
  cupons: () => import('./coupons/coupons-page.tsx'),
  security: () => import('./security/security-page.tsx'),
  system: () => import('./system/system-page.tsx'),
  logs: () => import('./audit/audit-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
  notifications: () => import('./notifications/notifications-page.tsx'),
  desk: () => import('./desk/desk-page.tsx'),
  'desk/:id': () => import('./desk/desk-case.tsx'),
  discord: () => import('./discord/discord-page.tsx'),
  jobs: () => import('./jobs/jobs-page.tsx'),
  reviews: () => import('./reviews/reviews-page.tsx'),
}
