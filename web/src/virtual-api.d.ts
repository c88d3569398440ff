/** Calls that no first page makes; web/api-plugin.ts has the same list. */
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
/** Account calls that every page makes. */
type FirstAccounts = 'dashboard' | 'refresh' | 'logout'
/** Review calls of public pages. */
type FirstReviews = 'latest' | 'list'
declare module 'virtual:api' {
  /**
   * The shop's calls without schemas: at run time only method, path, access, captcha and
   * credentials exist. Calls of later parts are in virtual:own-api.
   */
  export const api: Omit<Api, Own | 'accounts' | 'reviews'> & {
    accounts: Pick<Api['accounts'], FirstAccounts>
    reviews: Pick<Api['reviews'], FirstReviews>
  }
}
declare module 'virtual:own-api' {
  /** Calls that no first page makes, also without schemas. */
  export const ownApi: Pick<Api, Own> & {
    accounts: Omit<Api['accounts'], FirstAccounts>
    reviews: Omit<Api['reviews'], FirstReviews>
  }
}
declare module 'virtual:admin-api' {
  /** Calls of the back office, also without schemas. */
  export const adminApi: import('@chaveiro/contracts/admin').AdminApi
}
