import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import { show, type Given } from './show.ts'

type User = Body<typeof adminApi.users.list>['data'][number]

const bia: User = {
  ...ids(1),
  name: 'Bia Prado',
  email: 'bia@exemplo.test',
  role: 'client',
  discordId: '123456789012345678',
  createdAt: '2024-02-03T17:05:00.000Z',
  lastLoginAt: '2024-02-04T18:09:00.000Z',
  isBanned: false,
  banReason: null,
  bannedAt: null,
}

/** A banned user who never logged in and has no Discord account. */
const leo: User = {
  ...bia,
  ...ids(2),
  name: 'Leo Lima',
  email: 'leo@exemplo.test',
  role: 'developer',
  discordId: null,
  createdAt: '2024-01-09T17:05:00.000Z',
  lastLoginAt: null,
  isBanned: true,
  banReason: 'Estornou tudo.',
  bannedAt: '2024-02-10T13:37:00.000Z',
}

const eva: User = { ...bia, ...ids(3), name: 'Eva Reis', email: 'eva@exemplo.test', role: 'admin' }

const list = (...all: User[]) =>
  on(adminApi.users.list, { success: true, data: all, users: all, ...listed(all.length) })

const details = (user: User, twoFactor: boolean) => {
  const full = {
    ...user,
    twoFactor,
    namesKeptUntil: 2031,
    figures: { totalOrders: 1017, activeLicenses: 26, totalPayments: 9876.54 },
    sessions: [
      {
        ...ids(4),
        createdAt: '2024-02-11T15:41:00.000Z',
        ip: '203.0.113.7',
        userAgent: 'Firefox em Linux',
      },
      { ...ids(5), createdAt: '2024-02-12T16:43:00.000Z', ip: null, userAgent: null },
    ],
  }
  return on(adminApi.users.read, { success: true, user: full, data: full })
}

const history = [
  {
    ...ids(6),
    action: 'user.role',
    details: { from: 'client', to: 'admin' },
    createdAt: '2024-02-13T17:47:09.000Z',
    ip: '198.51.100.4',
    performedBy: { ...ids(7), name: 'Ana Souza' },
  },
  {
    ...ids(8),
    action: 'user.login',
    details: 'pela senha',
    createdAt: '2024-02-14T18:53:08.000Z',
    ip: null,
    performedBy: null,
  },
]

const role = {
  ...ids(9),
  user: { ...ids(1), name: bia.name, email: bia.email, discordId: bia.discordId },
  discordId: '123456789012345678',
  roleId: '9988776655',
  wanted: true,
  state: 'failed' as const,
  problem: 'hierarchy' as const,
  detail: 'HTTP 403',
  tries: 4,
  nextAt: '2024-02-15T19:59:00.000Z',
  updatedAt: '2024-02-14T19:59:00.000Z',
  products: ['Pincel Pro', 'Tela Mini'],
}

const roles = (...all: (typeof role)[]) =>
  on(adminApi.roles.list, {
    success: true,
    roles: all,
    counts: { waiting: 0, given: 0, taken: 0, absent: 0, failed: 0 },
    configured: true,
    ...listed(all.length),
  })

const acted = { success: true, message: 'ok', user: bia, data: bia } as const

const setup: Given = {
  as: { role: 'admin' },

  replies: [
    list(bia, leo, eva),
    details(bia, true),
    roles(role),
    on(adminApi.roles.guild, {
      success: true,
      problem: null,
      name: 'Servidor da loja',
      roles: [{ id: '9988776655', name: 'Cliente Pro', warning: null }],
    }),
    on(adminApi.users.history, { success: true, history, data: history }),
    on(adminApi.users.update, acted),
    on(adminApi.users.role, acted),
    on(adminApi.users.ban, acted),
    on(adminApi.users.unban, acted),
    on(adminApi.users.remove, acted),
  ],
}

const withFirst = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

describe('the users of the back office', () => {
  it('show their rows, every value and every role as it is read [B032, B034]', async () => {
    const screen = await show('/admin/users', setup)

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['', 'Nome', 'Função', 'Situação', 'Criado em', 'Último acesso', 'Ações'],
        [
          '',
          'Bia Prado | bia@exemplo.test | 123456789012345678',
          'Cliente',
          'Ativo',
          '3 fev 2024 14:05',
          '4 fev 2024 15:09',
          '',
        ],
        [
          '',
          'Leo Lima | leo@exemplo.test',
          'Desenvolvedor',
          'Banido',
          '9 jan 2024 14:05',
          'Nunca',
          '',
        ],
        [
          '',
          'Eva Reis | eva@exemplo.test | 123456789012345678',
          'Administrador',
          'Ativo',
          '3 fev 2024 14:05',
          '4 fev 2024 15:09',
          '',
        ],
      ])

    const role = screen.page.getByLabel('Função de Leo Lima')
    await expect.poll(() => role.isDisabled()).toBe(true)
    await expect
      .poll(() => role.locator('xpath=..').getAttribute('title'))
      .toBe('Desbana a conta antes de mudar a função')
    await expect.poll(() => screen.page.getByTitle('Estornou tudo.').innerText()).toBe('Banido')
    screen.expectAnswered()
  })

  it('open one with account, figures, sessions and roles in the chat [B036, Q47, Q48]', async () => {
    const read = async (language: Language) => {
      const screen = await show('/admin/users', { ...setup, language })
      await screen.press(language === 'pt-BR' ? 'Detalhes: Bia Prado' : 'Details: Bia Prado')
      await screen.atRest()
      const lines = await screen.lines(screen.dialog())

      return {
        facts: await screen.facts(screen.dialog()),
        fields: await screen.fields(screen.dialog()),
        rest: lines.slice(lines.findIndex((line) => line.startsWith('- · -')) + 1),
      }
    }

    expect(await read('pt-BR')).toEqual({
      facts: [
        ['Nome', 'Bia Prado'],
        ['E-mail', 'bia@exemplo.test'],
        ['Função', 'Cliente'],
        ['Criado em', '3 fev 2024 14:05'],
        ['Último acesso', '4 fev 2024 15:09'],
        ['Situação', 'Ativo'],
        ['Segundo fator', 'Sim'],
        ['Compras', 'Pedidos: 1.017 · Licenças ativas: 26 · Total pago: R$ 9.876,54'],
        ['11 fev 2024 12:41', '203.0.113.7 · Firefox em Linux'],
        ['12 fev 2024 13:43', '- · -'],
      ],

      fields: [['ID do Discord', '123456789012345678']],

      rest: [
        'Retirar segundo fator',
        'ID do Discord',
        'Salvar ID do Discord',
        'Cargos no Discord',
        'Cliente Pro',
        'Pincel Pro, Tela Mini',
        'Recusado',
        'O bot não pode dar este cargo: falta permissão ou o cargo está acima do dele.',
        'HTTP 403',
        'Próxima tentativa: 15 fev 2024 16:59',
        'Tentar agora',
        'Ver pedidos',
      ],
    })

    expect(await read('en-US')).toEqual({
      facts: [
        ['Name', 'Bia Prado'],
        ['Email', 'bia@exemplo.test'],
        ['Role', 'Client'],
        ['Created', 'Feb 3, 2024, 2:05 PM'],
        ['Last login', 'Feb 4, 2024, 3:09 PM'],
        ['Status', 'Active'],
        ['Two-factor login', 'Yes'],
        ['Purchases', 'Orders: 1,017 · Active licences: 26 · Total paid: R$9,876.54'],
        ['Feb 11, 2024, 12:41 PM', '203.0.113.7 · Firefox em Linux'],
        ['Feb 12, 2024, 1:43 PM', '- · -'],
      ],

      fields: [['Discord ID', '123456789012345678']],

      rest: [
        'Remove two-factor login',
        'Discord ID',
        'Save Discord ID',
        'Discord roles',
        'Cliente Pro',
        'Pincel Pro, Tela Mini',
        'Refused',
        'The bot can’t give this role: it lacks permission, or the role is above its own.',
        'HTTP 403',
        'Next attempt: Feb 15, 2024, 4:59 PM',
        'Retry now',
        'View orders',
      ],
    })
  })

  it('open a banned one with reason and moment, and what it has not [B036]', async () => {
    const screen = await show('/admin/users', withFirst(details(leo, false), roles()))
    await screen.press('Detalhes: Leo Lima')
    await screen.atRest()
    const dialog = screen.dialog('Detalhes de Leo Lima')

    await expect
      .poll(async () => (await screen.facts(dialog)).slice(0, 9))
      .toEqual([
        ['Nome', 'Leo Lima'],
        ['E-mail', 'leo@exemplo.test'],
        ['Função', 'Desenvolvedor'],
        ['Criado em', '9 jan 2024 14:05'],
        ['Último acesso', 'Nunca'],
        ['Situação', 'Banido'],
        ['Motivo do banimento', 'Estornou tudo.'],
        ['Banido em', '10 fev 2024 10:37'],
        ['Segundo fator', 'Não'],
      ])

    const english = await show('/admin/users', { ...setup, language: 'en-US' })
    await english.press('Details: Leo Lima')
    await english.atRest()

    await expect
      .poll(async () => (await english.facts(english.dialog())).slice(4, 8))
      .toEqual([
        ['Last login', 'Never'],
        ['Status', 'Banned'],
        ['Reason for the ban', 'Estornou tudo.'],
        ['Banned on', 'Feb 10, 2024, 10:37 AM'],
      ])

    await expect
      .poll(async () => (await screen.lines(dialog)).slice(-5))
      .toEqual([
        'ID do Discord',
        'Salvar ID do Discord',
        'Cargos no Discord',
        'As licenças desta pessoa não dão nenhum cargo.',
        'Ver pedidos',
      ])
  })

  it('save the chat account, and name the error in one [B189, Q48]', async () => {
    const screen = await show('/admin/users', setup)
    await screen.press('Detalhes: Bia Prado')
    const dialog = screen.dialog('Detalhes de Bia Prado')
    const field = dialog.getByLabel('ID do Discord')
    await field.fill('12')
    await screen.press('Salvar ID do Discord', dialog)
    await expect
      .poll(() => screen.lines(dialog.getByRole('alert')))
      .toEqual(['O ID tem de 17 a 20 números.'])
    await field.fill('876543210987654321')
    await screen.press('Salvar ID do Discord', dialog)
    await expect.poll(() => screen.toast()).toBe('Usuário atualizado.')
    screen.replies.unshift(refused(adminApi.users.update, 'A conta é de outra pessoa.', 409))
    await screen.press('Salvar ID do Discord', dialog)
    await expect
      .poll(() => screen.lines(dialog.getByRole('alert')))
      .toEqual(['Erro ao atualizar o usuário. A conta é de outra pessoa.'])
    expect(screen.sent('PUT', `/api/admin/users/${bia.id}`)[0]).toEqual({
      discordId: '876543210987654321',
    })
  })

  it('tell what one did and what was done to it, newest first [B036, B193]', async () => {
    const screen = await show('/admin/users', setup)
    await screen.press('Histórico: Bia Prado')
    await screen.atRest()

    await expect
      .poll(() => screen.lines(screen.dialog('Histórico de Bia Prado')))
      .toEqual([
        'Histórico de Bia Prado',
        'Função alterada',
        '13 fev 2024 14:47',
        'Ana Souza · 198.51.100.4',
        'Ver registro',
        'user.login',
        '14 fev 2024 15:53',
        'Sistema · -',
        'pela senha',
      ])

    const english = await show('/admin/users', { ...setup, language: 'en-US' })
    await english.press('History: Bia Prado')
    await english.atRest()

    await expect
      .poll(() => english.lines(english.dialog('History of Bia Prado')))
      .toEqual([
        'History of Bia Prado',
        'Role changed',
        'Feb 13, 2024, 2:47 PM',
        'Ana Souza · 198.51.100.4',
        'View record',
        'user.login',
        'Feb 14, 2024, 3:53 PM',
        'System · -',
        'pela senha',
      ])
  })

  it('offer a developer every role of an admin, on a phone too [decision Q127]', async () => {
    const developer: Given = { ...setup, as: { role: 'developer' } }
    const screen = await show('/admin/users', developer)
    const role = screen.page.getByLabel('Função de Eva Reis')
    expect(await role.isEnabled()).toBe(true)

    await role.click()

    expect(await screen.page.getByRole('menuitemradio').allInnerTexts()).toEqual([
      'Cliente',
      'Administrador',
      'Desenvolvedor',
    ])

    const phone = await show('/admin/users', { ...developer, width: 360 })
    await phone.press('Mais ações: Bia Prado')

    expect(await phone.page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Detalhes',
      'Histórico',
      'Banir',
      'Mudar para Administrador',
      'Mudar para Desenvolvedor',
      'Excluir',
    ])

    await phone.page.getByRole('menuitem', { name: 'Mudar para Administrador' }).click()
    await phone.press('Mudar para Administrador', phone.page.getByRole('alertdialog'))
    await expect
      .poll(() => phone.sent('PUT', `/api/admin/users/${bia.id}/role`))
      .toEqual([{ role: 'admin' }])
  })

  it('ask before a role is changed, in words that fit it [B034, B191, Q113] [F141]', async () => {
    const ask = async (language: Language, label: string, to: string) => {
      const screen = await show('/admin/users', { ...setup, language })
      await screen.page.getByLabel(label).click()
      await screen.page.getByRole('menuitemradio', { name: to, exact: true }).click()
      const question = screen.page.getByRole('alertdialog')

      return { screen, question, lines: await screen.lines(question) }
    }

    const { screen, question, lines } = await ask('pt-BR', 'Função de Bia Prado', 'Administrador')

    expect(lines).toEqual([
      'Mudar Bia Prado de Cliente para Administrador?',
      'Bia Prado passa a ver e a fazer no painel da loja o que um Administrador pode. As sessões abertas terminam.',
      'Cancelar',
      'Mudar para Administrador',
    ])

    await screen.press('Mudar para Administrador', question)
    await expect.poll(() => screen.toast()).toBe('Função de Bia Prado alterada.')
    expect(screen.sent('PUT', `/api/admin/users/${bia.id}/role`)).toEqual([{ role: 'admin' }])

    expect((await ask('en-US', 'Role of Bia Prado', 'Administrator')).lines).toEqual([
      'Change Bia Prado from Client to Administrator?',
      'Bia Prado gets everything the role Administrator can see and do in the back office. Their sessions end.',
      'Cancel',
      'Change to Administrator',
    ])

    expect((await ask('en-US', 'Role of Eva Reis', 'Client')).lines).toEqual([
      'Change Eva Reis from Administrator to Client?',
      'Eva Reis loses access to the back office. Their sessions end.',
      'Cancel',
      'Change to Client',
    ])

    expect((await ask('pt-BR', 'Função de Eva Reis', 'Cliente')).lines).toEqual([
      'Mudar Eva Reis de Administrador para Cliente?',
      'Eva Reis perde o acesso ao painel da loja. As sessões abertas terminam.',
      'Cancelar',
      'Mudar para Cliente',
    ])
  })

  it('ask for the reason of a ban, tell it when one is lifted, and say until when names are kept [B035, B037, B192, Q114]', async () => {
    const screen = await show('/admin/users', setup)
    const question = screen.page.getByRole('alertdialog')
    await screen.choose('Banir', 'Bia Prado')
    await screen.press('Banir', question)

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Banir Bia Prado?',
        'As sessões terminam agora e a pessoa não entra mais até ser desbanida. Ela vê o motivo ao tentar entrar.',
        'Motivo',
        'Preencha este campo.',
        'Cancelar',
        'Banir',
      ])

    await question.getByLabel('Motivo').fill('Vendeu a chave.')
    await screen.press('Banir', question)
    await expect.poll(() => screen.toast()).toBe('Bia Prado foi banido.')
    expect(screen.sent('POST', `/api/admin/users/${bia.id}/ban`)).toEqual([
      { reason: 'Vendeu a chave.' },
    ])
    await screen.choose('Desbanir', 'Leo Lima')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Desbanir Leo Lima?',
        'Motivo do banimento: Estornou tudo.',
        'A pessoa volta a entrar, e o que ela pagou e ficou retido é entregue agora.',
        'Cancelar',
        'Desbanir',
      ])

    await screen.press('Desbanir', question)
    await expect.poll(() => screen.toast()).toBe('Leo Lima pode entrar novamente.')
    await screen.choose('Excluir', 'Eva Reis')
    await question.waitFor()

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir Eva Reis?',
        'A conta e os dados pessoais são apagados e as sessões terminam. Pedidos e licenças guardam nome e e-mail até 2031, como a lei exige, e depois os perdem. Isto não pode ser desfeito.',
        'Cancelar',
        'Excluir conta',
      ])

    await screen.press('Excluir conta', question)
    await expect.poll(() => screen.toast()).toBe('Conta excluída.')
    expect(screen.sent('DELETE', `/api/admin/users/${eva.id}`)).toHaveLength(1)
  })

  it('show for each action why it was refused [B240]', async () => {
    const { role: setRole, ban, remove, history: past } = adminApi.users

    const screen = await show(
      '/admin/users',
      withFirst(...[setRole, ban, remove, past].map((call) => refused(call, 'Motivo.', 403))),
    )

    const waitForAlert = (text: string) => screen.page.getByRole('alert').getByText(text).waitFor()
    const question = screen.page.getByRole('alertdialog')
    await screen.page.getByLabel('Função de Bia Prado').click()
    await screen.page.getByRole('menuitemradio', { name: 'Administrador', exact: true }).click()
    await screen.press('Mudar para Administrador', question)
    await waitForAlert('Erro ao alterar a função. Motivo.')
    await screen.choose('Banir', 'Bia Prado')
    await question.getByLabel('Motivo').fill('x')
    await screen.press('Banir', question)
    await waitForAlert('Erro ao banir o usuário. Motivo.')
    await screen.choose('Excluir', 'Eva Reis')
    await screen.press('Excluir conta', question)
    await waitForAlert('Erro ao excluir o usuário. Motivo.')
    await screen.press('Histórico: Bia Prado')
    await waitForAlert('Erro ao carregar o histórico.')
  })

  it('say why the shop refuses, what could not be loaded, and that there are none [B240]', async () => {
    const screen = await show(
      '/admin/users',
      withFirst(refused(adminApi.users.unban, 'Só administradores podem.', 403)),
    )

    await screen.choose('Desbanir', 'Leo Lima')
    await screen.press('Desbanir', screen.page.getByRole('alertdialog'))
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao desbanir o usuário. Só administradores podem.'])
    screen.replies.unshift(refused(adminApi.users.list, 'Não dá.'))
    await screen.page.reload()
    await screen.atRest()
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao carregar usuários.', 'Tentar novamente'])
    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()
    await expect
      .poll(async () => (await screen.lines()).slice(-2))
      .toEqual(['Nenhum usuário ainda', 'Quem se cadastrar na loja aparece aqui.'])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/users', withFirst(pending(adminApi.users.list)))
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })
})
