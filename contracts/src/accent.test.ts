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

it('every colour becomes one that is read on every ground of both themes, and text on it too [P310]', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']

  const grounds = {
    light: ['#f4f6fa', '#ffffff', '#edf1f7', '#e0e7f1'],
    dark: ['#080b12', '#0e131d', '#151c29', '#1d2636'],
  }

  const text = { light: '#ffffff', dark: '#03140d' }

  for (const r of steps)
    for (const g of steps)
      for (const b of steps)
        for (const theme of ['light', 'dark'] as const) {
          const { color } = toneOf(`#${r}${g}${b}`, theme)
          const least = Math.min(
            ...[...grounds[theme], text[theme]].map((one) => apart(color, one)),
          )
          expect(least, `#${r}${g}${b} ${theme} ${color}`).toBeGreaterThanOrEqual(4.5)
        }
})

it('a readable colour stays; any other moves as little as needed and keeps its hue [P310]', () => {
  expect(toneOf('#00734F', 'light')).toMatchObject({ color: '#00734f', isMoved: false })

  expect(toneOf('#2ee6a8', 'dark')).toEqual({
    color: '#2ee6a8',
    soft: 'rgb(46 230 168 / 0.12)',
    isMoved: false,
  })

  const yellow = toneOf('#ffd400', 'light')
  expect(yellow.isMoved).toBe(true)
  expect(toneOf('#ffd400', 'dark').isMoved).toBe(false)
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(yellow.color.slice(at, at + 2), 16))
  expect(r! > g! && g! > b! + 40).toBe(true)
  expect(apart(yellow.color, '#e0e7f1')).toBeLessThan(5.4)
  const navy = toneOf('#10206b', 'dark')
  expect([navy.isMoved, toneOf('#10206b', 'light').isMoved]).toEqual([true, false])
  expect(apart(navy.color, '#1d2636')).toBeLessThan(6.2)

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
