// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Colours are read from the stylesheet, their contrast is computed here by the formula of WCAG 2.2.

type Channels = [red: number, green: number, blue: number]
type Color = { channels: Channels; alpha: number }

/** Colour tokens as written, in the light and in the dark theme. */
function readTokens(): Map<string, [light: string, dark: string]> {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  const tokens = new Map<string, [string, string]>()

  for (const [, name, value] of css.matchAll(/^ {2}--([\w-]+): (.+);$/gm)) {
    if (name!.startsWith('shadow')) continue
    const [, light, dark] = /^light-dark\((.+), (#\w+|rgb\(.+\)|transparent)\)$/.exec(value!) ?? []
    tokens.set(name!, [light ?? value!, dark ?? value!])
  }

  return tokens
}

function parseColor(text: string): Color {
  const hex = /^#(..)(..)(..)$/.exec(text)
  if (hex) return { channels: hex.slice(1).map((pair) => parseInt(pair, 16)) as Channels, alpha: 1 }

  const [red, green, blue, alpha] = [...text.matchAll(/[\d.]+/g)].map(Number)
  return { channels: [red!, green!, blue!], alpha: alpha! }
}

const layOver = ({ channels, alpha }: Color, below: Channels): Channels =>
  channels.map((value, index) => value * alpha + below[index]! * (1 - alpha)) as Channels

function luminance(channels: Channels): number {
  const [red, green, blue] = channels.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrastOf(one: Channels, other: Channels): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const grounds = ['ground', 'surface', 'raised', 'high']
const texts = ['ink', 'muted', 'good', 'wait', 'bad', 'info']

/** Pairs of a colour and its background, and the minimum contrast: 4.5 for text, 3 for shapes. */
const pairs: [front: string, back: string, least: number][] = [
  ...texts.flatMap((text) => grounds.map((back) => [text, back, 4.5] as [string, string, number])),
  ['ink', 'accent-soft', 4.5],
  ['muted', 'accent-soft', 4.5],
  ['on-accent', 'accent', 4.5],
  // Text on the blade of a key, and on the button of a dangerous action.
  ['ground', 'ink', 4.5],
  ['ground', 'bad', 4.5],
  ['edge', 'ground', 3],
  ['edge', 'surface', 3],
]

it.each(['light', 'dark'] as const)('every pair of tokens is readable in the %s theme', (theme) => {
  const tokens = readTokens()

  const colorOf = (name: string): Color => parseColor(tokens.get(name)![theme === 'light' ? 0 : 1])

  const faint = pairs.flatMap(([front, back, least]) => {
    // A transparent background is checked over the page and over a surface.
    const below = colorOf(back).alpha === 1 ? [back] : ['ground', 'surface']

    return below.flatMap((opaque) => {
      const backdrop = layOver(colorOf(back), colorOf(opaque).channels)
      const contrast = contrastOf(layOver(colorOf(front), backdrop), backdrop)
      return contrast >= least ? [] : [`${front} on ${back} over ${opaque}: ${contrast.toFixed(2)}`]
    })
  })

  expect(faint).toEqual([])
})

it('every colour token is in a pair or is known to carry no text', () => {
  const withoutText = ['line', 'star-edge', 'sent', 'failed', 'pending']
  const paired = pairs.flatMap(([front, back]) => [front, back])
  expect([...readTokens().keys()].toSorted()).toEqual(
    [...new Set([...paired, ...withoutText])].toSorted(),
  )
})

it.each([
  ['contracts/src/accent.ts', []],
  // A mail and a PDF know no transparency: lines as they look on the sheet.
  ['server/src/domains/mails/mails.look.ts', ['#e2e2e0', '#31322a']],
  ['server/src/public-pages/social-card.ts', []],
  ['server/src/public-pages/reference-look.ts', ['#7c3aed', '#a78bfa']],
])('%s repeats only colours of the tokens', (file, others) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const known = new Set([...readTokens().values()].flat().concat(others))
  const strange = [...source.matchAll(/#[0-9a-f]{6}\b/g)].filter(([color]) => !known.has(color))
  expect(strange.map(([color]) => color)).toEqual([])
})
