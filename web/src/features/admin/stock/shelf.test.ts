import { expect, it } from 'vitest'

import { findShelfEntry, groupByProduct } from './shelf.ts'

const entry = (id: string, productId: string, variantName: string, available: number) => ({
  id,
  _id: id,
  productId,
  name: variantName ? `Editor · ${variantName}` : 'Tela',
  productName: variantName ? 'Editor' : 'Tela',
  variantName,
  available,
  waiting: 0,
  threshold: 5,
  lowSince: null,
  soldIn30Days: 0,
  daysLeft: null,
  awaited: 0,
})

const entries = [
  entry('e', 'e', '30 dias', 3),
  entry('v', 'e', '90 dias', 4),
  entry('t', 't', '', 9),
]

it('products that take keys are listed with the free keys of all their options [L016]', () => {
  expect(groupByProduct(entries).map(({ id, name, available }) => [id, name, available])).toEqual([
    ['e', 'Editor', 7],
    ['t', 'Tela', 9],
  ])
  expect(groupByProduct([])).toEqual([])
})

it('finds the named option, the only option without a name, and none of an unknown product [L015]', () => {
  const meant = (productId: string, variantId: string) =>
    findShelfEntry(groupByProduct(entries), { productId, variantId })?.id
  expect(meant('e', 'v')).toBe('v')
  expect(meant('e', 'e')).toBe('e')
  expect(meant('e', '')).toBeUndefined()
  expect(meant('e', 't')).toBeUndefined()
  expect(meant('t', '')).toBe('t')
  expect(meant('t', 'v')).toBe('t')
  expect(meant('x', 'v')).toBeUndefined()
})
