import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Ban = Body<typeof adminApi.security.bans>['bans'][number]

const network: Ban = {
  ...ids(1),
  ip: '203.0.113.7',
  network: '203.0.113.7/32',
  hwid: 'PLACA-42',
  reason: 'Testava senhas.',
  expiresAt: '2024-06-07T19:21:00.000Z',
  createdAt: '2024-02-03T17:05:00.000Z',
}

/** A permanent ban of a device only. */
const device: Ban = {
  ...network,
  ...ids(2),
  ip: null,
  network: null,
  hwid: 'DISCO-77',
  reason: 'Golpe.',
  expiresAt: null,
}

/** A ban of an IP address only. */
const address: Ban = {
  ...network,
  ...ids(3),
  ip: '2001:db8::1',
  network: '2001:db8::/64',
  hwid: null,
  reason: 'Robô.',
}

const list = (...bans: Ban[]) =>
  on(adminApi.security.bans, { success: true, bans, data: bans, total: bans.length })

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(network, device, address),
    on(adminApi.security.ban, {
      success: true,
      message: 'ok',
      ban: network,
      data: network,
      sharedBy: 0,
    }),
    on(adminApi.security.removeBan, { success: true, message: 'ok' }),
  ],
}

describe('the bans of the back office', () => {
  it('are shown with every value as it is read, and what is not there as a dash [B094]', async () => {
    const screen = await show('/admin/security', setup)

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Endereço IP', 'ID de hardware', 'Motivo', 'Expira em', 'Criado em', 'Ações'],
        ['203.0.113.7', 'PLACA-42', 'Testava senhas.', '7 jun 2024 16:21', '3 fev 2024 14:05', ''],
        ['-', 'DISCO-77', 'Golpe.', 'Permanente', '3 fev 2024 14:05', ''],
        ['2001:db8::1', '-', 'Robô.', '7 jun 2024 16:21', '3 fev 2024 14:05', ''],
      ])

    await expect
      .poll(async () => (await screen.lines()).slice(0, 12))
      .toEqual([
        'Segurança',
        'Bloqueie um endereço ou um equipamento. Contas são banidas em Usuários.',
        'Atualizar',
        'Endereço IP',
        'Um endereço IPv6 bloqueia toda a sua rede /64. Quem é da equipe nunca fica de fora.',
        'ID de hardware',
        'Motivo',
        'Expira em',
        'Deixe vazio para um banimento permanente. Pelo relógio da loja.',
        'Banir',
        'Banimentos ativos',
        'Banimentos ativos',
      ])

    screen.expectAnswered()
  })

  it('say what is missing, and are sent as they were typed [B093, B166, B167, B168, B223]', async () => {
    const screen = await show('/admin/security', setup)
    const form = screen.page.getByRole('form', { name: 'Novo banimento' })
    const fault = () => screen.lines(form.getByRole('alert'))

    await expect
      .poll(() => screen.fields(form))
      .toEqual([
        ['Endereço IP', ''],
        ['ID de hardware', ''],
        ['Motivo', ''],
        ['Expira em', ''],
      ])

    await screen.press('Banir', form)
    expect(await fault()).toEqual(['Informe um endereço IP ou um ID de hardware.'])
    await form.getByLabel('Endereço IP').fill('198.51.100.4')
    await screen.press('Banir', form)
    await expect.poll(fault).toEqual(['Informe o motivo.'])
    await form.getByLabel('Motivo').fill('Copiava chaves.')
    await screen.press('Banir', form)
    await expect.poll(() => screen.toast()).toBe('Banimento criado.')
    await form.getByLabel('ID de hardware').fill('PLACA-43')
    await form.getByLabel('Motivo').fill('De novo.')
    await form.getByLabel('Expira em').fill('2024-08-09T10:30')
    screen.replies.unshift(refused(adminApi.security.ban, 'Este endereço é da loja.', 400))
    await screen.press('Banir', form)
    const banner = screen.page.getByRole('main').getByRole('alert')
    await expect
      .poll(() => screen.lines(banner))
      .toEqual(['Erro ao criar banimento. Este endereço é da loja.'])

    expect(screen.sent('POST', '/api/admin/security/bans')).toEqual([
      { ip: '198.51.100.4', reason: 'Copiava chaves.' },
      { hwid: 'PLACA-43', reason: 'De novo.', expiresAt: '2024-08-09T13:30:00.000Z' },
    ])
  })

  it('are lifted once that is confirmed, by the name of what is banned [B176, B223, B237]', async () => {
    const screen = await show('/admin/security', setup)
    const question = screen.page.getByRole('alertdialog')
    await screen.press('Remover banimento: DISCO-77')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Remover banimento?',
        'DISCO-77 volta a ter acesso agora.',
        'Cancelar',
        'Remover banimento',
      ])

    await screen.press('Remover banimento', question)
    await expect.poll(() => screen.toast()).toBe('Banimento removido.')
    expect(screen.sent('DELETE', `/api/admin/security/bans/${device.id}`)).toHaveLength(1)
  })

  it('show why an action was refused [B237]', async () => {
    const { ban, removeBan } = adminApi.security
    const refusals = [ban, removeBan].map((call) => refused(call, 'Motivo.', 409))

    const screen = await show('/admin/security', {
      ...setup,
      replies: [...refusals, ...setup.replies!],
    })

    const waitForAlert = (text: string) => screen.page.getByRole('alert').getByText(text).waitFor()
    await screen.page.getByLabel('Endereço IP', { exact: true }).fill('203.0.113.79')
    await screen.page.getByLabel('Motivo', { exact: true }).fill('Robô.')
    await screen.press('Banir')
    await waitForAlert('Erro ao criar banimento. Motivo.')
    await screen.press('Remover banimento: DISCO-77')
    await screen.press('Remover banimento', screen.page.getByRole('alertdialog'))
    await waitForAlert('Erro ao remover banimento. Motivo.')
  })

  it('show a failed load with its retry, and an empty list [B237]', async () => {
    const screen = await show('/admin/security', {
      ...setup,
      replies: [refused(adminApi.security.bans, 'Não dá.')],
    })

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao carregar banimentos.', 'Tentar novamente'])
    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()

    await expect
      .poll(async () => (await screen.lines()).slice(-3))
      .toEqual([
        'Banimentos ativos',
        'Nenhum banimento ativo',
        'Endereços e equipamentos bloqueados aparecem aqui.',
      ])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/security', {
      ...setup,
      replies: [pending(adminApi.security.bans)],
    })

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })
})
