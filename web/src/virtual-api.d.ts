declare module 'virtual:api' {
  /**
   * Every call of the shop, without its schemas: only method, path, access and captcha exist at run
   * time.
   */
  export const api: Omit<
    import('@chaveiro/contracts').Api,
    'ownAccount' | 'chatAccount' | 'chatLogin'
  >
}
declare module 'virtual:own-api' {
  /** The calls of an own account, of its Discord and of logging in by it, which no first page makes. */
  export const ownApi: Pick<
    import('@chaveiro/contracts').Api,
    'ownAccount' | 'chatAccount' | 'chatLogin'
  >
}
declare module 'virtual:admin-api' {
  /** Every call of the back office, likewise. */
  export const adminApi: import('@chaveiro/contracts/admin').AdminApi
}
