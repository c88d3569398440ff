declare module 'virtual:api' {
  /**
   * Every call of the shop, without its schemas: only method, path, access and captcha exist at run
   * time.
   */
  export const api: import('@chaveiro/contracts').Api
}
declare module 'virtual:admin-api' {
  /** Every call of the back office, likewise. */
  export const adminApi: import('@chaveiro/contracts/admin').AdminApi
}
