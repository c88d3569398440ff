import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { describe, expect, it } from 'vitest'

import { doneAnswers } from './longest.ts'
import { lines } from './row-lines.ts'
import { walkBulk, walkRow } from './row-walk.ts'
import { show } from './show.ts'
import { inSources } from './source.ts'

// Every action in the lists of the back office and its undo. The tests use later rows, so that a
// request with the first row's id fails.

const routes = Object.values(adminApi).flatMap((all) => Object.values(all) as AnyRoute[])
const replies = doneAnswers(routes, 1)

describe('an act of a row that is not the first', () => {
  it.each(Object.entries(lines))('is done to that row, and undone there: %s', async (at, told) => {
    const address = `/admin/${at}`
    const screen = await show(address, { as: { role: 'admin' }, replies })
    for (const [place, acts] of Object.entries(told.rows))
      expect(await walkRow(screen, address, Number(place)), `row ${place}`).toEqual(acts)
    if (told.bulk) expect(await walkBulk(screen, address)).toEqual(told.bulk)
  })

  it('has its lines for every list whose rows have acts', () => {
    expect(Object.keys(inSources(/rowActions=/g))).toEqual([
      'features/admin/carts/carts-page.tsx',
      'features/admin/coupons/coupons-page.tsx',
      'features/admin/deliveries/deliveries-page.tsx',
      'features/admin/desk/deposits.tsx',
      'features/admin/discord/discord-page.tsx',
      'features/admin/jobs/jobs-page.tsx',
      'features/admin/licences/licences-page.tsx',
      'features/admin/notifications/notifications-page.tsx',
      'features/admin/orders/orders-page.tsx',
      'features/admin/products/products-page.tsx',
      'features/admin/reviews/reviews-page.tsx',
      'features/admin/stock/stock-page.tsx',
      'features/admin/tickets/tickets-page.tsx',
      'features/admin/transactions/transactions-page.tsx',
      'features/admin/users/users-page.tsx',
    ])
  })
})
