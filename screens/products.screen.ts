import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import { show, type Given } from './show.ts'

type Product = Body<typeof adminApi.products.list>['products'][number]

const product: Product = {
  ...ids(1),
  name: 'Pincel Pro',
  description: 'Um pincel que não perde pelos.',
  price: 1234.56,
  priceFrom: 1234.56,
  variantCount: 1,
  freeKeys: null,
  soldLately: 1001,
  currency: 'BRL',
  category: { ...ids(2), name: 'Pincéis', color: '#336699' },
  provider: 'keyauth',
  status: 'maintenance',
  discordRoleId: '9988776655',
  isFeatured: true,
  image: '/uploads/pincel.png',
  metadata: { sellerType: 'singleloader', level: 7, expiration: 365 },
  maxPerOrder: 3,
  version: 12,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
}

const plain: Product = {
  ...product,
  ...ids(3),
  name: 'Tela Mini',
  price: 20.5,
  priceFrom: 20.5,
  currency: 'USD',
  category: { ...ids(4), name: 'Telas', color: '#998877' },
  provider: 'stock',
  status: 'active',
  isFeatured: false,
  image: null,
  freeKeys: 1234,
  soldLately: 87,
}

const category = (number: number, name: string) => ({
  ...ids(number),
  name,
  description: `Tudo de ${name}`,
  image: null,
  color: '#336699',
  active: true,
  productCount: 4,
  isDefault: false,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
})

const stats = {
  totalProducts: 1044,
  activeProducts: 901,
  maintenanceProducts: 42,
  discontinuedProducts: 31,
  inactiveProducts: 70,
  featuredProducts: 16,
  totalCategories: 23,
}

const list = (...products: Product[]) =>
  on(adminApi.products.list, {
    success: true,
    products,
    distinctCategories: 2,
    ...listed(products.length),
  })

const saved = on(adminApi.products.update, {
  success: true,
  product,
  data: product,
  roleWarning: null,
})

const guild = on(adminApi.roles.guild, {
  success: true,
  problem: null,
  name: 'Servidor da loja',
  roles: [
    { id: '9988776655', name: 'Cliente Pro', warning: null },
    { id: '2', name: 'todos', warning: 'everyone' },
    { id: '3', name: 'robô', warning: 'managed' },
    { id: '4', name: 'chefe', warning: 'hierarchy' },
    { id: '5', name: 'vip', warning: 'permission' },
  ],
})

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(product, plain),
    on(adminApi.products.stats, { success: true, ...stats, data: stats }),
    on(adminApi.categories.list, [category(4, 'Telas'), category(2, 'Pincéis')]),
    guild,
    on(adminApi.products.read, { success: true, product, data: product }),
    saved,
    on(adminApi.products.remove, { success: true }),
  ],
}

const row = (first: string, rest: string) => [first, ...rest.split('|').map((cell) => cell.trim())]

const withFirst = (...replies: Given['replies'] & object) => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

describe('the products of the back office', () => {
  it('show their figures and their rows, every value as it is read [B038, B040]', async () => {
    const screen = await show('/admin/products', { ...setup, width: 1600 })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total de produtos', '1.044'],
        ['Categorias em uso', '23'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        row(
          '',
          'Nome | Preço | Chaves livres | Vendas em 30 dias | Entrega | Categoria | Situação | Ações',
        ),
        row(
          '',
          'Pincel Pro | R$ 1.234,56 | sem estoque próprio | mais de 1.000 | KeyAuth | Pincéis | Em manutenção |',
        ),
        row('', 'Tela Mini | US$ 20,50 | 1.234 | 87 | Estoque | Telas | Ativo |'),
      ])

    await expect.poll(() => screen.page.getByRole('img', { name: 'Em destaque' }).count()).toBe(1)
    screen.expectAnswered()
  })

  it('say in English and on a phone what is left and what was sold', async () => {
    const english = await show('/admin/products', { ...setup, language: 'en-US' })
    const figures = async () => (await english.table()).map((cells) => cells.slice(3, 5))

    await expect.poll(figures).toEqual([
      ['Free keys', 'Sold in 30 days'],
      ['no stock of its own', 'over 1,000'],
      ['1,234', '87'],
    ])

    const few = { ...plain, freeKeys: 1, soldLately: 1 }
    const none = { ...plain, ...ids(9), freeKeys: 0, soldLately: 0 }

    const lines = async (language: Language) => {
      const given = withFirst(list(product, few, none))
      const phone = await show('/admin/products', { ...given, language, width: 390 })

      return phone.page.getByText(/30 di?a?y?s/).allInnerTexts()
    }

    expect(await lines('pt-BR')).toEqual([
      'Pincéis · KeyAuth · mais de 1.000 vendas em 30 dias',
      'Telas · 1 chave livre · 1 venda em 30 dias',
      'Telas · 0 chaves livres · 0 vendas em 30 dias',
    ])

    expect(await lines('en-US')).toEqual([
      'Pincéis · KeyAuth · over 1,000 sold in 30 days',
      'Telas · 1 free key · 1 sold in 30 days',
      'Telas · 0 free keys · 0 sold in 30 days',
    ])
  })

  it('say each provider and each status in a word [B040, B139]', async () => {
    const states = [
      ['stock', 'active'],
      ['keyauth', 'inactive'],
      ['manual', 'maintenance'],
      ['stock', 'discontinued'],
    ] as const

    const rows = states.map(([provider, status], i) => ({
      ...plain,
      ...ids(10 + i),
      provider,
      status,
    }))

    const words = async (language: Language) =>
      (
        await (
          await show('/admin/products', { ...withFirst(list(...rows)), language, width: 1600 })
        ).table()
      )
        .slice(1)
        .map((cells) => `${cells[5]}: ${cells[7]}`)

    expect(await words('pt-BR')).toEqual([
      'Estoque: Ativo',
      'KeyAuth: Inativo',
      'Manual: Em manutenção',
      'Estoque: Descontinuado',
    ])

    expect(await words('en-US')).toEqual([
      'Stock: Active',
      'KeyAuth: Inactive',
      'Manual: Maintenance',
      'Stock: Discontinued',
    ])
  })

  it('lead from the pencil to the page that edits it, and send exactly its values [B042, B106]', async () => {
    const screen = await show('/admin/products?search=pin', setup)
    await screen.press('Editar: Pincel Pro')

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Nome', 'Pincel Pro'],
        ['Descrição', 'Um pincel que não perde pelos.'],
        ['Categoria', 'Pincéis'],
        ['Endereço da imagem', '/uploads/pincel.png'],
        ['Preço', '1234,56'],
        ['Moeda', 'BRL'],
        ['Entrega', 'KeyAuth'],
        ['Validade', 'Por dias'],
        ['Dias', '365'],
        ['Tipo de vendedor', 'singleloader'],
        ['Nível', '7'],
        ['ID do cargo no Discord', '9988776655'],
        ['Situação', 'Em manutenção'],
        ['Máximo por pedido', '3'],
        ['Em destaque', true],
      ])

    expect(new URL(screen.page.url()).search).toBe(`?search=pin&pageOf=${product.id}&part=general`)
    await screen.page.getByLabel('Nome').fill('Pincel')
    await screen.press('Salvar')
    await expect.poll(() => screen.toast()).toBe('Pincel foi atualizado.')

    expect(screen.sent('PUT', `/api/admin/product/${product.id}`)).toEqual([
      {
        name: 'Pincel',
        description: 'Um pincel que não perde pelos.',
        price: 1234.56,
        currency: 'BRL',
        category: ids(2).id,
        provider: 'keyauth',
        status: 'maintenance',
        discordRoleId: '9988776655',
        isFeatured: true,
        image: '/uploads/pincel.png',
        maxPerOrder: 3,
        metadata: { sellerType: 'singleloader', level: 7, expiration: 365 },
        version: 12,
      },
    ])

    const english = await show('/admin/products', { ...setup, language: 'en-US' })
    await english.press('Edit: Pincel Pro')

    await expect
      .poll(async () => (await english.fields()).map(([label]) => label))
      .toEqual([
        'Name',
        'Description',
        'Category',
        'Image URL',
        'Price',
        'Currency',
        'Provider',
        'Validity',
        'Days',
        'Seller type',
        'Level',
        'Discord role ID',
        'Status',
        'Maximum per order',
        'Featured',
      ])
  })

  it('begin a new one at its old address too, and say what its role lacks [B042, B154, B197]', async () => {
    const screen = await show(
      '/admin/products?new=1',
      withFirst(
        on(adminApi.products.create, {
          success: true,
          product,
          data: product,
          roleWarning: 'hierarchy',
        }),
      ),
    )

    await screen.page.getByLabel('Nome').fill('Tinta Azul')
    await screen.page.getByLabel('Descrição').fill('Seca depressa.')
    await screen.page.getByLabel('Preço').fill('19.9')
    await screen.page.getByLabel('Validade').selectOption('Vitalícia')
    await screen.press('Salvar')
    await expect.poll(() => screen.toast()).toBe('Tinta Azul foi criado.')

    expect(screen.sent('POST', '/api/admin/product')).toEqual([
      {
        name: 'Tinta Azul',
        description: 'Seca depressa.',
        price: 19.9,
        currency: 'BRL',
        category: '11111111-0000-4000-8000-000000000004',
        provider: 'stock',
        status: 'active',
        isFeatured: false,
        discordRoleId: null,
        image: null,
        maxPerOrder: 10,
        metadata: { sellerType: 'multiloader', level: 1, expiration: null },
      },
    ])

    expect(await screen.lines(screen.page.getByRole('main').getByRole('status'))).toEqual([
      'Tinta Azul foi salvo, mas o cargo não pode ser dado agora. Este cargo está acima do cargo do bot: arraste o do bot para cima dele no servidor.',
    ])
    expect(new URL(screen.page.url()).search).toBe(`?pageOf=${product.id}`)
  })

  it('say in the form which role is given, and why one cannot be [B183, Q47]', async () => {
    const hints = async (language: Language, edit: string, label: string) => {
      const screen = await show('/admin/products', { ...setup, language })
      await screen.press(`${edit}: Pincel Pro`)
      const field = screen.page.getByLabel(label)
      await field.waitFor()
      const hint = `[id="${await field.getAttribute('aria-describedby')}"]`
      const fieldTexts = []

      for (const id of ['9988776655', '2', '3', '4', '5', '77', '']) {
        await field.fill(id)
        // The Discord roles may still be loading.
        await screen.atRest()
        fieldTexts.push(await screen.page.locator(hint).innerText())
      }

      return fieldTexts
    }

    expect(await hints('pt-BR', 'Editar', 'ID do cargo no Discord')).toEqual([
      'Cargo: Cliente Pro. O bot pode dá-lo.',
      'Este é o cargo que todos têm: não pode ser dado.',
      'Este cargo pertence a uma integração: não pode ser dado.',
      'Este cargo está acima do cargo do bot: arraste o do bot para cima dele no servidor.',
      'Falta ao bot a permissão de gerenciar cargos.',
      'Este cargo não existe no servidor.',
      'Dado a quem compra, se a conta estiver conectada.',
    ])

    expect(await hints('en-US', 'Edit', 'Discord role ID')).toEqual([
      'Role: Cliente Pro. The bot can give it.',
      'This is the role everyone has: it can’t be given.',
      'This role belongs to an integration: it can’t be given.',
      'This role is above the bot’s own: drag the bot’s role above it on the server.',
      'The bot doesn’t have permission to manage roles.',
      'This role doesn’t exist on the server.',
      'Given to buyers whose account is connected.',
    ])
  })

  it('change a state in the row, and lead back to it [B040, B139] [F141]', async () => {
    const screen = await show('/admin/products', setup)
    await screen.turn('Situação de Tela Mini', 'Descontinuado')
    await expect.poll(() => screen.toast()).toBe('Tela Mini foi atualizado. | Desfazer')
    await screen.press('Desfazer')
    await expect.poll(() => screen.toast()).toBe('Tela Mini foi atualizado.')

    expect(screen.sent('PUT', `/api/admin/product/${plain.id}`)).toEqual([
      { status: 'discontinued' },
      { status: 'active' },
    ])

    await screen.press('Tirar do destaque: Pincel Pro')
    await expect.poll(() => screen.toast()).toBe('Pincel Pro foi atualizado. | Desfazer')
    expect(screen.sent('PUT', `/api/admin/product/${product.id}`)).toEqual([{ isFeatured: false }])
  })

  it('ask before one is deleted, and say why the shop refuses [B041, B176, B232]', async () => {
    const screen = await show('/admin/products', setup)
    await screen.choose('Excluir', 'Pincel Pro')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir Pincel Pro?',
        'Sai da loja e dos carrinhos para sempre. Pedidos e licenças ficam como estão; chaves não vendidas continuam no estoque.',
        'Cancelar',
        'Excluir produto',
      ])

    await question.getByRole('button').last().click()
    await expect.poll(() => screen.toast()).toBe('1 produto excluído.')
    expect(screen.sent('DELETE', `/api/admin/product/${product.id}`)).toHaveLength(1)
  })

  it('request the filtered rows [B006, B038]', async () => {
    const path = '/admin/products?search=pin&status=maintenance&provider=keyauth'
    const screen = await show(path, setup)
    await screen.atRest()
    const [listed] = screen.calls.filter((call) => call.path === '/api/admin/product')

    expect(listed!.query).toMatchObject({
      page: '1',
      search: 'pin',
      status: 'maintenance',
      provider: 'keyauth',
    })
  })

  it('show why an action was refused [B232, B233]', async () => {
    const { remove, update, create } = adminApi.products

    const screen = await show(
      '/admin/products',
      withFirst(...[remove, update, create].map((call) => refused(call, 'Motivo.', 409))),
    )

    const waitForAlert = (text: string) =>
      screen.page.getByRole('alert').getByText(text).last().waitFor()
    await screen.choose('Excluir', 'Pincel Pro')
    await screen.press('Excluir produto', screen.page.getByRole('alertdialog'))
    await waitForAlert('Erro ao excluir o produto. Motivo.')
    await screen.press('Tirar do destaque: Pincel Pro')
    await waitForAlert('Erro ao atualizar o produto. Motivo.')
    await screen.press('Editar: Tela Mini')
    await screen.page.getByLabel('Nome', { exact: true }).fill('Tela')
    await screen.press('Salvar')
    await expect
      .poll(() => screen.lines(screen.page.locator('form').getByRole('alert')))
      .toEqual(['Erro ao atualizar o produto. Motivo.'])
    await screen.page.goto('/admin/products?pageOf=new')
    await screen.page.getByLabel('Nome').fill('Tinta Azul')
    await screen.page.getByLabel('Descrição').fill('Seca depressa.')
    await screen.page.getByLabel('Preço').fill('5')
    await screen.page.getByLabel('Validade').selectOption('Vitalícia')
    await screen.press('Salvar')
    await waitForAlert('Erro ao criar o produto. Motivo.')
  })

  it('show a failed load with its retry, and an empty list', async () => {
    const screen = await show(
      '/admin/products',
      withFirst(refused(adminApi.products.list, 'Não dá.')),
    )

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao carregar produtos.', 'Tentar novamente'])
    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Produtos',
        'O que a loja vende, por quanto e como é entregue.',
        'Avaliações',
        'Exportar CSV',
        'Adicionar produto',
        'Total de produtos',
        '1.044',
        'Categorias em uso',
        '23',
        'Todos',
        'Ativos',
        'Inativos',
        'Todas as situações',
        'Todas as categorias',
        'Todas as entregas',
        'Nenhum produto ainda',
        'Crie o primeiro produto e depois coloque chaves no estoque.',
        'Adicionar produto',
      ])
  })

  it('show a loading indicator and no data while they load', async () => {
    const screen = await show(
      '/admin/products',
      withFirst(pending(adminApi.products.list), pending(adminApi.products.stats)),
    )

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total de produtos', ''],
        ['Categorias em uso', ''],
      ])
  })
})
