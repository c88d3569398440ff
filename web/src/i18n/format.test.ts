import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { countdown, date, money, moneyOfCents, number, reais } from './format.ts'
import { setCurrentLanguage } from './language.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
afterEach(() => setCurrentLanguage('pt-BR'))

describe('amounts', () => {
  it('are in the language of the screen and in reais, unless another is named [S026]', () => {
    expect(plain(money(1234.5))).toBe('R$ 1.234,50')
    expect(plain(money(1234.5, 'USD'))).toBe('US$ 1.234,50')
    expect(plain(moneyOfCents(1990))).toBe('R$ 19,90')
    setCurrentLanguage('en-US')
    expect(plain(money(1234.5))).toBe('R$1,234.50')
    expect(plain(money(1234.5, 'USD'))).toBe('$1,234.50')
    expect(plain(moneyOfCents(5, 'USD'))).toBe('$0.05')
    expect(plain(reais(1234.5))).toBe('R$ 1.234,50')
    expect([number(1234567), number(1234567, 'pt-BR')]).toEqual(['1,234,567', '1.234.567'])
  })

  it('are exact to the cent for any value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999_999 }),
        fc.constantFrom('BRL', 'USD'),
        fc.constantFrom('pt-BR', 'en-US'),
        (cents, currency, language) => {
          const text = moneyOfCents(cents, currency, language)
          expect(Number(text.replace(/\D/g, ''))).toBe(cents)
          expect(text.at(-3)).toBe(language === 'pt-BR' ? ',' : '.')
        },
      ),
    )
  })
})

describe('dates', () => {
  const at = '2026-11-03T15:04:05Z'

  it('have three formats: day, moment and clock; the cached formatters do not mix [S294]', () => {
    for (let times = 0; times < 2; times++) {
      expect(date(at, 'day', 'pt-BR', 'UTC')).toBe('3 de nov. de 2026')
      expect(plain(date(at, 'moment', 'pt-BR', 'UTC'))).toBe('03/11/2026, 15:04')
      expect(plain(date(at, 'clock', 'pt-BR', 'UTC'))).toBe('15:04:05')
      expect(plain(date(at, 'moment', 'en-US', 'UTC'))).toBe('11/3/26, 3:04 PM')
      expect(plain(date(at, 'clock', 'pt-BR', 'America/Sao_Paulo'))).toBe('12:04:05')
    }

    expect(date(new Date(at))).toBe('3 de nov. de 2026')
    expect(date(Date.parse(at))).toBe('3 de nov. de 2026')
    setCurrentLanguage('en-US')
    expect(date(at)).toBe('Nov 3, 2026')
  })

  it('that are invalid have an error text in both languages [S277]', () => {
    expect(date('nada', 'day', 'pt-BR')).toBe('Data inválida')
    expect(date(null, 'moment', 'en-US')).toBe('Invalid date')
    expect(date(0, 'day', 'en-US', 'UTC')).toBe('Jan 1, 1970')
  })
})

it('remaining time has two digits after each colon, and hours only above one hour', () => {
  expect(
    [0, 1, 1000, 1001, 59_000, 60_000, 600_000, 3_599_000, 3_599_001, 3_600_000].map(countdown),
  ).toEqual([
    '0:00',
    '0:01',
    '0:01',
    '0:02',
    '0:59',
    '1:00',
    '10:00',
    '59:59',
    '1:00:00',
    '1:00:00',
  ])
  expect([3_661_000, 36_000_000, -1].map(countdown)).toEqual(['1:01:01', '10:00:00', '0:00'])
})
