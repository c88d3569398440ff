import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type Row = Body<typeof adminApi.licences.list>['licenses'][number]

const row: Row = {
  ...ids(1),
  product: { ...ids(2), name: 'Pincel Pro' },
  licenseKey: 'AAAA-BBBB-CCCC-1234',
  maskedKey: '••••1234',
  customerName: 'Bia Prado',
  customerEmail: 'bia@exemplo.test',
  userId: 'buyer-7',
  orderId: 'order-3',
  orderNumber: 'ORD-000017',
  status: 'active',
  expirationDate: '2025-02-05T12:00:00.000Z',
  createdAt: '2024-02-03T17:05:00.000Z',
}

const expired: Row = {
  ...row,
  ...ids(3),
  product: { ...ids(4), name: '' },
  licenseKey: 'DDDD-EEEE-FFFF-5678',
  maskedKey: '••••5678',
  customerName: 'Caio Lima',
  customerEmail: 'caio@exemplo.test',
  status: 'expired',
  expirationDate: null,
}

const revoked: Row = {
  ...row,
  ...ids(5),
  licenseKey: '••••9012',
  maskedKey: '••••9012',
  status: 'revoked',
}

const list = (...licenses: Row[]) =>
  on(adminApi.licences.list, {
    success: true,
    licenses,
    total: licenses.length,
    totalPages: 1,
  })

const setup: Given = { as: { role: 'admin' }, replies: [list(row, expired, revoked)] }
const one = (license: Row) => ({ success: true as const, license, data: license })

/** The changes that were sent to the licence routes, in order. */
const sent = ({ calls }: Screen) =>
  calls.flatMap(({ method, path, body }) =>
    method === 'GET' ? [] : [[method, path.replace('/api/admin/licenses/', ''), body]],
  )

describe('the licences of the back office', () => {
  it('show their rows, every value as it is read, the keys by their end [B047, B048]', async () => {
    const screen = await show('/admin/licenses', setup)

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['', 'Produto', 'Chave', 'Cliente', 'Situação', 'Validade', 'Ações'],
        [
          '',
          'Pincel Pro',
          '••••1234',
          'Bia Prado | bia@exemplo.test',
          'Ativa',
          '5 fev 2025 09:00',
          '',
        ],
        [
          '',
          'Não disponível',
          '••••5678',
          'Caio Lima | caio@exemplo.test',
          'Expirada',
          'Não expira',
          '',
        ],
        [
          '',
          'Pincel Pro',
          '••••9012',
          'Bia Prado | bia@exemplo.test',
          'Revogada',
          '5 fev 2025 09:00',
          '',
        ],
      ])

    const [listed] = screen.calls.filter(({ path }) => path === '/api/admin/licenses')
    expect(listed!.query).toEqual({ page: '1', limit: '10' })
    screen.expectAnswered()
  })

  it('request the filtered rows, and read the filters from the address [B047]', async () => {
    const screen = await show('/admin/licenses?search=bia&status=revoked', setup)

    await expect
      .poll(async () => (await screen.fields()).slice(0, 2))
      .toEqual([
        ['Chave, cliente ou produto', 'bia'],
        ['Situação', 'Revogada'],
      ])

    const [listed] = screen.calls.filter(({ path }) => path === '/api/admin/licenses')
    expect(listed!.query).toEqual({ page: '1', limit: '10', search: 'bia', status: 'revoked' })
  })

  it('show a whole key by its eye; one that the list does not hold is asked for first [decision Q120]', async () => {
    const screen = await show('/admin/licenses', setup)
    await screen.press('Mostrar a chave ••••1234')
    await expect
      .poll(async () => (await screen.table()).map(([, , key]) => key))
      .toEqual(['Chave', 'AAAA-BBBB-CCCC-1234', '••••5678', '••••9012'])
    await screen.press('Mostrar a chave ••••9012')
    const dialog = screen.dialog('Mostrar a chave')

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Mostrar a chave',
        'Mostrar uma chave inteira fica registrado na auditoria, com o seu nome.',
        '••••9012',
        'Mostrar chave',
      ])

    screen.replies.unshift(
      on(adminApi.licences.reveal, { success: true, licenseKey: 'GGGG-HHHH-IIII-9012' }),
    )
    await screen.press('Mostrar chave', dialog)
    await dialog.getByText('GGGG-HHHH-IIII-9012').waitFor()
    await expect.poll(async () => (await screen.lines(dialog)).at(-1)).toBe('Copiar')
    expect(sent(screen)).toEqual([['POST', `${revoked.id}/reveal`, {}]])
  })

  it('get another key: the form sends the reason and the key, and shows the outcome', async () => {
    const screen = await show('/admin/licenses', setup)
    await screen.press('Trocar a chave: ••••1234')
    const form = screen.dialog('Trocar a chave ••••1234')

    await expect
      .poll(() => screen.lines(form))
      .toEqual([
        'Trocar a chave ••••1234',
        'A chave antiga é revogada e nunca mais vendida. O cliente recebe um e-mail; validade e preço não mudam.',
        'Motivo',
        'Nova chave',
        'Só para produtos entregues pela equipe. Vazio: a próxima do estoque ou uma nova do KeyAuth.',
        'Cancelar',
        'Trocar a chave',
      ])

    await expect
      .poll(() => screen.fields(form))
      .toEqual([
        ['Motivo', ''],
        ['Nova chave', ''],
      ])

    await screen.press('Trocar a chave', form)
    await expect.poll(() => screen.lines(form)).toContain('Preencha este campo.')
    await form.getByLabel('Motivo').fill('não ativa')
    screen.replies.unshift(refused(adminApi.licences.replace, 'Não há chaves livres.', 409))
    await screen.press('Trocar a chave', form)
    await form.getByText('Erro ao trocar a chave. Não há chaves livres.').waitFor()
    await form.getByLabel('Nova chave').fill('NOVA-4321')
    screen.replies.unshift(
      on(adminApi.licences.replace, { ...one(row), replacement: 'done' as const }),
    )
    await screen.press('Trocar a chave', form)
    await screen.page.getByText('Chave trocada.').waitFor()
    screen.replies.unshift(
      on(adminApi.licences.replace, { ...one(row), replacement: 'asked' as const }),
    )
    await screen.press('Trocar a chave: ••••1234')
    await form.getByLabel('Motivo').fill('de novo')
    await screen.press('Trocar a chave', form)
    await screen.page
      .getByText('Nova chave pedida ao KeyAuth. A antiga vale até ela chegar.')
      .waitFor()

    expect(sent(screen)).toEqual([
      ['POST', `${row.id}/replace`, { reason: 'não ativa', licenseKey: '' }],
      ['POST', `${row.id}/replace`, { reason: 'não ativa', licenseKey: 'NOVA-4321' }],
      ['POST', `${row.id}/replace`, { reason: 'de novo', licenseKey: '' }],
    ])

    const refusedHere = screen.page.getByRole('button', { name: 'Trocar a chave: ••••5678' })
    await expect
      .poll(() => refusedHere.getAttribute('title'))
      .toBe('Só uma licença ativa pode ter a chave trocada.')
  })

  it('tell who saw a key, when and from where, in both languages', async () => {
    const seen = on(adminApi.licences.reveals, {
      success: true,

      reveals: [
        {
          by: 'customer',
          name: 'Bia Prado',
          ip: '203.0.113.7',
          userAgent: 'Firefox 140',
          createdAt: '2024-02-03T17:11:00.000Z',
        },
        {
          by: 'staff',
          name: 'Ana Souza',
          ip: null,
          userAgent: null,
          createdAt: '2024-02-04T18:22:00.000Z',
        },
      ],
    })

    const replies = [seen, ...setup.replies!]
    const screen = await show('/admin/licenses', { ...setup, replies })
    await screen.press('Quem viu a chave: ••••1234')
    await screen.page.getByText('Firefox 140').waitFor()

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Quem viu a chave ••••1234',
        'Bia Prado (cliente)',
        '3 fev 2024 14:11 · 203.0.113.7',
        'Firefox 140',
        'Ana Souza (equipe)',
        '4 fev 2024 15:22',
      ])

    const english = await show('/admin/licenses', { ...setup, replies, language: 'en-US' })
    await english.press('Who viewed the key: ••••1234')
    await english.page.getByText('Firefox 140').waitFor()

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Who viewed key ••••1234',
        'Bia Prado (customer)',
        'Feb 3, 2024, 2:11 PM · 203.0.113.7',
        'Firefox 140',
        'Ana Souza (staff)',
        'Feb 4, 2024, 3:22 PM',
      ])

    screen.replies.unshift(on(adminApi.licences.reveals, { success: true, reveals: [] }))
    await screen.page.keyboard.press('Escape')
    await screen.press('Quem viu a chave: ••••5678')
    await screen.page.getByText('Ninguém viu esta chave ainda.').waitFor()
    screen.replies.unshift(refused(adminApi.licences.reveals, 'x'))
    await screen.page.keyboard.press('Escape')
    await screen.press('Quem viu a chave: ••••9012')
    await screen.page.getByText('Erro ao carregar quem viu a chave.').waitFor()
  })

  it('are set by their list: what takes something away names whom it takes it from [B142, Q113]', async () => {
    const screen = await show('/admin/licenses', setup)
    const question = screen.page.getByRole('alertdialog')
    await screen.turn('Situação de ••••1234', 'Revogada')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Revogar a licença ••••1234 de Bia Prado?',
        'Pincel Pro deixa de funcionar: Bia Prado passa a ver a licença como suspensa, e a chave do estoque é revogada junto.',
        'Cancelar',
        'Revogar licença',
      ])

    await screen.press('Cancelar', question)
    await screen.turn('Situação de ••••1234', 'Expirada')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Expirar a licença ••••1234 de Bia Prado?',
        'Pincel Pro deixa de valer agora para Bia Prado.',
        'Cancelar',
        'Expirar licença',
      ])

    screen.replies.unshift(refused(adminApi.licences.status, 'Foi reembolsada.', 409))
    await screen.press('Expirar licença', question)
    await screen.page.getByText('Erro ao atualizar a licença. Foi reembolsada.').waitFor()
    await expect.poll(async () => (await screen.table())[1]![4]).toBe('Ativa')
    screen.replies.unshift(on(adminApi.licences.status, one({ ...expired, status: 'active' })))
    await screen.turn('Situação de ••••5678', 'Ativa')
    await screen.page.getByText('Licença ••••5678 atualizada.').waitFor()
    await expect.poll(async () => (await screen.table())[2]![4]).toBe('Ativa')

    expect(sent(screen)).toEqual([
      ['PATCH', `${row.id}/status`, { status: 'expired' }],
      ['PATCH', `${expired.id}/status`, { status: 'active' }],
    ])
  })

  it('are deleted and changed in bulk only after questions that say what follows [B176, Q122]', async () => {
    const screen = await show('/admin/licenses', setup)
    const question = screen.page.getByRole('alertdialog')
    await screen.choose('Excluir', '••••1234')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir a licença ••••1234 de Bia Prado?',
        'Está ativa e é revogada agora: o cliente passa a vê-la como suspensa. Sai desta lista. O pedido, o cliente e os livros continuam com o registro.',
        'Cancelar',
        'Excluir licença',
      ])

    await screen.press('Cancelar', question)
    await screen.choose('Excluir', '••••5678')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir a licença ••••5678 de Caio Lima?',
        'Sai desta lista. O pedido, o cliente e os livros continuam com o registro.',
        'Cancelar',
        'Excluir licença',
      ])

    screen.replies.unshift(on(adminApi.licences.remove, { success: true }))
    await screen.press('Excluir licença', question)
    await screen.page.getByText('Licença excluída.').waitFor()
    await screen.page.getByRole('checkbox', { name: 'Selecionar ••••1234' }).check()
    await screen.page.getByRole('checkbox', { name: 'Selecionar ••••5678' }).check()
    const bar = screen.page.getByRole('toolbar')
    await expect
      .poll(() => screen.lines(bar))
      .toEqual(['2 selecionados', 'Ativar', 'Revogar', 'Excluir', 'Limpar seleção'])
    await screen.press('Revogar', bar)

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Revogar 2 licenças?',
        'Os clientes passam a vê-las como suspensas e as chaves do estoque são revogadas junto.',
        'Cancelar',
        'Revogar',
      ])

    screen.replies.unshift(on(adminApi.licences.status, one({ ...row, status: 'revoked' })))
    await screen.press('Revogar', question)
    await screen.page.getByText('2 licenças atualizadas.').waitFor()

    expect(sent(screen)).toEqual([
      ['DELETE', expired.id, {}],
      ['PATCH', `${row.id}/status`, { status: 'revoked' }],
      ['PATCH', `${expired.id}/status`, { status: 'revoked' }],
    ])
  })

  it('search by the button, not while one types [B047]', async () => {
    const screen = await show('/admin/licenses', setup)

    const queries = () =>
      screen.calls
        .filter(({ path }) => path === '/api/admin/licenses')
        .map(({ query }) => query.search)

    await screen.page.getByRole('searchbox').fill('bia')
    // Other lists search 250 ms after the last typed letter; this list must wait for its button.
    await screen.page.waitForTimeout(500)
    expect(queries()).toEqual([undefined])
    await screen.press('Buscar', screen.page.getByRole('search'))
    await expect.poll(queries).toEqual([undefined, 'bia'])
  })

  it('say why one could not be deleted [B235]', async () => {
    const refusal = refused(adminApi.licences.remove, 'Motivo.', 409)

    const screen = await show('/admin/licenses', {
      ...setup,
      replies: [refusal, ...setup.replies!],
    })

    await screen.choose('Excluir', '••••5678')
    await screen.press('Excluir licença', screen.page.getByRole('alertdialog'))
    await screen.page.getByRole('alert').getByText('Erro ao excluir a licença. Motivo.').waitFor()
  })

  it('show loading, an empty list, and a failed load [B235]', async () => {
    const waits = await show('/admin/licenses', {
      ...setup,
      replies: [pending(adminApi.licences.list)],
    })

    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => waits.page.getByRole('table').count()).toBe(0)
    const none = await show('/admin/licenses', { ...setup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining([
          'Nenhuma licença ainda',
          'Cada chave entregue a um cliente aparece aqui.',
        ]),
      )

    const broken = await show('/admin/licenses', {
      ...setup,
      replies: [refused(adminApi.licences.list, 'A conta não bate.')],
    })

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Erro ao carregar licenças.', 'Tentar novamente'])
  })
})
