declare module 'virtual:api' {
  /** Every call, without its schemas: only method, path, access and captcha exist at run time. */
  export const api: import('@chaveiro/contracts').Api
}
