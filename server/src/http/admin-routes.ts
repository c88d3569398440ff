import { adminApi } from '@chaveiro/contracts/admin'

import { customersAdmin } from '../domains/accounts/customers/customers.admin.routes.ts'
import { savedViewsAdmin } from '../domains/accounts/saved-views/saved-views.admin.routes.ts'
import { usersAdmin } from '../domains/accounts/users.admin.routes.ts'
import { auditAdmin } from '../domains/audit/audit.admin.routes.ts'
import { cartsAdmin } from '../domains/cart/cart.admin.routes.ts'
import { categoriesAdmin } from '../domains/catalogue/categories/categories.admin.routes.ts'
import { productPagesAdmin } from '../domains/catalogue/pages/product-page.admin.routes.ts'
import { pricesAdmin } from '../domains/catalogue/prices.admin.routes.ts'
import { productsAdmin } from '../domains/catalogue/products/products.admin.routes.ts'
import { variantsAdmin } from '../domains/catalogue/variants.admin.routes.ts'
import { couponsAdmin } from '../domains/coupons/coupons.admin.routes.ts'
import { rolesAdmin } from '../domains/discord-roles/roles.admin.routes.ts'
import { deliveriesAdmin } from '../domains/fulfilment/deliveries.admin.routes.ts'
import { licenceMoves, stockMoves } from '../domains/fulfilment/keys/key-status.admin.routes.ts'
import { jobsAdmin } from '../domains/jobs-admin/job-queue.admin.routes.ts'
import { licencesAdmin } from '../domains/licences/licences.admin.routes.ts'
import { notificationsAdmin } from '../domains/notifications/notifications.admin.routes.ts'
import { pushAdmin } from '../domains/notifications/push/push.admin.routes.ts'
import { ordersAdmin } from '../domains/orders/orders.admin.routes.ts'
import { manualOrdersAdmin } from '../domains/payments/manual/manual-order.admin.routes.ts'
import { orderStatusAdmin } from '../domains/payments/review/order-status.admin.routes.ts'
import { deskAdmin } from '../domains/payments/review/review.admin.routes.ts'
import { transactionsAdmin } from '../domains/payments/transactions/transactions.admin.routes.ts'
import { removalAdmin } from '../domains/privacy/people-removal.admin.routes.ts'
import { providersAdmin } from '../domains/providers/providers.admin.routes.ts'
import { reviewsAdmin } from '../domains/reviews/reviews.admin.routes.ts'
import { securityAdmin } from '../domains/security/security.admin.routes.ts'
import { sitePagesAdmin } from '../domains/settings/pages/site-pages.admin.routes.ts'
import { settingsAdmin } from '../domains/settings/settings.admin.routes.ts'
import { statisticsAdmin } from '../domains/statistics/statistics.admin.routes.ts'
import { announcementsAdmin } from '../domains/status/announcements/announcements.admin.routes.ts'
import { stockAdmin } from '../domains/stock/stock.admin.routes.ts'
import { deskOfSupport } from '../domains/tickets/desk.admin.routes.ts'
import { ticketsAdmin } from '../domains/tickets/tickets.admin.routes.ts'
import { systemAdmin } from '../domains/watch/system.admin.routes.ts'
import type { Mount } from '../platform/http/mount.ts'

/** Mounts the back office's calls, one line for each contract. */
export function mountBackOffice(mount: Mount): void {
  mount(adminApi.users, { ...usersAdmin, ...removalAdmin })
  mount(adminApi.customers, customersAdmin)
  mount(adminApi.products, productsAdmin)
  mount(adminApi.productPages, productPagesAdmin)
  mount(adminApi.variants, variantsAdmin)
  mount(adminApi.prices, pricesAdmin)
  mount(adminApi.categories, categoriesAdmin)
  mount(adminApi.deliveries, deliveriesAdmin)
  mount(adminApi.licences, { ...licencesAdmin, ...licenceMoves })
  mount(adminApi.stock, { ...stockAdmin, ...stockMoves })
  mount(adminApi.coupons, couponsAdmin)
  mount(adminApi.carts, cartsAdmin)
  mount(adminApi.orders, { ...ordersAdmin, ...orderStatusAdmin, ...manualOrdersAdmin })
  mount(adminApi.transactions, transactionsAdmin)
  mount(adminApi.tickets, ticketsAdmin)
  mount(adminApi.supportDesk, deskOfSupport)
  mount(adminApi.notifications, notificationsAdmin)
  mount(adminApi.push, pushAdmin)
  mount(adminApi.security, securityAdmin)
  mount(adminApi.system, systemAdmin)
  mount(adminApi.settings, settingsAdmin)
  mount(adminApi.sitePages, sitePagesAdmin)
  mount(adminApi.audit, auditAdmin)
  mount(adminApi.statistics, statisticsAdmin)
  mount(adminApi.jobs, jobsAdmin)
  mount(adminApi.desk, deskAdmin)
  mount(adminApi.roles, rolesAdmin)
  mount(adminApi.reviews, reviewsAdmin)
  mount(adminApi.announcements, announcementsAdmin)
  mount(adminApi.providers, providersAdmin)
  mount(adminApi.savedViews, savedViewsAdmin)
}
