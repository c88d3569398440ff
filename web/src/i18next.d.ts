import type account from '../public/locales/pt-BR/account.json'
import type admin from '../public/locales/pt-BR/admin.json'
import type checkout from '../public/locales/pt-BR/checkout.json'
import type common from '../public/locales/pt-BR/common.json'
import type home from '../public/locales/pt-BR/home.json'
import type result from '../public/locales/pt-BR/result.json'
import type reviews from '../public/locales/pt-BR/reviews.json'
import type status from '../public/locales/pt-BR/status.json'
import type store from '../public/locales/pt-BR/store.json'
import type support from '../public/locales/pt-BR/support.json'

declare module 'i18next' {
  // A key that is missing in the Portuguese files does not compile.
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    returnNull: false
    resources: {
      account: typeof account
      admin: typeof admin
      checkout: typeof checkout
      common: typeof common
      home: typeof home
      result: typeof result
      reviews: typeof reviews
      status: typeof status
      store: typeof store
      support: typeof support
    }
  }
}
