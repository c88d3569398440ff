import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { captcha } from './captcha.ts'
import { everyPage, publicSettings } from './every-page.ts'
import { ids, onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

const claims = Buffer.from(JSON.stringify({ sub: ids(1).id, role: 'client', exp: 4_102_444_800 }))

const signedIn: Body<typeof api.accounts.login> = {
  success: true,
  message: 'Bem-vinda.',
  data: {
    tokens: { accessToken: `e30.${claims.toString('base64url')}.x` },
    user: { ...ids(1), name: 'Bia Prado', email: 'bia@exemplo.test', role: 'client' },
  },
}

const setup: Given = { replies: [captcha] }
const english: Given = { ...setup, language: 'en-US' }
const token = expect.any(String)

/** The requests that the page sent, except renewals of the session. */
const sent = (screen: Screen) =>
  screen.calls
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('refresh-token'))
    .map(({ path, body }) => [path, body])

const alert = (screen: Screen) => screen.lines(screen.page.getByRole('alert'))

async function type(screen: Screen, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await screen.page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
}

describe('the login', () => {
  const bia = { 'E-mail': 'bia@exemplo.test', Senha: 'segredo-1' }

  it('asks for mail and password, each with its error [S118]', async () => {
    const screen = await show('/login', setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Entrar',
        'E-mail',
        'Senha',
        'Entrar',
        'Entrar com código por e-mail',
        'Criar conta',
        'Esqueci a senha',
      ])

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['E-mail', ''],
        ['Senha', ''],
      ])

    await screen.press('Entrar', screen.page.getByRole('main'))

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Entrar',
        'E-mail',
        'Preencha este campo.',
        'Senha',
        'Preencha este campo.',
        'Entrar',
        'Entrar com código por e-mail',
        'Criar conta',
        'Esqueci a senha',
      ])

    await type(screen, { 'E-mail': 'bia' })
    await screen.press('Entrar com código por e-mail')
    await expect
      .poll(() => screen.lines(screen.page.getByText('Informe um e-mail')))
      .toEqual(['Informe um e-mail válido, como nome@exemplo.com.'])
    const other = await show('/login', { ...english, width: 360 })
    await other.press('Log in', other.page.getByRole('main'))

    await expect
      .poll(() => other.lines())
      .toEqual([
        'Log in',
        'Email',
        'Fill in this field.',
        'Password',
        'Fill in this field.',
        'Log in',
        'Email me a login code',
        'Create an account',
        'Forgot password',
      ])
  })

  it('sends the typed values, and says why it was refused [S211, S278]', async () => {
    const screen = await show('/login', setup)
    await type(screen, bia)
    const said: string[][] = []

    for (const answer of [
      refused(api.accounts.login, 'Conta banida: revenda de chaves.', 403, 'auth.banned'),
      refused(api.accounts.login, 'Invalid credentials', 401, 'auth.invalid_credentials'),
      refused(api.accounts.login, 'reCAPTCHA inválido', 400, 'captcha.failed'),
      refused(api.accounts.login, '', 500),
      refused(api.accounts.login, 'Muitas tentativas. Espere 15 minutos.', 429, 'rate.limited'),
    ]) {
      screen.replies.unshift(answer)
      const before = screen.calls.length
      await screen.press('Entrar', screen.page.getByRole('main'))
      await expect.poll(() => screen.calls.length).toBeGreaterThan(before + 1)
      await screen.atRest()
      said.push(await alert(screen))
    }

    expect(said).toEqual([
      ['Conta banida: revenda de chaves.'],
      ['E-mail ou senha incorretos.'],
      ['Erro na verificação de segurança. Tente novamente.'],
      ['Algo deu errado. Tente novamente.'],
      ['Muitas tentativas. Espere 15 minutos.'],
    ])

    await expect
      .poll(async () => (await screen.lines()).slice(-6))
      .toEqual([
        'Muitas tentativas. Espere 15 minutos.',
        'Entrar',
        'Não quer esperar? Entre com um código que enviamos ao seu e-mail.',
        'Entrar com código por e-mail',
        'Criar conta',
        'Esqueci a senha',
      ])

    expect(sent(screen)[0]).toEqual([
      '/api/users/login',
      { email: 'bia@exemplo.test', password: 'segredo-1', recaptchaToken: token },
    ])

    screen.replies.unshift(on(api.accounts.login, signedIn), ...everyPage({ role: 'client' }))
    await screen.press('Entrar', screen.page.getByRole('main'))
    await screen.page.waitForURL('**/dashboard')
  })

  it('sends a logged-in person on, and shows its buttons where colours are forced', async () => {
    const screen = await show('/login', setup)

    const widths = await screen.page
      .getByRole('main')
      .getByRole('button')
      .filter({ hasText: /Entrar/ })
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth))

    expect(widths).toEqual(['1px', '1px'])
    const inside = await show('/login', { ...setup, as: { role: 'client' } })
    await inside.page.waitForURL('**/dashboard')
  })

  it('says that the captcha is not there [S193]', async () => {
    const screen = await show('/login', {
      replies: [refused(api.captcha.challenge, 'A conta não bate.', 400)],
    })
    await type(screen, bia)
    await screen.press('Entrar', screen.page.getByRole('main'))
    await screen.page.getByRole('alert').waitFor()
    expect(await alert(screen)).toEqual(['reCAPTCHA não disponível. Recarregue a página.'])
  })

  it('sends a code by mail, takes it, and names the error in it [Q117, P143]', async () => {
    const screen = await show('/login', { ...setup, now: '2026-02-03T17:20:00.000Z' })
    await screen.holdClock('2026-02-03T17:20:00.000Z')
    await type(screen, { 'E-mail': 'bia@exemplo.test' })
    screen.replies.unshift(on(api.accounts.askLoginCode, { success: true, message: 'Enviado.' }))
    await screen.press('Entrar com código por e-mail')
    await screen.page.getByLabel('Código').waitFor()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Digite o código',
        'Enviamos um código de seis dígitos para bia@exemplo.test. Ele vale por 10 minutos, neste navegador.',
        'Código',
        'Seis dígitos, por exemplo 482913.',
        'Entrar',
        'Enviar outro código em 30 s',
        'Voltar ao login',
      ])

    await type(screen, { Código: '123' })
    await screen.press('Entrar', screen.page.getByRole('main'))
    await expect
      .poll(() => screen.lines(screen.page.getByText('Digite os seis')))
      .toEqual(['Digite os seis dígitos do código.'])
    screen.replies.unshift(
      refused(api.accounts.enterByLoginCode, 'Código errado.', 400, 'login_code.wrong'),
    )
    // The form is sent by the sixth digit.
    await type(screen, { Código: '123 456' })
    await screen.page.getByText('Código errado.').waitFor()

    expect(sent(screen)).toEqual([
      ['/api/users/login/code', { email: 'bia@exemplo.test', recaptchaToken: token }],
      ['/api/users/login/code/enter', { code: '123 456' }],
    ])
  })

  it('asks staff for their second step [decision Q117]', async () => {
    const asked: Answer = {
      ...refused(api.accounts.login, 'Falta o código.', 401, 'auth.two_factor_required'),
    }
    const body = { ...(asked.body as object), challenge: 'desafio-9' }
    const screen = await show('/login', { replies: [captcha, { ...asked, body }] })
    await type(screen, bia)
    await screen.press('Entrar', screen.page.getByRole('main'))
    await screen.page.getByLabel('Código').waitFor()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Verificação em duas etapas',
        'A senha está certa. Falta o código do seu aplicativo de autenticação.',
        'Código',
        '6 números do aplicativo, ou um código de recuperação.',
        'Confirmar',
        'Voltar ao login',
      ])

    await type(screen, { Código: ' 654321 ' })
    screen.replies.unshift(
      refused(api.accounts.loginSecondStep, 'Código errado.', 400, 'two_factor.code_wrong'),
    )
    await screen.press('Confirmar')
    await screen.page.getByText('Código errado.').waitFor()

    expect(sent(screen)[1]).toEqual([
      '/api/users/login/two-factor',
      { challenge: 'desafio-9', code: '654321' },
    ])

    const other = await show('/login', { ...english, replies: [captcha, { ...asked, body }] })
    await type(other, { Email: 'bia@exemplo.test', Password: 'segredo-1' })
    await other.press('Log in', other.page.getByRole('main'))
    await other.page.getByLabel('Code').waitFor()

    await expect
      .poll(() => other.lines())
      .toEqual([
        'Two-factor login',
        'Your password is correct. Now enter the code from your authenticator app.',
        'Code',
        '6 digits from the app, or a recovery code.',
        'Verify',
        'Back to login',
      ])
  })

  it('asks for the second step after a code from the mail in words that speak of the code [P177]', async () => {
    for (const [language, byCode, label, lead] of [
      [
        'pt-BR',
        'Entrar com código por e-mail',
        'Código',
        'O código do e-mail está certo. Falta o código do seu aplicativo de autenticação.',
      ],
      [
        'en-US',
        'Email me a login code',
        'Code',
        'The code from your email is correct. Now enter the code from your authenticator app.',
      ],
    ] as const) {
      const factor = refused(
        api.accounts.enterByLoginCode,
        'Falta.',
        403,
        'auth.two_factor_required',
      )

      const screen = await show('/login', {
        language,
        replies: [
          captcha,
          on(api.accounts.askLoginCode, { success: true, message: 'Enviado.' }),
          { ...factor, body: { ...(factor.body as object), challenge: 'd-1' } },
        ],
      })

      const main = screen.page.getByRole('main')
      await main.getByLabel(language === 'pt-BR' ? 'E-mail' : 'Email').fill('bia@exemplo.test')
      await screen.press(byCode)
      await main.getByLabel(label, { exact: true }).fill('482913')
      await expect.poll(async () => (await screen.lines())[1]).toBe(lead)
      await screen.page.close()
    }
  })

  it('offers the accounts of a demo shop', async () => {
    const demo = publicSettings({}, { demo: true })
    const screen = await show('/login', { replies: [demo] })

    await expect
      .poll(async () => (await screen.lines()).slice(-4))
      .toEqual([
        'Loja de demonstração: escolha uma conta. A senha de todas é Demo-Store-2026.',
        'admin@demo.test',
        'developer@demo.test',
        'cliente@demo.test',
      ])

    await screen.press('cliente@demo.test')

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['E-mail', 'cliente@demo.test'],
        ['Senha', 'Demo-Store-2026'],
      ])
  })

  it('says that a session ended, with the reason that the shop gave [S257]', async () => {
    const pages = { ...onePage(2025), totalPages: 3, hasNextPage: true }

    const list = on(api.orders.list, {
      success: true,
      orders: [],
      data: [],
      totalSpent: 0,
      pagination: pages,
    })

    const over = [
      refused(api.accounts.refresh, 'Fim.', 401, 'auth.refresh_invalid'),
      refused(api.orders.list, 'Quem é?', 401, 'auth.session'),
    ]

    const banned = [refused(api.orders.list, 'Conta banida: revenda.', 403, 'auth.banned')]

    const said = async (language: 'pt-BR' | 'en-US', reasons: Answer[]) => {
      const screen = await show('/dashboard/orders', {
        as: { role: 'client' },
        language,
        replies: [list],
      })

      screen.replies.unshift(...reasons)
      await screen.press(language === 'pt-BR' ? 'Próxima' : 'Next')
      await screen.page.waitForURL('**/login')
      await screen.page.getByRole('main').getByRole('textbox').first().waitFor()
      const lines = await screen.lines()
      // An open page would log out together with the next page.
      await screen.page.close()

      return lines.slice(0, 2)
    }

    expect(await said('pt-BR', over)).toEqual(['Entrar', 'Sua sessão terminou. Entre novamente.'])
    expect(await said('en-US', over)).toEqual(['Log in', 'Your session has ended. Log in again.'])
    expect(await said('pt-BR', banned)).toEqual(['Entrar', 'Conta banida: revenda.'])
  })
})

describe('the registration', () => {
  const labels = {
    'Nome de usuário': 'Bia Prado',
    'E-mail': 'bia@exemplo.test',
    Senha: 'segredo-1',
    'Confirme a senha': 'segredo-1',
  }

  it('shows each error at its field [S117, S197]', async () => {
    const screen = await show('/register', setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Criar conta',
        'Suas compras e chaves ficam guardadas na sua conta.',
        'Nome de usuário',
        'E-mail',
        'Senha',
        'Pelo menos 8 caracteres.',
        'Confirme a senha',
        'Li e aceito os termos e condições',
        'Criar conta',
        'Já tenho conta',
      ])

    await screen.press('Criar conta', screen.page.getByRole('main'))

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Criar conta',
        'Suas compras e chaves ficam guardadas na sua conta.',
        'Nome de usuário',
        'Preencha este campo.',
        'E-mail',
        'Preencha este campo.',
        'Senha',
        'Preencha este campo.',
        'Confirme a senha',
        'Preencha este campo.',
        'Li e aceito os termos e condições',
        'Você deve aceitar os termos e condições para prosseguir.',
        'Preencha todos os campos.',
        'Criar conta',
        'Já tenho conta',
      ])

    await type(screen, { ...labels, Senha: 'curta', 'Confirme a senha': 'outra' })
    await screen.press('Criar conta', screen.page.getByRole('main'))

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Criar conta',
        'Suas compras e chaves ficam guardadas na sua conta.',
        'Nome de usuário',
        'E-mail',
        'Senha',
        'A senha deve ter pelo menos 8 caracteres.',
        'Confirme a senha',
        'As senhas não são iguais.',
        'Li e aceito os termos e condições',
        'Você deve aceitar os termos e condições para prosseguir.',
        'Criar conta',
        'Já tenho conta',
      ])

    expect(sent(screen)).toEqual([])
    const other = await show('/register', { ...english, width: 360 })

    await type(other, {
      Username: 'Bia',
      Email: 'bia@exemplo.test',
      Password: 'short',
      'Confirm password': 'other',
    })

    await other.press('Create account', other.page.getByRole('main'))

    await expect
      .poll(() => other.lines())
      .toEqual([
        'Create an account',
        'Your purchases and keys stay in your account.',
        'Username',
        'Email',
        'Password',
        'The password must have at least 8 characters.',
        'Confirm password',
        "The passwords don't match.",
        'I have read and accept the terms and conditions',
        'You must accept the terms and conditions to proceed.',
        'Create account',
        'I already have an account',
      ])
  })

  it('sends the typed values, and says why it was refused [S213]', async () => {
    const screen = await show('/register', setup)
    await type(screen, labels)
    await screen.page.getByRole('checkbox').check()
    screen.replies.unshift(
      refused(api.accounts.register, 'Este e-mail já tem conta.', 409, 'account.email_taken'),
    )
    await screen.press('Criar conta', screen.page.getByRole('main'))
    await screen.page.getByText('Este e-mail já tem conta.').waitFor()

    expect(sent(screen)).toEqual([
      [
        '/api/users/register',
        {
          name: 'Bia Prado',
          email: 'bia@exemplo.test',
          password: 'segredo-1',
          termsAccepted: true,
          recaptchaToken: token,
        },
      ],
    ])
  })
})

describe('a forgotten password', () => {
  it('is asked for by mail [S118, S217, S280]', async () => {
    const screen = await show('/forgot-password', setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Recuperar senha',
        'Enviaremos um link para você escolher uma nova senha.',
        'E-mail',
        'Enviar link',
        'Voltar ao login',
      ])

    await type(screen, { 'E-mail': 'bia@exemplo.test' })
    screen.replies.unshift(refused(api.accounts.forgotPassword, '', 500))
    await screen.press('Enviar link')
    await screen.page.getByRole('alert').waitFor()
    expect(await alert(screen)).toEqual(['Algo deu errado. Tente novamente.'])
    screen.replies.unshift(
      on(api.accounts.forgotPassword, { success: true, message: 'Se a conta existe, enviamos.' }),
    )
    await screen.press('Enviar link')
    await screen.page.getByText('Se a conta existe, enviamos.').waitFor()

    expect(sent(screen).at(-1)).toEqual([
      '/api/users/forgot-password',
      { email: 'bia@exemplo.test', recaptchaToken: token },
    ])

    expect(await (await show('/forgot-password', english)).lines()).toEqual([
      'Reset your password',
      "We'll send you a link to choose a new one.",
      'Email',
      'Send link',
      'Back to login',
    ])
  })

  it('is set with the token of the link [S119, S199, S219]', async () => {
    const screen = await show('/reset-password?token=abc', setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Nova senha',
        'Use pelo menos 8 caracteres, com uma letra maiúscula e um número.',
        'Nova senha',
        'Confirme a senha',
        'Redefinir senha',
      ])

    const said: string[][] = []

    for (const [next, confirm] of [
      ['', ''],
      ['Senha-123', 'Senha-124'],
      ['Curta-1', 'Curta-1'],
      ['senha-comprida', 'senha-comprida'],
    ] as const) {
      await type(screen, { 'Nova senha': next, 'Confirme a senha': confirm })
      await screen.press('Redefinir senha')
      said.push(await alert(screen))
    }

    expect(said).toEqual([
      ['Preencha os dois campos.'],
      ['As senhas não são iguais.'],
      ['A senha deve ter pelo menos 8 caracteres.'],
      ['A senha deve ter pelo menos uma letra maiúscula e um número.'],
    ])

    await type(screen, { 'Nova senha': 'Senha-123', 'Confirme a senha': 'Senha-123' })
    screen.replies.unshift(
      on(api.accounts.resetPassword, { success: true, message: 'Senha redefinida.' }),
    )
    await screen.press('Redefinir senha')
    await screen.page.getByText('Senha redefinida.').waitFor()

    expect(sent(screen)).toEqual([
      [
        '/api/users/reset-password',
        { token: 'abc', newPassword: 'Senha-123', recaptchaToken: token },
      ],
    ])

    expect(await (await show('/reset-password?token=abc', english)).lines()).toEqual([
      'New password',
      'Use at least 8 characters, with an uppercase letter and a number.',
      'New password',
      'Confirm password',
      'Reset password',
    ])
  })

  it('needs a token [S120]', async () => {
    expect(await (await show('/reset-password', setup)).lines()).toEqual([
      'Nova senha',
      'Token de recuperação não encontrado. Solicite um novo link.',
      'Solicitar novo link',
    ])

    expect(await (await show('/reset-password', english)).lines()).toEqual([
      'New password',
      'The recovery link is incomplete. Request a new link.',
      'Request a new link',
    ])
  })
})
