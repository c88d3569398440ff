import type { PageLoad } from '../../routing/page.ts'

/**
 * Imports of the pages behind the guard. A separate file keeps them out of a visitor's first page.
 */
export const accountPageImports = {
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  orders: () => import('./orders/orders-page.tsx'),
  myProducts: () => import('./products/products-page.tsx'),
  support: () => import('./support/support-page.tsx'),
  supportTicket: () => import('./support/conversation-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
} satisfies Record<string, PageLoad>
