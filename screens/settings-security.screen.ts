import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import {
  factor,
  settingsSetup,
  staff,
  security,
  part,
  readWhenLoaded,
  sent,
} from './settings-samples.ts'
import { show } from './show.ts'

describe('the security in the settings', () => {
  it('shows where one is logged in, by device, moment and address', async () => {
    const screen = await show(security, settingsSetup)
    const list = screen.page.getByRole('list', { name: 'Onde você está conectado' })

    await expect
      .poll(() => screen.lines(list))
      .toEqual([
        'Firefox, Windows',
        'Visto em 03/02/2026, 14:05, de 203.0.113.7',
        'Este aparelho',
        'Safari, iPhone',
        'Visto em 02/02/2026, 15:09, de 198.51.100.9',
        'Desconectar',
        'Impressora da sala',
        'Visto em 03/02/2026, 14:05',
        'Desconectar',
        'Aparelho desconhecido',
        'Visto em 03/02/2026, 14:05, de 192.0.2.4',
        'Desconectar',
      ])

    const english = await show(security, { ...settingsSetup, language: 'en-US' })

    await expect
      .poll(() => english.lines())
      .toEqual([
        'Back to the dashboard',
        'Settings',
        'Profile',
        'Security',
        'Notifications',
        'Preferences',
        'Password',
        'Change',
        "Where you're logged in",
        "Don't recognise a device? Sign it out and change your password.",
        'Firefox, Windows',
        'Last seen 2/3/26, 2:05 PM, from 203.0.113.7',
        'This device',
        'Safari, iPhone',
        'Last seen 2/2/26, 3:09 PM, from 198.51.100.9',
        'Sign out',
        'Impressora da sala',
        'Last seen 2/3/26, 2:05 PM',
        'Sign out',
        'Unknown device',
        'Last seen 2/3/26, 2:05 PM, from 192.0.2.4',
        'Sign out',
        'Two-factor login',
        'Off',
        "Logging in then also takes a code from your phone, so a stolen password or mailbox isn't enough.",
        'Set up',
      ])
  })

  it('ends another session, and says what the shop said', async () => {
    const screen = await show(security, settingsSetup)
    screen.replies.unshift(
      on(api.accounts.endSession, { success: true, message: 'Sessão encerrada.' }),
    )
    await screen.press('Desconectar: Safari, iPhone')
    await screen.page.getByText('Sessão encerrada.').waitFor()

    screen.replies.unshift(
      refused(
        api.accounts.endSession,
        'Essa sessão já terminou.',
        404,
        'account.session_not_found',
      ),
    )

    await screen.press('Desconectar: Aparelho desconhecido')
    await screen.page.getByText('Essa sessão já terminou.').waitFor()

    expect(sent(screen)).toEqual([
      {
        method: 'DELETE',
        path: '/api/users/sessions/11111111-0000-4000-8000-000000000002',
        query: {},
        body: {},
      },
      {
        method: 'DELETE',
        path: '/api/users/sessions/11111111-0000-4000-8000-000000000004',
        query: {},
        body: {},
      },
    ])
  })

  it('says that the sessions could not be read', async () => {
    const replies = [refused(api.accounts.sessions, 'A conta não bate.', 400)]
    const screen = await show(security, { ...settingsSetup, replies })
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Algo deu errado. Tente novamente.', 'Tentar novamente'])
  })

  it('changes the password, and names each error [S200, S221]', async () => {
    const faults = async (language: 'pt-BR' | 'en-US', labels: string[], button: string) => {
      const screen = await show(security, { ...settingsSetup, language })
      await screen.press(language === 'pt-BR' ? 'Mudar: Senha' : 'Change: Password')
      const said: string[][] = []

      for (const values of [
        ['', '', ''],
        ['antiga-1', 'nova-22', 'nova-23'],
        ['antiga-1', 'curta', 'curta'],
      ]) {
        for (const [i, label] of labels.entries())
          await screen.page.getByLabel(label, { exact: true }).fill(values[i]!)
        await screen.press(button)
        said.push(await screen.lines(screen.page.getByRole('alert')))
      }

      expect(sent(screen)).toEqual([])

      return said
    }

    const labels = ['Senha atual', 'Nova senha', 'Confirme a senha']

    expect(await faults('pt-BR', labels, 'Mudar senha')).toEqual([
      ['Preencha os três campos.'],
      ['A nova senha e a confirmação não são iguais.'],
      ['A nova senha deve ter pelo menos 6 caracteres.'],
    ])

    expect(
      await faults(
        'en-US',
        ['Current password', 'New password', 'Confirm password'],
        'Change password',
      ),
    ).toEqual([
      ['Fill in all three fields.'],
      ["The new passwords don't match."],
      ['The new password must have at least 6 characters.'],
    ])

    const screen = await show(security, settingsSetup)
    await screen.press('Mudar: Senha')
    for (const [i, value] of ['antiga-1', 'nova-22', 'nova-22'].entries())
      await screen.page.getByLabel(labels[i]!, { exact: true }).fill(value)
    screen.replies.unshift(refused(api.accounts.changePassword, 'A senha atual não confere.', 400))
    await screen.press('Mudar senha')
    await screen.page.getByText('A senha atual não confere.').waitFor()

    screen.replies.unshift(
      on(api.accounts.changePassword, {
        success: true,
        message: 'Senha alterada.',
        accessToken: 'e30.e30.x',
        data: { accessToken: 'e30.e30.x' },
      }),
    )

    await screen.press('Mudar senha')
    await screen.page.getByText('Senha alterada.').waitFor()

    expect(sent(screen)[1]).toEqual({
      method: 'PUT',
      path: '/api/users/password',
      query: {},
      body: { currentPassword: 'antiga-1', newPassword: 'nova-22' },
    })
  })

  const secondStep = async () => {
    const said: string[][] = []

    for (const state of [
      factor(),
      factor({ required: true }),
      factor({ enabled: true, recoveryCodesLeft: 7 }),
      factor({ enabled: true, required: true, recoveryCodesLeft: 1 }),
      refused(api.accounts.twoFactor, 'A conta não bate.', 400),
    ]) {
      const screen = await show(security, {
        ...staff,
        replies: [state, ...settingsSetup.replies!],
      })
      said.push(await readWhenLoaded(screen, 'Verificação em duas etapas'))
    }

    return said
  }

  it('shows whether the second step is on, demanded, and how many codes are left', async () => {
    expect(await secondStep()).toEqual([
      [
        'Verificação em duas etapas',
        'Desativada',
        'Com ela, entrar na sua conta pede também um código do seu celular. Quem descobrir a senha ou ler os seus e-mails não entra.',
        'Ativar',
      ],
      [
        'Verificação em duas etapas',
        'Desativada',
        'A loja exige a verificação em duas etapas da equipe. A administração abre depois de ativá-la.',
        'Com ela, entrar na sua conta pede também um código do seu celular. Quem descobrir a senha ou ler os seus e-mails não entra.',
        'Ativar',
      ],
      [
        'Verificação em duas etapas',
        'Ativa',
        'Restam 7 códigos de recuperação.',
        'Gerar novos códigos de recuperação',
        'Desativar',
      ],
      [
        'Verificação em duas etapas',
        'Ativa',
        'Resta 1 código de recuperação.',
        'Gerar novos códigos de recuperação',
        'A loja exige a verificação em duas etapas da equipe: ela não pode ser desativada.',
      ],
      ['Verificação em duas etapas', 'Algo deu errado. Tente novamente.', 'Tentar novamente'],
    ])
  })

  it('sets the second step up: password, key, first code, codes to keep', async () => {
    const screen = await show(security, staff)
    const card = part(screen, 'Verificação em duas etapas')
    const password = card.getByLabel('Senha atual')
    await screen.press('Ativar')

    await expect
      .poll(() => screen.lines(card))
      .toEqual([
        'Verificação em duas etapas',
        'Desativada',
        'Com ela, entrar na sua conta pede também um código do seu celular. Quem descobrir a senha ou ler os seus e-mails não entra.',
        'Confirme a sua senha para começar.',
        'Senha atual',
        'Ativar',
        'Cancelar',
      ])

    await screen.press('Ativar', card)
    await expect
      .poll(() => screen.lines(card.getByText('Preencha')))
      .toEqual(['Preencha este campo.'])
    await password.fill('minha-senha')
    screen.replies.unshift(refused(api.accounts.startTwoFactor, 'A senha não confere.', 400))
    await screen.press('Ativar', card)
    await card.getByText('A senha não confere.').waitFor()

    screen.replies.unshift(
      on(api.accounts.startTwoFactor, {
        success: true,
        secret: 'JBSW Y3DP EHPK 3PXP',
        uri: 'otpauth://totp/Chaveiro:ana?secret=JBSWY3DPEHPK3PXP',
      }),
    )

    await screen.press('Ativar', card)
    await card.getByText('JBSW Y3DP EHPK 3PXP').waitFor()

    await expect
      .poll(() => screen.lines(card))
      .toEqual([
        'Verificação em duas etapas',
        'Leia este código com um aplicativo de autenticação (Google Authenticator, 1Password, Aegis) e digite os 6 números que ele mostra.',
        'Sem câmera? Digite esta chave no aplicativo:',
        'JBSW Y3DP EHPK 3PXP',
        'Copiar chave',
        'Código do aplicativo',
        'Ativar agora',
        'Cancelar',
      ])

    await card.getByLabel('Código do aplicativo').fill(' 123456 ')

    screen.replies.unshift(
      on(api.accounts.confirmTwoFactor, {
        success: true,
        message: 'Ativada.',
        recoveryCodes: ['aaaa-1111', 'bbbb-2222'],
      }),
    )

    await screen.press('Ativar agora', card)
    await card.getByText('aaaa-1111').waitFor()

    await expect
      .poll(() => screen.lines(card))
      .toEqual([
        'Verificação em duas etapas',
        'Guarde estes códigos em um lugar seguro. Cada um entra uma vez no lugar do aplicativo, e eles não aparecem de novo.',
        'aaaa-1111',
        'bbbb-2222',
        'Copiar todos',
        'Guardei os códigos',
      ])

    expect(sent(screen).slice(1)).toEqual([
      {
        method: 'POST',
        path: '/api/users/two-factor/setup',
        query: {},
        body: { password: 'minha-senha' },
      },
      {
        method: 'POST',
        path: '/api/users/two-factor/confirm',
        query: {},
        body: { code: '123456' },
      },
    ])
  })

  it('renews the codes and switches the second step off', async () => {
    const replies = [factor({ enabled: true, recoveryCodesLeft: 7 }), ...settingsSetup.replies!]
    const screen = await show(security, { ...staff, replies })
    const card = part(screen, 'Verificação em duas etapas')
    await screen.press('Desativar')

    await expect
      .poll(() => screen.lines(card))
      .toEqual([
        'Verificação em duas etapas',
        'Ativa',
        'Restam 7 códigos de recuperação.',
        'Gerar novos códigos de recuperação',
        'Entrar deixa de pedir o código do aplicativo, e as outras sessões terminam.',
        'Senha atual',
        'Desativar',
        'Cancelar',
      ])

    await card.getByLabel('Senha atual').fill('minha-senha')
    screen.replies.unshift(
      on(api.accounts.disableTwoFactor, { success: true, message: 'Desativada agora.' }),
    )
    await screen.press('Desativar', card)
    await screen.page.getByText('Desativada agora.').waitFor()

    expect(sent(screen)).toEqual([
      {
        method: 'POST',
        path: '/api/users/two-factor/disable',
        query: {},
        body: { password: 'minha-senha' },
      },
    ])
  })

  const begun = (mailbox: boolean) =>
    on(api.accounts.startTwoFactor, {
      success: true,
      secret: 'JBSW Y3DP EHPK 3PXP',
      uri: 'otpauth://totp/Chaveiro:bia?secret=JBSWY3DPEHPK3PXP',
      mailbox,
    })

  const confirmed = on(api.accounts.confirmTwoFactor, {
    success: true,
    message: 'Ativada.',
    recoveryCodes: ['aaaa-1111'],
  })

  const mailed = on(api.accounts.askOwnCode, { success: true, message: 'Enviado.' })

  it('has a customer whose mail was never proven enter the code from it too [P175]', async () => {
    for (const [language, act, mail, code, lead, confirm, fault, again, done] of [
      [
        'pt-BR',
        'Ativar',
        'Código do e-mail',
        'Código do aplicativo',
        'Enviamos também um código para bia@exemplo.test: ele mostra que o e-mail é seu.',
        'Ativar agora',
        'Digite os seis dígitos do código.',
        'Enviar outro código',
        'Enviamos outro código. O anterior não vale mais.',
      ],
      [
        'en-US',
        'Set up',
        'Code from the email',
        'Code from the app',
        "We also sent a code to bia@exemplo.test, to check that it's yours.",
        'Switch on',
        'Enter all six digits.',
        'Send a new code',
        'We sent a new code. The previous one no longer works.',
      ],
    ] as const) {
      const screen = await show(security, { ...settingsSetup, language, width: 320 })
      const title = language === 'pt-BR' ? 'Verificação em duas etapas' : 'Two-factor login'
      const card = part(screen, title)
      await screen.press(act)
      await card.locator('input').first().fill('minha-senha')
      screen.replies.unshift(begun(true), mailed, confirmed)
      await screen.page.keyboard.press('Enter')
      await card.getByLabel(mail).waitFor()
      expect(await screen.lines(card)).toContain(lead)
      await card.getByLabel(code).fill('123456')
      await screen.press(confirm, card)
      await card.getByText(fault).waitFor()
      await screen.press(again, card)
      await card.getByText(done).waitFor()
      await card.getByLabel(mail).fill('482 913')
      await screen.page.keyboard.press('Enter')
      await card.getByText('aaaa-1111').waitFor()

      expect(sent(screen).map(({ path, body }) => [path, body])).toEqual([
        ['/api/users/two-factor/setup', { password: 'minha-senha' }],
        ['/api/users/step-up/code', { for: 'mailbox' }],
        ['/api/users/step-up/code', { for: 'mailbox' }],
        ['/api/users/two-factor/confirm', { code: '123456', mailCode: '482 913' }],
      ])

      const isWide = await screen.page.evaluate(
        () => document.documentElement.scrollWidth > window.innerWidth,
      )
      expect(isWide).toBe(false)
    }
  })

  it('asks a customer without password for a code: by mail first, by the app once it is on', async () => {
    const proof = on(api.accounts.stepUp, {
      success: true,
      message: 'Confirmado.',
      until: '2026-02-03T17:15:00.000Z',
    })

    const off = await show(security, {
      ...settingsSetup,
      replies: [factor({ proof: 'mail' }), ...settingsSetup.replies!],
    })

    const card = part(off, 'Verificação em duas etapas')
    off.replies.unshift(proof, mailed, begun(false))
    await off.press('Ativar')
    await card.getByRole('heading', { name: 'Confirme que é você' }).waitFor()
    expect(await off.lines(card)).toContain(
      'Sua conta não tem senha. Enviamos antes um código ao e-mail de agora, bia@exemplo.test.',
    )
    await off.press('Receber código', card)
    await card.getByLabel('Código', { exact: true }).fill('482913')
    await card.getByText('JBSW Y3DP EHPK 3PXP').waitFor()

    expect(sent(off).map(({ path, body }) => [path, body])).toEqual([
      ['/api/users/step-up/code', { for: 'proof' }],
      ['/api/users/step-up', { mailCode: '482913' }],
      ['/api/users/two-factor/setup', {}],
    ])

    const state = factor({ enabled: true, recoveryCodesLeft: 7, proof: 'factor' })

    const screen = await show(security, {
      ...settingsSetup,
      language: 'en-US',
      replies: [state, ...settingsSetup.replies!],
    })

    const isOn = part(screen, 'Two-factor login')

    screen.replies.unshift(
      proof,
      on(api.accounts.disableTwoFactor, { success: true, message: 'It is off.' }),
    )

    await screen.press('Switch off')
    expect(await screen.lines(isOn)).toContain(
      'Enter a code from your authenticator app to change how you log in to bia@exemplo.test.',
    )
    await isOn.getByLabel('Code', { exact: true }).fill('123456')
    await screen.press('Confirm', isOn)
    await screen.page.getByText('It is off.').waitFor()

    expect(sent(screen).map(({ path, body }) => [path, body])).toEqual([
      ['/api/users/step-up', { code: '123456' }],
      ['/api/users/two-factor/disable', {}],
    ])
  })

  it('begins at once where a proof is fresh, after saying what comes', async () => {
    const replies = [factor({ proof: 'none' }), ...settingsSetup.replies!]
    const screen = await show(security, { ...settingsSetup, replies })
    const card = part(screen, 'Verificação em duas etapas')
    await screen.press('Ativar')

    await expect
      .poll(async () => (await screen.lines(card)).slice(3))
      .toEqual([
        'Você lê um código QR com o celular e recebe dez códigos de recuperação.',
        'Ativar',
        'Cancelar',
      ])

    screen.replies.unshift(begun(false))
    await screen.press('Ativar', card)
    await card.getByText('JBSW Y3DP EHPK 3PXP').waitFor()
    expect(sent(screen).map(({ path, body }) => [path, body])).toEqual([
      ['/api/users/two-factor/setup', {}],
    ])
  })
})
