import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import { unlinked, linked, settingsSetup, path, part, discord, sent } from './settings-samples.ts'
import { show } from './show.ts'

describe('the profile in the settings', () => {
  it('shows name, email and role, of which only the team changes the role [S111, S112] [P170]', async () => {
    const screen = await show(path, settingsSetup)
    await screen.page.getByRole('heading', { name: 'Discord' }).waitFor()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Voltar ao painel',
        'Configurações',
        'Perfil',
        'Segurança',
        'Notificações',
        'Preferências',
        'Como você aparece para a loja.',
        'Nome',
        'Bia Prado',
        'Mudar',
        'E-mail',
        'bia@exemplo.test',
        'Mudar',
        'Função',
        'Cliente',
        'A função é gerenciada por um administrador.',
        'Discord',
        'Conecte sua conta do Discord para receber os cargos dos produtos que você compra. Você também entra no servidor da loja.',
        'Conectar Discord',
        'Seus dados',
        'Um arquivo JSON com tudo o que a loja guarda sobre você: perfil, carrinho, pedidos, pagamentos, licenças com as chaves, avaliações, conversas com o suporte, sessões, mudanças da conta, consentimentos e avisos.',
        'Baixar meus dados',
        'CPF guardado',
        'Nenhum CPF guardado. Ao pagar com PIX, você escolhe se a loja deve lembrar dele.',
        'Excluir a conta',
        'A conta é excluída na hora, sem volta.',
        'Excluir minha conta',
      ])

    expect(await screen.fields()).toEqual([])
    screen.expectAnswered()
  })

  it('says each role in a word, in both languages [S112]', async () => {
    const role = async (language: 'pt-BR' | 'en-US', as: 'admin' | 'developer') => {
      const one = await show(path, { ...settingsSetup, language, as: { role: as } })
      const heading = language === 'pt-BR' ? 'Função' : 'Role'
      const said = (await one.lines(part(one, heading))).slice(0, 2)
      // An open page would share its session with the next page.
      await one.page.close()

      return said
    }

    expect(await role('pt-BR', 'admin')).toEqual(['Função', 'Administrador'])
    expect(await role('pt-BR', 'developer')).toEqual(['Função', 'Desenvolvedor'])
    expect(await role('en-US', 'admin')).toEqual(['Role', 'Administrator'])
    expect(await role('en-US', 'developer')).toEqual(['Role', 'Developer'])
  })

  it('shows the Discord account with the state of each role [decision Q48]', async () => {
    const words = async (language: 'pt-BR' | 'en-US') => {
      const replies = [on(api.chatAccount.read, linked), ...settingsSetup.replies!]
      return discord(await show(path, { ...settingsSetup, language, replies }))
    }

    expect(await words('pt-BR')).toEqual([
      'Discord',
      'Conectada',
      'Conta conectada: bia.prado.',
      'Conectar de novo',
      'Desconectar',
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
    ])

    expect(await words('en-US')).toEqual([
      'Discord',
      'Linked',
      'Linked account: bia.prado.',
      'Link again',
      'Unlink',
      'Produto 0, Outro 0',
      'Role on its way',
      'Produto 1, Outro 1',
      'Role given',
      'Produto 2, Outro 2',
      'No role',
      'Produto 3, Outro 3',
      'Waiting for you to join the server',
      'Produto 4, Outro 4',
      'The team is on it',
      "You're not in the shop's server. Link again to join it and get your roles.",
    ])
  })

  const without = async () => {
    const answers = [
      on(api.chatAccount.read, { ...linked, linked: { id: '123456789', name: null }, roles: [] }),
      on(api.chatAccount.read, { ...unlinked, configured: false }),
      refused(api.chatAccount.read, 'A conta não bate.', 400),
    ]

    const said: string[][] = []

    for (const answer of answers) {
      const screen = await show(path, { ...settingsSetup, replies: [answer] })
      said.push(await discord(screen))
    }

    return said
  }

  it('says where Discord has no name, is not set up, cannot be asked [decision Q48]', async () => {
    expect(await without()).toEqual([
      ['Discord', 'Conectada', 'Conta conectada: 123456789.', 'Conectar de novo', 'Desconectar'],
      ['Discord', 'O Discord ainda não está configurado nesta loja.'],
      ['Discord', 'Algo deu errado. Tente novamente.', 'Tentar novamente'],
    ])
  })

  it('unlinks Discord, and says what the shop said [decision Q48]', async () => {
    const screen = await show(path, {
      ...settingsSetup,
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

    await expect
      .poll(async () => (await screen.lines(part(screen, 'Discord'))).slice(0, 6))
      .toEqual([
        'Discord',
        'Conectada',
        'Conta conectada: bia.prado.',
        'Conectar de novo',
        'Desconectar',
        'O Discord não respondeu.',
      ])
  })

  it('reports a link that was declined in Discord, and submits one that was granted [decision Q48]', async () => {
    const declined = await show(
      `${path}?state=abc&error=access_denied&error_description=denied`,
      settingsSetup,
    )

    await declined.page.getByText('não foi autorizada').waitFor()
    await expect
      .poll(() => declined.lines(declined.page.getByText('não foi autorizada')))
      .toEqual(['A conexão não foi autorizada no Discord.'])
    expect(new URL(declined.page.url()).search).toBe('')

    const replies = [
      on(api.chatAccount.finish, { ...linked, message: 'Discord conectado.' }),
      ...settingsSetup.replies!,
    ]

    const done = await show(`${path}?state=abc&code=xyz`, { ...settingsSetup, replies })
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

  it('a Discord login needs a proof, goes on with the same answer, and can be cancelled [Q48, P182]', async () => {
    const ownMail = on(api.ownAccount.mailChange, {
      success: true,
      email: 'bia@exemplo.test',
      mails: true,
      proof: 'password',
      waiting: null,
    })

    const unproven = refused(api.chatAccount.finish, 'Confirme.', 403, 'auth.step_up')
    const replies = [unproven, ownMail, ...settingsSetup.replies!]
    const screen = await show(`${path}?state=abc&code=xyz`, { ...settingsSetup, replies })
    const proof = part(screen, 'Confirme que é você')

    await expect
      .poll(() => screen.lines(proof))
      .toContain(
        'Para que uma conta do Discord possa entrar na conta bia@exemplo.test, informe a sua senha.',
      )

    screen.replies.unshift(
      on(api.accounts.stepUp, {
        success: true,
        message: 'Confirmado.',
        until: '2026-02-03T17:30:00.000Z',
      }),
      on(api.chatAccount.finish, { ...linked, message: 'Discord conectado.' }),
    )

    await proof.getByLabel('Senha atual', { exact: true }).fill('Senha-De-Bia-2026')
    await screen.press('Confirmar', proof)
    await screen.page.getByText('Discord conectado.').waitFor()
    const handedIn = { code: 'xyz', state: 'abc' }

    expect(sent(screen).map(({ path: to, body }) => [to, body])).toEqual([
      ['/api/users/discord/finish', handedIn],
      ['/api/users/step-up', { password: 'Senha-De-Bia-2026' }],
      ['/api/users/discord/finish', handedIn],
    ])

    const off = await show(`${path}?state=abc&code=xyz`, {
      ...settingsSetup,
      replies,
      language: 'en-US',
    })
    const proofPart = part(off, "Confirm it's you")
    await off.press('Cancel', proofPart)
    await expect.poll(() => off.page.getByRole('heading', { name: 'Discord' }).count()).toBe(1)
    expect(sent(off).map(({ path: to }) => to)).toEqual(['/api/users/discord/finish'])
  })

  it('asks for the account again once it is linked, when the first answer is still on its way [decision Q48]', async () => {
    const replies = [
      pending(api.chatAccount.read),
      on(api.chatAccount.finish, { ...linked, message: 'Discord conectado.' }),
      ...settingsSetup.replies!,
    ]

    const screen = await show(`${path}?state=abc&code=xyz`, { ...settingsSetup, replies })

    // Both calls are sent together, so either may arrive first.
    const asked = () =>
      screen.calls
        .flatMap(({ method, path: to }) =>
          to.startsWith('/api/users/discord') ? [`${method} ${to}`] : [],
        )
        .toSorted()

    await expect
      .poll(asked)
      .toEqual([
        'GET /api/users/discord',
        'GET /api/users/discord',
        'POST /api/users/discord/finish',
      ])
  })
})

describe('notifications and preferences in the settings', () => {
  it('keep which news are wanted, with the account [S113, S115] [P214]', async () => {
    const screen = await show(`${path}?tab=notifications`, {
      ...settingsSetup,
      replies: [
        on(api.ownNotifications.choose, {
          success: true,
          viewed: [],
          preferences: { email: true, chat: false, updates: true },
        }),
        ...settingsSetup.replies!,
      ],
    })

    await screen.press('Mudar: Novidades que você recebe')

    await expect
      .poll(async () => (await screen.lines()).slice(6))
      .toEqual([
        'Novidades que você recebe',
        'E-mail, Chat, Novidades',
        'Mudar',
        'E-mail',
        'Chat',
        'Novidades',
        'Valem em todos os seus aparelhos. Sem E-mail, também não pedimos avaliações; recibos e avisos sobre sua conta chegam sempre.',
        'Salvar',
      ])

    await screen.page.getByRole('checkbox', { name: 'Chat' }).uncheck()
    await screen.press('Salvar')
    await screen.page.getByText('Preferências salvas.').waitFor()

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['E-mail', true],
        ['Chat', false],
        ['Novidades', true],
      ])

    expect(sent(screen).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/api/users/notifications/preferences', { email: true, chat: false, updates: true }],
    ])
    expect((await screen.lines()).slice(6, 9)).toEqual([
      'Novidades que você recebe',
      'E-mail, Novidades',
      'Mudar',
    ])
    screen.expectAnswered()
    screen.replies.unshift(refused(api.ownNotifications.choose, 'Agora não.', 500))
    await screen.press('Salvar')
    await screen.page.getByText('Salvas neste aparelho.').waitFor()
    expect(await screen.page.getByText('Preferências salvas.').count()).toBe(0)
    const english = await show(`${path}?tab=notifications`, { ...settingsSetup, language: 'en-US' })
    await english.press('Change: News you receive')

    await expect
      .poll(async () => (await english.lines()).slice(6))
      .toEqual([
        'News you receive',
        'Email, Chat, Updates',
        'Change',
        'Email',
        'Chat',
        'Updates',
        "These apply on all your devices. With Email off, we don't ask for reviews either. Receipts and account notices always arrive.",
        'Save',
      ])
  })

  it('change the language at once [S114]', async () => {
    const screen = await show(`${path}?tab=preferences`, settingsSetup)
    await expect
      .poll(async () => (await screen.lines()).slice(6))
      .toEqual([
        'Idioma',
        'Português (Brasil)',
        'Telas, datas e e-mails seguem este idioma.',
        'Mudar',
      ])
    await screen.press('Mudar: Idioma')
    await screen.page.getByRole('combobox', { name: 'Idioma' }).first().selectOption('English (US)')
    await screen.page.getByText('Preferences saved.').waitFor()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Back to the dashboard',
        'Settings',
        'Profile',
        'Security',
        'Notifications',
        'Preferences',
        'Language',
        'English (US)',
        'Used for screens, dates and emails.',
        'Change',
        'English (US)',
        'Preferences saved.',
      ])
  })
})
