import { api } from '@chaveiro/contracts'

import { accountsRoutes } from '../domains/accounts/accounts.routes.ts'
import { chatLoginRoutes } from '../domains/accounts/discord-link/chat-login.routes.ts'
import { chatAccountRoutes } from '../domains/accounts/discord-link/discord-link.routes.ts'
import { cartRoutes } from '../domains/cart/cart.routes.ts'
import { catalogueRoutes } from '../domains/catalogue/catalogue.routes.ts'
import { licencesRoutes } from '../domains/licences/licences.routes.ts'
import { notificationsRoutes } from '../domains/notifications/notifications.routes.ts'
import { ownNotificationsRoutes } from '../domains/notifications/own.routes.ts'
import { ordersRoutes } from '../domains/orders/orders.routes.ts'
import { paymentsRoutes } from '../domains/payments/checkout/checkout.routes.ts'
import { withdrawalRoutes } from '../domains/payments/withdrawals/withdrawals.routes.ts'
import { ownAccountRoutes } from '../domains/privacy/own-account.routes.ts'
import { reviewsRoutes } from '../domains/reviews/reviews.routes.ts'
import { captchaRoutes } from '../domains/security/security.routes.ts'
import { settingsRoutes } from '../domains/settings/settings.routes.ts'
import { sitePagesRoutes } from '../domains/settings/site-pages.routes.ts'
import { statusRoutes } from '../domains/status/status.routes.ts'
import { restockRoutes } from '../domains/stock/stock.routes.ts'
import { supportRoutes } from '../domains/tickets/support.routes.ts'
import { visitsRoutes } from '../domains/visits/visits.routes.ts'
import type { Mount } from '../platform/http/mount.ts'

/** Mounts the shop's own calls, one line for each contract. */
export function mountShop(mount: Mount): void {
  mount(api.accounts, accountsRoutes)
  mount(api.captcha, captchaRoutes)
  mount(api.cart, cartRoutes)
  mount(api.chatAccount, chatAccountRoutes)
  mount(api.chatLogin, chatLoginRoutes)
  mount(api.catalogue, catalogueRoutes)
  mount(api.licences, licencesRoutes)
  mount(api.notifications, notificationsRoutes)
  mount(api.orders, { ...ordersRoutes, ...withdrawalRoutes })
  mount(api.ownAccount, ownAccountRoutes)
  mount(api.ownNotifications, ownNotificationsRoutes)
  mount(api.payments, paymentsRoutes)
  mount(api.restock, restockRoutes)
  mount(api.reviews, reviewsRoutes)
  mount(api.settings, settingsRoutes)
  mount(api.sitePages, sitePagesRoutes)
  mount(api.status, statusRoutes)
  mount(api.support, supportRoutes)
  mount(api.visits, visitsRoutes)
}
