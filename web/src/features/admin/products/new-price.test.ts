import { expect, it } from 'vitest'

import { newPrices, type Way } from './new-price.ts'

const option = (price: number, more: object = {}) => ({
  productId: `of ${price}`,
  price,
  compareAtPrice: null,
  planned: false,
  ...more,
})

const all = (way: Way, value: number, prices: number[]) =>
  newPrices(
    prices.map((price) => option(price)),
    way,
    value,
  ).map(({ to, stays }) => [to, stays])

it('a percentage is taken to the cent, half a cent up', () => {
  expect(all('cut', 10, [19.9, 0.05, 0.15, 99.99, 1, 0.01])).toEqual([
    [17.91, null],
    [0.05, 'same'],
    [0.14, null],
    [89.99, null],
    [0.9, null],
    [0.01, 'same'],
  ])

  expect(all('raise', 12.34, [19.9, 1.5, 123.45])).toEqual([
    [22.36, null],
    [1.69, null],
    [138.68, null],
  ])

  expect(all('raise', 50, [0.01, 1.01, 1.03])).toEqual([
    [0.02, null],
    [1.52, null],
    [1.55, null],
  ])
})

it('a percentage never makes a paid product free, and a free one stays free', () => {
  expect(all('cut', 99.99, [0.5, 0])).toEqual([
    [0.01, null],
    [0, 'same'],
  ])
})

it('a set price applies to all options; equal and too high prices do not change', () => {
  expect(all('set', 25, [20, 25, 0])).toEqual([
    [25, null],
    [25, 'same'],
    [25, null],
  ])

  expect(all('raise', 100, [500_000, 500_000.01])).toEqual([
    [1_000_000, null],
    [1_000_000.02, 'most'],
  ])
})

it('one price for several options of a product is refused, a percentage is not', () => {
  const options = [option(10, { productId: 'p' }), option(30, { productId: 'p' }), option(5)]
  const stays = (way: Way) => newPrices(options, way, 20).map((one) => one.stays)
  expect(stays('set')).toEqual(['several', 'several', null])
  expect(stays('raise')).toEqual([null, null, null])
})

it('the compare-at price stays above the new price, unless a scheduled price ends', () => {
  const struck = (compareAtPrice: number, planned = false) =>
    newPrices([option(10, { compareAtPrice, planned })], 'set', 12)[0]!.stays

  expect([struck(12.01), struck(12), struck(11), struck(11, true)]).toEqual([
    null,
    'compare',
    'compare',
    null,
  ])
})
