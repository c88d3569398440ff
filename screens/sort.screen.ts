import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { describe, expect, it } from 'vitest'

import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'
import { inSources } from './source.ts'

// Every sortable column head of the back office: the query that a press sends, and the order that
// aria-sort announces.

type Table = {
  file: string
  call: string
  /** The list's query without a chosen order. */
  asks: Record<string, string>
  /** Each sortable head, with the orders of its first and second press. */
  heads: Record<string, readonly [string, string]>
  /** The query of a sort order, for calls that do not use `sort`. */
  query?(sort: string): Record<string, string>
}

const page = { limit: '10', page: '1' }
const created = ['createdAt', '-createdAt'] as const

const tables: Record<string, Table> = {
  orders: {
    file: 'orders/orders-page.tsx',
    call: '/api/admin/orders',
    asks: page,
    heads: { Valor: ['-totalAmount', 'totalAmount'], Data: created },
  },

  transactions: {
    file: 'transactions/transactions-page.tsx',
    call: '/api/admin/transactions',
    asks: { limit: '20', page: '1' },
    heads: { Valor: ['-amount', 'amount'], 'Criada em': created },
  },

  carts: {
    file: 'carts/carts-page.tsx',
    call: '/api/admin/carts',
    asks: page,
    heads: { 'Criado em': created },
  },

  products: {
    file: 'products/product-columns.tsx',
    call: '/api/admin/product',
    asks: page,
    heads: { Nome: ['name', '-name'], Preço: ['price', '-price'] },
  },

  licenses: {
    file: 'licences/licences-page.tsx',
    call: '/api/admin/licenses',
    asks: page,
    heads: { Validade: ['expirationDate', '-expirationDate'] },
  },

  stock: {
    file: 'stock/stock-page.tsx',
    call: '/api/admin/stock',
    asks: page,
    heads: { 'Criada em': created },
  },

  cupons: {
    file: 'coupons/coupons-page.tsx',
    call: '/api/admin/cupons',
    asks: page,
    heads: {
      Código: ['code', '-code'],
      Uso: ['-usageCount', 'usageCount'],
      Validade: ['endDate', '-endDate'],
    },
  },

  reviews: {
    file: 'reviews/reviews-page.tsx',
    call: '/api/admin/reviews',
    asks: page,
    heads: { Avaliação: ['rating', '-rating'], 'Escrita em': created },
  },

  'tickets?view=table': {
    file: 'tickets/tickets-page.tsx',
    call: '/api/admin/tickets',
    asks: page,
    heads: { 'Criado em': created },
  },

  users: {
    file: 'users/users-page.tsx',
    call: '/api/admin/users',
    asks: page,
    heads: {
      Nome: ['name', '-name'],
      'Criado em': created,
      'Último acesso': ['-lastLoginAt', 'lastLoginAt'],
    },
    query: (sort) => ({
      sort: sort.replace('-', ''),
      order: sort.startsWith('-') ? 'desc' : 'asc',
    }),
  },

  logs: {
    file: 'audit/audit-page.tsx',
    call: '/api/server/audit-logs',
    asks: page,
    heads: { Data: created },
  },
}

const aria = (sort: string) => (sort.startsWith('-') ? 'descending' : 'ascending')

const head = (screen: Screen, name: string) =>
  screen.page.getByRole('columnheader', { name, exact: true })

/** The sort order in the URL, and the head's aria-sort. */
const sortState = async (screen: Screen, name: string) => ({
  address: new URL(screen.page.url()).searchParams.get('sort'),
  head: await head(screen, name).getAttribute('aria-sort'),
})

/**
 * Presses a head until the list has its default order again, and checks the query of each press.
 */
async function pressHead(screen: Screen, name: string, table: Table): Promise<void> {
  const press = () => head(screen, name).getByRole('button').first().click()
  const lastListCall = () =>
    screen.calls.findLast(({ path, query }) => path === table.call && query.page)

  for (const sort of table.heads[name]!) {
    await press()
    const order = table.query?.(sort) ?? { sort }
    await expect
      .poll(() => lastListCall()?.query, { message: name })
      .toEqual({ ...table.asks, ...order })
    await expect.poll(() => sortState(screen, name)).toEqual({ address: sort, head: aria(sort) })
  }

  await press()
  await expect.poll(() => sortState(screen, name)).toEqual({ address: null, head: null })
}

const heads = (screen: Screen) =>
  screen.page
    .getByRole('table')
    .first()
    .locator('th > button')
    .evaluateAll((all) => (all as HTMLElement[]).map((one) => one.innerText.trim()))

describe('the heads of a table that sort', () => {
  it('request one order, the opposite and none; the URL and aria-sort show the order [P662]', async () => {
    const routes = Object.values(adminApi).flatMap((all) => Object.values(all) as AnyRoute[])
    const replies = longestAnswers(routes)
    const screen = await show('/admin/users', { as: { role: 'admin' }, replies })

    for (const [address, table] of Object.entries(tables)) {
      await screen.goTo(`/admin/${address}`)
      await screen.page.getByRole('table').first().waitFor()
      expect([address, await heads(screen)]).toEqual([address, Object.keys(table.heads)])
      for (const name of Object.keys(table.heads)) await pressHead(screen, name, table)
    }
  })

  it('have an entry here for every table that sorts', () => {
    const lines = Object.values(tables).map(({ file, heads: all }): [string, string[]] => [
      `features/admin/${file}`,
      Object.values(all).map((order) => order.join(' ')),
    ])

    const columns = inSources(/sort: \['(-?\w+', '-?\w+)'\]/g)

    const found = Object.entries(columns).map(([file, orders]): [string, string[]] => [
      file,
      orders.map((order) => order.replace("', '", ' ')),
    ])

    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(lines))
  })
})
