import { api } from '@chaveiro/contracts'
import { roleStates } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'
import { ids } from './samples.ts'
import { on, refused, show, type Body, type Given, type Screen } from './show.ts'

type Session = Body<typeof api.accounts.sessions>['sessions'][number]
const session: Session = {
  ...ids(1),
  device: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '203.0.113.7',
  createdAt: '2026-02-01T12:00:00.000Z',
  lastSeenAt: '2026-02-03T17:05:00.000Z',
  expiresAt: '2026-02-10T12:00:00.000Z',
  current: true,
}
const sessions = on(api.accounts.sessions, {
  success: true,
  sessions: [
    session,
    {
      ...session,
      ...ids(2),
      device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      ip: '198.51.100.9',
      lastSeenAt: '2026-02-02T18:09:00.000Z',
      current: false,
    },
    { ...session, ...ids(3), device: 'Impressora da sala', ip: null, current: false },
    { ...session, ...ids(4), device: null, ip: '192.0.2.4', current: false },
  ],
})
type Discord = Body<typeof api.chatAccount.read>
const unlinked: Discord = { success: true, configured: true, linked: null, roles: [] }
const linked: Discord = {
  success: true,
  configured: true,
  linked: { id: '123456789', name: 'bia.prado' },
  roles: roleStates.map((state, i) => ({ state, products: [`Produto ${i}`, `Outro ${i}`] })),
}
const factor = (part: Partial<Body<typeof api.accounts.twoFactor>> = {}) =>
  on(api.accounts.twoFactor, {
    success: true,
    enabled: false,
    required: false,
    recoveryCodesLeft: 0,
    ...part,
  })
const given: Given = {
  as: { role: 'client', name: 'Bia Prado', email: 'bia@exemplo.test' },
  replies: [sessions, on(api.chatAccount.read, unlinked), factor()],
}
const staff: Given = { ...given, as: { role: 'admin' } }
const path = '/dashboard/settings'
const security = `${path}?tab=security`
/** The part of a screen under a heading. */
const part = (screen: Screen, heading: string) =>
  screen.page.locator('section, .rounded-lg').filter({
    has: screen.page.getByRole('heading', { name: heading, exact: true }),
  })
const discord = (screen: Screen) => known(screen, 'Discord')
/** What is read of such a part once the shop has told of it. */
async function known(screen: Screen, heading: string): Promise<string[]> {
  const card = part(screen, heading)
  await expect.poll(async () => (await screen.lines(card)).length).toBeGreaterThan(1)
  return screen.lines(card)
}
const sent = (screen: Screen) => screen.calls.filter(({ method }) => method !== 'GET')

describe('the profile in the settings', () => {
  it('shows name, email and role, which only the team changes [S111, S112]', async () => {
    const screen = await show(path, given)
    await screen.page.getByRole('heading', { name: 'Discord' }).waitFor()
    expect(await screen.lines()).toEqual([
      'Voltar ao painel',
      'Configurações',
      'Perfil',
      'Segurança',
      'Notificações',
      'Preferências',
      'Como você aparece para a loja.',
      'Nome',
      'E-mail',
      'Função',
      'Estes dados são gerenciados por um administrador. Fale com o suporte para mudá-los.',
      'Discord',
      'Conecte sua conta do Discord para receber os cargos dos produtos que você compra. Você também entra no servidor da loja.',
      'Conectar Discord',
    ])
    expect(await screen.fields()).toEqual([
      ['Nome', 'Bia Prado'],
      ['E-mail', 'bia@exemplo.test'],
      ['Função', 'Cliente'],
    ])
    screen.expectAnswered()
  })

  it('shows the same in English, each role in a word [S112]', async () => {
    const screen = await show(path, { ...given, language: 'en-US', width: 360 })
    await screen.page.getByRole('heading', { name: 'Discord' }).waitFor()
    expect(await screen.lines()).toEqual([
      'Back to the dashboard',
      'Settings',
      'Profile',
      'Security',
      'Notifications',
      'Preferences',
      'How the shop knows you.',
      'Name',
      'Email',
      'Role',
      'These are managed by an administrator. Talk to support to change them.',
      'Discord',
      'Link your Discord account to get the roles of the products you buy. You also join the shop’s server.',
      'Link Discord',
    ])
    expect(await screen.fields()).toEqual([
      ['Name', 'Bia Prado'],
      ['Email', 'bia@exemplo.test'],
      ['Role', 'Customer'],
    ])
    const role = async (language: 'pt-BR' | 'en-US', as: 'admin' | 'developer') => {
      const one = await show(path, { ...given, language, as: { role: as } })
      const [, , said] = await one.fields()
      // A page that stays open would tell the next one who is here.
      await one.page.close()
      return said
    }
    await screen.page.close()
    expect(await role('pt-BR', 'admin')).toEqual(['Função', 'Administrador'])
    expect(await role('pt-BR', 'developer')).toEqual(['Função', 'Desenvolvedor'])
    expect(await role('en-US', 'admin')).toEqual(['Role', 'Administrator'])
    expect(await role('en-US', 'developer')).toEqual(['Role', 'Developer'])
  })

  it('shows the Discord account with the state of each role (Q48)', async () => {
    const words = async (language: 'pt-BR' | 'en-US') => {
      const replies = [on(api.chatAccount.read, linked), ...given.replies!]
      return discord(await show(path, { ...given, language, replies }))
    }
    expect(await words('pt-BR')).toEqual([
      'Discord',
      'Conectada',
      'Conta conectada: bia.prado.',
      'Produto 0, Outro 0',
      'Cargo a caminho',
      'Produto 1, Outro 1',
      'Cargo dado',
      'Produto 2, Outro 2',
      'Sem cargo',
      'Produto 3, Outro 3',
      'Espera você entrar no servidor',
      'Produto 4, Outro 4',
      'A equipe está resolvendo',
      'Você não está no servidor da loja. Conecte de novo para entrar e receber os cargos.',
      'Conectar de novo',
      'Desconectar',
    ])
    expect(await words('en-US')).toEqual([
      'Discord',
      'Linked',
      'Linked account: bia.prado.',
      'Produto 0, Outro 0',
      'Role on its way',
      'Produto 1, Outro 1',
      'Role given',
      'Produto 2, Outro 2',
      'No role',
      'Produto 3, Outro 3',
      'Waits for you to join the server',
      'Produto 4, Outro 4',
      'The team is on it',
      'You are not in the shop’s server. Link again to join and get your roles.',
      'Link again',
      'Unlink',
    ])
  })

  const without = async (language: 'pt-BR' | 'en-US') => {
    const answers = [
      on(api.chatAccount.read, { ...linked, linked: { id: '123456789', name: null }, roles: [] }),
      on(api.chatAccount.read, { ...unlinked, configured: false }),
      refused(api.chatAccount.read, 'A conta não bate.', 400),
    ]
    const said: string[][] = []
    for (const answer of answers) {
      const screen = await show(path, { ...given, language, replies: [answer] })
      said.push(await discord(screen))
    }
    return said
  }

  it('says where Discord has no name, is not set up, cannot be asked (Q48)', async () => {
    expect(await without('pt-BR')).toEqual([
      ['Discord', 'Conectada', 'Conta conectada: 123456789.', 'Conectar de novo', 'Desconectar'],
      ['Discord', 'O Discord ainda não está configurado nesta loja.'],
      ['Discord', 'Algo deu errado. Tente novamente.', 'Tentar novamente'],
    ])
  })

  it('says the same of Discord in English (Q48)', async () => {
    expect(await without('en-US')).toEqual([
      ['Discord', 'Linked', 'Linked account: 123456789.', 'Link again', 'Unlink'],
      ['Discord', 'Discord is not set up in this shop yet.'],
      ['Discord', 'Something went wrong. Please try again.', 'Try again'],
    ])
  })

  it('unlinks Discord, and says what the shop said (Q48)', async () => {
    const screen = await show(path, {
      ...given,
      replies: [
        on(api.chatAccount.read, linked),
        on(api.chatAccount.unlink, { ...unlinked, message: 'Discord desconectado.' }),
      ],
    })
    await screen.press('Desconectar')
    await screen.page.getByText('Discord desconectado.').waitFor()
    screen.replies.unshift(refused(api.chatAccount.unlink, 'O Discord não respondeu.', 502))
    await screen.press('Desconectar')
    await screen.page.getByText('O Discord não respondeu.').waitFor()
    expect(sent(screen)).toEqual([
      { method: 'DELETE', path: '/api/users/discord', query: {}, body: {} },
      { method: 'DELETE', path: '/api/users/discord', query: {}, body: {} },
    ])
    expect((await screen.lines(part(screen, 'Discord'))).slice(0, 3)).toEqual([
      'Discord',
      'Conectada',
      'O Discord não respondeu.',
    ])
  })

  it('tells of a link that was declined in Discord, and hands one in that was given (Q48)', async () => {
    const declined = await show(`${path}?state=abc&error=access_denied`, given)
    await declined.page.getByText('não foi autorizada').waitFor()
    expect(await declined.lines(declined.page.getByText('não foi autorizada'))).toEqual([
      'A conexão não foi autorizada no Discord.',
    ])
    const replies = [
      on(api.chatAccount.finish, { ...linked, message: 'Discord conectado.' }),
      ...given.replies!,
    ]
    const done = await show(`${path}?state=abc&code=xyz`, { ...given, replies })
    await done.page.getByText('Discord conectado.').waitFor()
    expect(sent(done)).toEqual([
      {
        method: 'POST',
        path: '/api/users/discord/finish',
        query: {},
        body: { code: 'xyz', state: 'abc' },
      },
    ])
  })
})

describe('the security in the settings', () => {
  it('shows where one is logged in, by device, moment and address', async () => {
    const screen = await show(security, given)
    const list = screen.page.getByRole('list', { name: 'Onde você está conectado' })
    expect(await screen.lines(list)).toEqual([
      'Firefox, Windows',
      'Visto em 03/02/2026, 14:05, de 203.0.113.7',
      'Este aparelho',
      'Safari, iPhone',
      'Visto em 02/02/2026, 15:09, de 198.51.100.9',
      'Encerrar',
      'Impressora da sala',
      'Visto em 03/02/2026, 14:05',
      'Encerrar',
      'Aparelho desconhecido',
      'Visto em 03/02/2026, 14:05, de 192.0.2.4',
      'Encerrar',
    ])
    const english = await show(security, { ...given, language: 'en-US' })
    expect(await english.lines()).toEqual([
      'Back to the dashboard',
      'Settings',
      'Profile',
      'Security',
      'Notifications',
      'Preferences',
      'Current password',
      'New password',
      'Confirm password',
      'Change password',
      'Where you are logged in',
      'End what you do not recognise and change your password.',
      'Firefox, Windows',
      'Seen 2/3/26, 2:05 PM, from 203.0.113.7',
      'This device',
      'Safari, iPhone',
      'Seen 2/2/26, 3:09 PM, from 198.51.100.9',
      'End',
      'Impressora da sala',
      'Seen 2/3/26, 2:05 PM',
      'End',
      'Unknown device',
      'Seen 2/3/26, 2:05 PM, from 192.0.2.4',
      'End',
    ])
  })

  it('ends another session, and says what the shop said', async () => {
    const screen = await show(security, given)
    screen.replies.unshift(
      on(api.accounts.endSession, { success: true, message: 'Sessão encerrada.' }),
    )
    await screen.press('Encerrar: Safari, iPhone')
    await screen.page.getByText('Sessão encerrada.').waitFor()
    screen.replies.unshift(
      refused(
        api.accounts.endSession,
        'Essa sessão já terminou.',
        404,
        'account.session_not_found',
      ),
    )
    await screen.press('Encerrar: Aparelho desconhecido')
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
    const screen = await show(security, { ...given, replies })
    expect(await screen.lines(screen.page.getByRole('alert'))).toEqual([
      'Algo deu errado. Tente novamente.',
      'Tentar novamente',
    ])
  })

  it('changes the password, each fault in its words [S200, S221]', async () => {
    const faults = async (language: 'pt-BR' | 'en-US', labels: string[], button: string) => {
      const screen = await show(security, { ...given, language })
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
      ['The new password and its confirmation are not the same.'],
      ['The new password must have at least 6 characters.'],
    ])
    const screen = await show(security, given)
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

  const secondStep = async (language: 'pt-BR' | 'en-US', heading: string) => {
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
        language,
        replies: [state, ...given.replies!],
      })
      said.push(await known(screen, heading))
    }
    return said
  }

  it('shows staff whether the second step is on, demanded, and how many codes are left', async () => {
    expect(await secondStep('pt-BR', 'Verificação em duas etapas')).toEqual([
      [
        'Verificação em duas etapas',
        'Desativada',
        'Com ela, entrar na sua conta pede a senha e um código do seu celular. Quem descobrir a senha não entra.',
        'Ativar',
      ],
      [
        'Verificação em duas etapas',
        'Desativada',
        'A loja exige a verificação em duas etapas da equipe. A administração abre depois de ativá-la.',
        'Com ela, entrar na sua conta pede a senha e um código do seu celular. Quem descobrir a senha não entra.',
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

  it('shows staff the same of the second step in English', async () => {
    expect(await secondStep('en-US', 'Two-factor login')).toEqual([
      [
        'Two-factor login',
        'Off',
        'With it, logging in takes your password and a code from your phone. Whoever learns the password does not get in.',
        'Set up',
      ],
      [
        'Two-factor login',
        'Off',
        'The shop demands two-factor login of its staff. The back office opens once it is set up.',
        'With it, logging in takes your password and a code from your phone. Whoever learns the password does not get in.',
        'Set up',
      ],
      ['Two-factor login', 'Active', '7 recovery codes left.', 'New recovery codes', 'Switch off'],
      [
        'Two-factor login',
        'Active',
        '1 recovery code left.',
        'New recovery codes',
        'The shop demands two-factor login of its staff: it cannot be switched off.',
      ],
      ['Two-factor login', 'Something went wrong. Please try again.', 'Try again'],
    ])
  })

  it('sets the second step up: password, key, first code, codes to keep', async () => {
    const screen = await show(security, staff)
    const card = part(screen, 'Verificação em duas etapas')
    const password = card.getByLabel('Senha atual')
    await screen.press('Ativar')
    expect(await screen.lines(card)).toEqual([
      'Verificação em duas etapas',
      'Desativada',
      'Com ela, entrar na sua conta pede a senha e um código do seu celular. Quem descobrir a senha não entra.',
      'Confirme a sua senha para começar.',
      'Senha atual',
      'Ativar',
      'Cancelar',
    ])
    await screen.press('Ativar', card)
    expect(await screen.lines(card.getByText('Preencha'))).toEqual(['Preencha este campo.'])
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
    expect(await screen.lines(card)).toEqual([
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
    expect(await screen.lines(card)).toEqual([
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
    const replies = [factor({ enabled: true, recoveryCodesLeft: 7 }), ...given.replies!]
    const screen = await show(security, { ...staff, replies })
    const card = part(screen, 'Verificação em duas etapas')
    await screen.press('Desativar')
    expect(await screen.lines(card)).toEqual([
      'Verificação em duas etapas',
      'Ativa',
      'Restam 7 códigos de recuperação.',
      'Gerar novos códigos de recuperação',
      'O login volta a pedir só a senha, e as outras sessões terminam.',
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
})

describe('notifications and preferences in the settings', () => {
  it('keep which news are wanted on this device [S113, S115]', async () => {
    const screen = await show(`${path}?tab=notifications`, given)
    expect((await screen.lines()).slice(6)).toEqual([
      'Que novidades você quer receber.',
      'E-mail',
      'Chat',
      'Novidades',
      'Estas escolhas ficam somente neste aparelho.',
      'Salvar',
    ])
    await screen.page.getByRole('checkbox', { name: 'Chat' }).uncheck()
    await screen.press('Salvar')
    await screen.page.getByText('Preferências salvas.').waitFor()
    expect(await screen.fields()).toEqual([
      ['E-mail', true],
      ['Chat', false],
      ['Novidades', true],
    ])
    expect(sent(screen)).toEqual([])
    const english = await show(`${path}?tab=notifications`, { ...given, language: 'en-US' })
    expect((await english.lines()).slice(6)).toEqual([
      'Which news you want to receive.',
      'Email',
      'Chat',
      'Updates',
      'These choices stay on this device only.',
      'Save',
    ])
  })

  it('change the language at once [S114]', async () => {
    const screen = await show(`${path}?tab=preferences`, given)
    expect((await screen.lines()).slice(6)).toEqual([
      'Idioma',
      'Português (Brasil)',
      'Telas, datas e e-mails seguem este idioma.',
    ])
    await screen.page.getByRole('main').getByLabel('Idioma').selectOption('English (US)')
    await screen.page.getByText('Preferences saved.').waitFor()
    expect(await screen.lines()).toEqual([
      'Back to the dashboard',
      'Settings',
      'Profile',
      'Security',
      'Notifications',
      'Preferences',
      'Language',
      'English (US)',
      'Screens, dates and mails follow this language.',
      'Preferences saved.',
    ])
  })
})
