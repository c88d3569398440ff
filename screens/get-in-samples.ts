import { api } from '@chaveiro/contracts'
import { expect } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { captcha } from './captcha.ts'
import { cartOf, items, priced } from './checkout-samples.ts'
import { everyPage } from './every-page.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// A visitor who logs in or registers during the checkout, and the shop's answers.

const claims = Buffer.from(JSON.stringify({ sub: ids(1).id, role: 'client', exp: 4_102_444_800 }))

export const signedIn: Body<typeof api.accounts.login> = {
  success: true,
  message: 'Bem-vinda.',
  data: {
    tokens: { accessToken: `e30.${claims.toString('base64url')}.x` },
    user: { ...ids(1), name: 'Bia Prado', email: 'bia.prado@exemplo.test', role: 'client' },
  },
}

const codeAnswer = on(api.accounts.askLoginCode, { success: true, message: 'Enviado.' })
export const isNew = refused(api.accounts.enterByLoginCode, 'Falta o nome.', 403, 'login_code.new')

const limits = on(api.cart.limits, {
  success: true,
  limits: [
    { id: ids(1).id, max: 8 },
    { id: ids(2).id, max: 8 },
  ],
})

/** Answers for a person who has just logged in. */
export const inside: Answer[] = [
  ...everyPage({ role: 'client', name: 'Bia Prado', email: 'bia.prado@exemplo.test' }),
]

export const cartAnswers: Answer[] = [
  on(api.cart.sync, {
    success: true,
    cart: { ...ids(90), items, currency: 'BRL', total: 1269.9 },
    ...ids(90),
    items,
  }),
  cartOf(items),
  priced(),
  on(api.payments.pending, { success: true, payment: null }),
]

export const local = items.map(({ product, quantity }) => ({
  id: product.id,
  name: product.name,
  image: null,
  price: product.price,
  currency: 'BRL',
  quantity,
  color: product.color,
  maxPerOrder: 9,
}))

/** Opens a URL as a visitor with these products in the cart. */
export async function visitor(
  path: string,
  given: Given = {},
  held: object[] = local,
): Promise<Screen> {
  const screen = await show('/terms', { ...given, replies: [captcha, limits, codeAnswer] })
  await screen.page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify(held))
  await screen.page.goto(path)
  await screen.atRest()

  return screen
}

export const posted = (screen: Screen) =>
  screen.calls
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('refresh-token'))
    .map(({ path, body }) => [path, body])

export const token = expect.any(String)
export const main = (screen: Screen) => screen.page.getByRole('main')
export const alerts = (screen: Screen) => screen.lines(main(screen).getByRole('alert'))

export async function askForCode(screen: Screen, words = ['E-mail', 'Receber código', 'Código']) {
  await main(screen).getByLabel(words[0]!).fill(' bia.prado@exemplo.test ')
  await screen.press(words[1]!)
  await main(screen).getByLabel(words[2]!, { exact: true }).waitFor()
}

export const order = [
  'Finalizar compra',
  'Carrinho',
  'Pincel Pro',
  '3 × R$ 416,70',
  'R$ 1.250,10',
  '3',
  'Lápis Mini',
  '2 × R$ 9,90',
  'R$ 19,80',
  '2',
  'Total',
  'R$ 1.269,90',
]

/** The first lines of a logged-in person's checkout. */
export const paying = [
  'Finalizar compra',
  'As chaves aparecem aqui e ficam salvas em bia.prado@exemplo.test',
  'Forma de pagamento',
]
