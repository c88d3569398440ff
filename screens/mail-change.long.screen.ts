import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { captcha } from './captcha.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { factor, part, settingsSetup, path } from './settings-samples.ts'
import { show, type Given } from './show.ts'

// A person changes their own mail address in the settings (P170); the code is entered as at the
// login.

type State = Body<typeof api.ownAccount.mailChange>

const state = (part: Partial<State> = {}) =>
  on(api.ownAccount.mailChange, {
    success: true,
    email: 'bia@exemplo.test',
    mails: true,
    proof: 'password',
    waiting: null,
    ...part,
  })

const unproven = refused(api.ownAccount.askMailChange, 'Confirme.', 403, 'auth.step_up')
const changeAnswer = on(api.ownAccount.askMailChange, { success: true, message: 'Enviado.' })

const proven = on(api.accounts.stepUp, {
  success: true,
  message: 'Confirmado.',
  until: '2026-02-03T17:30:00.000Z',
})

const claims = Buffer.from(JSON.stringify({ sub: ids(9).id, role: 'client', exp: 4_102_444_800 }))
const accessToken = `e30.${claims.toString('base64url')}.y`

const changed = on(api.ownAccount.changeMail, {
  success: true,
  message: 'E-mail alterado.',
  user: { ...ids(9), name: 'Bia Prado', email: 'bia.nova@exemplo.test', role: 'client' },
  accessToken,
})

/** The card of the mail change, whose heading differs by step. */
const card = (screen: Screen) =>
  screen.page.locator('.rounded-lg').filter({
    has: screen.page.getByRole('heading', {
      name: /^(Trocar o e-mail|Change your email|Confirme que|Confirm it|Digite o|Enter the)/,
    }),
  })

const lines = (screen: Screen) => screen.lines(card(screen))

const words = {
  'pt-BR': {
    act: 'Mudar: E-mail',
    open: 'Trocar o e-mail',
    label: 'Novo e-mail',
    next: 'Continuar',
    code: 'Código',
  },
  'en-US': {
    act: 'Change: Email',
    open: 'Change your email',
    label: 'New email',
    next: 'Continue',
    code: 'Code',
  },
} as const

async function opened(replies: NonNullable<Given['replies']>, over: object = {}) {
  const screen = await show(path, {
    ...settingsSetup,
    ...over,
    replies: [...replies, captcha, ...settingsSetup.replies!],
  })

  const say = words[('language' in over ? over.language : 'pt-BR') as keyof typeof words]
  await screen.press(say.act)
  await card(screen).getByLabel(say.label).waitFor()

  return screen
}

async function ask(screen: Screen, mail = 'bia.nova@exemplo.test', say = words['pt-BR'] as object) {
  const { label, next } = say as (typeof words)['pt-BR']
  await card(screen).getByLabel(label).fill(mail)
  await screen.press(next, card(screen))
}

describe('the change of the own mail', () => {
  it('takes the new mail, the password and the code from it, and shows the new mail [P170, P171]', async () => {
    const screen = await opened([state(), unproven])

    await expect
      .poll(() => lines(screen))
      .toEqual([
        'Trocar o e-mail',
        'Enviamos um código ao novo e-mail. Pedidos já feitos guardam o e-mail de antes; as outras sessões são encerradas.',
        'Novo e-mail',
        'Continuar',
        'Cancelar',
      ])

    await ask(screen, 'bia@')
    await expect
      .poll(() => lines(screen))
      .toContain('Informe um e-mail válido, como nome@exemplo.com.')
    await ask(screen, ' bia.nova@exemplo.test ')

    await expect
      .poll(() => lines(screen))
      .toEqual([
        'Confirme que é você',
        'Para trocar o e-mail da conta bia@exemplo.test, informe a sua senha.',
        'Senha atual',
        'Confirmar',
        'Usar outro e-mail',
      ])

    await screen.press('Confirmar', card(screen))
    await expect.poll(() => lines(screen)).toContain('Preencha este campo.')
    await card(screen).getByLabel('Senha atual', { exact: true }).fill('errada')
    screen.replies.unshift(
      refused(api.accounts.stepUp, 'A senha atual está incorreta.', 400, 'account.password_wrong'),
    )
    await screen.press('Confirmar', card(screen))
    await expect.poll(() => lines(screen)).toContain('A senha atual está incorreta.')
    screen.replies.unshift(proven, changeAnswer)
    await screen.press('Confirmar', card(screen))

    await expect
      .poll(() => lines(screen))
      .toEqual([
        'Digite o código',
        'Enviamos um código de seis dígitos para bia.nova@exemplo.test. Ele vale por 10 minutos.',
        'Código',
        'Seis dígitos, por exemplo 482913.',
        'Trocar o e-mail',
        expect.stringMatching(/^Enviar outro código em (?:30|2\d) s$/),
        'Usar outro e-mail',
      ])

    screen.replies.unshift(
      refused(api.ownAccount.changeMail, 'Código incorreto.', 400, 'login_code.wrong'),
    )
    const field = card(screen).getByLabel('Código')
    await field.fill('111111')
    await expect.poll(() => lines(screen)).toContain('Código incorreto.')
    screen.replies.unshift(changed)
    await field.fill('482913')
    await screen.page.getByText('E-mail alterado.').waitFor()
    await expect.poll(() => screen.lines(part(screen, 'E-mail'))).toContain('bia.nova@exemplo.test')
    await expect
      .poll(() => screen.page.evaluate(() => localStorage.getItem('accessToken')))
      .toBe(accessToken)

    expect(screen.sent('POST', '/api/users/profile/email/code')).toEqual([
      { email: 'bia.nova@exemplo.test' },
      { email: 'bia.nova@exemplo.test' },
    ])

    expect(screen.sent('POST', '/api/users/step-up')).toEqual([
      { password: 'errada' },
      { password: 'errada' },
    ])

    expect(screen.sent('PUT', '/api/users/profile/email')).toEqual([
      { email: 'bia.nova@exemplo.test', code: '111111' },
      { email: 'bia.nova@exemplo.test', code: '482913' },
    ])
  })

  it('says in English, on a phone, that a mail is taken, after its right code, and takes another [P173]', async () => {
    const say = words['en-US']

    const screen = await opened([state({ proof: 'none' }), changeAnswer], {
      language: 'en-US',
      width: 360,
    })

    expect(await lines(screen)).toEqual([
      'Change your email',
      "We'll send a code to the new address. Earlier orders keep your old email, and your other sessions end.",
      'New email',
      'Continue',
      'Cancel',
    ])

    await ask(screen, undefined, say)
    const field = card(screen).getByLabel('Code', { exact: true })
    await field.waitFor()

    expect((await lines(screen)).slice(0, 2)).toEqual([
      'Enter the code',
      'We sent a six-digit code to bia.nova@exemplo.test. It works for 10 minutes.',
    ])

    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await screen.page.evaluate(wider)).toBeLessThanOrEqual(0)
    screen.replies.unshift(
      refused(api.ownAccount.changeMail, 'The code is right, but.', 409, 'mail_change.taken'),
    )
    await field.fill('482913')
    await expect.poll(() => lines(screen)).toContain('The code is right, but.')
    await screen.press('Use another email', card(screen))
    await expect.poll(() => screen.fields()).toContainEqual(['New email', 'bia.nova@exemplo.test'])
    screen.replies.unshift(
      refused(api.ownAccount.askMailChange, 'This is your email.', 400, 'mail_change.same'),
    )
    await screen.press(say.next, card(screen))
    await expect.poll(() => lines(screen)).toContain('This is your email.')
    await screen.press('Cancel', card(screen))
    await expect.poll(() => card(screen).count()).toBe(0)
    await expect.poll(() => new URL(screen.page.url()).search).toBe('')
  })

  it('begins with a code to the mail of now where there is no password, in both languages [P171]', async () => {
    for (const [language, first, then] of [
      [
        'pt-BR',
        [
          'Confirme que é você',
          'Sua conta não tem senha. Enviamos antes um código ao e-mail de agora, bia@exemplo.test.',
          'Receber código',
          'Usar outro e-mail',
        ],
        [
          'Confirme que é você',
          'Enviamos um código de seis dígitos para bia@exemplo.test. Ele vale por 10 minutos.',
          'Código',
          'Seis dígitos, por exemplo 482913.',
          'Confirmar',
        ],
      ],
      [
        'en-US',
        [
          "Confirm it's you",
          'Your account has no password, so first we send a code to your current email, bia@exemplo.test.',
          'Get a code',
          'Use another email',
        ],
        [
          "Confirm it's you",
          'We sent a six-digit code to bia@exemplo.test. It works for 10 minutes.',
          'Code',
          'Six digits, for example 482913.',
          'Confirm',
        ],
      ],
    ] as const) {
      const say = words[language]
      const codeAnswer = on(api.accounts.askOwnCode, { success: true, message: 'Enviado.' })
      const screen = await opened([state({ proof: 'mail' }), unproven, codeAnswer], { language })
      await ask(screen, undefined, say)
      await expect.poll(() => lines(screen)).toEqual(first)
      await screen.press(first[2], card(screen))
      const field = card(screen).getByLabel(say.code, { exact: true })
      await field.waitFor()
      expect((await lines(screen)).slice(0, 5)).toEqual(then)
      screen.replies.unshift(proven, changeAnswer)
      await field.fill('482913')
      await expect.poll(async () => (await lines(screen))[1]).toContain('bia.nova@exemplo.test')
      expect(screen.sent('POST', '/api/users/step-up/code')).toEqual([{ for: 'proof' }])
      expect(screen.sent('POST', '/api/users/step-up')).toEqual([{ mailCode: '482913' }])
      await screen.page.close()
    }
  })

  it('still waits for the code after a reload; staff without password prove a second factor [P170, P171]', async () => {
    const screen = await show(`${path}?change=email`, {
      ...settingsSetup,
      replies: [
        state({ waiting: { email: 'bia.nova@exemplo.test', until: '2099-01-01T00:00:00.000Z' } }),
        ...settingsSetup.replies!,
      ],
    })

    await expect
      .poll(async () => (await lines(screen)).slice(0, 2))
      .toEqual([
        'Digite o código',
        'Enviamos um código de seis dígitos para bia.nova@exemplo.test. Ele vale por 10 minutos.',
      ])

    await screen.page.close()
    const staff = await opened([state({ proof: 'factor' }), unproven], { as: { role: 'admin' } })
    await ask(staff)

    await expect
      .poll(async () => (await lines(staff)).slice(0, 3))
      .toEqual([
        'Confirme que é você',
        'Para trocar o e-mail da conta bia@exemplo.test, informe um código do seu aplicativo de autenticação.',
        'Código',
      ])
  })

  it('says that the shop sends no mails, where it has no mail server [P174]', async () => {
    for (const [language, text] of [
      [
        'pt-BR',
        'Esta loja ainda não consegue enviar e-mails, então nenhum código pode ser enviado. Fale com a loja para trocar o seu e-mail.',
      ],
      [
        'en-US',
        "This shop can't send emails yet, so we can't send you a code. Contact the shop to change your email.",
      ],
    ] as const) {
      const screen = await show(`${path}?change=email`, {
        ...settingsSetup,
        language,
        replies: [state({ mails: false }), ...settingsSetup.replies!],
      })

      await expect.poll(() => lines(screen)).toEqual([words[language].open, text])
      await screen.page.close()
    }
  })
})

describe('the removal of an account without a password', () => {
  it('takes a code that is mailed for it, in both languages [P176]', async () => {
    for (const [language, open, act, said, sent] of [
      [
        'pt-BR',
        'Excluir minha conta',
        'Excluir para sempre',
        [
          'Sua conta não tem senha: confirme com um código enviado para bia@exemplo.test.',
          'Receber código',
          'Código',
          'Seis dígitos, por exemplo 482913.',
          'Excluir para sempre',
          'Voltar',
        ],
        'Enviamos um código de seis dígitos para bia@exemplo.test. Ele vale por 10 minutos.',
      ],
      [
        'en-US',
        'Delete my account',
        'Delete forever',
        [
          'Your account has no password. Confirm with a code sent to bia@exemplo.test.',
          'Get a code',
          'Code',
          'Six digits, for example 482913.',
          'Delete forever',
          'Back',
        ],
        'We sent a six-digit code to bia@exemplo.test. It works for 10 minutes.',
      ],
    ] as const) {
      const screen = await show(path, {
        ...settingsSetup,
        language,
        replies: [
          on(api.ownAccount.removal, { success: true, keptUntil: 2031 }),
          on(api.accounts.ownPassword, { success: true, hasPassword: false }),
          on(api.accounts.askOwnCode, { success: true, message: 'Enviado.' }),
          refused(api.ownAccount.remove, 'Código incorreto.', 400, 'login_code.wrong'),
          ...settingsSetup.replies!,
        ],
      })

      await screen.press(open)
      const dialog = screen.dialog()
      await expect.poll(async () => (await screen.lines(dialog)).slice(4)).toEqual(said)
      await screen.press(said[1], dialog)
      await expect.poll(() => screen.lines(dialog)).toContain(sent)
      await screen.press(act, dialog)

      await expect
        .poll(() => screen.lines(dialog.getByRole('alert')))
        .toEqual([
          language === 'pt-BR' ? 'Digite os seis dígitos do código.' : 'Enter all six digits.',
        ])

      await dialog.getByLabel(said[2], { exact: true }).fill('482 913')
      await screen.press(act, dialog)
      await expect.poll(() => screen.lines(dialog)).toContain('Código incorreto.')
      screen.replies.unshift(on(api.ownAccount.remove, { success: true, message: 'Excluída.' }))
      await screen.press(act, dialog)
      await expect.poll(() => new URL(screen.page.url()).pathname).toEqual('/')
      expect(screen.sent('POST', '/api/users/step-up/code')).toEqual([{ for: 'removal' }])
      expect(screen.sent('POST', '/api/users/profile/removal').at(-1)).toEqual({
        mailCode: '482 913',
      })
      await screen.page.close()
    }
  })

  it('takes a code of the app where the login has a second factor, and mails none', async () => {
    for (const [language, open, act, said] of [
      [
        'pt-BR',
        'Excluir minha conta',
        'Excluir para sempre',
        'Sua conta não tem senha: confirme com um código do seu aplicativo de autenticação.',
      ],
      [
        'en-US',
        'Delete my account',
        'Delete forever',
        'Your account has no password. Confirm with a code from your authenticator app.',
      ],
    ] as const) {
      const screen = await show(path, {
        ...settingsSetup,
        language,
        replies: [
          on(api.ownAccount.removal, { success: true, keptUntil: 2031 }),
          on(api.accounts.ownPassword, { success: true, hasPassword: false }),
          factor({ enabled: true, proof: 'factor' }),
          refused(api.ownAccount.remove, 'Código incorreto.', 400, 'two_factor.code_wrong'),
          ...settingsSetup.replies!,
        ],
      })

      await screen.press(open)
      const dialog = screen.dialog()
      await expect.poll(() => screen.lines(dialog)).toContain(said)
      await dialog.getByRole('textbox').fill(' 123456 ')
      await screen.press(act, dialog)
      await expect.poll(() => screen.lines(dialog)).toContain('Código incorreto.')
      expect(screen.sent('POST', '/api/users/profile/removal')).toEqual([{ code: '123456' }])
    }
  })
})
