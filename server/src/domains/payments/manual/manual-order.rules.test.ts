import { expect, it } from 'vitest'

import { manualSums } from './manual-order.rules.ts'

it.each([
  ['the list price', 3, 3000, [1000, 3000, 0]],
  ['less, which is a discount', 3, 2500, [1000, 3000, 500]],
  ['nothing, which is a discount of everything', 2, 0, [1000, 2000, 2000]],
  ['more, which raises the unit price', 2, 2400, [1200, 2400, 0]],
  ['more, not divisible: the unit price rises to the next cent', 3, 3001, [1001, 3003, 2]],
])('an order by staff pays %s', (_, quantity, paidCents, sums) => {
  const [unitCents, subtotalCents, discountCents] = sums

  expect(manualSums(1000, { quantity, paidCents })).toEqual({
    unitCents,
    subtotalCents,
    discountCents,
    totalCents: paidCents,
  })
})
