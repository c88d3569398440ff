import { describe, expect, it } from 'vitest'

import { formatMoney, fromDecimal, toDecimal, toReais, toWire } from './money.ts'

describe('money', () => {
  it('is units on the wire, and a text with two decimals for a provider', () => {
    expect([0, 5, 1990, 100_000].map(toWire)).toEqual([0, 0.05, 19.9, 1000])
    expect([0, 5, 70, 1990, 100_000, 123_456_789].map(toDecimal)).toEqual([
      '0.00',
      '0.05',
      '0.70',
      '19.90',
      '1000.00',
      '1234567.89',
    ])
  })

  it('of a provider is read to the cent; anything but a plain amount is refused', () => {
    expect(['0', '7', '7.5', '19.90', '0.01', '999999999999.99'].map(fromDecimal)).toEqual([
      0, 700, 750, 1990, 1, 99_999_999_999_999,
    ])

    for (const text of [
      '',
      '.5',
      '5.',
      '1,50',
      '1.234',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1e3',
      'x1',
      '1x',
      '1x5',
      '1234567890123',
    ])
      expect(() => fromDecimal(text), text).toThrow(/^not an amount$/)
  })

  it('in dollars becomes reais at its rate, half a cent up, as in the database; reais stay [decision Q49]', () => {
    expect(toReais(1990, 'BRL', 5.4)).toBe(1990)
    expect(toReais(1000, 'USD', 5.4)).toBe(5400)
    // 12.90 dollars at 1.15 are 14.835 reais; floating point would give 14.8349999.
    expect(toReais(1290, 'USD', 1.15)).toBe(1484)
    expect([toReais(1, 'USD', 5.4), toReais(1, 'USD', 5.5), toReais(0, 'USD', 5.5)]).toEqual([
      5, 6, 0,
    ])
    expect(toReais(100_000, 'USD', 5.123_456)).toBe(512_346)
  })

  it('is written in the format of its reader’s language', () => {
    const plain = (text: string) => text.replace(/\u00a0/g, ' ')
    expect(plain(formatMoney(199_090, 'BRL', 'pt-BR'))).toBe('R$ 1.990,90')
    expect(plain(formatMoney(199_090, 'BRL', 'en-US'))).toBe('R$1,990.90')
    expect(plain(formatMoney(5, 'USD', 'pt-BR'))).toBe('US$ 0,05')
  })
})
