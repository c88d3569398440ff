import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Entry = Body<typeof adminApi.audit.list>['logs'][number]

const entries: Entry[] = [
  {
    ...ids(1),
    action: 'order.archived',
    details: { orderNumber: 'ORD-000017', before: { archived: false }, units: 3 },
    createdAt: '2026-02-03T17:05:09.000Z',
    ip: '203.0.113.7',
    performedBy: { ...ids(11), name: 'Ana Souza' },
    target: { type: 'order', id: 'order-9', name: 'ORD-000017' },
  },
  {
    ...ids(2),
    action: 'payment.failed',
    target: { type: 'payment', id: 'a'.repeat(32), name: null },
    details: 'o prazo acabou',
    createdAt: '2026-02-04T18:06:10.000Z',
    ip: null,
    performedBy: null,
  },
  {
    ...ids(3),
    action: 'something.newer',
    target: { type: 'provider', id: 'pix', name: null },
    details: {},
    createdAt: '2026-02-05T19:07:11.000Z',
    ip: '203.0.113.8',
    performedBy: { ...ids(12), name: 'Bia Prado' },
  },
  {
    ...ids(4),
    action: 'password.changed',
    details: null,
    createdAt: '2026-02-06T20:08:12.000Z',
    ip: '203.0.113.9',
    performedBy: { ...ids(13), name: 'Caio Lima' },
  },
]

const list = (...logs: Entry[]) =>
  on(adminApi.audit.list, {
    success: true,
    logs,
    pagination: { total: logs.length, pages: 1, page: 1, limit: 10 },
  })

const setup: Given = { as: { role: 'admin' }, replies: [list(...entries)] }

const found =
  '{ | "orderNumber": "ORD-000017", | "before": { | "archived": false | }, | "units": 3 | }'

describe('the audit log of the back office', () => {
  it('says who did what to which thing, when and from where, its record on opening [B103]', async () => {
    const screen = await show('/admin/logs', setup)

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Ação', 'De quê', 'Usuário', 'Detalhes', 'Data', 'IP'],
        [
          'Pedido arquivado',
          'ORD-000017',
          'Ana Souza',
          'Ver registro',
          '3 de fevereiro de 2026 às 14:05:09',
          '203.0.113.7',
        ],
        [
          'Pagamento não concluído',
          'já não existe',
          'Sistema',
          'o prazo acabou',
          '4 de fevereiro de 2026 às 15:06:10',
          '-',
        ],
        [
          'something.newer',
          'pix',
          'Bia Prado',
          '-',
          '5 de fevereiro de 2026 às 16:07:11',
          '203.0.113.8',
        ],
        [
          'Senha alterada',
          '-',
          'Caio Lima',
          '-',
          '6 de fevereiro de 2026 às 17:08:12',
          '203.0.113.9',
        ],
      ])

    const link = screen.page.getByRole('link', { name: 'ORD-000017' })
    expect(await link.getAttribute('href')).toBe('/admin/orders/order-9')
    await screen.page.getByText('Ver registro').click()
    await expect
      .poll(async () => (await screen.lines(screen.page.locator('pre'))).join(' | '))
      .toBe(found)
    await expect
      .poll(async () => (await screen.lines()).slice(-3))
      .toEqual(['Anterior', 'Página 1 de 1', 'Próxima'])
    screen.expectAnswered()
  })

  it('shows each time on one line, on a phone, a tablet and a desk [F233]', async () => {
    for (const width of [360, 800, 1280]) {
      const screen = await show('/admin/logs', { ...setup, width })
      await screen.page.getByText('3 de fevereiro de 2026').waitFor()
      const lines = await screen.page
        .locator('time')
        .evaluateAll((all) => all.map((one) => one.getClientRects().length))
      expect([width, lines]).toEqual([width, [1, 1, 1, 1]])
    }
  })

  it('searches by what the panel says, and only what is filled in is asked for [B102, B228]', async () => {
    const screen = await show('/admin/logs?actionName=order.archived&startDate=2026-02-01', setup)

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Ação', 'Pedido arquivado'],
        ['Nome do usuário', ''],
        ['De', '2026-02-01'],
        ['Até', ''],
      ])

    await screen.page.getByLabel('Nome do usuário').fill('Ana')
    await screen.page.getByLabel('Até').fill('2026-02-28')
    await screen.press('Buscar', screen.page.getByRole('search'))
    await screen.atRest()
    await screen.press('Limpar')
    await screen.atRest()
    const listed = screen.calls.filter(({ path }) => path === '/api/server/audit-logs')

    expect(listed.map(({ query }) => query)).toEqual([
      { page: '1', limit: '10', actionName: 'order.archived', startDate: '2026-02-01' },
      {
        page: '1',
        limit: '10',
        actionName: 'order.archived',
        userName: 'Ana',
        startDate: '2026-02-01',
        endDate: '2026-02-28',
      },
      { page: '1', limit: '10' },
    ])
  })

  it('waits, says that nothing is recorded, and why it could not be loaded', async () => {
    const waits = await show('/admin/logs', { ...setup, replies: [pending(adminApi.audit.list)] })
    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => waits.page.getByRole('table').count()).toBe(0)
    const none = await show('/admin/logs', { ...setup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining([
          'Nada registrado ainda',
          'Cada ato da equipe, cada login e cada mudança de pagamento aparece aqui.',
        ]),
      )

    const broken = await show('/admin/logs', {
      ...setup,
      replies: [refused(adminApi.audit.list, 'O banco de dados não responde.')],
    })

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['O banco de dados não responde.', 'Tentar novamente'])
  })
})
