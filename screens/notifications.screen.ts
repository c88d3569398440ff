import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

type Notice = Body<typeof adminApi.notifications.list>['notifications'][number]

const sale: Notice = {
  ...ids(1),
  type: 'announcement',
  title: 'Promoção de inverno',
  content: 'Tudo pela metade.\nSó hoje.',
  authorName: 'Ana Souza',
  authorAvatar: null,
  authorId: 'staff-7',
  sentAt: '2024-02-03T17:06:00.000Z',
  status: 'sent',
  deliveryStatus: 'sent',
  priority: 'high',
  attachments: [],
  embeds: [],
  tags: [],
  metadata: {},
  createdAt: '2024-02-03T17:05:00.000Z',
}

const rows: Notice[] = [
  sale,
  { ...sale, ...ids(2), title: 'Aviso', authorName: 'Leo Lima', deliveryStatus: 'failed' },
  { ...sale, ...ids(3), title: 'Rascunho', status: 'pending', deliveryStatus: 'failed' },
  { ...sale, ...ids(4), title: null, content: 'Sem título.', status: 'revoked' },
]

const list = (...notifications: Notice[]) =>
  on(adminApi.notifications.list, {
    success: true,
    notifications,
    total: notifications.length,
    totalPages: 1,
    pagination: onePage(notifications.length),
  })

const changed = { success: true, notification: sale, data: sale } as const

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(...rows),
    on(adminApi.notifications.setStatus, changed),
    on(adminApi.notifications.remove, { success: true, message: 'ok' }),
  ],
}

describe('the notifications of the back office', () => {
  it('show their rows, every value and every state as it is read [B091]', async () => {
    const screen = await show('/admin/notifications', setup)

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Autor', 'Mensagem', 'Situação', 'Data', 'Ações'],
        [
          'Ana Souza',
          'Promoção de inverno | Tudo pela metade. | Só hoje.',
          'Enviada',
          '3 fev 2024 14:05',
          '',
        ],
        [
          'Leo Lima',
          'Aviso | Tudo pela metade. | Só hoje.',
          'Enviada | Falhou no Discord: revogue e reenvie',
          '3 fev 2024 14:05',
          '',
        ],
        [
          'Ana Souza',
          'Rascunho | Tudo pela metade. | Só hoje.',
          'Pendente',
          '3 fev 2024 14:05',
          '',
        ],
        ['Ana Souza', 'Sem título.', 'Revogada', '3 fev 2024 14:05', ''],
      ])

    screen.expectAnswered()
  })

  it('change a state in the row and lead back; ask before one is deleted [B145, B176, B222] [F141]', async () => {
    const screen = await show('/admin/notifications', setup)
    await screen.turn('Situação de Rascunho', 'Enviada')
    await expect.poll(() => screen.toast()).toBe('Situação de “Rascunho” alterada. | Desfazer')
    await screen.press('Desfazer')
    await expect.poll(() => screen.toast()).toBe('Situação de “Rascunho” alterada.')

    expect(screen.sent('PUT', `/api/admin/notifications/${rows[2]!.id}`)).toEqual([
      { status: 'sent' },
      { status: 'pending' },
    ])

    await screen.press('Excluir: Sem título.')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir notificação?',
        '“Sem título.” some do sino e desta lista. Isto não pode ser desfeito.',
        'Cancelar',
        'Excluir notificação',
      ])

    await screen.press('Excluir notificação', question)
    await expect.poll(() => screen.toast()).toBe('Notificação excluída.')
    expect(screen.sent('DELETE', `/api/admin/notifications/${rows[3]!.id}`)).toHaveLength(1)
  })

  it('ask for title, message and type, send them as typed, and say why the shop refuses [B090, B165, B236]', async () => {
    const screen = await show('/admin/notifications?mode=send', setup)

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Título', ''],
        ['Mensagem', ''],
        ['Tipo', 'Escolha o tipo'],
      ])

    await screen.press('Enviar')

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Notificações',
        'O que aparece no sino da loja e no servidor de chat.',
        'Gerenciar notificações',
        'Título',
        'Preencha este campo.',
        'Mensagem',
        'Preencha este campo.',
        'Tipo',
        'Escolha o tipo',
        'Preencha este campo.',
        'Enviar',
      ])

    await screen.page.getByLabel('Título').fill('Manutenção')
    await screen.page.getByLabel('Mensagem').fill('Voltamos às dez.')
    await screen.page.getByLabel('Tipo').selectOption('Aviso')
    screen.replies.unshift(refused(adminApi.notifications.send, 'O sino está cheio.', 400))
    await screen.press('Enviar')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao enviar a notificação. O sino está cheio.'])

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Título', 'Manutenção'],
        ['Mensagem', 'Voltamos às dez.'],
        ['Tipo', 'Aviso'],
      ])

    expect(screen.sent('POST', '/api/admin/notifications')).toEqual([
      { title: 'Manutenção', message: 'Voltamos às dez.', type: 'warning' },
    ])
  })

  it('show why an action was refused [B236]', async () => {
    const { setStatus, remove } = adminApi.notifications
    const refusals = [setStatus, remove].map((call) => refused(call, 'Motivo.', 409))

    const screen = await show('/admin/notifications', {
      ...setup,
      replies: [...refusals, ...setup.replies!],
    })

    const waitForAlert = (text: string) => screen.page.getByRole('alert').getByText(text).waitFor()
    await screen.turn('Situação de Rascunho', 'Enviada')
    await waitForAlert('Erro ao atualizar a notificação. Motivo.')
    await screen.press('Excluir: Sem título.')
    await screen.press('Excluir notificação', screen.page.getByRole('alertdialog'))
    await waitForAlert('Erro ao excluir a notificação. Motivo.')
  })

  it('show a failed load with its retry, and an empty list [B236]', async () => {
    const screen = await show('/admin/notifications', {
      ...setup,
      replies: [refused(adminApi.notifications.list, 'Não dá.')],
    })

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao carregar notificações.', 'Tentar novamente'])
    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Notificações',
        'O que aparece no sino da loja e no servidor de chat.',
        'Avisar neste aparelho',
        'Enviar notificação',
        'Nenhuma notificação',
        'O que você enviar aparece aqui e no sino da loja.',
      ])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/notifications', {
      ...setup,
      replies: [pending(adminApi.notifications.list)],
    })

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })
})
