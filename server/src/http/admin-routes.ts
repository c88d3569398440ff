import { adminApi } from '@chaveiro/contracts/admin'
import type { FastifyInstance } from 'fastify'
import { usersAdmin } from '../domains/accounts/users.admin.routes.ts'
import { auditAdmin } from '../domains/audit/audit.admin.routes.ts'
import { cartsAdmin } from '../domains/cart/cart.admin.routes.ts'
import { categoriesAdmin } from '../domains/catalogue/categories/categories.admin.routes.ts'
import { productsAdmin } from '../domains/catalogue/products/products.admin.routes.ts'
import { couponsAdmin } from '../domains/coupons/coupons.admin.routes.ts'
import { rolesAdmin } from '../domains/discord-roles/roles.admin.routes.ts'
import { deliveriesAdmin } from '../domains/fulfilment/delivery/deliveries.admin.routes.ts'
import { licenceMoves, stockMoves } from '../domains/fulfilment/keys/key-status.admin.routes.ts'
import { licencesAdmin } from '../domains/licences/licences.admin.routes.ts'
import { notificationsAdmin } from '../domains/notifications/notifications.admin.routes.ts'
import { jobsAdmin } from '../domains/operations/job-queue.admin.routes.ts'
import { systemAdmin } from '../domains/operations/system.admin.routes.ts'
import { ordersAdmin } from '../domains/orders/orders.admin.routes.ts'
import { orderStatusAdmin } from '../domains/payments/order-status.admin.routes.ts'
import { removalAdmin } from '../domains/payments/people-removal.admin.routes.ts'
import { deskAdmin } from '../domains/payments/review/review.admin.routes.ts'
import { transactionsAdmin } from '../domains/payments/transactions/transactions.admin.routes.ts'
import { securityAdmin } from '../domains/security/security.admin.routes.ts'
import { settingsAdmin } from '../domains/settings/settings.admin.routes.ts'
import { statisticsAdmin } from '../domains/statistics/statistics.admin.routes.ts'
import { stockAdmin } from '../domains/stock/stock.admin.routes.ts'
import { ticketsAdmin } from '../domains/tickets/tickets.admin.routes.ts'
import type { App } from '../platform/app.ts'
import { mount, type Guards } from '../platform/http/mount.ts'

/** The back office's calls, a line a section. */
export function mountBackOffice(http: FastifyInstance, app: App, guards: Guards): void {
  mount(http, app, guards, adminApi.users, { ...usersAdmin, ...removalAdmin })
  mount(http, app, guards, adminApi.products, productsAdmin)
  mount(http, app, guards, adminApi.categories, categoriesAdmin)
  mount(http, app, guards, adminApi.deliveries, deliveriesAdmin)
  mount(http, app, guards, adminApi.licences, { ...licencesAdmin, ...licenceMoves })
  mount(http, app, guards, adminApi.stock, { ...stockAdmin, ...stockMoves })
  mount(http, app, guards, adminApi.coupons, couponsAdmin)
  mount(http, app, guards, adminApi.carts, cartsAdmin)
  mount(http, app, guards, adminApi.orders, { ...ordersAdmin, ...orderStatusAdmin })
  mount(http, app, guards, adminApi.transactions, transactionsAdmin)
  mount(http, app, guards, adminApi.tickets, ticketsAdmin)
  mount(http, app, guards, adminApi.notifications, notificationsAdmin)
  mount(http, app, guards, adminApi.security, securityAdmin)
  mount(http, app, guards, adminApi.system, systemAdmin)
  mount(http, app, guards, adminApi.settings, settingsAdmin)
  mount(http, app, guards, adminApi.audit, auditAdmin)
  mount(http, app, guards, adminApi.statistics, statisticsAdmin)
  mount(http, app, guards, adminApi.jobs, jobsAdmin)
  mount(http, app, guards, adminApi.desk, deskAdmin)
  mount(http, app, guards, adminApi.roles, rolesAdmin)
}
