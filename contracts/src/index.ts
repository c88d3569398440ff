import { accounts } from './accounts.ts'
import { cart } from './cart.ts'
import { catalogue } from './catalogue.ts'
import { chatAccount } from './chat-account.ts'
import { chatLogin } from './chat-login.ts'
import { licences } from './licences.ts'
import { notifications } from './notifications.ts'
import { orders } from './orders.ts'
import { ownAccount } from './own-account.ts'
import { ownNotifications } from './own-notifications.ts'
import { payments } from './payments.ts'
import { restock } from './restock.ts'
import { reviews } from './reviews.ts'
import { captchaCall, settingsCall, statusCall } from './server.ts'
import { sitePages } from './site-pages.ts'
import { support } from './support.ts'
import { visits } from './visits.ts'

/**
 * All calls of the shop, by domain. The server mounts these calls, the browser uses them, and the
 * OpenAPI document lists them.
 */
export const api = {
  accounts,
  captcha: captchaCall,
  cart,
  catalogue,
  chatAccount,
  chatLogin,
  licences,
  notifications,
  orders,
  ownAccount,
  ownNotifications,
  payments,
  restock,
  reviews,
  settings: settingsCall,
  sitePages,
  status: statusCall,
  support,
  visits,
}

export type Api = typeof api
