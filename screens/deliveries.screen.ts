import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { openRow } from '../e2e/row-acts.ts'
import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Row = Body<typeof adminApi.deliveries.list>['deliveries'][number]

const row: Row = {
  ...ids(1),
  orderId: 'order-3',
  orderNumber: 'ORD-000017',
  customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
  product: { ...ids(2), name: 'Pincel Pro' },
  variantId: ids(2).id,
  provider: 'manual',
  buyer: 'there',
  paidAt: '2024-02-03T17:05:00.000Z',
  tries: 0,
  problem: null,
  replaces: null,
}

const every: Row[] = [
  row,
  { ...row, ...ids(3), provider: 'stock' },
  { ...row, ...ids(4), provider: 'keyauth' },
  { ...row, ...ids(5), provider: 'keyauth', tries: 1, problem: 'sem resposta' },
  { ...row, ...ids(6), provider: 'keyauth', tries: 12, problem: 'nível 9 não existe' },
  { ...row, ...ids(7), provider: 'stock', replaces: 'licence-8' },
  { ...row, ...ids(8), provider: 'keyauth', tries: 2, problem: 'sem vaga', replaces: 'licence-9' },
  { ...row, ...ids(9), buyer: 'banned' },
  { ...row, ...ids(10), provider: 'stock', buyer: 'deleted' },
]

const list = (...deliveries: Row[]) =>
  on(adminApi.deliveries.list, {
    success: true,
    deliveries,
    counts: { stock: 1021, keyauth: 34, manual: 5, held: 2 },
    total: deliveries.length,
    totalPages: 1,
  })

const setup: Given = { as: { role: 'admin' }, replies: [list(row)] }

describe('units that wait for delivery', () => {
  it('shows its counts and rows, and in words what each waits for [decision Q38, Q114]', async () => {
    const screen = await show('/admin/deliveries', { ...setup, replies: [list(...every)] })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Estoque', '1.021'],
        ['KeyAuth', '34'],
        ['Equipe', '5'],
        ['Retidas', '2'],
      ])

    const waits = [
      'Equipe',
      'Estoque',
      'KeyAuth',
      'KeyAuth não entrega | 1 tentativa: sem resposta',
      'KeyAuth não entrega | 12 tentativas: nível 9 não existe',
      'Troca de chave',
      'Troca de chave | 2 tentativas: sem vaga',
      'Comprador banido | Nada é entregue até o banimento ser removido. O valor pode ser devolvido pelo pedido.',
      'Comprador excluído | Nada é entregue a uma conta excluída. Devolva o valor pelo pedido.',
    ]

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Produto', 'Pedido', 'Cliente', 'Espera por', 'Pago em', 'Ações'],
        ...waits.map((word) => [
          'Pincel Pro',
          'ORD-000017',
          'Bia Prado | bia@exemplo.test',
          word,
          '3 fev 2024 14:05',
          '',
        ]),
      ])

    screen.expectAnswered()
  })

  it('leads from each row to the page of its own order', async () => {
    const second = { ...row, ...ids(3), orderId: 'order-4', orderNumber: 'ORD-000018' }
    const screen = await show('/admin/deliveries', { ...setup, replies: [list(row, second)] })
    await openRow(screen.page.locator('tbody tr').nth(1))
    await expect.poll(() => new URL(screen.page.url()).pathname).toBe('/admin/orders/order-4')
  })

  it('offers each unit its possible acts, and nothing that gives a banned person a key [decision Q114]', async () => {
    const screen = await show('/admin/deliveries', { ...setup, replies: [list(...every)] })

    const acts = await screen.page
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((one) => [...one.querySelectorAll('button')].map((button) => button.title)),
      )

    expect(acts).toEqual([
      ['Informar a chave'],
      ['Adicionar chaves ao estoque'],
      ['Informar a chave', 'Pedir de novo agora'],
      ['Informar a chave', 'Pedir de novo agora'],
      ['Informar a chave', 'Pedir de novo agora'],
      ['Adicionar chaves ao estoque'],
      ['Informar a chave', 'Pedir de novo agora'],
      ['Ver o comprador'],
      [],
    ])
  })

  it('takes the key of a unit: its form names who gets it, and exactly the key is sent', async () => {
    const screen = await show('/admin/deliveries', setup)
    await screen.press('Informar a chave: Pincel Pro ORD-000017')
    const form = screen.dialog('Entregar Pincel Pro')

    await expect
      .poll(() => screen.lines(form))
      .toEqual([
        'Entregar Pincel Pro',
        'A chave vai para Bia Prado, pedido ORD-000017, que recebe um e-mail.',
        'Chave',
        'Cancelar',
        'Entregar',
      ])

    await expect.poll(() => screen.fields(form)).toEqual([['Chave', '']])
    await screen.press('Entregar', form)
    await expect.poll(() => screen.lines(form)).toContain('Preencha este campo.')
    await form.getByLabel('Chave').fill('ZZZZ-9999')
    screen.replies.unshift(refused(adminApi.deliveries.deliver, 'A chave já existe.', 409))
    await screen.press('Entregar', form)
    await form.getByText('Erro ao entregar a chave. A chave já existe.').waitFor()
    screen.replies.unshift(on(adminApi.deliveries.deliver, { success: true }))
    await screen.press('Entregar', form)
    await screen.page.getByText('Chave entregue ao pedido ORD-000017.').waitFor()
    const sent = screen.calls.filter(({ method }) => method === 'POST')

    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/deliveries/11111111-0000-4000-8000-000000000001', { licenseKey: 'ZZZZ-9999' }],
      ['/api/admin/deliveries/11111111-0000-4000-8000-000000000001', { licenseKey: 'ZZZZ-9999' }],
    ])
  })

  it('asks the provider of one unit again, and shows the provider’s answer or its error', async () => {
    const screen = await show('/admin/deliveries', { ...setup, replies: [list(every[3]!)] })
    screen.replies.unshift(refused(adminApi.deliveries.retry, 'Já foi entregue.', 409))
    await screen.press('Pedir de novo agora: Pincel Pro ORD-000017')
    await screen.page.getByText('Erro ao pedir a chave de novo. Já foi entregue.').waitFor()
    screen.replies.unshift(on(adminApi.deliveries.retry, { success: true }))
    await screen.press('Pedir de novo agora: Pincel Pro ORD-000017')
    await screen.page.getByText('O KeyAuth está sendo perguntado de novo.').waitFor()

    expect(screen.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/admin/deliveries/11111111-0000-4000-8000-000000000005/retry',
      '/api/admin/deliveries/11111111-0000-4000-8000-000000000005/retry',
    ])
  })

  it('requests the filtered rows, and reads the filters from the address', async () => {
    const screen = await show('/admin/deliveries?search=bia&provider=keyauth', setup)

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Buscar por pedido, cliente ou produto', 'bia'],
        ['Origem da chave', 'KeyAuth'],
      ])

    const listed = screen.calls.filter(({ query }) => query.search)
    expect(listed.map(({ query }) => query)).toEqual([
      { page: '1', limit: '10', search: 'bia', provider: 'keyauth' },
    ])
  })

  it('shows loading, an empty list, and a failed load', async () => {
    const waits = await show('/admin/deliveries', {
      ...setup,
      replies: [pending(adminApi.deliveries.list)],
    })

    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect
      .poll(async () => (await waits.facts()).map(([, value]) => value))
      .toEqual(['', '', '', ''])
    const none = await show('/admin/deliveries', { ...setup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining(['Nada espera por uma chave', 'Tudo o que foi pago está entregue.']),
      )

    const broken = await show('/admin/deliveries', {
      ...setup,
      replies: [refused(adminApi.deliveries.list, 'A conta não bate.')],
    })

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Erro ao carregar as entregas.', 'Tentar novamente'])
    await expect
      .poll(async () => (await broken.facts()).map(([, value]) => value))
      .toEqual(['-', '-', '-', '-'])
  })
})
