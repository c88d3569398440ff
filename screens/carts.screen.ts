import { adminApi } from '@chaveiro/contracts/admin'
import { cartStatuses } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

type Row = Body<typeof adminApi.carts.list>['carts'][number]
type Details = Body<typeof adminApi.carts.read>['cart']

const row: Row = {
  ...ids(1),
  userId: 'buyer-7',
  user: { name: 'Bia Prado', email: 'bia@exemplo.test' },
  itemCount: 1003,
  totalAmount: 1234.56,
  subtotal: 1250.11,
  currency: 'BRL',
  status: 'active',
  expired: false,
  createdAt: '2024-02-03T17:05:00.000Z',
  updatedAt: '2024-02-04T18:09:00.000Z',
  expiresAt: '2024-02-10T19:13:00.000Z',
  termsAccepted: true,
  discount: { applied: true, cupomCode: 'VERAO', amount: 15.55 },
}

const stats = {
  totalCarts: 2025,
  activeCarts: 1320,
  completedCarts: 410,
  abandonedCarts: 295,
  expiredCarts: 88,
}

const details: Details = {
  ...row,
  items: [
    {
      productId: 'product-4',
      product: { ...ids(4), name: 'Pincel Pro', image: null },
      price: 416.7,
      quantity: 3,
    },
    { productId: 'product-5', product: null, price: null, quantity: 2 },
  ],
}

const list = (...carts: Row[]) =>
  on(adminApi.carts.list, {
    success: true,
    carts,
    data: carts,
    total: carts.length,
    pagination: onePage(carts.length),
  })

const one = (cart: Details) => on(adminApi.carts.read, { success: true, ...cart, cart, data: cart })

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(row),
    on(adminApi.carts.stats, { success: true, ...stats, data: stats }),
    one(details),
  ],
}

/** Opens the first cart's dialog. */
async function opened(given: Given = setup) {
  const screen = await show('/admin/carts', given)
  await screen.page.getByRole('row').nth(1).getByRole('link').first().click()
  await screen.atRest()

  return { screen, dialog: screen.dialog() }
}

describe('the carts of the back office', () => {
  it('show their figures and their rows, every value as it is read [B065, B067, B069]', async () => {
    const screen = await show('/admin/carts', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total de carrinhos', '2.025'],
        ['Carrinhos ativos', '1.320'],
        ['Carrinhos concluídos', '410'],
        ['Carrinhos abandonados', '295'],
        ['Carrinhos expirados', '88'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['ID', 'Usuário', 'Itens', 'Total', 'Situação', 'Criado em', 'Ações'],
        [
          '00000001',
          'Bia Prado | buyer-7',
          '1.003',
          'R$ 1.234,56',
          'Ativo',
          '3 fev 2024 14:05',
          '',
        ],
      ])

    await expect
      .poll(() => screen.page.getByTitle('Bia Prado · bia@exemplo.test').textContent())
      .toBe('Bia Prado')
    const [listed] = screen.calls.filter(({ path }) => path === '/api/admin/carts')
    expect(listed!.query).toEqual({ page: '1', limit: '10' })
    const states = screen.page.getByLabel('Situação', { exact: true }).locator('option')
    expect(await states.allTextContents()).toEqual(['Todos', 'Ativo', 'Concluído', 'Abandonado'])
    expect(await screen.page.getByRole('navigation', { name: 'Páginas' }).count()).toBe(0)
    screen.expectAnswered()
  })

  it('name each state, in the filter too, and mark expired carts [B068]', async () => {
    const rows = cartStatuses.map((status, i) => ({ ...row, ...ids(10 + i), status }))
    const replies = [list(...rows, { ...row, ...ids(20), currency: 'USD', expired: true })]

    const words = async (language: 'pt-BR' | 'en-US') => {
      const path = '/admin/carts?search=bia&status=abandoned'
      const screen = await show(path, { ...setup, language, replies })
      const cells = (await screen.table()).slice(1)

      return [...cells.map((cell) => `${cell[3]}: ${cell[4]}`), ...(await screen.fields())]
    }

    expect(await words('pt-BR')).toEqual([
      'R$ 1.234,56: Ativo',
      'R$ 1.234,56: Concluído',
      'R$ 1.234,56: Abandonado',
      'US$ 1.234,56: Ativo | Expirado',
      ['Buscar por usuário', 'bia'],
      ['Situação', 'Abandonado'],
    ])

    expect(await words('en-US')).toEqual([
      'R$1,234.56: Active',
      'R$1,234.56: Completed',
      'R$1,234.56: Abandoned',
      '$1,234.56: Active | Expired',
      ['Search by user', 'bia'],
      ['Status', 'Abandoned'],
    ])
  })

  it('request the filtered rows, and the next page [B068, B070]', async () => {
    const twoPages = on(adminApi.carts.list, {
      success: true,
      carts: [row],
      data: [row],
      total: 11,
      pagination: { ...onePage(11), totalPages: 2 },
    })

    const screen = await show('/admin/carts?search=bia&status=abandoned', {
      ...setup,
      replies: [twoPages, ...setup.replies!],
    })

    await screen.press('Próxima')
    const queries = () =>
      screen.calls.filter((call) => call.path === '/api/admin/carts').map(({ query }) => query)
    const query = { limit: '10', search: 'bia', status: 'abandoned' }

    await expect.poll(queries).toEqual([
      { ...query, page: '1' },
      { ...query, page: '2' },
    ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('navigation', { name: 'Páginas' })))
      .toEqual(['Anterior', 'Página 2 de 2', 'Próxima'])
  })

  it('open one with its sums and lines, one of them without its product [B071, B072]', async () => {
    const { screen, dialog } = await opened()

    await expect
      .poll(() => screen.facts(dialog))
      .toEqual([
        ['ID', '11111111-0000-4000-8000-000000000001'],
        ['Usuário', 'Bia Prado (bia@exemplo.test)'],
        ['Subtotal', 'R$ 1.250,11'],
        ['Desconto', 'VERAO: R$ 15,55'],
        ['Total', 'R$ 1.234,56'],
        ['Expira em', '10 fev 2024 16:13'],
        ['Termos aceitos', 'Sim'],
      ])

    const lines = await screen.lines(dialog)

    expect(lines.slice(lines.indexOf('Itens do carrinho'))).toEqual([
      'Itens do carrinho',
      'Pincel Pro',
      'R$ 416,70 x 3',
      'Produto não encontrado',
      'Fora da soma: saiu também do carrinho do cliente.',
      'indisponível x 2',
    ])

    await expect
      .poll(() => dialog.getByRole('link').getAttribute('href'))
      .toBe('/admin/users/buyer-7')
    await expect.poll(() => screen.fields(dialog)).toEqual([['Situação do carrinho', 'Ativo']])
    const choices = dialog.getByRole('combobox').locator('option:not([disabled])')
    expect(await choices.allTextContents()).toEqual(['Ativo', 'Concluído', 'Abandonado'])
  })

  it('open one in English, and one that is empty and has no coupon [B071, B072]', async () => {
    const { screen, dialog } = await opened({ ...setup, language: 'en-US' })

    await expect
      .poll(() => screen.facts(dialog))
      .toEqual([
        ['ID', '11111111-0000-4000-8000-000000000001'],
        ['User', 'Bia Prado (bia@exemplo.test)'],
        ['Subtotal', 'R$1,250.11'],
        ['Discount', 'VERAO: R$15.55'],
        ['Total', 'R$1,234.56'],
        ['Expires', 'Feb 10, 2024, 4:13 PM'],
        ['Terms accepted', 'Yes'],
      ])

    const lines = await screen.lines(dialog)

    expect(lines.slice(lines.indexOf('Cart items'))).toEqual([
      'Cart items',
      'Pincel Pro',
      'R$416.70 x 3',
      'Product not found',
      'Not counted: it left the customer’s cart too.',
      'unavailable x 2',
    ])

    const bare = one({
      ...details,
      items: [],
      termsAccepted: false,
      discount: { applied: false, cupomCode: null, amount: 0 },
    })

    const empty = await opened({ ...setup, replies: [bare, ...setup.replies!] })
    const facts = Object.fromEntries(await empty.screen.facts(empty.dialog))
    expect(facts).not.toHaveProperty('Desconto')
    expect(facts['Termos aceitos']).toBe('Não')
    await expect
      .poll(async () => (await empty.screen.lines(empty.dialog)).at(-1))
      .toBe('Este carrinho está vazio.')
  })

  it('are set by hand: exactly the chosen state is sent, and a refusal says why [B073, B243, Q110]', async () => {
    const { screen, dialog } = await opened()
    await dialog.getByRole('combobox').selectOption('abandoned')
    screen.replies.unshift(refused(adminApi.carts.setStatus, 'O pedido foi pago.', 409))
    await screen.press('Salvar', dialog)
    await expect
      .poll(() => screen.lines(dialog))
      .toContain('Erro ao atualizar status do carrinho: O pedido foi pago.')
    await dialog.getByRole('combobox').selectOption('completed')
    await expect
      .poll(() => screen.lines(dialog))
      .toContain('Concluir um carrinho à mão não entrega nada: quem entrega é o pagamento.')
    const done: Details = { ...details, status: 'completed' }
    const reply = { success: true as const, ...done, cart: done, data: done }
    screen.replies.unshift(on(adminApi.carts.setStatus, reply), one(done))
    await screen.press('Salvar', dialog)
    await screen.page.getByText('Situação do carrinho atualizada.').waitFor()
    const sent = screen.calls.filter(({ method }) => method === 'PATCH')

    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/carts/11111111-0000-4000-8000-000000000001/status', { status: 'abandoned' }],
      ['/api/admin/carts/11111111-0000-4000-8000-000000000001/status', { status: 'completed' }],
    ])

    await expect.poll(() => screen.fields(dialog)).toEqual([['Situação do carrinho', 'Concluído']])
  })

  it('say why a state was refused on a page that the browser translates', async () => {
    const { screen, dialog } = await opened({ ...setup, changed: 'translated' })
    await dialog.getByRole('combobox').selectOption('abandoned')
    screen.replies.unshift(refused(adminApi.carts.setStatus, 'O pedido foi pago.', 409))
    await screen.press('Salvar', dialog)
    await expect
      .poll(() => screen.lines(dialog))
      .toContain('Erro ao atualizar status do carrinho: O pedido foi pago.')
  })

  it('are deleted only after the question, which names what is done [B177]', async () => {
    const removed = on(adminApi.carts.remove, { success: true, message: 'ok' })
    const screen = await show('/admin/carts', { ...setup, replies: [removed, ...setup.replies!] })
    await screen.press('Deletar: carrinho 00000001')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Deletar carrinho',
        'Tem certeza que deseja deletar este carrinho?',
        'Cancelar',
        'Deletar',
      ])

    expect(screen.calls.some(({ method }) => method === 'DELETE')).toBe(false)
    await screen.press('Deletar', question)
    await screen.page.getByText('Carrinho deletado.').waitFor()
    expect(screen.calls.find(({ method }) => method === 'DELETE')?.path).toBe(
      '/api/admin/carts/11111111-0000-4000-8000-000000000001',
    )
    screen.replies.unshift(refused(adminApi.carts.remove, 'Foi pago.', 409))
    await screen.press('Deletar: carrinho 00000001')
    await screen.press('Deletar', question)
    await screen.page.getByRole('alert').getByText('Erro ao deletar carrinho: Foi pago.').waitFor()
  })

  it('show a loading indicator and no data while they load', async () => {
    const screen = await show('/admin/carts', {
      ...setup,
      replies: [pending(adminApi.carts.list), pending(adminApi.carts.stats)],
    })

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect
      .poll(async () => (await screen.facts()).map(([, value]) => value))
      .toEqual(['', '', '', '', ''])
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })

  it('show an empty list, and a failed load of the list or of one cart [B243, B244]', async () => {
    const none = await show('/admin/carts', { ...setup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining([
          'Nenhum carrinho encontrado',
          'O carrinho de cada cliente aparece aqui assim que recebe um produto.',
        ]),
      )

    const broken = await show('/admin/carts', {
      ...setup,
      replies: [refused(adminApi.carts.list, 'A conta não bate.')],
    })

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Erro ao carregar carrinhos', 'Tentar novamente'])
    // A load error replaces the whole screen.
    expect(await broken.page.getByRole('searchbox').count()).toBe(0)
    expect(await broken.page.locator('dl').count()).toBe(0)
    const lost = refused(adminApi.carts.read, 'x')
    const { screen, dialog } = await opened({ ...setup, replies: [lost, ...setup.replies!] })
    await expect
      .poll(() => screen.lines(dialog.getByRole('alert')))
      .toEqual(['Erro ao carregar detalhes do carrinho', 'Tentar novamente'])
  })
})
