import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, onePage, plainNotice } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type Notice = Body<typeof api.notifications.list>['data']['notifications'][number]

const notice: Notice = {
  ...ids(1),
  ...plainNotice,
  type: 'announcement',
  title: 'Loja nova',
  content: 'Veja https://exemplo.test/novo hoje.',
  authorName: 'Equipe',
  sentAt: '2026-02-03T17:05:00.000Z',
}

const rich: Notice = {
  ...notice,
  ...ids(2),
  type: 'notification',
  title: 'Cartão rico',
  content: '',
  authorName: 'Robô',
  sentAt: '2026-02-02T18:09:00.000Z',
  status: 'failed',
  priority: 'medium',

  attachments: [
    {
      filename: 'manual.pdf',
      url: 'https://exemplo.test/manual.pdf',
      contentType: 'application/pdf',
      size: 2_345_678,
    },
    {
      filename: 'preso.zip',
      url: '/preso.zip',
      contentType: 'application/zip',
      size: 512,
    },
  ],

  embeds: [
    {
      title: 'Cartão rico',
      description: 'Descrição do cartão',
      url: 'https://exemplo.test/cartao',
      fields: [
        { name: 'Versão', value: '4.2' },
        { name: 'Tamanho', value: '18 MB', inline: true },
      ],
      footer: { text: 'Rodapé do cartão' },
    },
    { title: 'Segundo cartão', url: 'https://exemplo.test/segundo' },
  ],
}

const long: Notice = {
  ...notice,
  ...ids(3),
  type: 'update',
  title: null,
  content: `Atualizamos ${'tudo '.repeat(20)}de novo.`,
  authorName: 'Bia',
  sentAt: '2026-01-05T12:00:00.000Z',
  status: 'pending',
  priority: 'high',
}

const urgent: Notice = {
  ...notice,
  ...ids(4),
  type: 'alert',
  title: 'Pare',
  content: 'Golpe por mensagem.',
  authorName: 'Segurança',
  sentAt: '2026-01-04T12:00:00.000Z',
  priority: 'urgent',
}

const notices = (...notifications: Notice[]) =>
  on(api.notifications.list, {
    success: true,
    data: { notifications, pagination: onePage(notifications.length) },
  })

const now = '2026-02-03T17:20:00.000Z'
const setup: Given = { now, replies: [notices(notice, rich, long, urgent)] }

async function bell(name: string | RegExp, more: Given): Promise<Screen> {
  const screen = await show('/terms', { ...setup, ...more })
  await screen.press(name)
  await screen.dialog().waitFor()
  await screen.atRest()

  return screen
}

const portuguese = /^Notificações/

describe('the bell', () => {
  it('counts what is new, and lists author, moment, preview, type and attachments [S051, S052, S056, S286]', async () => {
    const screen = await show('/terms', setup)
    const button = screen.page.getByRole('button', { name: portuguese })
    await expect.poll(() => button.getAttribute('aria-label')).toEqual('Notificações não vistas: 2')
    await expect.poll(() => button.innerText()).toEqual('2')
    const requests = () =>
      screen.calls.filter(({ query }) => query.sortBy === 'sentAt').map(({ query }) => query)
    expect(requests()).toEqual([{ page: '1', limit: '100', sortBy: 'sentAt', sortOrder: 'desc' }])
    await button.click()
    await screen.dialog().getByText('Isso é tudo.').waitFor()

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Notificações',
        'E',
        'Equipe',
        '03/02/2026, 14:05',
        'Veja https://exemplo.test/novo hoje.',
        'Anúncio',
        'R',
        'Robô',
        '02/02/2026, 15:09',
        'Cartão rico',
        'Notificação',
        '2',
        'B',
        'Bia',
        '05/01/2026, 09:00',
        'Atualizamos tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tud…',
        'Atualização',
        'S',
        'Segurança',
        '04/01/2026, 09:00',
        'Golpe por mensagem.',
        'Alerta',
        'Isso é tudo.',
      ])

    screen.expectAnswered()
  })

  it('says the same in English [S051, S056, S292]', async () => {
    const screen = await show('/terms', { ...setup, language: 'en-US', width: 360 })
    const button = screen.page.getByRole('button', { name: /nseen|^Notif/ })
    await expect.poll(() => button.getAttribute('aria-label')).toEqual('Notifications, 2 unseen')
    await button.click()
    await screen.dialog().getByText("That's all.").waitFor()

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Notifications',
        'E',
        'Equipe',
        '03/02/2026, 14:05',
        'Veja https://exemplo.test/novo hoje.',
        'Announcement',
        'R',
        'Robô',
        '02/02/2026, 15:09',
        'Cartão rico',
        'Notification',
        '2',
        'B',
        'Bia',
        '05/01/2026, 09:00',
        'Atualizamos tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tud…',
        'Update',
        'S',
        'Segurança',
        '04/01/2026, 09:00',
        'Golpe por mensagem.',
        'Alert',
        "That's all.",
      ])
  })

  it('opens one with author, moment, type, priority, delivery and content [S057, S292]', async () => {
    const words = async (language: 'pt-BR' | 'en-US', name: RegExp) => {
      const screen = await bell(name, { language })
      const said: string[][] = []

      for (const author of ['Equipe', 'Robô', 'Bia', 'Segurança']) {
        await screen.dialog().getByRole('button', { name: author }).click()
        said.push(await screen.lines(screen.dialog().last()))
        await screen.page.keyboard.press('Escape')
      }

      return said
    }

    expect(await words('pt-BR', portuguese)).toEqual([
      [
        'Loja nova',
        'E',
        'Equipe',
        '03/02/2026, 14:05',
        'Anúncio',
        'Prioridade: Baixa',
        'Enviado',
        'Veja https://exemplo.test/novo hoje.',
      ],
      [
        'Cartão rico',
        'R',
        'Robô',
        '02/02/2026, 15:09',
        'Notificação',
        'Prioridade: Média',
        'Falhou',
        'Descrição do cartão',
        'Versão',
        '4.2',
        'Tamanho',
        '18 MB',
        'Rodapé do cartão',
        'Segundo cartão',
        'manual.pdf',
        '2,3 MB',
        'preso.zip',
        '512 bytes',
      ],
      [
        'Atualização',
        'B',
        'Bia',
        '05/01/2026, 09:00',
        'Atualização',
        'Prioridade: Alta',
        'Pendente',
        'Atualizamos tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo de novo.',
      ],
      [
        'Pare',
        'S',
        'Segurança',
        '04/01/2026, 09:00',
        'Alerta',
        'Prioridade: Urgente',
        'Enviado',
        'Golpe por mensagem.',
      ],
    ])

    expect(await words('en-US', /nseen|^Notif/)).toEqual([
      [
        'Loja nova',
        'E',
        'Equipe',
        '03/02/2026, 14:05',
        'Announcement',
        'Priority: Low',
        'Sent',
        'Veja https://exemplo.test/novo hoje.',
      ],
      [
        'Cartão rico',
        'R',
        'Robô',
        '02/02/2026, 15:09',
        'Notification',
        'Priority: Medium',
        'Failed',
        'Descrição do cartão',
        'Versão',
        '4.2',
        'Tamanho',
        '18 MB',
        'Rodapé do cartão',
        'Segundo cartão',
        'manual.pdf',
        '2.3 MB',
        'preso.zip',
        '512 bytes',
      ],
      [
        'Update',
        'B',
        'Bia',
        '05/01/2026, 09:00',
        'Update',
        'Priority: High',
        'Pending',
        'Atualizamos tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo tudo de novo.',
      ],
      [
        'Pare',
        'S',
        'Segurança',
        '04/01/2026, 09:00',
        'Alert',
        'Priority: Urgent',
        'Sent',
        'Golpe por mensagem.',
      ],
    ])
  })

  const troubles = async () => {
    const all: string[][] = []

    for (const answer of [
      notices(),
      refused(api.notifications.list, 'A conta não bate.', 400),
      refused(api.notifications.list, 'Nenhuma notificação encontrada no sistema', 400),
    ]) {
      const screen = await bell(portuguese, { replies: [answer] })
      all.push(await screen.lines(screen.dialog()))
    }

    return all
  }

  it('is empty, says what failed, waits [S060, S263, S264]', async () => {
    expect(await troubles()).toEqual([
      [
        'Notificações',
        'Nenhuma notificação',
        'Novidades, atualizações e avisos da loja aparecem aqui.',
      ],
      [
        'Notificações',
        'As notificações não puderam ser carregadas. Verifique a internet e tente novamente.',
        'Tentar novamente',
      ],
      [
        'Notificações',
        'Nenhuma notificação',
        'Novidades, atualizações e avisos da loja aparecem aqui.',
      ],
    ])

    const waiting = await bell(portuguese, { replies: [pending(api.notifications.list)] })
    await expect.poll(() => waiting.lines(waiting.dialog())).toEqual(['Notificações'])
  })
})
