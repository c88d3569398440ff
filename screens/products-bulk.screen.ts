import { adminApi } from '@chaveiro/contracts/admin'
import { expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// Bulk changes of products: category, price, deletion.

type Product = Body<typeof adminApi.products.list>['products'][number]
type Priced = Body<typeof adminApi.prices.ofMany>['prices'][number]

const product = (number: number, name: string): Product => ({
  ...ids(number),
  name,
  description: 'x',
  price: 20,
  priceFrom: 20,
  variantCount: 1,
  freeKeys: 7,
  soldLately: 5,
  currency: 'BRL',
  category: { ...ids(80), name: 'Pincéis', color: '#336699' },
  provider: 'stock',
  status: 'active',
  discordRoleId: null,
  isFeatured: false,
  image: null,
  metadata: { sellerType: 'singleloader', level: 7, expiration: 365 },
  maxPerOrder: 3,
  version: 12,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
})

const category = (number: number, name: string) => ({
  ...ids(number),
  name,
  description: 'x',
  image: null,
  color: '#336699',
  active: true,
  productCount: 4,
  isDefault: false,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:00:00.000Z',
})

const priced = (
  number: number,
  name: string,
  price: number,
  more: Partial<Priced> = {},
): Priced => ({
  ...ids(number),
  productId: ids(number).id,
  name,
  currency: 'BRL',
  price,
  compareAtPrice: null,
  planned: false,
  version: number,
  ...more,
})

const of3 = { productId: ids(3).id }

const options = [
  priced(1, 'Alfa', 19.9),
  priced(2, 'Beta', 0.05, { currency: 'USD' }),
  priced(3, 'Gama · Mês', 30, { ...of3, planned: true, compareAtPrice: 40 }),
  priced(4, 'Gama · Ano', 300, { ...of3, compareAtPrice: 310 }),
]

const figures = {
  totalProducts: 3,
  activeProducts: 3,
  maintenanceProducts: 0,
  discontinuedProducts: 0,
  inactiveProducts: 0,
  featuredProducts: 0,
  totalCategories: 1,
}

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    on(adminApi.products.list, {
      success: true,
      products: [product(1, 'Alfa'), product(2, 'Beta'), product(3, 'Gama')],
      distinctCategories: 1,
      ...listed(3),
    }),
    on(adminApi.products.stats, { success: true, ...figures, data: figures }),
    on(adminApi.categories.list, [category(80, 'Pincéis'), category(81, 'Telas')]),
    on(adminApi.prices.ofMany, { success: true, prices: options }),
  ],
}

const choose = async (screen: Screen, names: string[], act: string) => {
  for (const name of names) {
    const row = screen.page.locator('main tr[data-row]').filter({ hasText: name })
    await row.getByRole('checkbox').first().check()
  }
  await screen.press(act)
}

const shownPrices = (screen: Screen) =>
  screen
    .dialog()
    .getByRole('listitem')
    .evaluateAll((all) =>
      (all as HTMLElement[]).map((one) => one.innerText.replaceAll(/\s+/g, ' ').trim()),
    )

it('products are moved into a category together, and back by the undo', async () => {
  const done = (from: number, version: string) => ({
    id: ids(from).id,
    name: 'x',
    from: ids(80).id,
    version,
  })

  const screen = await show('/admin/products', {
    ...setup,
    replies: [
      on(adminApi.products.bulkCategory, {
        success: true,
        done: [done(1, '13'), done(3, '14')],
        left: [{ id: ids(2).id, name: 'Beta', why: 'gone' }],
      }),
      ...setup.replies!,
    ],
  })

  await choose(screen, ['Alfa', 'Beta', 'Gama'], 'Mudar categoria')
  const dialog = screen.dialog('Mudar a categoria de 3 produtos')
  await screen.press('Mudar categoria', dialog)
  await dialog.getByText('Escolha a categoria', { exact: true }).last().waitFor()
  await dialog.getByLabel('Categoria').selectOption('Telas')
  await screen.press('Mudar categoria', dialog)
  await expect.poll(() => screen.toast()).toBe('2 feitos | Desfazer')
  expect(await screen.page.getByRole('alert').innerText()).toContain('Beta não existe mais.')
  await screen.press('Desfazer')
  await screen.atRest()

  expect(screen.sent('POST', '/api/admin/product/bulk-category')).toEqual([
    { rows: [1, 2, 3].map((n) => ({ id: ids(n).id, to: ids(81).id })) },
    {
      rows: [
        { id: ids(1).id, to: ids(80).id, version: '13' },
        { id: ids(3).id, to: ids(80).id, version: '14' },
      ],
    },
  ])
})

it('prices are changed by a percentage, each with its old and its new one before it is done', async () => {
  const screen = await show('/admin/products', {
    ...setup,

    replies: [
      on(adminApi.prices.setMany, {
        success: true,
        done: [{ id: ids(1).id, name: 'Alfa', from: 19.9, version: '2' }],
        left: [
          {
            id: ids(4).id,
            name: 'Gama · Ano',
            why: 'refused',
            reason: 'O preço anterior deve ser maior que o preço.',
          },
        ],
      }),
      ...setup.replies!,
    ],
  })

  await choose(screen, ['Alfa', 'Beta', 'Gama'], 'Mudar preço')
  const dialog = screen.dialog('Mudar o preço de 3 produtos')

  await expect
    .poll(() => shownPrices(screen))
    .toEqual([
      'Alfa fica em R$ 19,90',
      'Beta fica em US$ 0,05',
      'Gama · Mês fica em R$ 30,00',
      'Gama · Ano fica em R$ 300,00',
    ])

  expect(screen.calls.find(({ path }) => path === '/api/admin/product/prices')?.query).toEqual({
    ids: [1, 2, 3].map((n) => ids(n).id).join(','),
  })
  await dialog.getByLabel('Porcentagem').fill('12,5%')

  await expect
    .poll(() => shownPrices(screen))
    .toEqual([
      'Alfa de R$ 19,90 para R$ 17,41',
      'Beta de US$ 0,05 para US$ 0,04',
      'Gama · Mês de R$ 30,00 para R$ 26,25 O preço programado que está valendo termina.',
      'Gama · Ano de R$ 300,00 para R$ 262,50',
    ])

  await dialog.getByLabel('Como mudar').selectOption('Aumentar em porcentagem')
  await dialog.getByLabel('Porcentagem').fill('10')

  await expect
    .poll(() => shownPrices(screen))
    .toEqual([
      'Alfa de R$ 19,90 para R$ 21,89',
      'Beta de US$ 0,05 para US$ 0,06',
      'Gama · Mês de R$ 30,00 para R$ 33,00 O preço programado que está valendo termina.',
      'Gama · Ano fica em R$ 300,00: o preço anterior riscado não seria maior que o novo',
    ])

  await screen.press('Mudar 3 preços', dialog)
  await expect.poll(() => screen.toast()).toBe('1 feito | Desfazer')
  expect(await screen.page.getByRole('alert').innerText()).toContain(
    'Gama · Ano: O preço anterior deve ser maior que o preço.',
  )
  await screen.press('Desfazer')
  await screen.atRest()

  expect(screen.sent('POST', '/api/admin/product/bulk-price')).toEqual([
    {
      rows: [
        { id: ids(1).id, to: 21.89, version: '1' },
        { id: ids(2).id, to: 0.06, version: '2' },
        { id: ids(3).id, to: 33, version: '3' },
      ],
    },
    { rows: [{ id: ids(1).id, to: 19.9, version: '2' }] },
  ])
})

it('one price for all is refused where a product has several options, in English too', async () => {
  const screen = await show('/admin/products', { ...setup, language: 'en-US' })
  await choose(screen, ['Alfa', 'Gama'], 'Change price')
  const dialog = screen.dialog('Change the prices of 2 products')
  await dialog.getByLabel('How to change it').selectOption('New price')
  await dialog.getByLabel('Price', { exact: true }).fill('1.200')
  await screen.press('Change 0 prices', dialog)
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Price', { exact: true }).fill('19.90')

  await expect
    .poll(() => shownPrices(screen))
    .toEqual([
      'Alfa stays at R$19.90',
      'Beta from $0.05 to $19.90',
      'Gama · Mês stays at R$30.00: the product has several options, each with its price',
      'Gama · Ano stays at R$300.00: the product has several options, each with its price',
    ])
})

it('what cannot be deleted is named with its reason, the others go', async () => {
  const screen = await show('/admin/products', {
    ...setup,
    replies: [refused(adminApi.products.remove, 'Produto não encontrado.', 404), ...setup.replies!],
  })

  await choose(screen, ['Alfa', 'Gama'], 'Excluir')
  await screen.press('Excluir produto', screen.page.getByRole('alertdialog'))
  await expect
    .poll(() => screen.page.getByRole('alert').last().innerText())
    .toContain('Alfa: Produto não encontrado. Gama: Produto não encontrado.')
  expect(screen.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(
    [1, 3].map((n) => `/api/admin/product/${ids(n).id}`),
  )
})
