import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type Product = Body<typeof adminApi.products.list>['products'][number]

const product: Product = {
  ...ids(1),
  name: 'Pincel Pro',
  description: 'Um pincel que não perde pelos.',
  price: 1234.5,
  priceFrom: 1234.5,
  variantCount: 1,
  freeKeys: 47,
  soldLately: 61,
  currency: 'BRL',
  category: { ...ids(2), name: 'Pincéis', color: '#336699' },
  provider: 'keyauth',
  status: 'active',
  discordRoleId: null,
  isFeatured: true,
  image: null,
  metadata: { sellerType: 'singleloader', level: 7, expiration: 365 },
  maxPerOrder: 3,
  version: 12,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
}

const category = (number: number, name: string) => ({
  ...ids(number),
  name,
  description: '',
  image: null,
  color: '#336699',
  active: true,
  productCount: 4,
  isDefault: false,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
})

const answer = { success: true as const, product, data: product }

const setup: Given = {
  as: { role: 'admin' },

  replies: [
    on(adminApi.categories.list, [category(4, 'Telas'), category(2, 'Pincéis')]),
    on(adminApi.products.read, answer),
    on(adminApi.products.create, { ...answer, roleWarning: null }),
    on(adminApi.products.update, { ...answer, roleWarning: null }),
    on(adminApi.roles.guild, { success: true, problem: null, name: 'Servidor', roles: [] }),
    on(adminApi.stock.add, {
      success: true,
      message: '',
      dryRun: false,
      added: 2,
      skipped: 1,
      lines: [],
    }),
  ],
}

const withFirst = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

const preview = 'Como aparece na loja'

/** The visible errors, from top to bottom. */
const wrong = (screen: Screen) => screen.page.getByRole('main').getByRole('alert').allInnerTexts()

describe('a new product on its page', () => {
  it('has no term that nobody chose, shows its card as one types, and takes its keys with it [B042] [P421]', async () => {
    const screen = await show('/admin/products?pageOf=new', setup)

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Nome', ''],
        ['Descrição', ''],
        ['Categoria', 'Telas'],
        ['Endereço da imagem', ''],
        ['Preço', ''],
        ['Moeda', 'BRL'],
        ['Entrega', 'Estoque'],
        ['Validade', 'Escolha'],
        ['ID do cargo no Discord', ''],
        ['Chaves (uma por linha)', ''],
        ['Situação', 'Ativo'],
        ['Máximo por pedido', '10'],
        ['Em destaque', false],
      ])

    const card = screen.page.getByRole('region', { name: preview })

    expect(await screen.lines(card)).toEqual([
      preview,
      'Nome do produto',
      'A descrição aparece aqui.',
      'R$ 0,00',
      'Telas',
    ])

    await screen.page.getByLabel('Nome').fill('Tinta Azul')
    await screen.press('Salvar')

    await expect
      .poll(() => wrong(screen))
      .toEqual([
        'Preencha este campo.',
        'Preencha este campo.',
        'Diga por quanto tempo a chave vale.',
      ])

    expect(screen.sent('POST', '/api/admin/product')).toEqual([])
    await screen.page.getByLabel('Descrição').fill('Seca depressa.')
    await screen.page.getByLabel('Preço').fill('1.234,56')
    await screen.page.getByLabel('Validade').selectOption('Por dias')
    await screen.page.getByLabel('Dias').fill('30')
    await screen.page.getByLabel('Categoria').selectOption('Pincéis')
    await expect
      .poll(() => screen.lines(card))
      .toEqual([preview, 'Tinta Azul', 'Seca depressa.', 'R$ 1.234,56', 'Pincéis', 'Vale 30 dias'])
    await screen.page.getByLabel('Chaves (uma por linha)').fill('AAA-1\n\nAAA-2\nAAA-1\n')
    await screen.press('Salvar')
    await expect.poll(() => screen.toast()).toBe('2 licenças adicionadas.')

    expect(screen.sent('POST', '/api/admin/product')).toEqual([
      {
        name: 'Tinta Azul',
        description: 'Seca depressa.',
        price: 1234.56,
        currency: 'BRL',
        category: '11111111-0000-4000-8000-000000000002',
        provider: 'stock',
        status: 'active',
        isFeatured: false,
        discordRoleId: null,
        image: null,
        maxPerOrder: 10,
        metadata: { sellerType: 'multiloader', level: 1, expiration: 30 },
      },
    ])

    expect(screen.sent('POST', '/api/admin/stock')).toEqual([
      { productId: product.id, licenses: ['AAA-1', 'AAA-2', 'AAA-1'], dryRun: false },
    ])
    await screen.page
      .getByText('1 chave não entrou: já existe ou não serve. Confira em Estoque.')
      .waitFor()
    expect(new URL(screen.page.url()).search).toBe(`?pageOf=${product.id}`)
  })

  it('asks only what its delivery needs, can be for life, and is saved on a phone [P420, P421, P326]', async () => {
    const screen = await show('/admin/products?pageOf=new', {
      ...setup,
      language: 'en-US',
      width: 390,
    })

    const labels = async () => (await screen.fields()).map(([label]) => label).slice(6, -3)
    await expect
      .poll(labels)
      .toEqual(['Provider', 'Validity', 'Discord role ID', 'Keys (one per line)'])
    await screen.page.getByLabel('Provider').selectOption('KeyAuth')
    await expect
      .poll(labels)
      .toEqual(['Provider', 'Validity', 'Seller type', 'Level', 'Discord role ID'])
    await screen.page.getByLabel('Name').fill('Blue')
    await screen.page.getByLabel('Description').fill('Dries fast.')
    await screen.page.getByLabel('Price').fill('20.5')
    await screen.page.getByLabel('Validity').selectOption('Lifetime')
    // The save button is above the bottom navigation, so a press reaches it.
    const save = (await screen.page.getByRole('button', { name: 'Save' }).boundingBox())!
    const foot = screen.page.getByRole('navigation', { name: 'Shortcuts' })
    expect(save.y + save.height).toBeLessThanOrEqual((await foot.boundingBox())!.y)
    await screen.press('Save')
    await expect.poll(() => wrong(screen)).toEqual(['KeyAuth needs a validity in days.'])
    await screen.page.getByLabel('Provider').selectOption('Manual')
    await expect.poll(labels).toEqual(['Provider', 'Validity', 'Discord role ID'])
    await screen.press('Save')
    await expect.poll(() => screen.sent('POST', '/api/admin/product')).toHaveLength(1)

    expect(screen.sent('POST', '/api/admin/product')[0]).toMatchObject({
      price: 20.5,
      provider: 'manual',
      metadata: { expiration: null },
    })

    expect(screen.sent('POST', '/api/admin/stock')).toEqual([])
  })

  it('begins as a copy that is off sale, and keeps the typed text when the shop refuses [P422]', async () => {
    const screen = await show(
      `/admin/products?pageOf=new&copyOf=${product.id}`,
      withFirst(refused(adminApi.products.create, 'Já existe um produto com este nome.', 409)),
    )

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Nome', 'Pincel Pro (cópia)'],
        ['Descrição', 'Um pincel que não perde pelos.'],
        ['Categoria', 'Pincéis'],
        ['Endereço da imagem', ''],
        ['Preço', '1234,50'],
        ['Moeda', 'BRL'],
        ['Entrega', 'KeyAuth'],
        ['Validade', 'Por dias'],
        ['Dias', '365'],
        ['Tipo de vendedor', 'singleloader'],
        ['Nível', '7'],
        ['ID do cargo no Discord', ''],
        ['Situação', 'Inativo'],
        ['Máximo por pedido', '3'],
        ['Em destaque', true],
      ])

    await screen.page.getByText('Só produtos ativos aparecem na loja.').waitFor()
    await screen.page.getByLabel('Nome').fill('Pincel Novo')
    await screen.press('Salvar')
    await expect
      .poll(() => wrong(screen))
      .toEqual(['Erro ao criar o produto. Já existe um produto com este nome.'])
    expect(await screen.page.getByLabel('Nome').inputValue()).toBe('Pincel Novo')
    await screen.press('Voltar aos produtos')
    const question = screen.page.getByRole('alertdialog')
    await question.waitFor()
    await question.getByRole('button').first().click()
    expect(await screen.page.getByLabel('Nome').inputValue()).toBe('Pincel Novo')
    screen.replies.splice(0, 1)
    await screen.press('Salvar')
    await expect.poll(() => new URL(screen.page.url()).search).toBe(`?pageOf=${product.id}`)
  })
})

describe('a product that opens while a search is typed', () => {
  it('opens, also where the search reaches the address before the page is drawn [B155]', async () => {
    const list = on(adminApi.products.list, {
      success: true,
      products: [product],
      distinctCategories: 1,
      ...listed(1),
    })

    const screen = await show('/admin/products', withFirst(list))
    const { page } = screen
    const button = page.getByRole('button', { name: 'Editar: Pincel Pro', exact: true })
    await page.getByRole('searchbox').fill('pincel')

    // The search's delay after typing ends while the browser is still busy with the click.
    await button.evaluate(
      (edit: HTMLElement) =>
        new Promise<void>((done) => {
          setTimeout(() => {
            edit.click()
            const until = performance.now() + 300
            while (performance.now() < until);
            done()
          }, 100)
        }),
    )

    const name = page.getByRole('textbox', { name: 'Nome', exact: true })
    await name.waitFor()
    await screen.atRest()
    expect(await name.inputValue()).toBe('Pincel Pro')
    const query = new URL(page.url()).searchParams
    expect([query.get('pageOf'), query.get('search')]).toEqual([product.id, 'pincel'])
  })
})
