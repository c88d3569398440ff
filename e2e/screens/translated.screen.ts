import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'
import { on, refused } from './answers.ts'
import { captcha } from './captcha.ts'
import {
  cartOf,
  items,
  open,
  pay,
  pix,
  pixOf,
  ready,
  under,
  withCoupon,
} from './checkout-samples.ts'
import { own } from './outcome-samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// Pages that the browser translates: every text gives its place to another element. The long form
// tries all screens so (scripts/tests/parts.mjs); here is what the shop lives by.

const translated = { translated: true }
const errorsOf = ({ page }: Screen): string[] => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))

  return errors
}

describe('a page that the browser translates', () => {
  it('says why a login was refused, and takes the next', async () => {
    const screen = await show('/login', { ...translated, replies: [captcha] })
    const errors = errorsOf(screen)
    expect(await screen.page.locator('font').count()).toBeGreaterThan(10)
    await screen.page.getByLabel('E-mail').fill('bia@exemplo.test')
    await screen.page.getByRole('main').getByLabel('Senha', { exact: true }).fill('errada')
    screen.replies.unshift(
      refused(api.accounts.login, 'Invalid credentials', 401, 'auth.invalid_credentials'),
    )
    await screen.press('Entrar', screen.page.getByRole('main'))
    await screen.page.getByRole('alert').waitFor()
    expect(await screen.lines()).toEqual([
      'Entrar',
      'E-mail',
      'Senha',
      'E-mail ou senha incorretos.',
      'Entrar',
      'Entrar com código por e-mail',
      'Criar conta',
      'Esqueci a senha',
    ])
    expect(errors).toEqual([])
  })

  it('takes a coupon and another quantity, opens a payment and ends with the keys', async () => {
    const screen = await open(translated)
    const errors = errorsOf(screen)
    await ready(screen, 'PIX')
    const count = screen.page.getByText('3 × R$ 416,70')
    await count.waitFor()
    await screen.page.getByLabel('Cupom de desconto').fill('VERAO')
    screen.replies.unshift(withCoupon)
    await screen.press('Aplicar')
    await expect.poll(() => screen.lines(pay(screen))).toEqual(['Pagar R$ 1.234,56 com PIX'])

    const [first, second] = items
    const more = cartOf([{ ...first!, quantity: 4 }, second!])
    screen.replies.unshift({ ...more, route: api.cart.update }, more)
    await screen.press('Aumentar Pincel Pro')
    await screen.page.getByText('4 × R$ 416,70').waitFor()
    expect(await count.count()).toBe(0)

    await screen.page.getByLabel('CPF', { exact: true }).fill('52998224725')
    const waits = under({ pix: pixOf }, { paymentId: 'pay-1' })
    screen.replies.unshift(on(api.payments.startPix, pix), on(api.payments.status, waits))
    await pay(screen).click()
    await screen.page.getByText('Pague até').waitFor()
    await screen.press('Já paguei')
    await screen.page.getByText('Seu pagamento ainda não').waitFor()
    screen.replies.unshift(on(api.payments.status, own))
    await screen.press('Já paguei')
    await screen.page.waitForURL('**/success?payment_id=*')
    await screen.page.getByText('AAAA-BBBB-1111').waitFor()
    expect(errors).toEqual([])
  })
})
