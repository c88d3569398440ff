import type { adminApi } from './admin/index.ts'
import type { Api } from './index.ts'

/**
 * Priority of a call under overload. `first` is shed first (lists, search, figures, exports),
 * `last` is shed last (money, carts, login, staff).
 */
export type Worth = 'first' | 'middle' | 'last'

/** Fields of a call that only the server needs. An absent field has a safe default. */
export type Serving = {
  /** By default files are shed first, staff calls last, and all others in the middle. */
  worth?: Worth
  /** Mostly answered from a cache. Overload sheds only requests that miss the cache. */
  isKept?: true
  /** Pages of other origins may embed the answer, such as a picture in a chat message. */
  isEmbeddable?: true
}

type NamesOf<C> = { [A in keyof C & string]: `${A}.${keyof C[A] & string}` }[keyof C & string]

/**
 * Server-only fields of the shop's calls. They are not in the contracts, so that browsers do not
 * load them.
 */
export const serving: Partial<Record<NamesOf<Api>, Serving>> = {
  'accounts.login': { worth: 'last' },
  'accounts.loginSecondStep': { worth: 'last' },
  'accounts.askLoginCode': { worth: 'last' },
  'accounts.enterByLoginCode': { worth: 'last' },
  'accounts.registerByLoginCode': { worth: 'last' },
  'accounts.refresh': { worth: 'last' },
  'accounts.stepUp': { worth: 'last' },
  'accounts.askOwnCode': { worth: 'last' },
  'accounts.dashboard': { worth: 'first' },
  'captcha.challenge': { worth: 'last' },
  'cart.read': { worth: 'last' },
  'cart.add': { worth: 'last' },
  'cart.remove': { worth: 'last' },
  'cart.update': { worth: 'last' },
  'cart.sync': { worth: 'last' },
  'cart.validate': { worth: 'last' },
  'catalogue.featured': { isKept: true },
  'catalogue.categories': { isKept: true },
  'catalogue.byCategory': { isKept: true },
  'catalogue.product': { isKept: true },
  'catalogue.page': { isKept: true },
  'catalogue.search': { isKept: true },
  'chatLogin.start': { worth: 'last' },
  'chatLogin.finish': { worth: 'last' },
  'chatLogin.register': { worth: 'last' },
  'chatLogin.link': { worth: 'last' },
  'notifications.stats': { worth: 'first' },
  'payments.startPix': { worth: 'last' },
  'payments.startCard': { worth: 'last' },
  'payments.startCrypto': { worth: 'last' },
  'payments.pending': { worth: 'last' },
  'payments.status': { worth: 'last' },
  'payments.pixImage': { worth: 'last', isEmbeddable: true },
  'reviews.list': { isKept: true },
  'reviews.latest': { isKept: true },
  'settings.publicSettings': { worth: 'last' },
  'sitePages.questions': { isKept: true },
  'sitePages.read': { isKept: true },
  'status.products': { isKept: true },
  'status.history': { isKept: true },
}

/** Server-only fields of the back office's calls. */
export const adminServing: Partial<Record<NamesOf<typeof adminApi>, Serving>> = {
  'users.stats': { worth: 'first' },
  'products.stats': { worth: 'first' },
  'licences.stats': { worth: 'first' },
  'stock.stats': { worth: 'first' },
  'coupons.stats': { worth: 'first' },
  'carts.stats': { worth: 'first' },
  'orders.stats': { worth: 'first' },
  'transactions.stats': { worth: 'first' },
  'tickets.stats': { worth: 'first' },
  'notifications.stats': { worth: 'first' },
  'system.stats': { worth: 'first' },
  'statistics.summary': { worth: 'first' },
  'statistics.sales': { worth: 'first' },
  'statistics.users': { worth: 'first' },
  'statistics.revenue': { worth: 'first' },
  'statistics.salesStats': { worth: 'first' },
  'statistics.topProducts': { worth: 'first' },
  'statistics.paymentMethods': { worth: 'first' },
  'statistics.business': { worth: 'first' },
}
