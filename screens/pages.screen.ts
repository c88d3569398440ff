import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { expect, it } from 'vitest'

import { longestAnswers } from './longest.ts'
import { show } from './show.ts'
import { inSources } from './source.ts'

/** The call that loads each list, by the list's address. */
const calls: Record<string, string> = {
  orders: '/api/admin/orders',
  transactions: '/api/admin/transactions',
  carts: '/api/admin/carts',
  products: '/api/admin/product',
  licenses: '/api/admin/licenses',
  stock: '/api/admin/stock',
  cupons: '/api/admin/cupons',
  'tickets?view=table': '/api/admin/tickets',
  'tickets?view=inbox': '/api/admin/tickets/inbox',
  users: '/api/admin/users',
  notifications: '/api/admin/notifications',
  logs: '/api/server/audit-logs',
  deliveries: '/api/admin/deliveries',
  desk: '/api/admin/desk',
  'desk?view=deposits': '/api/admin/desk/deposits',
  jobs: '/api/admin/jobs',
  discord: '/api/admin/chat-roles',
  reviews: '/api/admin/reviews',
}

it('the next page of a list is a step in the history, and back leads to the previous page', async () => {
  const routes = Object.values(adminApi).flatMap((all) => Object.values(all) as AnyRoute[])
  const replies = longestAnswers(routes)
  const screen = await show('/admin/system', { as: { role: 'admin' }, replies })
  const address = () => screen.page.url().split('/admin/')[1]

  for (const [at, call] of Object.entries(calls)) {
    const before = screen.calls.length
    await screen.goTo(`/admin/${at}`)
    // The previous list stays until the code of the next list has loaded. The first call of the
    // next list shows that this list is drawn.
    const first = () => screen.calls.slice(before).find(({ path }) => path === call)
    await expect.poll(() => first()?.query.page).toBe('1')
    await screen.press('Próxima')
    await expect.poll(address).toBe(at + (at.includes('?') ? '&page=2' : '?page=2'))
    const lastListCall = () => screen.calls.findLast(({ query }) => query.page)
    await expect.poll(() => [lastListCall()?.path, lastListCall()?.query.page]).toEqual([call, '2'])
    await screen.page.goBack()
    await expect.poll(address).toBe(at)
  }
})

it('the pages of every list are turned here', () => {
  const lists = Object.values(inSources(/= useList\((adminApi\.\w+\.\w+)/g)).flat()
  expect(lists).toHaveLength(Object.keys(calls).length)
})
