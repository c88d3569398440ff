import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Category = Body<typeof adminApi.categories.list>[number]

const brushes: Category = {
  ...ids(1),
  name: 'Pincéis',
  nameEn: 'Brushes',
  description: 'Para pintar e retocar.',
  image: '/uploads/pinceis.png',
  color: '#336699',
  active: true,
  productCount: 1234,
  isDefault: false,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-05T18:09:00.000Z',
}

/** The category that no test changes; it is inactive. */
const general: Category = {
  ...brushes,
  ...ids(2),
  name: 'general',
  description: 'O resto.',
  image: null,
  color: '#998877',
  active: false,
  productCount: 1,
  isDefault: true,
  createdAt: '2026-01-09T17:05:00.000Z',
  updatedAt: '2026-01-09T17:05:00.000Z',
}

const empty: Category = { ...brushes, ...ids(3), name: 'Telas', productCount: 0 }
const list = (...all: Category[]) => on(adminApi.categories.list, all)
const saved = { success: true, category: brushes, data: brushes } as const

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(brushes, general, empty),
    on(adminApi.categories.update, saved),
    on(adminApi.categories.create, saved),
    on(adminApi.categories.remove, { success: true, movedProducts: 1234 }),
  ],
}

describe('the categories of the back office', () => {
  it('show their figures and each card whole [B044, B045]', async () => {
    const read = async (language: Language) => {
      const screen = await show('/admin/categories', { ...setup, language })
      const cards = screen.page.getByRole('article')

      return {
        figures: await screen.facts(),
        brushes: await screen.lines(cards.nth(0)),
        general: await screen.lines(cards.nth(1)),
        count: (await screen.lines(cards.nth(2)))[2],
      }
    }

    expect(await read('pt-BR')).toEqual({
      figures: [
        ['Total de categorias', '3'],
        ['Categorias ativas', '2'],
      ],

      brushes: [
        'Pincéis',
        'Ativa',
        '1.234 produtos',
        'Para pintar e retocar.',
        '#336699',
        'Criada em 3 fev 2026',
        'Atualizada em 5 fev 2026',
      ],

      general: ['general', 'Inativa', '1 produto', 'O resto.', '#998877', 'Criada em 9 jan 2026'],

      count: '0 produtos',
    })

    expect(await read('en-US')).toEqual({
      figures: [
        ['Total categories', '3'],
        ['Active categories', '2'],
      ],

      brushes: [
        'Pincéis',
        'Active',
        '1,234 products',
        'Para pintar e retocar.',
        '#336699',
        'Created Feb 3, 2026',
        'Updated Feb 5, 2026',
      ],

      general: ['general', 'Inactive', '1 product', 'O resto.', '#998877', 'Created Jan 9, 2026'],
      count: '0 products',
    })
  })

  it('open one with every field filled, and send exactly its values [B046, B164]', async () => {
    const screen = await show('/admin/categories', setup)
    await screen.press('Editar: Pincéis')
    const dialog = screen.dialog('Editar Pincéis')

    await expect
      .poll(() => screen.fields(dialog))
      .toEqual([
        ['Nome', 'Pincéis'],
        ['Nome em inglês (opcional)', 'Brushes'],
        ['Descrição', 'Para pintar e retocar.'],
        ['Endereço da imagem', '/uploads/pinceis.png'],
        ['Escolher cor', '#336699'],
        ['Código da cor', '#336699'],
        ['Ativa na loja', true],
      ])

    await dialog.getByLabel('Descrição').fill('Só para pintar.')
    await screen.press('Salvar', dialog)
    await expect.poll(() => screen.toast()).toBe('Pincéis foi atualizada.')

    expect(screen.sent('PUT', `/api/product/update-category/${brushes.id}`)).toEqual([
      {
        name: 'Pincéis',
        nameEn: 'Brushes',
        description: 'Só para pintar.',
        image: '/uploads/pinceis.png',
        color: '#336699',
        active: true,
      },
    ])
  })

  it('begin a new one with the shop’s colour, and send the typed values [B046, B164, Q44]', async () => {
    const screen = await show('/admin/categories?new=1', { ...setup, language: 'en-US' })
    const dialog = screen.dialog('Add category')

    await expect
      .poll(() => screen.fields(dialog))
      .toEqual([
        ['Name', ''],
        ['Name in English (optional)', ''],
        ['Description', ''],
        ['Image URL', ''],
        ['Pick a colour', '#3b82f6'],
        ['Colour code', '#3B82F6'],
        ['Active in the shop', true],
      ])

    await dialog.getByLabel('Colour code').fill('azul')
    await screen.press('Save', dialog)

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Add category',
        'Name',
        'Fill this in.',
        'Name in English (optional)',
        'Without one, the English shop shows the Portuguese name.',
        'Description',
        'Fill this in.',
        'Image URL',
        'Upload a file',
        'Colour code',
        'Use six digits, such as #3B82F6.',
        'Active in the shop',
        'Cancel',
        'Save',
      ])

    await dialog.getByLabel('Name', { exact: true }).fill('Tintas')
    await dialog.getByLabel('Description').fill('Em tubos.')
    await dialog.getByLabel('Colour code').fill('#ABCDEF')
    await dialog.getByLabel('Active in the shop').uncheck()
    screen.replies.unshift(refused(adminApi.categories.create, 'This name is taken.', 409))
    await screen.press('Save', dialog)
    await expect
      .poll(() => screen.lines(dialog.getByRole('alert')))
      .toEqual(['The category could not be created. This name is taken.'])
    screen.replies.shift()
    await screen.press('Save', dialog)
    await expect.poll(() => screen.toast()).toBe('Tintas was created.')

    expect(screen.sent('POST', '/api/product/create-category')[1]).toEqual({
      name: 'Tintas',
      nameEn: null,
      description: 'Em tubos.',
      image: null,
      color: '#ABCDEF',
      active: false,
    })
  })

  it('say before one is deleted where its products go; the default one stays [B045, B176, Q42, Q43]', async () => {
    const screen = await show('/admin/categories', setup)
    const question = screen.page.getByRole('alertdialog')
    const stays = screen.page.getByRole('button', { name: 'Excluir: general' })
    await expect
      .poll(() => stays.getAttribute('title'))
      .toBe('A categoria padrão não pode ser excluída')
    await expect.poll(() => stays.getAttribute('aria-disabled')).toBe('true')
    await screen.press('Excluir: Telas')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir Telas?',
        'A categoria sai da loja. Isto não pode ser desfeito.',
        'Cancelar',
        'Excluir categoria',
      ])

    await screen.press('Cancelar', question)
    await screen.press('Excluir: Pincéis')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir Pincéis?',
        'A categoria sai da loja e os seus 1.234 produtos passam para a categoria geral.',
        'Cancelar',
        'Excluir categoria',
      ])

    await screen.press('Excluir categoria', question)
    await expect.poll(() => screen.toast()).toBe('Categoria excluída.')
    expect(screen.sent('DELETE', `/api/product/delete-category/${brushes.id}`)).toHaveLength(1)
  })

  it('show why an action was refused [B234]', async () => {
    const { update, remove } = adminApi.categories
    const refusals = [update, remove].map((call) => refused(call, 'Motivo.', 409))

    const screen = await show('/admin/categories', {
      ...setup,
      replies: [...refusals, ...setup.replies!],
    })

    const waitForAlert = (text: string) => screen.page.getByRole('alert').getByText(text).waitFor()
    await screen.press('Excluir: Telas')
    await screen.press('Excluir categoria', screen.page.getByRole('alertdialog'))
    await waitForAlert('Erro ao excluir a categoria. Motivo.')
    await screen.press('Editar: Pincéis')
    await screen.press('Salvar', screen.dialog())
    await waitForAlert('Erro ao atualizar a categoria. Motivo.')
  })

  it('show a failed load with its retry, and an empty list [B234]', async () => {
    const screen = await show('/admin/categories', {
      ...setup,
      replies: [refused(adminApi.categories.list, 'Não dá.')],
    })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Categorias',
        'Como a loja é organizada.',
        'Adicionar categoria',
        'Total de categorias',
        '-',
        'Categorias ativas',
        '-',
        'Erro ao carregar categorias.',
        'Tentar novamente',
      ])

    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Categorias',
        'Como a loja é organizada.',
        'Adicionar categoria',
        'Total de categorias',
        '0',
        'Categorias ativas',
        '0',
        'Nenhuma categoria ainda',
        'Crie a primeira para organizar a loja.',
        'Adicionar categoria',
      ])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/categories', {
      ...setup,
      replies: [pending(adminApi.categories.list)],
    })

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total de categorias', ''],
        ['Categorias ativas', ''],
      ])
  })
})
