import { compositions, panelTop } from './compositions.ts'
import { createAlphabet, fitName, lineWidth, type Alphabet } from './lettering.ts'
import { palettes, type Coat, type Palette } from './palette.ts'
import { placeholders } from './shapes.ts'

export type Poster = {
  category: string
  motif: string
  /** Index of the composition. */
  kind: number
  /** The product's name in large letters; the picture of a category has none. */
  name?: string
  /** Months of validity, shown on the edition mark. */
  months?: number
}

/** The SVG of a motif in the given colours. */
const colourMotif = (motif: string, { line, body, cover, glow, hint }: Coat): string =>
  `<g stroke="${line}" color="${line}">` +
  mergePaths(motif)
    .replaceAll(placeholders.body, body)
    .replaceAll(placeholders.cover, cover)
    .replaceAll(placeholders.glow, glow)
    .replaceAll(placeholders.hint, hint) +
  '</g>'

/**
 * Merges adjacent paths with equal attributes. Paths that cover others stay separate, since their
 * order matters.
 */
function mergePaths(motif: string): string {
  const twinPaths = /<path d="([^"]+)"((?! fill="\$cover")[^>]*)\/><path d="([^"]+)"\2\/>/
  return twinPaths.test(motif) ? mergePaths(motif.replace(twinPaths, '<path d="$1$3"$2/>')) : motif
}

/** A fine grain, so that surfaces look printed. */
const grainPattern =
  '<pattern id="n" width="57" height="43" patternUnits="userSpaceOnUse" stroke-width="1.6" ' +
  'stroke-linecap="round"><path stroke="#000" stroke-opacity=".1" d="M5 7h0M23 3h0M41 12h0M14 ' +
  '20h0M33 26h0M52 31h0M27 40h0"/><path stroke="#fff" stroke-opacity=".13" d="M12 12h0M30 9h0M48 ' +
  '21h0M3 27h0M21 31h0M40 38h0"/></pattern>'

/** The left edge of a poster's text, in the whole picture and in the square view. */
const wordsLeft = 116
const squareLeft = 76

/**
 * The poster of a product as SVG, 4:3, below 6 kB, without fonts and scripts. The fragment of the
 * URL selects a view: #square, #wide (2:1), or #motif, the motif alone.
 */
export function drawPoster({ category, motif, kind, name, months }: Poster): string {
  const colours = palettes[category]
  const compose = compositions[kind]
  if (!colours || !compose) throw new Error(`no colours or composition for ${category}, ${kind}`)

  const edition = `${months}M`
  const letters = createAlphabet(name ? name + edition : '')
  const sheet = compose(colours, { letters, name })
  const { drawn, coat, stroke, ground } = sheet

  return shortenSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" stroke-linejoin="round"><defs>' +
      `<g id="m" fill="none" stroke-width="${stroke}" stroke-linecap="round">` +
      `${colourMotif(motif, coat)}</g>${letters.defs}${grainPattern}</defs>` +
      `<view id="square" viewBox="${name ? squareLeft : 100} 0 600 600"/>` +
      `<view id="wide" viewBox="0 ${name ? 200 : 100} 800 400"/>` +
      '<view id="motif" viewBox="1000 0 400 400"/>' +
      drawn +
      (name ? drawWords({ name, edition }, letters, { text: sheet.text, ...colours }) : '') +
      '<path fill="url(#n)" d="M0 0h800v600H0z"/>' +
      `<path fill="${ground}" d="M850 -100h700v600H850z"/>` +
      `<use href="#m" transform="translate(1200 200)scale(1.08)"/></svg>\n`,
  )
}

/** Shortens an SVG without changing the picture: coordinates get one decimal place. */
const shortenSvg = (svg: string): string =>
  svg
    .replaceAll(/-?\d+\.\d{2,}/g, (value) => `${Math.round(Number(value) * 100) / 100}`)
    .replaceAll(/ d="[^"]+"/g, (path) =>
      path.replaceAll(/([\d.]+\.\d)\d/g, '$1').replaceAll(/ (?=-)/g, ''),
    )

/** The name at the bottom, and the edition mark at the top. */
function drawWords(
  { name, edition }: { name: string; edition: string },
  { line }: Alphabet,
  { ink, pale, text }: Palette & { text: string },
): string {
  const { size, lines } = fitName(name, { sizes: [76, 66, 56], width: 500, rows: 2 })
  // One line is centred in the panel; two lines fill it.
  const lastBaseline = lines.length === 1 ? (600 + panelTop) / 2 + size * 0.36 : 600 - 46

  return (
    lines
      .map((words, index) => {
        const baseline = lastBaseline - (lines.length - 1 - index) * size * 1.06
        return line(words, { x: wordsLeft, baseline, size, colour: text })
      })
      .join('') +
    `<rect x="${wordsLeft}" y="44" width="${Math.round(lineWidth(edition, 32)) + 32}" height="52" ` +
    `rx="26" fill="${ink}"/>` +
    line(edition, { x: wordsLeft + 16, baseline: 81, size: 32, colour: pale })
  )
}
