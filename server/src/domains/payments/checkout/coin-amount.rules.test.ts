import { expect, it, vi } from 'vitest'

import { coinText, freeUnits } from './coin-amount.rules.ts'

it('coins are written with eight decimals, in whatever unit they are counted', () => {
  expect([coinText(1_990_001, 6), coinText(1, 6), coinText(123_456_789_012, 6)]).toEqual([
    '1.99000100',
    '0.00000100',
    '123456.78901200',
  ])

  expect([coinText(1, 8), coinText(100_000_000, 8), coinText(99_999_999, 8)]).toEqual([
    '0.00000001',
    '1.00000000',
    '0.99999999',
  ])
})

it('after fifty draws of taken amounts there is no amount', async () => {
  let asked = 0

  const found = await freeUnits({ coinUnits: 1, dustMax: 5 }, async () => {
    asked++
    if (asked > 50) throw new Error('asked too often')

    return true
  })

  expect([found, asked]).toEqual([null, 50])
})

it("the dust is between one unit and its coin's maximum, and a taken amount is drawn again", async () => {
  const dice = vi.spyOn(Math, 'random')
  try {
    dice.mockReturnValueOnce(0).mockReturnValueOnce(0.999_999)
    const price = { coinUnits: 5000, dustMax: 999 }
    expect(await freeUnits(price, async () => false)).toBe(5001)
    expect(await freeUnits(price, async () => false)).toBe(5999)
    dice.mockReturnValueOnce(0).mockReturnValueOnce(0.5)
    expect(await freeUnits(price, async (units) => units === 5001)).toBe(5500)
  } finally {
    dice.mockRestore()
  }
})
