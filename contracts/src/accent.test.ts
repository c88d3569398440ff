import { expect, it } from 'vitest'

import { contrast, isHexColor, toneOf } from './accent.ts'

/** WCAG's formula, written independently of the code under test. */
function apart(one: string, other: string): number {
  const light = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const value = parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return r! * 0.2126 + g! * 0.7152 + b! * 0.0722 + 0.05
  }

  const [low, high] = [light(one), light(other)].sort((a, b) => a - b)

  return high! / low!
}

it('every colour becomes a fill that is visible in both themes, with readable text on it [P310]', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const grounds = { light: ['#f7f5ec', '#ffffff'], dark: ['#11120e', '#191a15'] }
  const muted = { light: '#57553f', dark: '#a9a792' }

  for (const r of steps)
    for (const g of steps)
      for (const b of steps)
        for (const theme of ['light', 'dark'] as const) {
          const { color, on, soft } = toneOf(`#${r}${g}${b}`, theme)
          const name = `#${r}${g}${b} ${theme} ${color}`
          expect(apart(color, on), name).toBeGreaterThanOrEqual(4.5)

          for (const ground of grounds[theme]) {
            expect(apart(color, ground), name).toBeGreaterThanOrEqual(1.3)
            const [, red, green, blue, share] = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(soft)!

            const mixed = [red, green, blue].map((value, at) => {
              const under = parseInt(ground.slice(1 + at * 2, 3 + at * 2), 16)
              const shown = Number(value) * Number(share) + under * (1 - Number(share))
              return Math.round(shown).toString(16).padStart(2, '0')
            })

            expect(apart(`#${mixed.join('')}`, muted[theme]), name).toBeGreaterThanOrEqual(4.45)
          }
        }
})

it('a usable colour stays; any other changes as little as needed and keeps its hue [P310]', () => {
  expect(toneOf('#FFD21F', 'light')).toEqual({
    color: '#ffd21f',
    on: '#16130a',
    soft: 'rgb(255 210 31 / 0.28)',
    isMoved: false,
  })

  expect(toneOf('#00734F', 'dark')).toMatchObject({ color: '#00734f', on: '#ffffff' })
  const navy = toneOf('#04081c', 'dark')
  expect([navy.isMoved, toneOf('#04081c', 'light').isMoved]).toEqual([true, false])
  expect(apart(navy.color, '#191a15')).toBeLessThan(1.35)
  const cream = toneOf('#fff8e0', 'light')
  expect(cream.isMoved).toBe(true)
  expect(apart(cream.color, '#f7f5ec')).toBeLessThan(1.35)
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(cream.color.slice(at, at + 2), 16))
  expect(r! > g! && g! > b!).toBe(true)

  for (const theme of ['light', 'dark'] as const)
    for (const grey of ['#000000', '#ffffff', '#808080']) {
      const { color } = toneOf(grey, theme)
      expect(color).toMatch(/^#([\da-f]{2})\1\1$/)
    }
})

it('recognises a colour, and computes the contrast of two [P310]', () => {
  expect(['#12aBef', '#000000'].map(isHexColor)).toEqual([true, true])
  for (const no of ['', '#fff', 'red', '#12345g', '#1234567', ' #123456', '#123456;x', 'url(x)'])
    expect(isHexColor(no), no).toBe(false)
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
})
