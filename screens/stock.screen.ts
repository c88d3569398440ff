import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import { show, type Given } from './show.ts'

type Key = Body<typeof adminApi.stock.list>['licenses'][number]
type Product = Body<typeof adminApi.stock.products>['products'][number]

const used: Key = {
  ...ids(1),
  licenseKey: 'AAAA-BBBB-CCCC-1234',
  maskedKey: '••••1234',
  product: { ...ids(2), name: 'Pincel Pro', variant: { ...ids(2), name: '' } },
  productId: ids(2).id,
  status: 'used',
  usedBy: { email: 'bia@exemplo.test', name: 'Bia Prado', usedAt: '2024-02-07T19:21:00.000Z' },
  sold: true,
  orderId: ids(3).id,
  orderNumber: 'ORD-000017',
  createdAt: '2024-02-03T17:05:00.000Z',
  updatedAt: '2024-02-08T20:33:00.000Z',
}

/** A free key of a deleted product; the shop shows only the key's end. */
const free: Key = {
  ...used,
  ...ids(4),
  licenseKey: '••••5678',
  maskedKey: '••••5678',
  product: null,
  status: 'available',
  usedBy: null,
  sold: false,
  orderId: null,
  orderNumber: null,
  createdAt: '2024-03-09T17:05:00.000Z',
  updatedAt: '2024-03-10T18:15:00.000Z',
}

const counts = {
  totalLicenses: 2000,
  availableLicenses: 1250,
  usedLicenses: 501,
  revokedLicenses: 149,
  reservedLicenses: 100,
}

const brush: Product = {
  ...ids(2),
  productId: ids(2).id,
  name: 'Pincel Pro',
  productName: 'Pincel Pro',
  variantName: '',
  available: 1402,
  waiting: 2,
  threshold: 15,
  lowSince: '2024-02-07T19:21:00.000Z',
  soldIn30Days: 31,
  daysLeft: 9.7,
  awaited: 27,
}

/** A product with a single variant. */
const alone = (number: number, name: string) => ({
  ...ids(number),
  productId: ids(number).id,
  name,
  productName: name,
})

const shelf: Product[] = [
  brush,
  { ...brush, ...alone(5, 'Tela'), available: 4, waiting: 1, daysLeft: 0.4, awaited: 0 },
  {
    ...brush,
    ...alone(6, 'Tinta'),
    available: 60,
    waiting: 0,
    lowSince: null,
    daysLeft: null,
    awaited: 1,
    threshold: 5,
  },
  { ...brush, ...alone(7, 'Cola'), waiting: 0, lowSince: null, daysLeft: 1.2 },
]

const list = (...licenses: Key[]) =>
  on(adminApi.stock.list, { success: true, licenses, ...listed(licenses.length) })

const one = (license: Key) => ({ success: true, ...license, license, data: license }) as const

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(used, free),
    on(adminApi.stock.stats, { success: true, ...counts, data: counts }),
    on(adminApi.stock.products, { success: true, products: shelf }),
    on(adminApi.stock.read, one(used)),
    on(adminApi.stock.status, one(used)),
    on(adminApi.stock.remove, { success: true }),
    on(adminApi.stock.threshold, { success: true, product: brush }),
    on(adminApi.stock.reveal, { success: true, licenseKey: 'DDDD-EEEE-FFFF-5678' }),
  ],
}

const withFirst = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

describe('the stock of the back office', () => {
  it('show their figures with shares and their rows, every value as it is read [B049, B051]', async () => {
    const screen = await show('/admin/stock', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total', '2.000'],
        ['Disponíveis', '1.250 | 62,5%'],
        ['Usadas', '501 | 25,1%'],
        ['Revogadas', '149 | 7,5%'],
        ['Reservadas', '100 | 5,0%'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['', 'Chave', 'Produto', 'Situação', 'Usada por', 'Criada em', 'Ações'],
        [
          '',
          '••••1234',
          'Pincel Pro',
          'Usada',
          'bia@exemplo.test | Bia Prado',
          '3 fev 2024 14:05',
          '',
        ],
        ['', '••••5678', 'Produto não encontrado', 'Disponível', '-', '9 mar 2024 14:05', ''],
      ])

    screen.expectAnswered()
  })

  it('show their figures in English [B049]', async () => {
    const screen = await show('/admin/stock', { ...setup, language: 'en-US' })
    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total', '2,000'],
        ['Available', '1,250 | 62.5%'],
        ['Used', '501 | 25.1%'],
        ['Revoked', '149 | 7.5%'],
        ['Reserved', '100 | 5.0%'],
      ])
  })

  it('say each state in a word [B051]', async () => {
    const states = ['available', 'reserved', 'used', 'revoked'] as const
    const rows = states.map((status, i) => ({ ...free, ...ids(10 + i), status }))

    const words = async (language: Language) =>
      (await (await show('/admin/stock', { ...withFirst(list(...rows)), language })).table())
        .slice(1)
        .map((cells) => cells[3])

    expect(await words('pt-BR')).toEqual(['Disponível', 'Reservada', 'Usada', 'Revogada'])
    expect(await words('en-US')).toEqual(['Available', 'Reserved', 'Used', 'Revoked'])
  })

  it('show a key by its eye, and request a key that the list only masks [B051, Q120] [D036]', async () => {
    const screen = await show('/admin/stock', setup)
    await screen.press('Mostrar a chave ••••1234')
    await expect
      .poll(async () => (await screen.table()).map((cells) => cells[1]))
      .toEqual(['Chave', 'AAAA-BBBB-CCCC-1234', '••••5678'])
    await screen.press('Mostrar a chave ••••5678')
    const dialog = screen.dialog()

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Mostrar a chave',
        'Mostrar uma chave inteira fica registrado na auditoria, com o seu nome.',
        '••••5678',
        'Mostrar chave',
      ])

    await screen.press('Mostrar chave', dialog)
    await expect.poll(() => screen.lines(dialog)).toContain('DDDD-EEEE-FFFF-5678')
    expect(screen.sent('POST', `/api/admin/stock/${free.id}/reveal`)).toHaveLength(1)
  })

  it('open one with all that is known of it; a sold one keeps its buyer [B052, B110, Q110]', async () => {
    const details = async (language: Language) => {
      const screen = await show('/admin/stock', { ...setup, language })
      await screen.follow('••••1234')
      await screen.atRest()
      const dialog = screen.dialog()

      return {
        title: await dialog.getByRole('heading').first().innerText(),
        facts: await screen.facts(dialog),
        fields: await screen.fields(dialog),
        rest: (await screen.lines(dialog)).slice(-6),
      }
    }

    expect(await details('pt-BR')).toEqual({
      title: 'Licença ••••1234',

      facts: [
        ['Chave', '••••1234'],
        ['Produto', 'Pincel Pro'],
        ['Situação', 'Usada'],
        ['Usada por', 'Bia Prado · bia@exemplo.test'],
        ['Usada em', '7 fev 2024 16:21'],
        ['Pedido', 'ORD-000017'],
        ['Criada em', '3 fev 2024 14:05'],
        ['Alterada em', '8 fev 2024 17:33'],
      ],

      fields: [
        ['Situação de ••••1234', 'Usada'],
        ['E-mail de quem usa', 'bia@exemplo.test'],
        ['Nome de quem usa', 'Bia Prado'],
      ],

      rest: [
        '8 fev 2024 17:33',
        'Usada',
        'Salvar',
        'E-mail de quem usa',
        'Esta chave foi entregue em um pedido: quem usa é quem comprou.',
        'Nome de quem usa',
      ],
    })

    expect(await details('en-US')).toEqual({
      title: 'Licence ••••1234',

      facts: [
        ['Key', '••••1234'],
        ['Product', 'Pincel Pro'],
        ['Status', 'Used'],
        ['Used by', 'Bia Prado · bia@exemplo.test'],
        ['Used on', 'Feb 7, 2024, 4:21 PM'],
        ['Order', 'ORD-000017'],
        ['Created', 'Feb 3, 2024, 2:05 PM'],
        ['Changed', 'Feb 8, 2024, 5:33 PM'],
      ],

      fields: [
        ['Status of ••••1234', 'Used'],
        ['User’s email', 'bia@exemplo.test'],
        ['User’s name', 'Bia Prado'],
      ],

      rest: [
        'Feb 8, 2024, 5:33 PM',
        'Used',
        'Save',
        'User’s email',
        'This key was delivered with an order: its buyer uses it.',
        'User’s name',
      ],
    })
  })

  it('say before a key is revoked what its customer sees then [B144, Q110]', async () => {
    const ask = async (language: Language, status: string, save: string) => {
      const screen = await show('/admin/stock', { ...setup, language })
      await screen.follow('••••1234')
      const dialog = screen.dialog()
      await dialog.getByRole('combobox').selectOption(status)
      await screen.press(save, dialog)

      return screen.lines(screen.page.getByRole('alertdialog'))
    }

    expect(await ask('pt-BR', 'Revogada', 'Salvar')).toEqual([
      'Revogar a chave ••••1234?',
      'Chaves revogadas não são vendidas; quem já recebeu uma passa a vê-la como suspensa.',
      'Cancelar',
      'Revogar chave',
    ])

    expect(await ask('en-US', 'Revoked', 'Save')).toEqual([
      'Revoke the key ••••1234?',
      'Revoked keys are not sold; customers who have one see it as suspended from now on.',
      'Cancel',
      'Revoke key',
    ])
  })

  it('show a dash for what a free key has not, and send who uses it [B052, B208]', async () => {
    const screen = await show('/admin/stock', withFirst(on(adminApi.stock.read, one(free))))
    await screen.follow('••••5678')
    const dialog = screen.dialog('Licença ••••5678')

    await expect
      .poll(() => screen.facts(dialog))
      .toEqual([
        ['Chave', '••••5678'],
        ['Produto', 'Produto não encontrado'],
        ['Situação', 'Disponível'],
        ['Usada por', '-'],
        ['Usada em', '-'],
        ['Pedido', '-'],
        ['Criada em', '9 mar 2024 14:05'],
        ['Alterada em', '10 mar 2024 15:15'],
      ])

    await dialog.getByLabel('Situação de ••••5678').selectOption('Usada')
    await dialog.getByLabel('E-mail de quem usa').fill('leo@exemplo.test')
    await dialog.getByLabel('Nome de quem usa').fill('Leo Lima')
    await screen.press('Salvar', dialog)
    await expect.poll(() => screen.toast()).toBe('Chave ••••5678 atualizada.')
    expect(screen.sent('PATCH', `/api/admin/stock/${free.id}/status`)).toEqual([
      { status: 'used', usedBy: { email: 'leo@exemplo.test', name: 'Leo Lima' } },
    ])
  })

  it('show waiting buyers, how long each product lasts, and the warning threshold [B049, Q38]', async () => {
    const watch = async (language: Language, tab: string, tableName: string) => {
      const screen = await show('/admin/stock', { ...setup, language })
      const waiting = await screen.lines(
        screen.page.getByRole('main').getByRole('listitem').first().locator('xpath=../..'),
      )
      await screen.follow(tab)
      const table = screen.page.getByRole('table', { name: tableName })
      await table.waitFor()

      return {
        screen,
        read: { waiting, rows: await screen.table(), fields: await screen.fields(table) },
      }
    }

    const { screen, read } = await watch('pt-BR', 'Alertas de estoque', 'Alertas de estoque')

    expect(read).toEqual({
      waiting: [
        'Há compras pagas à espera de uma chave. As chaves que você adicionar vão primeiro para elas, da mais antiga em diante.',
        'Pincel Pro: 2 à espera',
        'Tela: 1 à espera',
      ],

      rows: [
        ['Produto', 'Livres', 'Duram', 'Na lista de espera', 'Avisar a partir de', 'Ações'],
        ['Tela | Baixo', '4', 'Menos de um dia', '0', '', ''],
        ['Pincel Pro | Baixo', '1.402', '9 dias', '27', '', ''],
        ['Cola', '1.402', '1 dia', '27', '', ''],
        ['Tinta', '60', 'Sem vendas em 30 dias', '1', '', ''],
      ],

      fields: [
        ['Limite de aviso de Tela', '15'],
        ['Limite de aviso de Pincel Pro', '15'],
        ['Limite de aviso de Cola', '15'],
        ['Limite de aviso de Tinta', '5'],
      ],
    })

    expect(await screen.lines()).toContain(
      'A equipe recebe um e-mail quando um produto cai até o limite dele, uma vez a cada queda.',
    )

    const field = screen.page.getByLabel('Limite de aviso de Pincel Pro')
    await field.fill('40')
    await field.press('Enter')
    await expect.poll(() => screen.toast()).toBe('Limite de Pincel Pro salvo.')
    expect(screen.sent('PUT', `/api/admin/stock/products/${brush.id}/threshold`)).toEqual([
      { threshold: 40 },
    ])

    expect((await watch('en-US', 'Stock alerts', 'Stock alerts')).read).toEqual({
      waiting: [
        'Paid purchases are waiting for a key. Keys you add go to them first, oldest first.',
        'Pincel Pro: 2 waiting',
        'Tela: 1 waiting',
      ],

      rows: [
        ['Product', 'Available', 'Lasts', 'On the waitlist', 'Alert at', 'Actions'],
        ['Tela | Low', '4', 'Less than a day', '0', '', ''],
        ['Pincel Pro | Low', '1,402', '9 days', '27', '', ''],
        ['Cola', '1,402', '1 day', '27', '', ''],
        ['Tinta', '60', 'No sales in 30 days', '1', '', ''],
      ],

      fields: [
        ['Threshold of Tela', '15'],
        ['Threshold of Pincel Pro', '15'],
        ['Threshold of Cola', '15'],
        ['Threshold of Tinta', '5'],
      ],
    })
  })

  it('the alerts are the first tab; the stock opens on its keys, and a row on its own [B049]', async () => {
    const screen = await show('/admin/stock', setup)
    const tabs = screen.page.getByRole('navigation', { name: 'Visões' }).getByRole('link')
    const chosen = () => screen.page.locator('nav [aria-current=true]').allInnerTexts()

    await expect
      .poll(() => tabs.allInnerTexts())
      .toEqual(['Alertas de estoque', 'Todas', 'Disponíveis', 'Usadas'])
    await expect.poll(chosen).toEqual(['Todas'])

    await tabs.first().click()
    await expect.poll(chosen).toEqual(['Alertas de estoque'])
    expect(await screen.page.getByRole('searchbox').count()).toBe(0)

    await screen.press('Adicionar licenças: Cola')
    await screen.dialog('Adicionar licenças').waitFor()
    expect(new URL(screen.page.url()).search).toBe(
      `?tab=watch&new=1&productId=${shelf[3]!.id}&variantId=${shelf[3]!.id}`,
    )
    await screen.page.keyboard.press('Escape')

    await screen.follow('Cola')
    await expect.poll(chosen).toEqual([])
    await screen.page.getByRole('searchbox').waitFor()
    expect(new URL(screen.page.url()).search).toBe(
      `?productId=${shelf[3]!.id}&variantId=${shelf[3]!.id}`,
    )
  })

  it('judge each line of a paste, say why one is left out, and send the rest [B053, B173, B174, B207, Q45]', async () => {
    const answer = (dryRun: boolean) =>
      on(adminApi.stock.add, {
        success: true,
        message: 'ok',
        dryRun,
        added: 2,
        skipped: 2,
        lines: [
          { line: 1, result: 'accepted' },
          { line: 2, result: 'duplicate', firstLine: 1 },
          { line: 3, result: 'duplicate' },
          { line: 4, result: 'accepted' },
          { line: 5, result: 'invalid' },
        ],
      })

    const add = async (language: Language, title: string, check: string) => {
      const screen = await show('/admin/stock?new=1', { ...withFirst(answer(true)), language })
      const dialog = screen.dialog(title)
      await dialog.getByRole('combobox').selectOption({ index: 1 })
      await dialog.getByRole('textbox').fill('K-1\n\nK-1\nK-2\nK-3\nK-4')
      await screen.press(check, dialog)
      await screen.atRest()

      return { screen, dialog, lines: await screen.lines(dialog) }
    }

    const { screen, dialog, lines } = await add('pt-BR', 'Adicionar licenças', 'Conferir linhas')

    expect(lines).toEqual([
      'Adicionar licenças',
      'Produto',
      'Pincel Pro (disponíveis: 1.402)',
      'Licenças, uma por linha',
      '5 linhas com chave.',
      'Importar de arquivo',
      '2 aceitas',
      '2 repetidas',
      '1 vazia',
      '1 inválida',
      'Linha 2',
      'Vazia',
      'Linha 3',
      'Repete a linha 1',
      'Linha 4',
      'Já está cadastrada na loja',
      'Linha 6',
      'Longa demais, ou com caracteres invisíveis, de controle ou ilegíveis (�)',
      'Cancelar',
      'Conferir linhas',
      'Adicionar 2 licenças',
    ])

    screen.replies.unshift(answer(false))
    await dialog.getByRole('button', { name: /2/ }).click()
    await expect.poll(() => screen.toast()).toBe('2 licenças adicionadas.')
    const sent = { productId: brush.id, licenses: ['K-1', 'K-1', 'K-2', 'K-3', 'K-4'] }

    expect(screen.sent('POST', '/api/admin/stock')).toEqual([
      { ...sent, dryRun: true },
      { ...sent, dryRun: false },
    ])

    expect((await add('en-US', 'Add licences', 'Check lines')).lines).toEqual([
      'Add licences',
      'Product',
      'Pincel Pro (1,402 available)',
      'Licences, one per line',
      '5 lines with a key.',
      'Import from a file',
      '2 accepted',
      '2 duplicate',
      '1 empty',
      '1 invalid',
      'Line 2',
      'Empty',
      'Line 3',
      'Repeats line 1',
      'Line 4',
      'Already in the shop',
      'Line 6',
      'Too long, or has invisible, control or unreadable characters (�)',
      'Cancel',
      'Check lines',
      'Add 2 licences',
    ])
  })

  it('ask before one is deleted; a sold one cannot be [B176, B209, Q43]', async () => {
    const screen = await show('/admin/stock', setup)
    const stays = screen.page.getByRole('button', { name: 'Excluir: ••••1234' })
    await expect
      .poll(() => stays.getAttribute('title'))
      .toEqual('Já foi entregue a um cliente: revogue-a em vez de excluir')
    await screen.press('Excluir: ••••5678')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir a chave ••••5678?',
        'A chave sai do estoque para sempre e não pode mais ser vendida. Isto não pode ser desfeito.',
        'Cancelar',
        'Excluir do estoque',
      ])

    await question.getByRole('button').last().click()
    await expect.poll(() => screen.toast()).toBe('Chave excluída.')
    expect(screen.sent('DELETE', `/api/admin/stock/${free.id}`)).toHaveLength(1)

    // Every list and figure that depends on the stock is loaded again.
    for (const { path } of [adminApi.stock.list, adminApi.stock.stats, adminApi.stock.products])
      await expect
        .poll(() => screen.calls.filter((call) => call.path === path).length)
        .toBeGreaterThanOrEqual(2)
  })

  it('show why an action was refused [B245]', async () => {
    const { read, status, remove, add } = adminApi.stock

    const screen = await show(
      '/admin/stock',
      withFirst(...[read, status, remove, add].map((call) => refused(call, 'Motivo.', 409))),
    )

    const waitForAlert = (text: string) => screen.page.getByRole('alert').getByText(text).waitFor()
    await screen.follow('••••1234')
    await waitForAlert('Erro ao carregar os detalhes da licença.')
    screen.replies.unshift(on(read, one(used)))
    await screen.press('Tentar novamente', screen.dialog())
    await screen.dialog().getByRole('combobox').selectOption('Revogada')
    await screen.press('Salvar', screen.dialog())
    await screen.press('Revogar chave', screen.page.getByRole('alertdialog'))
    await waitForAlert('Erro ao atualizar a licença. Motivo.')
    await screen.page.goto('/admin/stock')
    await screen.press('Excluir: ••••5678')
    await screen.press('Excluir do estoque', screen.page.getByRole('alertdialog'))
    await waitForAlert('Erro ao excluir a licença. Motivo.')
    await screen.page.goto('/admin/stock?new=1')
    await screen.dialog().getByRole('combobox').selectOption({ index: 1 })
    await screen.dialog().getByRole('textbox').fill('K-1')
    await screen.press('Conferir linhas', screen.dialog())
    await waitForAlert('Erro ao adicionar licenças. Motivo.')
  })

  it('show their rows although figures and products did not load [B245]', async () => {
    const screen = await show(
      '/admin/stock',
      withFirst(refused(adminApi.stock.stats, 'x'), refused(adminApi.stock.products, 'x')),
    )

    await expect
      .poll(async () => (await screen.table()).map((cells) => cells[1]))
      .toEqual(['Chave', '••••1234', '••••5678'])
    expect(await screen.page.getByRole('alert').count()).toBe(0)
  })

  it('show a failed load with its retry, and an empty list [B245]', async () => {
    const screen = await show(
      '/admin/stock',
      withFirst(refused(adminApi.stock.list, 'Não dá.'), refused(adminApi.stock.stats, 'Não dá.')),
    )

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total', '-'],
        ['Disponíveis', '-'],
        ['Usadas', '-'],
        ['Revogadas', '-'],
        ['Reservadas', '-'],
      ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao carregar o estoque.', 'Tentar novamente'])
    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()

    await expect
      .poll(async () => (await screen.lines()).slice(-3))
      .toEqual([
        'Nenhuma chave no estoque',
        'Adicione chaves a um produto para que ele possa ser vendido.',
        'Adicionar licenças',
      ])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/stock', withFirst(pending(adminApi.stock.list)))
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })
})
