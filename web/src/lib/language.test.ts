import { describe, expect, it } from 'vitest'
import { countdown, date, money, reais } from './format.ts'
import { nearestLanguage } from './language.ts'

describe('languages', () => {
  it('[S012] Portuguese variants mean pt-BR, English ones en-US, anything else pt-BR', () => {
    expect(['pt', 'pt-PT', 'PT-br', 'en', 'en-GB', 'en_AU', 'fr', 'english', '../../etc', ''].map(nearestLanguage))
      .toEqual(['pt-BR', 'pt-BR', 'pt-BR', 'en-US', 'en-US', 'en-US', 'pt-BR', 'pt-BR', 'pt-BR', 'pt-BR'])
  })
})

describe('formats', () => {
  const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ')

  it('[S026] money shows two decimals in its own currency', () => {
    expect(plain(money(19.9, 'BRL', 'pt-BR'))).toBe('R$ 19,90')
    expect(plain(money(1234.5, 'USD', 'en-US'))).toBe('$1,234.50')
  })

  it('[S098] totals in R$ keep their comma in every language', () => { expect(plain(reais(1234.5))).toBe('R$ 1.234,50') })

  it("[S277] an invalid date shows 'Data inválida'", () => {
    for (const value of ['nada', null, undefined, '2026-13-45']) expect(date(value, 'day', 'pt-BR')).toBe('Data inválida')
  })

  it('[S294] dates follow the language', () => {
    expect(date('2026-11-03T15:00:00Z', 'day', 'pt-BR')).toBe('3 de nov. de 2026')
    expect(date('2026-11-03T15:00:00Z', 'day', 'en-US')).toBe('Nov 3, 2026')
  })

  it('a countdown never goes below zero', () => { expect([1_800_000, 61_000, 900, -5, 3_725_000].map(countdown)).toEqual(['30:00', '1:01', '0:01', '0:00', '1:02:05']) })
})
