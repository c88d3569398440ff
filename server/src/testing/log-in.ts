import type { Person } from './make.ts'
import type { TestShop } from './test-shop.ts'

const post = ({ http }: TestShop, url: string, payload: object) =>
  http.inject({ method: 'POST', url: `/api/users/${url}`, payload })

/** The first step of a login, with the password. */
export const logInBy = (shop: TestShop, { email }: Person, password: string) =>
  post(shop, 'login', { email, password })

/** The second step, with a code of the app or a recovery code. */
export const finishLogin = (shop: TestShop, challenge: string, code: string) =>
  post(shop, 'login/two-factor', { challenge, code })
