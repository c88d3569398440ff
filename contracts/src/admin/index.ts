import { announcements } from './announcements.ts'
import { audit } from './audit.ts'
import { carts } from './carts.ts'
import { categories } from './categories.ts'
import { coupons } from './coupons.ts'
import { customers } from './customers.ts'
import { deliveries } from './deliveries.ts'
import { desk } from './desk.ts'
import { jobs } from './jobs.ts'
import { licences } from './licences.ts'
import { notifications } from './notifications.ts'
import { orders } from './orders.ts'
import { prices } from './prices.ts'
import { productPages } from './product-page.ts'
import { products } from './products.ts'
import { providers } from './providers.ts'
import { push } from './push.ts'
import { reviews } from './reviews.ts'
import { roles } from './roles.ts'
import { savedViews } from './saved-views.ts'
import { security } from './security.ts'
import { preview, settings } from './settings.ts'
import { sitePages } from './site-pages.ts'
import { statistics } from './statistics.ts'
import { stock } from './stock.ts'
import { supportDesk } from './support-desk.ts'
import { system } from './system.ts'
import { tickets } from './tickets.ts'
import { transactions } from './transactions.ts'
// Calls of the back office; separate from the shop's, so that a visitor's browser never loads them.
import { users } from './users.ts'
import { variants } from './variants.ts'

/**
 * All calls of the back office, by section. The server mounts these calls, the browser's admin
 * chunk uses them, and the OpenAPI document lists them.
 */
export const adminApi = {
  users,
  customers,
  products,
  productPages,
  variants,
  prices,
  categories,
  deliveries,
  licences,
  stock,
  coupons,
  carts,
  orders,
  transactions,
  tickets,
  supportDesk,
  notifications,
  push,
  security,
  system,
  settings,
  preview,
  sitePages,
  audit,
  statistics,
  jobs,
  desk,
  roles,
  reviews,
  announcements,
  providers,
  savedViews,
}

export type AdminApi = typeof adminApi
