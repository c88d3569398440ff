declare module 'virtual:api' {
  /**
   * The calls of the shop, without their schemas: only method, path, access and captcha exist at run
   * time. Those of late parts are in virtual:late-api.
   */
  export const api: Omit<
    import('@chaveiro/contracts').Api,
    | 'chatAccount'
    | 'licences'
    | 'orders'
    | 'ownAccount'
    | 'ownNotifications'
    | 'restock'
    | 'support'
  >
}
declare module 'virtual:late-api' {
  /** The calls that no first page makes, likewise. */
  export const lateApi: Pick<
    import('@chaveiro/contracts').Api,
    | 'chatAccount'
    | 'licences'
    | 'orders'
    | 'ownAccount'
    | 'ownNotifications'
    | 'restock'
    | 'support'
  >
}
declare module 'virtual:admin-api' {
  /** Every call of the back office, likewise. */
  export const adminApi: import('@chaveiro/contracts/admin').AdminApi
}
