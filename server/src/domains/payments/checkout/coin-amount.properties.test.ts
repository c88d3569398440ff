import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toCoinUnits } from '../../../adapters/binance/binance-crypto.ts'
import { coinText, freeUnits } from './coin-amount.rules.ts'

// A coin amount identifies its order, so it must be unique and written the same everywhere.

const units = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
)

const decimals = fc.constantFrom(6, 8)

describe('an amount of coins', () => {
  it('is written exactly, with eight decimals, and read back as the same units', () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => {
        const text = coinText(amount, places)
        expect(text).toMatch(/^(0|[1-9]\d*)\.\d{8}$/)
        expect(toCoinUnits(text, places)).toBe(BigInt(amount))
      }),
      { numRuns: 1000 },
    )
  })

  it('differs from all open payments, and exceeds the price by the dust at most', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        fc.integer({ min: 1, max: 9_999 }),
        fc.array(fc.integer({ min: 1, max: 9_999 }), { maxLength: 60 }),
        async (coinUnits, dustMax, dusts) => {
          const taken = new Set(dusts.map((dust) => coinUnits + dust))
          const found = await freeUnits({ coinUnits, dustMax }, async (tried) => taken.has(tried))
          if (found === null) return

          expect(taken.has(found)).toBe(false)
          expect(found).toBeGreaterThan(coinUnits)
          expect(found).toBeLessThanOrEqual(coinUnits + dustMax)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('does not exist when fifty tries hit taken amounts', async () => {
    let asked = 0

    const found = await freeUnits({ coinUnits: 1_000_000, dustMax: 5 }, async () => {
      asked++
      return true
    })

    expect([found, asked]).toEqual([null, 50])
  })
})

describe('amounts from an exchange', () => {
  it('are read exactly, cut or rounded up at the unit, in any spelling of the same number', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 1, max: 20 }),
        decimals,
        (digits, places, kept) => {
          const text = String(digits).padStart(places + 1, '0')
          const written = `${text.slice(0, -places)}.${text.slice(-places)}`
          const down = toCoinUnits(written, kept)
          const up = toCoinUnits(written, kept, 'up')
          // digits / 10^places = units / 10^kept, compared without a fraction.
          const [exact, one] = [digits * 10n ** BigInt(kept), 10n ** BigInt(places)]
          expect(down * one <= exact && exact < (down + 1n) * one).toBe(true)
          expect(up * one >= exact && exact > (up - 1n) * one).toBe(true)
          expect(toCoinUnits(`${digits}e-${places}`, kept)).toBe(down)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
