/** What no first page asks for by itself; the list stands in web/api-plugin.ts too. */
type Own =
  | 'ownAccount'
  | 'ownNotifications'
  | 'chatAccount'
  | 'chatLogin'
  | 'support'
  | 'restock'
  | 'orders'
  | 'licences'
  | 'payments'
  | 'notifications'
  | 'status'
  | 'visits'
  | 'sitePages'
type Api = import('@chaveiro/contracts').Api
/** The account's calls that every page makes. */
type FirstAccounts = 'dashboard' | 'refresh' | 'logout'
/** What everybody reads of the reviews. */
type FirstReviews = 'latest' | 'list'
declare module 'virtual:api' {
  /**
   * The calls of the shop, without their schemas: only method, path, access and captcha exist at run
   * time. Those of what comes late are in virtual:own-api.
   */
  export const api: Omit<Api, Own | 'accounts' | 'reviews'> & {
    accounts: Pick<Api['accounts'], FirstAccounts>
    reviews: Pick<Api['reviews'], FirstReviews>
  }
}
declare module 'virtual:own-api' {
  /** The calls that no first page makes, likewise. */
  export const ownApi: Pick<Api, Own> & {
    accounts: Omit<Api['accounts'], FirstAccounts>
    reviews: Omit<Api['reviews'], FirstReviews>
  }
}
declare module 'virtual:admin-api' {
  /** Every call of the back office, likewise. */
  export const adminApi: import('@chaveiro/contracts/admin').AdminApi
}
