import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { captcha } from './captcha.ts'
import {
  signedIn,
  inside,
  cartAnswers,
  local,
  visitor,
  token,
  main,
  alerts,
  askForCode,
  order,
  paying,
} from './get-in-samples.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

describe('the password', () => {
  it('is offered for every mail; wrong and locked have messages, and a code stays possible [F130, P141]', async () => {
    const screen = await visitor('/checkout')
    await main(screen).getByLabel('E-mail').fill('bia.prado@exemplo.test')
    await screen.press('Entrar com senha')

    const step = [
      'Digite sua senha',
      'A senha da conta bia.prado@exemplo.test.',
      'Senha',
      'Entrar',
      'Entrar com código por e-mail',
      'Esqueci a senha',
      'Trocar e-mail',
    ]

    await expect.poll(async () => (await screen.lines()).slice(12)).toEqual(step)
    await screen.press('Entrar', main(screen))
    await expect.poll(() => alerts(screen)).toEqual(['Preencha este campo.'])
    await main(screen).getByLabel('Senha', { exact: true }).fill('segredo-1')
    screen.replies.unshift(
      refused(api.accounts.login, 'Invalid credentials', 401, 'auth.invalid_credentials'),
    )
    await screen.press('Entrar', main(screen))
    await expect.poll(() => alerts(screen)).toEqual(['E-mail ou senha incorretos.'])
    screen.replies.unshift(refused(api.accounts.login, 'Espere.', 429, 'rate.limited'))
    await screen.press('Entrar', main(screen))

    await expect
      .poll(async () => (await screen.lines()).slice(15))
      .toEqual([
        'Espere.',
        'Entrar',
        'Não quer esperar? Entre com um código que enviamos ao seu e-mail.',
        'Entrar com código por e-mail',
        'Esqueci a senha',
        'Trocar e-mail',
      ])

    const factor = refused(api.accounts.login, 'Falta.', 401, 'auth.two_factor_required')
    screen.replies.unshift({ ...factor, body: { ...(factor.body as object), challenge: 'd-9' } })
    await screen.press('Entrar', main(screen))

    await expect
      .poll(async () => (await screen.lines()).slice(12, 14))
      .toEqual([
        'Verificação em duas etapas',
        'A senha está certa. Falta o código do seu aplicativo de autenticação.',
      ])

    await screen.press('Voltar ao login')
    await main(screen).getByLabel('E-mail').waitFor()
    const other = await visitor('/checkout', { language: 'en-US', width: 360 })
    await main(other).getByLabel('Email').fill('bia.prado@exemplo.test')
    await other.press('Use a password')

    await expect
      .poll(async () => (await other.lines()).slice(12))
      .toEqual([
        'Enter your password',
        'The password for bia.prado@exemplo.test.',
        'Password',
        'Log in',
        'Email me a login code',
        'Forgot password',
        'Use another email',
      ])
  })

  it('leads in, with the cart, and goes on paying [Q50, P141]', async () => {
    const screen = await visitor('/checkout')
    await main(screen).getByLabel('E-mail').fill('bia.prado@exemplo.test')
    await screen.press('Entrar com senha')
    await main(screen).getByLabel('Senha', { exact: true }).fill('segredo-1')
    screen.replies.unshift(on(api.accounts.login, signedIn), ...inside)
    screen.replies.unshift(...cartAnswers)
    await screen.press('Entrar', main(screen))
    await expect.poll(async () => (await screen.lines()).slice(0, 3)).toEqual(paying)
  })

  it('gives the account the option that was chosen, not the product’s first [L058]', async () => {
    const [first] = local
    const chosen = { ...first!, variantId: ids(7).id, variantName: 'Vitalícia' }
    const screen = await visitor('/checkout', {}, [{ ...chosen, quantity: 1 }])
    await main(screen).getByLabel('E-mail').fill('bia.prado@exemplo.test')
    await screen.press('Entrar com senha')
    await main(screen).getByLabel('Senha', { exact: true }).fill('segredo-1')
    screen.replies.unshift(on(api.accounts.login, signedIn), ...inside)
    screen.replies.unshift(...cartAnswers)
    await screen.press('Entrar', main(screen))
    await expect
      .poll(() => screen.sent('POST', `/api/product/cart/${ids(1).id}/sync`))
      .toEqual([{ localCartItems: [{ id: ids(1).id, variantId: ids(7).id, quantity: 1 }] }])
    await expect.poll(async () => (await screen.lines()).slice(0, 3)).toEqual(paying)
  })

  it('forgotten there, is set by a mail, and logging in leads back to the checkout [L058]', async () => {
    const screen = await visitor('/checkout')
    await main(screen).getByLabel('E-mail').fill('bia.prado@exemplo.test')
    await screen.press('Entrar com senha')
    await main(screen).getByRole('link', { name: 'Esqueci a senha' }).click()
    await screen.page.waitForURL('**/forgot-password')
    await main(screen).getByRole('link', { name: 'Voltar ao login' }).click()
    await screen.page.waitForURL('**/login')
    await main(screen).getByLabel('E-mail').fill('bia.prado@exemplo.test')
    await main(screen).getByLabel('Senha', { exact: true }).fill('segredo-1')
    screen.replies.unshift(on(api.accounts.login, signedIn), ...inside)
    screen.replies.unshift(...cartAnswers)
    await screen.press('Entrar', main(screen))
    await screen.page.waitForURL('**/checkout')
    await expect.poll(async () => (await screen.lines()).slice(0, 3)).toEqual(paying)
  })
})

describe('a shop without a mail server', () => {
  it('says that no code can be sent, and lets new customers register with a password [P174]', async () => {
    for (const [language, email, send, text, link] of [
      ['pt-BR', 'E-mail', 'Receber código', 'Nenhum código foi enviado.', 'Criar conta com senha'],
      ['en-US', 'Email', 'Get a code', 'No code was sent.', 'Create an account with a password'],
    ] as const) {
      const screen = await visitor('/checkout', { language })
      screen.replies.unshift(refused(api.accounts.askLoginCode, text, 409, 'mail.unavailable'))
      await main(screen).getByLabel(email).fill('bia.prado@exemplo.test')
      await screen.press(send)
      await expect.poll(() => alerts(screen)).toEqual([text])
      expect(await main(screen).getByLabel(email).inputValue()).toBe('bia.prado@exemplo.test')
      await main(screen).getByRole('link', { name: link }).click()
      await screen.page.waitForURL('**/register')
      expect(await screen.page.evaluate(() => history.state.usr)).toEqual({ from: '/checkout' })
      await screen.page.close()
    }
  })
})

describe('the permission page', () => {
  it('invites with the cart in sight, and leads back to where one wanted to go [S203, Q126] [P142]', async () => {
    const screen = await visitor('/dashboard/orders')

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Faça login para continuar',
        'Acesso não autorizado. Por favor, faça login.',
        ...order.slice(1),
        'Entre ou crie sua conta',
        'Sem senha: enviamos um código ao seu e-mail.',
        'E-mail',
        'Receber código',
        'Entrar com senha',
        'Fazer login',
        'Minha conta',
        'Página inicial',
        'Falar com o suporte',
      ])

    await askForCode(screen)
    screen.replies.unshift(on(api.accounts.enterByLoginCode, signedIn), ...inside)
    screen.replies.unshift(...cartAnswers)
    await main(screen).getByLabel('Código').fill('482913')
    await screen.page.waitForURL('**/dashboard/orders')
    expect(screen.sent('POST', `/api/product/cart/${ids(1).id}/sync`)).toHaveLength(1)
    const other = await visitor('/dashboard/orders')
    await main(other).getByRole('link', { name: 'Fazer login' }).click()
    await other.page.waitForURL('**/login')
    expect(await other.page.evaluate(() => history.state.usr)).toEqual({
      from: '/dashboard/orders',
    })
  })
})

describe('an account without a password', () => {
  it('says so in the settings and sends the link that sets one [S200] [P140]', async () => {
    const none = on(api.accounts.ownPassword, { success: true, hasPassword: false })

    const given = (language: 'pt-BR' | 'en-US'): Given => ({
      language,
      as: { role: 'client', name: 'Bia Prado', email: 'bia.prado@exemplo.test' },
      replies: [
        captcha,
        none,
        on(api.accounts.forgotPassword, { success: true, message: 'Enviado.' }),
      ],
    })

    const screen = await show('/dashboard/settings?tab=security', given('pt-BR'))
    const panel = screen.page.getByRole('tabpanel')

    await expect
      .poll(async () => (await screen.lines(panel)).slice(0, 4))
      .toEqual([
        'Senha',
        'Você entra com um código enviado ao seu e-mail. Sua conta ainda não tem senha.',
        'Para ter também uma senha, enviamos um link que vale por 30 minutos.',
        'Receber link para criar a senha',
      ])

    await screen.press('Receber link para criar a senha')
    await screen.page.getByText('Enviamos o link para bia.prado@exemplo.test.').waitFor()
    expect(screen.sent('POST', '/api/users/forgot-password')).toEqual([
      { email: 'bia.prado@exemplo.test', recaptchaToken: token },
    ])
    const other = await show('/dashboard/settings?tab=security', given('en-US'))

    await expect
      .poll(async () => (await other.lines(other.page.getByRole('tabpanel'))).slice(0, 4))
      .toEqual([
        'Password',
        'You log in with a code sent to your email. Your account has no password yet.',
        "Want a password too? We'll email you a link that works for 30 minutes.",
        'Get a link to set a password',
      ])

    await other.press('Get a link to set a password')
    await other.page.getByText('We sent the link to bia.prado@exemplo.test.').waitFor()
  })
})
