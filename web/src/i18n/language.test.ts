import { describe, expect, it } from 'vitest'

import { countdown, date, money, reais } from './format.ts'
import { texts } from './i18n.ts'
import {
  categoryLabel,
  currentLanguage,
  detectLanguage,
  nearestLanguage,
  setCurrentLanguage,
} from './language.ts'

describe('languages', () => {
  it('Portuguese variants mean pt-BR, English ones en-US, anything else pt-BR [S012]', () => {
    expect(
      [
        'pt',
        'pt-PT',
        'PT-br',
        'en',
        'en-GB',
        'en_AU',
        'fr-en',
        'fr',
        'english',
        '../../etc',
        '',
      ].map(nearestLanguage),
    ).toEqual([
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'en-US',
      'en-US',
      'en-US',
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'pt-BR',
    ])
  })
})

describe('the name of a category', () => {
  const games = { name: 'Jogos', nameEn: 'Games' }

  it('is translated for English readers, if staff translated it', () => {
    expect(categoryLabel(games, 'en-US')).toBe('Games')
    expect(categoryLabel(games, 'pt-BR')).toBe('Jogos')
    for (const nameEn of ['', null, undefined])
      expect(categoryLabel({ name: 'Jogos', nameEn }, 'en-US')).toBe('Jogos')
  })

  it('follows the language of the screen', () => {
    setCurrentLanguage('en-GB')
    expect([currentLanguage(), categoryLabel(games)]).toEqual(['en-US', 'Games'])
    setCurrentLanguage('pt')
    expect([currentLanguage(), categoryLabel(games)]).toEqual(['pt-BR', 'Jogos'])
  })
})

describe('detection', () => {
  const storage = (value: string | null) => ({
    getItem: (key: string) => (key === 'i18nextLng' ? value : null),
    setItem: () => {},
    removeItem: () => {},
  })

  const sources = {
    search: '?a=1&lng=en',
    cookie: 'a=b; i18next=en-US',
    local: storage('en-US'),
    session: storage('en-US'),
    navigator: ['en-GB'],
    html: 'en-US',
  }

  const silent = {
    search: '',
    cookie: '',
    local: storage(null),
    session: storage(null),
    navigator: [],
    html: '',
  }

  it('address, cookie, local storage, session storage, browser and html decide in this order [S013, S016]', () => {
    const order = ['search', 'cookie', 'local', 'session', 'navigator', 'html'] as const

    const portuguese = {
      search: '?lng=pt',
      cookie: 'i18next=pt-BR',
      local: storage('pt-BR'),
      session: storage('pt-BR'),
      navigator: ['pt-PT'],
      html: 'pt-BR',
    }

    order.forEach((source, at) => {
      const later = Object.fromEntries(order.slice(at + 1).map((name) => [name, portuguese[name]]))
      expect(detectLanguage({ ...silent, ...later, [source]: sources[source] }), source).toBe(
        'en-US',
      )
    })

    expect(detectLanguage(silent)).toBe('pt-BR')
    const cookies = ['i18next=en-US; a=b', 'xi18next=en-US', 'a=i18next=en-US']

    expect(cookies.map((cookie) => detectLanguage({ ...silent, cookie }))).toEqual([
      'en-US',
      'pt-BR',
      'pt-BR',
    ])
  })

  it('an unknown language in the address never becomes the language [S016]', () => {
    for (const lng of ['../../etc/passwd', 'de', '%00', 'en-US/../x'])
      expect(['pt-BR', 'en-US']).toContain(detectLanguage({ ...silent, search: `?lng=${lng}` }))
  })
})

describe('direction', () => {
  it('Arabic, Hebrew, Persian and Urdu run right to left, the shop’s languages left to right [S297]', () => {
    expect(
      ['ar', 'he', 'fa', 'ur', 'ar-EG', 'pt-BR', 'en-US'].map((language) => texts.dir(language)),
    ).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr'])
  })
})

describe('formats', () => {
  const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ')

  it('money shows two decimals in its own currency [S026]', () => {
    expect(plain(money(19.9, 'BRL', 'pt-BR'))).toBe('R$ 19,90')
    expect(plain(money(1234.5, 'USD', 'en-US'))).toBe('$1,234.50')
  })

  it('totals in R$ keep their comma in every language [S098]', () => {
    expect(plain(reais(1234.5))).toBe('R$ 1.234,50')
  })

  it("an invalid date shows 'Data inválida' [S277]", () => {
    for (const value of ['nada', null, undefined, '2026-13-45'])
      expect(date(value, 'day', 'pt-BR')).toBe('Data inválida')
  })

  it('dates follow the language [S294]', () => {
    expect(date('2026-11-03T15:00:00Z', 'day', 'pt-BR')).toBe('3 de nov. de 2026')
    expect(date('2026-11-03T15:00:00Z', 'day', 'en-US')).toBe('Nov 3, 2026')
  })

  it('a countdown never goes below zero', () => {
    expect([1_800_000, 61_000, 900, -5, 3_725_000].map(countdown)).toEqual([
      '30:00',
      '1:01',
      '0:01',
      '0:00',
      '1:02:05',
    ])
  })
})
