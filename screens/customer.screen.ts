import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { bia, leo, type Customer } from './customer-samples.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

const reading = (customer: Customer) =>
  on(adminApi.customers.read, { success: true, customer, data: customer })

const roles = on(adminApi.roles.list, {
  success: true,
  roles: [],
  counts: { waiting: 0, given: 0, taken: 0, absent: 0, failed: 0 },
  configured: false,
  total: 0,
  totalPages: 1,
})

const acted = { success: true, message: 'ok', user: bia, data: bia } as const

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    reading(bia),
    roles,
    on(adminApi.roles.guild, { success: true, problem: null, name: 'Servidor', roles: [] }),
    on(adminApi.users.history, { success: true, history: bia.history, data: bia.history }),
    on(adminApi.users.ban, acted),
    on(adminApi.users.unban, acted),
    on(adminApi.customers.note, { success: true, notes: bia.notes }),
    on(adminApi.customers.removeNote, { success: true, notes: [] }),
    on(adminApi.customers.endSessions, { success: true, ended: 2 }),
  ],
}

const of = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

const at = (customer: Customer) => `/admin/users/${customer.id}`

describe('the page of a customer', () => {
  it('shows figures, account and every list as it is read, in both languages [P338]', async () => {
    const read = async (language: Language) => {
      const screen = await show(at(bia), { ...setup, language })
      await screen.page.getByRole('heading', { level: 2 }).first().waitFor()
      const lines = await screen.lines()

      return { facts: await screen.facts(), lines, screen }
    }

    const portuguese = await read('pt-BR')

    expect(portuguese.facts).toEqual([
      ['Gasto na loja', 'R$ 9.876,54 | sem o que foi devolvido'],
      ['Pedidos pagos', '1.017'],
      ['Licenças ativas', '26'],
      ['Último pedido', '1 mar 2024 09:34'],
      ['Situação', 'Ativo'],
      ['E-mail', 'bia@exemplo.test'],
      ['E-mail confirmado', 'Desde 3 fev 2024 14:06'],
      ['Função', 'Cliente'],
      ['Criado em', '3 fev 2024 14:05'],
      ['Último acesso', '4 fev 2024 15:09'],
      ['Idioma', 'Inglês'],
      ['Segundo fator', 'Sim'],
      ['Discord', 'bia.p · 123456789012345678'],
      ['Discord confirmado', 'Desde 5 fev 2024 07:20'],
    ])

    const from = (lines: string[], word: string, to: string) =>
      lines.slice(lines.indexOf(word), lines.indexOf(to, lines.indexOf(word) + 1))

    expect(portuguese.lines.slice(0, 7)).toEqual([
      'Bia Prado',
      'bia@exemplo.test',
      'Todos os usuários',
      'Escrever e-mail',
      'Banir',
      'Dar uma licença',
      'Mais ações',
    ])

    expect(from(portuguese.lines, 'Pedidos (12)', 'Situação')).toEqual([
      'Pedidos (12)',
      'Ver todos',
      'ORD-000017',
      '1 mar 2024 09:34 · Pincel Pro · 30 dias, Tela Mini',
      'R$ 1.234,56',
      'Concluído',
      'R$ 51,50 reembolsados',
      'Contestação perdida',
      'Teste',
      'Pagamentos (1)',
      'Ver todos',
      'PIX',
      '1 mar 2024 09:35 · ORD-000017',
      'R$ 1.230,00',
      'Reembolsada',
      'Pago com atraso',
      'Licenças (2)',
      'Ver todos',
      'Pincel Pro',
      '••••1234 até 5 de fev. de 2025',
      'Ativa',
      'Tela Mini',
      '••••9876 Não expira',
      'Revogada',
      'Tickets (1)',
      'Ver todos',
      'Não ativa',
      'TICKET-0042 · 21 fev 2024 12:42',
      'Aberto',
      'Avaliações (1)',
      'Ver todos',
      'Pincel Pro',
      '4 de 5',
      'Muito bom.',
      '22 fev 2024 12:42',
      'Publicada',
      'Cupons usados (1)',
      'VERAO',
      '1 mar 2024 09:33 · ORD-000017',
      '- R$ 15,55',
      'Aparelhos e acessos (11)',
      'Firefox em Linux',
      '203.0.113.7 · 203.0.113.9 · visto por último 12 fev 2024 13:43',
      'Aberta',
      'Aparelho desconhecido',
      '- · visto por último 10 fev 2024 12:41',
      'Encerrada',
      'Mostrando 2 de 11.',
      'Termos aceitos (2)',
      'ORD-000017',
      '1 mar 2024 09:33 · 203.0.113.7 · Português · a1b2c3d4e5f6',
      'No cadastro',
      '3 fev 2024 14:05 · - · Inglês · ffb2c3d4e5f6',
      'Banimentos',
      'Conta banida',
      '15 fev 2024 12:42 · Ana Souza · Estornou tudo.',
      'O que a equipe fez',
      'Histórico completo',
      'Segundo fator retirado',
      '17 fev 2024 12:42 · Sistema',
      'user.strange',
      '16 fev 2024 12:42 · Ana Souza',
    ])

    expect(from(portuguese.lines, 'Notas da equipe', 'ID do Discord')).toEqual([
      'Notas da equipe',
      'Prefere e-mail.',
      'Ligou duas vezes.',
      'Ana Souza · 23 fev 2024 12:42',
      'Pediu desconto.',
      'Leo Lima · 22 fev 2024 12:42',
      'Nova nota',
      'Só a equipe lê. É apagada junto com a conta.',
      'Guardar nota',
    ])

    const english = await read('en-US')

    expect(english.facts).toEqual([
      ['Spent', 'R$9,876.54 | minus refunds'],
      ['Paid orders', '1,017'],
      ['Active licences', '26'],
      ['Last order', 'Mar 1, 2024, 9:34 AM'],
      ['Status', 'Active'],
      ['Email', 'bia@exemplo.test'],
      ['Email confirmed', 'Since Feb 3, 2024, 2:06 PM'],
      ['Role', 'Client'],
      ['Created', 'Feb 3, 2024, 2:05 PM'],
      ['Last login', 'Feb 4, 2024, 3:09 PM'],
      ['Language', 'English'],
      ['Two-factor login', 'Yes'],
      ['Discord', 'bia.p · 123456789012345678'],
      ['Discord confirmed', 'Since Feb 5, 2024, 7:20 AM'],
    ])

    expect(from(english.lines, 'Orders (12)', 'Status')).toEqual([
      'Orders (12)',
      'View all',
      'ORD-000017',
      'Mar 1, 2024, 9:34 AM · Pincel Pro · 30 dias, Tela Mini',
      'R$1,234.56',
      'Completed',
      'R$51.50 refunded',
      'Dispute lost',
      'Test',
      'Payments (1)',
      'View all',
      'PIX',
      'Mar 1, 2024, 9:35 AM · ORD-000017',
      'R$1,230.00',
      'Refunded',
      'Paid late',
      'Licences (2)',
      'View all',
      'Pincel Pro',
      '••••1234 until Feb 5, 2025',
      'Active',
      'Tela Mini',
      '••••9876 Does not expire',
      'Revoked',
      'Tickets (1)',
      'View all',
      'Não ativa',
      'TICKET-0042 · Feb 21, 2024, 12:42 PM',
      'Open',
      'Reviews (1)',
      'View all',
      'Pincel Pro',
      '4 of 5',
      'Muito bom.',
      'Feb 22, 2024, 12:42 PM',
      'Published',
      'Coupons used (1)',
      'VERAO',
      'Mar 1, 2024, 9:33 AM · ORD-000017',
      '- R$15.55',
      'Devices and logins (11)',
      'Firefox em Linux',
      '203.0.113.7 · 203.0.113.9 · last seen Feb 12, 2024, 1:43 PM',
      'Open',
      'Unknown device',
      '- · last seen Feb 10, 2024, 12:41 PM',
      'Ended',
      'Showing 2 of 11.',
      'Terms accepted (2)',
      'ORD-000017',
      'Mar 1, 2024, 9:33 AM · 203.0.113.7 · Portuguese · a1b2c3d4e5f6',
      'At registration',
      'Feb 3, 2024, 2:05 PM · - · English · ffb2c3d4e5f6',
      'Bans',
      'Account banned',
      'Feb 15, 2024, 12:42 PM · Ana Souza · Estornou tudo.',
      'Staff actions',
      'Full history',
      'Second factor taken away',
      'Feb 17, 2024, 12:42 PM · System',
      'user.strange',
      'Feb 16, 2024, 12:42 PM · Ana Souza',
    ])

    expect(from(english.lines, 'Staff notes', 'Discord ID')).toEqual([
      'Staff notes',
      'Prefere e-mail.',
      'Ligou duas vezes.',
      'Ana Souza · Feb 23, 2024, 12:42 PM',
      'Pediu desconto.',
      'Leo Lima · Feb 22, 2024, 12:42 PM',
      'New note',
      'Only staff can see it. It’s deleted with the account.',
      'Save note',
    ])

    english.screen.expectAnswered()
  })

  it('corrects name and email: changes are sent, a taken email is an error at its field', async () => {
    const takenMail = refused(
      adminApi.users.update,
      'Este e-mail já tem outra conta.',
      409,
      'account.email_taken',
    )

    const screen = await show(at(bia), of(takenMail))
    await screen.press('Corrigir nome ou e-mail')
    const dialog = screen.dialog('Nome e e-mail de Bia Prado')

    await expect
      .poll(() => screen.fields(dialog))
      .toEqual([
        ['Nome', 'Bia Prado'],
        ['E-mail', 'bia@exemplo.test'],
      ])

    const [save, name, email] = [
      dialog.getByRole('button', { name: 'Salvar' }),
      dialog.getByLabel('Nome'),
      dialog.getByLabel('E-mail'),
    ]

    expect(await save.isDisabled()).toBe(true)
    expect(await screen.lines(dialog)).toContain(
      'Com outro e-mail, o endereço antigo é avisado e não entra mais na conta; o novo fica sem confirmação.',
    )
    await name.fill(' ')
    await email.fill('bia@')
    await save.click()

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Nome e e-mail de Bia Prado',
        'Nome',
        'Preencha este campo.',
        'E-mail',
        'Informe um e-mail válido, como nome@exemplo.com.',
        'Cancelar',
        'Salvar',
      ])

    await name.fill('Bia  Prado Lima ')
    await email.fill('Bia@Nova.test')
    await save.click()
    await expect
      .poll(() => screen.lines(dialog))
      .toEqual(expect.arrayContaining(['Este e-mail já tem outra conta.']))
    screen.replies.unshift(on(adminApi.users.update, acted))
    await email.fill('bia@exemplo.test')
    await save.click()
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await screen.toast()).toBe('Usuário atualizado.')

    expect(
      screen.calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]),
    ).toEqual([
      [`/api/admin/users/${bia.id}`, { name: 'Bia  Prado Lima', email: 'bia@nova.test' }],
      [`/api/admin/users/${bia.id}`, { name: 'Bia  Prado Lima' }],
    ])
  })

  it('links every row to its record, and every list to the full list [P338, P340]', async () => {
    const screen = await show(at(bia), setup)

    const href = (name: string) =>
      screen.page
        .getByRole('main')
        .getByRole('link', { name, exact: true })
        .first()
        .getAttribute('href')

    const id = (n: number) => ids(n).id
    expect(await href('ORD-000017')).toBe(`/admin/orders/${id(2)}`)
    expect(await href('Não ativa')).toBe('/admin/tickets?view=inbox&ticket=TICKET-0042')
    expect(await href('VERAO')).toBe(`/admin/orders/${id(2)}`)
    expect(await href('Ver todos: Pedidos')).toBe(`/admin/orders?userId=${id(1)}`)
    expect(await href('Ver todos: Transações')).toBe(`/admin/transactions?userId=${id(1)}`)
    expect(await href('Ver todos: Licenças')).toBe(`/admin/licenses?userId=${id(1)}`)
    expect(await href('Ver todos: Avaliações')).toBe(`/admin/reviews?userId=${id(1)}`)
    expect(await href('Escrever e-mail')).toBe('mailto:bia@exemplo.test')
    await screen.press('Histórico completo')
    await screen.dialog('Histórico de Bia Prado').waitFor()
  })

  it('is linked from a list of one customer, whose chip names the customer and lifts the filter [P340]', async () => {
    const list = on(adminApi.licences.list, {
      success: true,
      licenses: [],
      total: 0,
      totalPages: 1,
    })

    const screen = await show(`/admin/licenses?userId=${bia.id}`, of(list))
    const chip = screen.page.getByRole('button', { name: 'Só de um cliente' })
    await chip.click()
    await expect.poll(() => chip.count()).toBe(0)
    const asks = screen.calls.filter(({ path }) => path === '/api/admin/licenses')
    expect(asks.map(({ query }) => query.userId ?? '')).toEqual([bia.id, ''])

    const named = on(adminApi.licences.list, {
      success: true,

      licenses: [
        {
          ...ids(4),
          product: { ...ids(5), name: 'Pincel Pro' },
          licenseKey: '••••1234',
          maskedKey: '••••1234',
          customerName: 'Bia Prado',
          customerEmail: 'bia@exemplo.test',
          userId: bia.id,
          orderId: ids(2).id,
          orderNumber: 'ORD-000017',
          status: 'active',
          expirationDate: null,
          createdAt: '2024-03-01T12:36:00.000Z',
        },
      ],

      total: 1,
      totalPages: 1,
    })

    const english = await show(`/admin/licenses?userId=${bia.id}`, {
      ...of(named),
      language: 'en-US',
    })

    await english.page.getByRole('button', { name: 'Only of Bia Prado' }).waitFor()
    await english.follow('Bia Prado')
    await english.page.waitForURL(`**/admin/users/${bia.id}`)
  })

  it('says for each kind of record that there is none, and why the account is banned [P338]', async () => {
    const screen = await show(at(leo), of(reading(leo)))
    const lines = await screen.lines()

    for (const none of [
      'Nenhum pedido.',
      'Nenhum pagamento.',
      'Nenhuma licença.',
      'Nenhum ticket.',
      'Nenhuma avaliação.',
      'Nenhum cupom usado.',
      'Nenhum acesso guardado.',
      'Nenhum aceite guardado.',
      'Nunca foi banido.',
      'Nada até agora.',
      'Nenhuma nota ainda.',
    ])
      expect(lines).toContain(none)

    expect((await screen.facts()).slice(0, 9)).toEqual([
      ['Gasto na loja', 'R$ 0,00 | sem o que foi devolvido'],
      ['Pedidos pagos', '0'],
      ['Licenças ativas', '0'],
      ['Último pedido', 'Nunca'],
      ['Situação', 'Banido'],
      ['Motivo do banimento', 'Vendeu a chave.'],
      ['Banido em', '10 fev 2024 10:37'],
      ['E-mail', 'leo@exemplo.test'],
      ['E-mail confirmado', 'Não'],
    ])

    await screen.press('Desbanir')
    await screen.press('Desbanir', screen.page.getByRole('alertdialog'))
    await expect.poll(() => screen.toast()).toBe('Leo Lima pode entrar novamente.')
  })

  it('has its actions on top, each after a question [P341]', async () => {
    const screen = await show(at(bia), setup)
    const question = screen.page.getByRole('alertdialog')
    await screen.press('Banir')
    await question.getByLabel('Motivo').fill('Vendeu a chave.')
    await screen.press('Banir', question)
    await expect.poll(() => screen.toast()).toBe('Bia Prado foi banido.')
    expect(screen.sent('POST', `/api/admin/users/${bia.id}/ban`)).toEqual([
      { reason: 'Vendeu a chave.' },
    ])
    await screen.press('Mais ações')
    const items = screen.page.getByRole('menuitem')

    await expect
      .poll(() => items.allInnerTexts())
      .toEqual([
        'Fazer um pedido',
        'Mudar para Administrador',
        'Mudar para Desenvolvedor',
        'Encerrar todas as sessões',
        'Retirar segundo fator',
        'Excluir conta',
      ])

    await items.nth(3).click()

    expect(await screen.lines(question)).toEqual([
      'Encerrar as sessões de Bia Prado?',
      'A pessoa sai de todos os aparelhos e precisa entrar de novo.',
      'Cancelar',
      'Encerrar todas as sessões',
    ])

    await screen.press('Encerrar todas as sessões', question)
    await expect.poll(() => screen.toast()).toBe('Bia Prado precisa entrar de novo.')
  })

  it('saves notes, removes own notes, and keeps the typed text when saving fails [P342]', async () => {
    const screen = await show(at(bia), setup)
    const field = screen.page.getByLabel('Nova nota')
    await screen.press('Guardar nota')
    await expect
      .poll(() => screen.lines().then((all) => all.includes('Preencha este campo.')))
      .toBe(true)
    await field.fill('Ligar na segunda.')
    screen.replies.unshift(refused(adminApi.customers.note, 'Cheio.', 409))
    await screen.press('Guardar nota')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert').first()))
      .toContain('A nota não foi guardada. Cheio.')
    expect(await field.inputValue()).toBe('Ligar na segunda.')
    screen.replies.shift()
    await screen.press('Guardar nota')
    await expect.poll(() => screen.toast()).toBe('Nota guardada.')
    expect(await field.inputValue()).toBe('')

    const [first, second] = screen.sent('POST', `/api/admin/users/${bia.id}/notes`) as {
      clientId: string
      text: string
    }[]

    expect([first!.text, second!.clientId]).toEqual(['Ligar na segunda.', first!.clientId])
    expect(await screen.page.getByRole('button', { name: 'Remover nota' }).count()).toBe(1)
    await screen.press('Remover nota')
    await screen.press('Remover nota', screen.page.getByRole('alertdialog'))
    await expect.poll(() => screen.toast()).toBe('Nota removida.')
  })

  it('an unknown account shows its message and a way back; another fault can be tried again [P345]', async () => {
    const lost = async (address: string, status: number, language: Language) => {
      const screen = await show(address, {
        ...of(refused(adminApi.customers.read, 'Não.', status)),
        language,
      })

      await screen.page.getByRole('heading', { level: 1 }).waitFor()

      return screen.lines()
    }

    expect(await lost('/admin/users/nobody', 400, 'pt-BR')).toEqual([
      'Cliente',
      'Esta conta não existe',
      'O endereço está errado, ou a conta foi excluída. Pedidos e pagamentos de uma conta excluída continuam nas suas listas.',
      'Todos os usuários',
    ])

    expect(await lost(at(leo), 404, 'en-US')).toEqual([
      'Customer',
      'This account doesn’t exist',
      'The address is wrong, or the account was deleted. Orders and payments of a deleted account stay in their lists.',
      'All users',
    ])

    expect(await lost(at(bia), 500, 'pt-BR')).toEqual([
      'Cliente',
      'Erro ao carregar o cliente.',
      'Tentar novamente',
    ])
  })

  it.each([360, 1280])('fits all texts within %i px [P338]', async (width) => {
    const long = 'umapalavrasemfimnemespaco'.repeat(8)

    const wide: Customer = {
      ...bia,
      name: long,
      email: `${long}@exemplo.test`,
      notes: [{ ...bia.notes[0]!, text: long, author: long }],
      orders: { total: 1, rows: [{ ...bia.orders.rows[0]!, products: [long] }] },
      sessions: { total: 1, rows: [{ ...bia.sessions.rows[0]!, device: long }] },
    }

    const screen = await show(at(wide), { ...of(reading(wide)), width })
    await screen.page.getByRole('heading', { level: 2 }).first().waitFor()
    const over = await screen.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over).toBeLessThanOrEqual(0)
  })
})
