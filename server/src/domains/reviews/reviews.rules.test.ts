import { describe, expect, it } from 'vitest'

import { isHeldBack, publicName, ratingOf, statusOfText } from './reviews.rules.ts'

describe('the name beside a review', () => {
  it('is the first name and the initial of the last [L067]', () => {
    const told = {
      'Ana Souza': 'Ana S.',
      'ana maria de souza': 'ana S.',
      '  Zé   ávila ': 'Zé Á.',
      'D’Ávila O’Neill': 'D’Ávila O.',
      'Jean-Luc Picard': 'Jean-Luc P.',
      Ana: 'Ana',
      'Ana 2': 'Ana',
      '山田 太郎': '山田 太.',
    }
    expect(Object.keys(told).map(publicName)).toEqual(Object.values(told))
  })

  it('is none where the name is an email address or a number [L067]', () => {
    for (const name of [
      'ana@exemplo.test',
      'www.golpe.example Souza',
      'https://golpe.example',
      'golpe.example agora',
      '11999990000',
      '<b>Ana</b> Souza',
      'A'.repeat(31),
      '',
      '   ',
    ])
      expect(publicName(name), name).toBe(null)
  })
})

describe('a text', () => {
  it('with anything like a link is held back, in any spelling [L063]', () => {
    for (const text of [
      'veja https://golpe.example',
      'HTTP://x',
      'www.golpe',
      'entre em golpe.example/x',
      'golpe．com',
      'gol\u200bpe.c\u200bom',
      'fale com ana@exemplo.test',
    ])
      expect(isHeldBack(text, ''), text).toBe(true)

    for (const text of ['', 'Muito bom. Recomendo!', 'Nota 4.5 de 5', 'Versão 2.0, sem erros...'])
      expect(isHeldBack(text, ''), text).toBe(false)
  })

  it('with a blocked word is held back: whole words, in any case and with any accent [L063]', () => {
    const blocked = 'Golpe, não presta\nTROUXA;;'
    for (const text of ['É golpe!', 'GÓLPE', 'Nao   presta mesmo', 'que (trouxa)', 'ｇｏｌｐｅ'])
      expect(isHeldBack(text, blocked), text).toBe(true)
    for (const text of ['golpear', 'presta, não é?', 'destrouxa', ''])
      expect(isHeldBack(text, blocked), text).toBe(false)
    expect(isHeldBack('tudo certo', ' ,\n; ')).toBe(false)
  })

  it('shows at once where the owner wants that, unless it is held back or was rejected [L063]', () => {
    const after = (heldBack: boolean, before: 'pending' | 'published' | 'rejected' | null) =>
      statusOfText('after', { heldBack, before })
    expect(
      [null, 'pending', 'published', 'rejected'].map((was) => after(false, was as null)),
    ).toEqual(['published', 'published', 'published', 'pending'])
    expect([after(true, null), after(true, 'published')]).toEqual(['pending', 'pending'])
    for (const before of [null, 'published'] as const)
      expect(statusOfText('before', { heldBack: false, before })).toBe('pending')
  })
})

it('a rating has one decimal, and there is none without a review [L065]', () => {
  expect([
    ratingOf(0, 0),
    ratingOf(1, 5),
    ratingOf(3, 13),
    ratingOf(3, 14),
    ratingOf(12, 54),
  ]).toEqual([
    null,
    { average: 5, count: 1 },
    { average: 4.3, count: 3 },
    { average: 4.7, count: 3 },
    { average: 4.5, count: 12 },
  ])
})
