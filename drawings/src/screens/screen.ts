import type { DemoScreen, ScreenLayout } from '../../../server/src/demo/data/demo-screen.ts'
import { mixColours, palettes } from '../palette.ts'
import { colourMotif, shortenSvg } from '../poster.ts'
import { createBrush } from './brush.ts'
import { code, scene, tracks } from './dark-layouts.ts'
import {
  canvas,
  chart,
  gauge,
  nodes,
  steps,
  switches,
  table,
  type Layout,
} from './light-layouts.ts'

const layouts: Record<ScreenLayout, Layout> = {
  canvas,
  chart,
  code,
  gauge,
  nodes,
  scene,
  steps,
  switches,
  table,
  tracks,
}

const darkLayouts: ReadonlySet<ScreenLayout> = new Set(['code', 'tracks'])

type Program = { name: string; category: string; motif: string }

/** A screen of a program as SVG, 800 × 600, without fonts and scripts: a window and its words. */
export function drawScreen(
  { name, category, motif }: Program,
  { layout, words: [title, ...lines] }: DemoScreen,
  position: number,
): string {
  const palette = palettes[category]
  if (!palette) throw new Error(`no colours for ${category}`)

  const isDark = darkLayouts.has(layout)
  const { ink, deep, mid, pale, pop } = palette
  const colours = { ...palette, row: mixColours(pale, mid, 0.3) }
  const sheet = isDark || position % 2 ? mid : deep

  const { brush, letters } = createBrush(
    { name, heading: title, lines },
    { colours, motif, seed: seedOf(name + title) },
  )

  const { rect, disc, label } = brush

  return shortenSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" stroke-linejoin="round"><defs>' +
      '<g id="m" fill="none" stroke-width="14" stroke-linecap="round">' +
      `${colourMotif(motif, { line: ink, body: pale, tone: mid, glow: pop })}</g>${letters}</defs>` +
      `<path fill="${sheet}" d="M0 0h800v600H0z"/>` +
      rect({ x: 40, y: 36, width: 720, height: 528 }, ink, 8) +
      [pop, mid, mid].map((colour, i) => disc(70 + i * 26, 64, 8, colour)).join('') +
      label(name, { x: 156, y: 73, width: 560, colour: pale }) +
      `<path fill="${isDark ? ink : pale}" d="M40 92H760V556a8 8 0 0 1 -8 8H48a8 8 0 0 1 -8 -8z"/>` +
      (isDark ? rect({ x: 40, y: 90, width: 720, height: 2 }, deep) : '') +
      layouts[layout](brush, title, lines) +
      '</svg>\n',
  )
}

/** A hash, so that each text gets the same pseudorandom numbers in every run. */
const seedOf = (text: string): number =>
  [...text].reduce((sum, char) => (Math.imul(sum, 31) + char.codePointAt(0)!) >>> 0, 7)
