import { adminApi } from '@chaveiro/contracts/admin'
import type { FastifyInstance } from 'fastify'
import { usersAdmin } from './domains/accounts/accounts.admin.ts'
import { auditAdmin } from './domains/audit/audit.admin.ts'
import { cartsAdmin } from './domains/cart/cart.admin.ts'
import { productsAdmin } from './domains/catalogue/catalogue.admin.ts'
import { categoriesAdmin } from './domains/catalogue/categories.admin.ts'
import { rolesAdmin } from './domains/community/roles.admin.ts'
import { couponsAdmin } from './domains/coupons/coupons.admin.ts'
import { deliveriesAdmin } from './domains/fulfilment/deliveries.admin.ts'
import { licenceMoves, stockMoves } from './domains/fulfilment/fulfilment.admin.ts'
import { licencesAdmin } from './domains/licences/licences.admin.ts'
import { notificationsAdmin } from './domains/notifications/notifications.admin.ts'
import { ordersAdmin } from './domains/orders/orders.admin.ts'
import { transactionsAdmin } from './domains/payments/payments.admin.ts'
import { deskAdmin } from './domains/payments/payments.desk.admin.ts'
import { orderStatusAdmin } from './domains/payments/payments.orders.admin.ts'
import { removalAdmin } from './domains/payments/payments.people.admin.ts'
import { securityAdmin } from './domains/security/security.admin.ts'
import { settingsAdmin } from './domains/settings/settings.admin.ts'
import { statisticsAdmin } from './domains/statistics/statistics.admin.ts'
import { stockAdmin } from './domains/stock/stock.admin.ts'
import { jobsAdmin } from './domains/system/jobs.admin.ts'
import { systemAdmin } from './domains/system/system.admin.ts'
import { ticketsAdmin } from './domains/tickets/tickets.admin.ts'
import type { App } from './platform/app.ts'
import { mount, type Guards } from './platform/mount.ts'

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
