import type { PageLoad } from '../../routing/page.ts'

/**
 * Where the code of the pages behind the guard is; a file of its own, so that the first page of a
 * visitor does not carry it.
 */
export const pages = {
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  orders: () => import('./orders/orders-page.tsx'),
  myProducts: () => import('./products/products-page.tsx'),
  support: () => import('./support/support-page.tsx'),
  supportTicket: () => import('./support/conversation-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
} satisfies Record<string, PageLoad>
