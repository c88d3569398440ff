import { compositions, panelTop } from './compositions.ts'
import { alphabetOf, fitted, widthOf, type Alphabet } from './lettering.ts'
import { palettes, type Coat, type Palette } from './palette.ts'
import { part } from './shapes.ts'

export type Poster = {
  category: string
  motif: string
  /** Which of the compositions it has. */
  kind: number
  /** What is set in large letters; nothing on the picture of a category. */
  name?: string
  /** Months that it is valid, on its edition mark. */
  months?: number
}

/** A motif in its colours. */
const dressed = (motif: string, { line, body, cover, glow, hint }: Coat): string =>
  `<g stroke="${line}" color="${line}">` +
  joined(motif)
    .replaceAll(part.body, body)
    .replaceAll(part.cover, cover)
    .replaceAll(part.glow, glow)
    .replaceAll(part.hint, hint) +
  '</g>'

/** Neighbours that look the same become one path; not what covers others, which has an order. */
function joined(motif: string): string {
  const twins = /<path d="([^"]+)"((?! fill="\$cover")[^>]*)\/><path d="([^"]+)"\2\/>/
  return twins.test(motif) ? joined(motif.replace(twins, '<path d="$1$3"$2/>')) : motif
}

/** Specks that no eye counts: a picture that was printed, not filled. */
const grain =
  '<pattern id="n" width="57" height="43" patternUnits="userSpaceOnUse" stroke-width="1.6" ' +
  'stroke-linecap="round"><path stroke="#000" stroke-opacity=".1" d="M5 7h0M23 3h0M41 12h0M14 ' +
  '20h0M33 26h0M52 31h0M27 40h0"/><path stroke="#fff" stroke-opacity=".13" d="M12 12h0M30 9h0M48 ' +
  '21h0M3 27h0M21 31h0M40 38h0"/></pattern>'

/** Where the words of a poster begin, and the square view of it a little before them. */
const left = 116
const squareFrom = 76

/**
 * The poster of a product, 4:3, below 6 kB. Beside the whole it has three views, which an address
 * asks for by name: #square, #wide (2:1), and #motif, the motif alone for the smallest places.
 * No font, no script: it looks the same in every browser.
 */
export function drawPoster({ category, motif, kind, name, months }: Poster): string {
  const colours = palettes[category]
  const compose = compositions[kind]
  if (!colours || !compose) throw new Error(`no colours or composition for ${category}, ${kind}`)

  const edition = `${months}M`
  const letters = alphabetOf(name ? name + edition : '')
  const sheet = compose(colours, { letters, name })
  const { drawn, coat, stroke, ground } = sheet

  return lean(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" stroke-linejoin="round"><defs>' +
      `<g id="m" fill="none" stroke-width="${stroke}" stroke-linecap="round">` +
      `${dressed(motif, coat)}</g>${letters.defs}${grain}</defs>` +
      `<view id="square" viewBox="${name ? squareFrom : 100} 0 600 600"/>` +
      `<view id="wide" viewBox="0 ${name ? 200 : 100} 800 400"/>` +
      '<view id="motif" viewBox="1000 0 400 400"/>' +
      drawn +
      (name ? lettered({ name, edition }, letters, { text: sheet.text, ...colours }) : '') +
      '<path fill="url(#n)" d="M0 0h800v600H0z"/>' +
      `<path fill="${ground}" d="M850 -100h700v600H850z"/>` +
      `<use href="#m" transform="translate(1200 200)scale(1.08)"/></svg>\n`,
  )
}

/** The same picture in fewer letters: a tenth is the smallest thing that anybody sees. */
const lean = (svg: string): string =>
  svg
    .replaceAll(/-?\d+\.\d{2,}/g, (value) => `${Math.round(Number(value) * 100) / 100}`)
    .replaceAll(/ d="[^"]+"/g, (path) =>
      path.replaceAll(/([\d.]+\.\d)\d/g, '$1').replaceAll(/ (?=-)/g, ''),
    )

/** The name along the foot, and how long the licence is valid in the corner above. */
function lettered(
  { name, edition }: { name: string; edition: string },
  { line }: Alphabet,
  { ink, pale, text }: Palette & { text: string },
): string {
  const { size, lines } = fitted(name, { sizes: [76, 66, 56], width: 500, rows: 2 })
  // One line stands in the middle of the panel, two fill it.
  const last = lines.length === 1 ? (600 + panelTop) / 2 + size * 0.36 : 600 - 46

  return (
    lines
      .map((words, index) => {
        const baseline = last - (lines.length - 1 - index) * size * 1.06
        return line(words, { x: left, baseline, size, colour: text })
      })
      .join('') +
    `<rect x="${left}" y="44" width="${Math.round(widthOf(edition, 32)) + 32}" height="52" ` +
    `rx="26" fill="${ink}"/>` +
    line(edition, { x: left + 16, baseline: 81, size: 32, colour: pale })
  )
}
