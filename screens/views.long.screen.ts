import { adminApi } from '@chaveiro/contracts/admin'
import { expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

const view = (
  number: number,
  name: string,
  filters: Record<string, string>,
  hidden: string[] = [],
) => ({
  ...ids(number),
  section: 'orders' as const,
  name,
  filters,
  hidden,
})

const order = {
  ...ids(1),
  orderNumber: 'ORD-000001',
  userId: ids(2).id,
  cartId: ids(3).id,
  customer: { name: 'Ana Souza', email: 'ana@exemplo.test' },
  status: 'pending' as const,
  totalAmount: 24.9,
  subtotal: 24.9,
  discount: { applied: false, cupomCode: null, amount: 0 },
  currency: 'BRL' as const,
  paymentMethod: 'pix',
  origin: 'web',
  itemCount: 1,
  productNames: ['Pincel Pro', 'Pincel Mini'],
  archived: false,
  createdAt: '2024-02-03T17:05:00.000Z',
  completedAt: null,
}

const savedViews = (...views: ReturnType<typeof view>[]) =>
  on(adminApi.savedViews.list, { success: true, views })

const setup: Given = {
  as: { role: 'admin' },
  now: '2026-02-03T15:00:00.000Z',

  replies: [
    on(adminApi.orders.list, {
      success: true,
      orders: [order],
      data: [order],
      total: 1,
      pagination: onePage(1),
    }),
    on(adminApi.orders.counts, {
      success: true,
      all: 1000,
      review: 1,
      delivery: 0,
      pending: 999,
    }),
    savedViews(view(20, 'Ana sem data', { search: 'ana@' }, ['created'])),
  ],
}

it('views are above the orders with their counts; each is an address of filters and columns [P407, P408]', async () => {
  for (const [language, label, names, heads] of [
    [
      'pt-BR',
      'Visões',
      ['Todos 999+', 'A revisar 1', 'A entregar 0', 'Pendentes 999', 'Ana sem data'],
      ['Pedido', 'Cliente', 'Produto', 'Valor', 'Situação', 'Ações'],
    ],
    [
      'en-US',
      'Views',
      ['All 999+', 'To review 1', 'To deliver 0', 'Pending 999', 'Ana sem data'],
      ['Order', 'Customer', 'Product', 'Amount', 'Status', 'Actions'],
    ],
  ] as const) {
    const screen = await show('/admin/orders', { ...setup, language })
    const nav = screen.page.getByRole('navigation', { name: label, exact: true })
    const tabs = nav.getByRole('link')
    const chosen = () => nav.locator('[aria-current]').allInnerTexts()

    await expect
      .poll(() =>
        tabs.evaluateAll((all) =>
          all.map((one) => (one as HTMLElement).innerText.replace('\n', ' ')),
        ),
      )
      .toEqual(names)

    expect(await chosen()).toEqual([expect.stringContaining(names[0].split(' ')[0]!)])
    await tabs.nth(2).click()
    await expect.poll(() => new URL(screen.page.url()).search).toBe('?waits=delivery')
    await expect.poll(() => screen.calls.at(-1)?.query).toMatchObject({ waits: 'delivery' })
    expect(await chosen()).toEqual([expect.stringContaining(names[2].slice(0, -2))])
    await tabs.nth(4).click()
    await expect
      .poll(() => new URL(screen.page.url()).search)
      .toBe(`?search=ana%40&hide=created&view=${ids(20).id}`)
    await expect.poll(() => chosen()).toEqual(['Ana sem data'])
    expect((await screen.table())[0]!.filter(Boolean)).toEqual(heads)
    const lists = screen.calls.filter(({ path }) => path === '/api/admin/orders')
    expect(lists.at(-1)!.query).toEqual({ limit: '10', page: '1', search: 'ana@' })
  }
})

it('a list’s view is saved by name, changed, renamed and removed; a refusal keeps the text [P406, P408]', async () => {
  const takenName = refused(
    adminApi.savedViews.create,
    'Você já tem uma visão com este nome aqui.',
    409,
  )

  const screen = await show('/admin/orders', {
    ...setup,
    replies: [takenName, savedViews(), ...setup.replies!],
  })

  const { page } = screen
  // The default view is already there, so there is nothing to save.
  expect(await page.getByRole('button', { name: 'Salvar esta visão' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Situação' }).selectOption('pending')
  expect(await page.getByRole('button', { name: 'Salvar esta visão' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Colunas' }).click()

  expect(
    await page
      .getByRole('menuitemcheckbox')
      .evaluateAll((all) => all.map((one) => `${one.textContent} ${one.ariaChecked}`)),
  ).toEqual(['Cliente true', 'Produto true', 'Valor true', 'Situação true', 'Data true'])

  // The menu stays open, so that several columns can be switched.
  await page.getByRole('menuitemcheckbox', { name: 'Data' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Cliente' }).click()
  await page.keyboard.press('Escape')

  expect((await screen.table())[0]!.filter(Boolean)).toEqual([
    'Pedido',
    'Produto',
    'Valor',
    'Situação',
    'Ações',
  ])

  await page.getByRole('button', { name: 'Salvar esta visão' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nome da visão' }).fill(' Parados ')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog
    .getByText('A visão não foi salva: Você já tem uma visão com este nome aqui.')
    .waitFor()
  const newView = view(21, 'Parados', { status: 'pending' }, ['created', 'customer'])

  screen.replies.unshift(
    on(adminApi.savedViews.create, { success: true, view: newView }),
    savedViews(newView),
    on(adminApi.savedViews.update, { success: true, view: newView }),
    on(adminApi.savedViews.remove, { success: true }),
  )

  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const sent = (method: string) => screen.calls.findLast((one) => one.method === method)!

  expect(sent('POST').body).toEqual({
    section: 'orders',
    name: 'Parados',
    filters: { status: 'pending' },
    hidden: ['created', 'customer'],
  })

  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe(newView.id)
  const acts = page.getByRole('button', { name: 'Ações da visão Parados' })
  await page.getByRole('combobox', { name: 'Situação' }).selectOption('cancelled')
  await acts.click()
  await page.getByRole('menuitem', { name: 'Salvar mudanças na visão' }).click()
  await page.getByText('A visão Parados foi salva.').waitFor()

  expect(sent('PUT')).toMatchObject({
    path: `/api/admin/views/${newView.id}`,
    body: { filters: { status: 'cancelled' }, hidden: ['created', 'customer'] },
  })

  await acts.click()
  await page.getByRole('menuitem', { name: 'Renomear visão' }).click()
  await dialog.getByRole('textbox', { name: 'Nome da visão' }).fill('Cancelados')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(sent('PUT').body).toEqual({ name: 'Cancelados' })
  screen.replies.unshift(savedViews())
  await acts.click()
  await page.getByRole('menuitem', { name: 'Excluir visão' }).click()
  await page.getByText('A visão Parados foi excluída.').waitFor()
  expect(sent('DELETE').path).toBe(`/api/admin/views/${newView.id}`)
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBeNull()
})

it('chosen columns stay for the next visit; the address and a saved view override them [P663]', async () => {
  for (const [language, columns, date, customer, heads] of [
    ['pt-BR', 'Colunas', 'Data', 'Cliente', ['Pedido', 'Produto', 'Valor', 'Situação', 'Ações']],
    ['en-US', 'Columns', 'Date', 'Customer', ['Order', 'Product', 'Amount', 'Status', 'Actions']],
  ] as const) {
    const screen = await show('/admin/orders', { ...setup, language })
    const { page } = screen
    const shownHeads = async () => (await screen.table())[0]!.filter(Boolean)

    const turn = async (...names: string[]) => {
      await page.getByRole('button', { name: columns }).click()
      for (const name of names) await page.getByRole('menuitemcheckbox', { name }).click()
      await page.keyboard.press('Escape')
    }

    const back = async (address: string) => {
      await page.goto(address)
      await page.getByRole('table').waitFor()
    }

    await page.getByRole('table').waitFor()
    const all = await shownHeads()
    await turn(date, customer)
    await expect.poll(shownHeads).toEqual(heads)
    await back('/admin/orders')
    expect(await shownHeads()).toEqual(heads)
    expect(new URL(page.url()).search).toBe('')
    await back('/admin/orders?hide=amount')
    expect(await shownHeads()).toEqual(all.filter((_, place) => place !== 3))
    await back(`/admin/orders?search=ana%40&hide=created&view=${ids(20).id}`)
    expect(await shownHeads()).toEqual(all.filter((head) => head !== date))
    // Columns switched while a view is open change only the URL, not the columns that this browser
    // stores.
    await turn(customer)
    await expect.poll(shownHeads).toEqual(heads)
    await back('/admin/orders')
    await turn(date, customer)
    await expect.poll(shownHeads).toEqual(all)
    await back('/admin/orders')
    expect(await shownHeads()).toEqual(all)
  }
})

it('a view that is saved has the columns that this browser keeps [P663]', async () => {
  const newView = view(22, 'Parados', { status: 'pending' }, ['created'])

  const screen = await show('/admin/orders', {
    ...setup,
    replies: [on(adminApi.savedViews.create, { success: true, view: newView }), ...setup.replies!],
  })

  const { page } = screen
  await page.getByRole('button', { name: 'Colunas' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Data' }).click()
  await page.keyboard.press('Escape')
  await page.goto('/admin/orders?status=pending&search=ana')
  await page.getByRole('button', { name: 'Salvar esta visão' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nome da visão' }).fill('Parados')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => dialog.count()).toBe(0)

  expect(screen.calls.findLast(({ method }) => method === 'POST')!.body).toEqual({
    section: 'orders',
    name: 'Parados',
    filters: { search: 'ana', status: 'pending' },
    hidden: ['created'],
  })
})
