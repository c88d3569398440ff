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
declare module 'virtual:api' {
  /**
   * The calls of the shop, without their schemas: only method, path, access and captcha exist at run
   * time. Those of what comes late are in virtual:own-api.
   */
  export const api: Omit<import('@chaveiro/contracts').Api, Own>
}
declare module 'virtual:own-api' {
  /** The calls that no first page makes, likewise. */
  export const ownApi: Pick<import('@chaveiro/contracts').Api, Own>
}
declare module 'virtual:admin-api' {
  /** Every call of the back office, likewise. */
  export const adminApi: import('@chaveiro/contracts/admin').AdminApi
}
