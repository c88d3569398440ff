import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { describe, expect, it } from 'vitest'

import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// The sort order in a table's address, and sorting on a phone; sort.screen.ts presses every column
// head.

const answers = longestAnswers(
  Object.values(adminApi).flatMap((section) => Object.values(section) as AnyRoute[]),
)

const open = (address: string, given: { language?: 'pt-BR' | 'en-US'; width?: number } = {}) =>
  show(`/admin/${address}`, { as: { role: 'admin' }, replies: answers, ...given })

/** The order in the address, the order of the last request, and the head's aria-sort. */
async function orderOf(screen: Screen, call: string, head: string) {
  const th = screen.page.getByRole('columnheader', { name: head, exact: true })
  const listCall = screen.calls.findLast(({ path, query }) => path === call && query.page)

  return {
    address: new URL(screen.page.url()).searchParams.get('sort'),
    asked: listCall?.query.sort ?? null,
    head: await th.getAttribute('aria-sort'),
  }
}

describe('a head of a table', () => {
  it('sorts from an address, and keeps its filter and goes to the first page when it is pressed [P662]', async () => {
    const screen = await open('orders?status=pending&sort=-totalAmount&page=2')
    await expect
      .poll(() => orderOf(screen, '/api/admin/orders', 'Valor'))
      .toEqual({ address: '-totalAmount', asked: '-totalAmount', head: 'descending' })
    await screen.page.getByRole('columnheader', { name: 'Data' }).getByRole('button').click()
    await expect
      .poll(() => screen.calls.findLast(({ path }) => path === '/api/admin/orders')?.query)
      .toEqual({ limit: '10', page: '1', status: 'pending', sort: 'createdAt' })
  })

  it('is a choice among the filters of a phone, which counts as one of them [P662]', async () => {
    for (const [language, button, set, label, options] of [
      [
        'pt-BR',
        'Filtros',
        'Filtros (1)',
        'Ordenar',
        [
          'Ordem da lista',
          'Valor, decrescente',
          'Valor, crescente',
          'Data, crescente',
          'Data, decrescente',
        ],
      ],
      [
        'en-US',
        'Filters',
        'Filters (1)',
        'Sort',
        [
          'Default order',
          'Amount, descending',
          'Amount, ascending',
          'Date, ascending',
          'Date, descending',
        ],
      ],
    ] as const) {
      const screen = await open('orders', { language, width: 390 })
      const choice = screen.page.getByLabel(label, { exact: true })
      await screen.page.getByRole('searchbox').waitFor()
      expect(await choice.isVisible()).toBe(false)
      await screen.press(button)
      expect(await choice.locator('option').allInnerTexts()).toEqual(options)
      await choice.selectOption('-totalAmount')
      await screen.page.getByRole('button', { name: set }).waitFor()
      await expect
        .poll(() => screen.calls.findLast(({ path }) => path === '/api/admin/orders')?.query.sort)
        .toBe('-totalAmount')
    }

    const desk = await open('orders')
    await desk.page.getByRole('table').waitFor()
    expect(await desk.page.getByLabel('Ordenar', { exact: true }).count()).toBe(0)
  })
})
