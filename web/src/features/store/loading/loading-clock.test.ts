import { timings } from '@chaveiro/contracts/limits'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { abbreviation, loadingEnds } from './loading-clock.ts'

describe('loading screen', () => {
  it('ends after 2.8 s; 2.0 s after a click, hidden at 1.8 s; a late click never makes it longer [S039]', () => {
    expect(loadingEnds(null)).toEqual({ hidden: 2600, over: 2800 })
    expect(loadingEnds(0)).toEqual({ hidden: 1800, over: 2000 })
    expect(loadingEnds(300)).toEqual({ hidden: 2100, over: 2300 })
    expect(loadingEnds(2700)).toEqual({ hidden: 2600, over: 2800 })
  })

  it('the style sheet alone ends it at the same time when scripts are late [S039]', () => {
    const style = readFileSync(new URL('./loading.css', import.meta.url), 'utf8')
    const [, fade, delay] = /loading-over (\d+)ms linear (\d+)ms forwards/.exec(style)!
    expect(Number(fade) + Number(delay)).toBe(timings.loading)
    expect(Number(delay)).toBe(loadingEnds(null).hidden)
  })

  it('the red figure carries the initials of the shop, at most three [S041]', () => {
    expect(abbreviation('Chaveiro')).toBe('C')
    expect(abbreviation('minha loja de chaves')).toBe('MLD')
    expect(abbreviation('Água-Viva  Games')).toBe('ÁVG')
    expect(abbreviation('  ')).toBe('')
    expect(abbreviation('"4 You" ✨ Store')).toBe('4YS')
  })
})
