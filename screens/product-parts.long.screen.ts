import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer } from './answers.ts'
import { optionsSetup, product, products, withFirst } from './product-options-samples.ts'
import { ids } from './samples.ts'
import { show } from './show.ts'

const category = {
  ...ids(2),
  name: 'Vídeo',
  description: 'Tudo de vídeo',
  image: null,
  color: '#336699',
  active: true,
  productCount: 4,
  isDefault: false,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
}

const numbers = {
  totalProducts: 2,
  activeProducts: 2,
  maintenanceProducts: 0,
  discontinuedProducts: 0,
  inactiveProducts: 0,
  featuredProducts: 0,
  totalCategories: 1,
}

const around: Answer[] = [
  on(adminApi.categories.list, [category]),
  on(adminApi.products.stats, { success: true, ...numbers, data: numbers }),
  on(adminApi.products.update, { success: true, product, data: product, roleWarning: null }),
]

const general = `/admin/products?pageOf=${product.id}&part=general`
const productPath = `/api/admin/product/${product.id}`

describe('the parts of a product in the back office', () => {
  it('the list says of several options from what price and how many, and leads to them [L035]', async () => {
    const alone = { ...product, ...ids(9), name: 'Tela', variantCount: 1, price: 20, priceFrom: 20 }
    const from = { ...product, price: 24.9, priceFrom: 9.9 }

    const rows = async (language: Language) => {
      const screen = await show('/admin/products', {
        ...withFirst(products(from, alone), ...around),
        language,
      })
      return { screen, rows: (await screen.table()).slice(1).map((cells) => cells.slice(1, 3)) }
    }

    const { screen, rows: told } = await rows('pt-BR')

    expect(told).toEqual([
      ['Editor | 3 opções', 'A partir de R$ 9,90'],
      ['Tela', 'R$ 20,00'],
    ])

    await screen.press('3 opções')
    await expect
      .poll(() => screen.page.getByRole('heading', { level: 1 }).innerText())
      .toBe('Opções de Editor')
    await screen.press('Voltar aos produtos')
    await expect
      .poll(() => screen.page.getByRole('heading', { level: 1 }).innerText())
      .toBe('Produtos')

    expect((await rows('en-US')).rows).toEqual([
      ['Editor | 3 options', 'From R$9.90'],
      ['Tela', 'R$20.00'],
    ])
  })

  it('the pencil opens the page, which leads through its tabs and asks before a loss [L035]', async () => {
    const screen = await show('/admin/products', withFirst(...around))
    const heading = () => screen.page.getByRole('heading', { level: 1 }).innerText()
    await screen.press('Editar: Editor')
    const current = () =>
      screen.page.locator('nav[aria-label="Partes do produto"] [aria-current=page]').innerText()
    await expect.poll(heading).toBe('Editar Editor')
    await expect.poll(current).toBe('Geral')
    await screen.page.getByLabel('Nome').fill('Editor 2')
    await screen.press('Opções')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Sair sem salvar?',
        'O que você mudou aqui ainda não foi salvo e se perde.',
        'Cancelar',
        'Sair sem salvar',
      ])

    await screen.press('Cancelar', question)
    await expect.poll(() => screen.page.getByLabel('Nome').inputValue()).toBe('Editor 2')
    await screen.press('Opções')
    await screen.press('Sair sem salvar', question)
    await expect.poll(heading).toBe('Opções de Editor')
    await expect.poll(current).toBe('Opções')
    await screen.press('Geral')
    await expect.poll(heading).toBe('Editar Editor')
    await expect.poll(current).toBe('Geral')
    await screen.page.getByLabel('Nome').fill('Editor 3')
    await screen.press('Opções')
    await expect.poll(async () => (await screen.lines(question))[0]).toBe('Sair sem salvar?')
    await screen.press('Cancelar', question)
    await expect.poll(() => screen.page.getByLabel('Nome').inputValue()).toBe('Editor 3')
  })

  it('general has of several options what is the product’s own, and sends no more [L009, L035]', async () => {
    const screen = await show(general, withFirst(...around))

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Nome', 'Editor'],
        ['Descrição', 'Um editor.'],
        ['Categoria', 'Vídeo'],
        ['Endereço da imagem', ''],
        ['Moeda', 'BRL'],
        ['Situação', 'Ativo'],
        ['Em destaque', true],
      ])

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Editar Editor',
        'O que o produto é, em que categoria está e se está à venda.',
        'Voltar aos produtos',
        'Geral',
        'Opções',
        'Preços',
        'Página',
        'O produto',
        'Nome',
        'Descrição',
        'Categoria',
        'Vídeo',
        'Endereço da imagem',
        'Enviar arquivo',
        'Preço',
        'Moeda',
        'BRL',
        'Este produto tem várias opções: preço, entrega, validade e limites ficam em cada uma delas, na aba Opções.',
        'Venda',
        'Situação',
        'Ativo',
        'Em destaque',
        'Como aparece na loja',
        'Editor',
        'Um editor.',
        'a partir de R$ 24,90',
        'Vídeo',
      ])

    await screen.page.getByLabel('Nome').fill('Editor 2')
    await expect
      .poll(async () => (await screen.lines()).slice(-2))
      .toEqual(['Há mudanças não salvas.', 'Salvar'])
    await screen.press('Salvar')
    await expect.poll(() => screen.toast()).toBe('Editor 2 foi atualizado.')

    expect(screen.sent('PUT', productPath)).toEqual([
      {
        name: 'Editor 2',
        description: 'Um editor.',
        currency: 'BRL',
        category: ids(2).id,
        status: 'active',
        isFeatured: true,
        image: null,
        version: 4,
      },
    ])

    screen.expectAnswered()
    const english = await show(general, { ...withFirst(...around), language: 'en-US' })

    await expect
      .poll(async () => (await english.lines()).slice(0, 7))
      .toEqual([
        'Edit Editor',
        'What the product is, its category, and whether it is on sale.',
        'Back to products',
        'General',
        'Options',
        'Prices',
        'Page',
      ])

    await expect
      .poll(() => english.lines())
      .toContain(
        'This product has several options: price, delivery, validity and limits are set on each of them, in the Options tab.',
      )
  })

  it('the general tab of a product with one option has its price and term; lifetime stays [L010, L035]', async () => {
    const one = {
      ...product,
      variantCount: 1,
      metadata: { ...product.metadata, expiration: 0 },
    }

    const alone = on(adminApi.products.read, { success: true, product: one, data: one })
    const screen = await show(general, withFirst(alone, ...around))

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Nome', 'Editor'],
        ['Descrição', 'Um editor.'],
        ['Categoria', 'Vídeo'],
        ['Endereço da imagem', ''],
        ['Preço', '24,90'],
        ['Moeda', 'BRL'],
        ['Entrega', 'Estoque'],
        ['Validade', 'Vitalícia'],
        ['ID do cargo no Discord', ''],
        ['Situação', 'Ativo'],
        ['Máximo por pedido', '10'],
        ['Em destaque', true],
      ])

    await screen.page.getByLabel('Preço').fill('30')
    await screen.press('Salvar')
    await expect.poll(() => screen.sent('PUT', productPath)).toHaveLength(1)

    expect(screen.sent('PUT', productPath)[0]).toMatchObject({
      price: 30,
      metadata: { sellerType: 'multiloader', level: 1, expiration: null },
    })
  })

  it('the general tab reports another’s edit, keeps the typed text, and restarts on demand [L035]', async () => {
    const screen = await show(
      general,
      withFirst(
        refused(
          adminApi.products.update,
          'Outra pessoa alterou este produto enquanto você o editava. Confira os dados atuais e salve de novo.',
          409,
          'product.changed',
        ),
        ...around,
      ),
    )

    const name = screen.page.getByLabel('Nome')
    await name.fill('Editor 2')
    await screen.press('Salvar')

    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('alert')))
      .toEqual([
        'Erro ao atualizar o produto. Outra pessoa alterou este produto enquanto você o editava. Confira os dados atuais e salve de novo.',
        'Descartar o que mudei e ver o atual',
      ])

    await expect.poll(() => name.inputValue()).toBe('Editor 2')
    const now = { ...product, name: 'Editor Novo', version: 5 }
    screen.replies.unshift(on(adminApi.products.read, { success: true, product: now, data: now }))
    await screen.press('Descartar o que mudei e ver o atual')
    await expect.poll(() => name.inputValue()).toBe('Editor Novo')
  })

  it('general waits in grey, says what the shop cannot tell, and looks again [L035]', async () => {
    const waiting = await show(general, withFirst(pending(adminApi.products.read), ...around))
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)

    const screen = await show(general, {
      ...withFirst(
        refused(adminApi.products.read, 'Product not found.', 404, 'product.not_found'),
        ...around,
      ),
      language: 'en-US',
    })

    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('alert')))
      .toEqual(['Products could not be loaded. Product not found.', 'Try again'])
    screen.replies.unshift(
      optionsSetup.replies!.find(({ route }) => route === adminApi.products.read)!,
    )
    await screen.press('Try again')
    await expect.poll(() => screen.page.getByLabel('Name').first().inputValue()).toBe('Editor')
  })
})
