import { expect, it } from 'vitest'

import { isOneSlipAway, meanings, patternOf, wordsOf } from './search.rules.ts'

it('one typo is a wrong, missing, extra or swapped letter anywhere; two typos do not match', () => {
  for (const typed of [
    'antivrus',
    'antivirrus',
    'antixirus',
    'anitvirus',
    'xntivirus',
    'ntivirus',
    'antiviruz',
    'antiviru',
    'antivirsu',
    'antivirus',
    'antivirusx',
    'anxiv',
    'nativ',
  ])
    expect(isOneSlipAway(typed, 'antivirus'), typed).toBe(true)

  for (const typed of [
    'antvrus',
    'xxtivirus',
    'virus',
    'suritivna',
    'antivirusxx',
    'office',
    'xativirus',
    'nxtivirus',
  ])
    expect(isOneSlipAway(typed, 'antivirus'), typed).toBe(false)
})

it('a known or short word means itself; a misspelt one also similar words, whole ones first', () => {
  const known = ['office', 'official', 'antivirus', 'vpn', 'jogo', 'jogador']
  expect(meanings('office', known)).toEqual(['office'])
  expect(meanings('offi', known)).toEqual(['offi'])
  expect(meanings('ofice', known)).toEqual(['ofice', 'office'])
  expect(meanings('ofic', known)).toEqual(['ofic', 'office', 'official'])
  expect(meanings('jogx', known)).toEqual(['jogx', 'jogo'])
  expect(meanings('jogs', ['jogos', 'jogosto'])).toEqual(['jogs', 'jogos'])
  expect(meanings('vpm', known)).toEqual(['vpm'])
  expect(meanings('planilha', known)).toEqual(['planilha'])

  expect(
    meanings(
      'aaaa',
      Array.from({ length: 90 }, (_, i) => `aaab${i + 10}`),
    ),
  ).toHaveLength(13)
})

it('at most eight different words count; one or two letters match beginnings of words', () => {
  expect(wordsOf(' a b a  c ')).toEqual(['a', 'b', 'c'])
  expect(wordsOf(' ')).toEqual([])
  expect(wordsOf(' 1 2 3 4 5 6 7 8 9')).toHaveLength(8)
  expect([patternOf('a'), patternOf('ab'), patternOf('abc')]).toEqual(['% a%', '% ab%', '%abc%'])
})
