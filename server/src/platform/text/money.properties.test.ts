import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatMoney, fromDecimal, toDecimal, toReais, toWire } from './money.ts'

// Tests that converting an amount between its notations never changes it.

const cents = fc.oneof(
  fc.integer({ min: 0, max: 1000 }),
  fc.integer({ min: 0, max: 99_999_999_999_999 }),
)

const digits = (text: string) => Number(text.replace(/\D/g, ''))

describe('an amount in cents', () => {
  it('is the same when a provider reads it and writes it back, with two decimals and a dot', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toDecimal(amount)).toMatch(/^(0|[1-9]\d*)\.\d\d$/)
        expect(fromDecimal(toDecimal(amount))).toBe(amount)
      }),
    )
  })

  it('is the same when the wire carries it in units', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const read = JSON.parse(JSON.stringify(toWire(amount))) as number
        expect(Math.round(read * 100)).toBe(amount)
      }),
    )
  })

  it('is written to the cent in both languages and currencies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999_999 }),
        fc.constantFrom('pt-BR', 'en-US'),
        fc.constantFrom('BRL', 'USD'),
        (amount, language, currency) => {
          const text = formatMoney(amount, currency, language)
          expect(digits(text)).toBe(amount)
          expect(text).toMatch(language === 'pt-BR' ? /,\d\d$/ : /\.\d\d$/)
        },
      ),
    )
  })

  it('in dollars is exact in reais, half a cent up, as in the database; in reais it is unchanged [decision Q49]', () => {
    // Rates in ten-thousandths. Half of the pairs produce an amount that ends in half a cent, where
    // rounding matters.
    const any = fc.tuple(
      fc.integer({ min: 0, max: 10_000_000_000 }),
      fc.integer({ min: 100, max: 10_000_000 }),
    )

    const halves = fc
      .tuple(fc.nat(100_000), fc.nat(200))
      .map(([amount, rate]): [number, number] => [10 * (2 * amount + 1), 100 * (10 * rate + 5)])

    fc.assert(
      fc.property(fc.oneof(any, halves), ([amount, rate]) => {
        const exact = (BigInt(amount) * BigInt(rate) * 2n + 10_000n) / 20_000n
        expect(BigInt(toReais(amount, 'USD', rate / 10_000))).toBe(exact)
        expect(toReais(amount, 'BRL', rate / 10_000)).toBe(amount)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an amount from a provider', () => {
  it('is read exactly or not at all', () => {
    const plain = /^\d{1,12}(\.\d{1,2})?$/
    const nearly = fc.stringMatching(/^[-+ ]?\d{0,14}[.,]?\d{0,3}[e ]?\d?$/)

    fc.assert(
      fc.property(fc.oneof(nearly, fc.string(), fc.double().map(String)), (text) => {
        if (!plain.test(text)) expect(() => fromDecimal(text)).toThrow('not an amount')
        else {
          const [units, rest = ''] = text.split('.') as [string, string?]
          expect(BigInt(fromDecimal(text))).toBe(BigInt(units) * 100n + BigInt(rest.padEnd(2, '0')))
        }
      }),
      { numRuns: 2000 },
    )
  })
})
