import { compositions, type Sheet } from './compositions.ts'
import { createAlphabet, displayFace, fitName, type Alphabet } from './lettering.ts'
import { motifBox } from './motif-box.ts'
import { palettes, type Coat } from './palette.ts'
import { placeholders } from './shapes.ts'

export type Poster = {
  category: string
  motif: string
  /** Index of the poster's composition. */
  kind: number
  /** Drawn on the square and the wide version; a category's picture has no name. */
  name?: string
}

/** Replaces the placeholders of a motif by the colours of a composition. */
export const colourMotif = (motif: string, { line, body, tone, glow }: Coat): string =>
  `<g stroke="${line}">${motif
    .replaceAll(placeholders.line, line)
    .replaceAll(placeholders.body, body)
    .replaceAll(placeholders.tone, tone)
    .replaceAll(placeholders.glow, glow)}</g>`

type View = { left: number; top: number; width: number; height: number }

/** Areas of the views in one SVG: the picture without words, and three versions beside it. */
const views = {
  whole: { left: 0, top: 0, width: 800, height: 600 },
  motif: { left: 2000, top: 0, width: 400, height: 400 },
  square: { left: 0, top: 2000, width: 600, height: 600 },
  wide: { left: 2000, top: 2000, width: 1200, height: 600 },
} as const satisfies Record<string, View>

/** The line width of a motif, in the motif's units. */
const stroke = 14

/** The share of a sheet's height that the page may cut off; the motif stays above this part. */
const cutShare = 0.08

/** The distance of the name from the edges, as a share of the version's width. */
const inset = 0.07

/** A sheet without a name: the motif takes three quarters of the height. */
const wholeSheet = ({ width, height }: View): Sheet => ({
  width,
  height,
  x: width / 2,
  y: height * (0.51 - cutShare / 2),
  reach: height * 0.375,
  span: Math.min(height * 0.49, width * 0.42),
  left: 0,
  top: 0,
})

/**
 * The poster of a product as SVG, 4:3 without words, below 6 kB, without fonts and scripts. A
 * fragment of its address selects one of three other views: #square and #wide (2:1) with the name,
 * and #motif, a square of the motif alone. The page cuts the poster's lower edge.
 */
export function drawPoster({ category, motif, kind, name }: Poster): string {
  const colours = palettes[category]
  const composition = compositions[kind]
  if (!colours || !composition)
    throw new Error(`no colours or composition for ${category}, ${kind}`)

  const letters = createAlphabet(name ?? '', displayFace)
  const box = motifBox(motif)

  const drawView = (view: View, sheet: Sheet, words = '') => {
    const scale = Math.min(
      (2 * sheet.reach) / (box.height + stroke),
      (2 * sheet.span) / (box.width + stroke),
    )
    const [x, y] = [
      sheet.x - (box.x + box.width / 2) * scale,
      sheet.y - (box.y + box.height / 2) * scale,
    ]

    return (
      `<svg x="${view.left}" y="${view.top}" width="${view.width}" height="${view.height}">` +
      `<path fill="${composition.ground(colours)}" d="M0 0h${view.width}v${view.height}H0z"/>` +
      `<path fill="${composition.shade(colours)}" fill-rule="evenodd" d="${composition.shape(sheet)}"/>` +
      `<use href="#m" transform="translate(${x} ${y})scale(${scale})"/>${words}</svg>`
    )
  }

  const words = name ? { name, letters, colour: composition.text(colours) } : null

  return shortenSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" stroke-linejoin="round"><defs>' +
      `<g id="m" fill="none" stroke-width="${stroke}" stroke-linecap="round">` +
      `${colourMotif(motif, composition.coat(colours))}</g>${letters.defs}</defs>` +
      (['motif', 'square', 'wide'] as const)
        .map((id) => {
          const { left, top, width, height } = views[id]
          return `<view id="${id}" viewBox="${left} ${top} ${width} ${height}"/>`
        })
        .join('') +
      drawView(views.whole, wholeSheet(views.whole)) +
      drawView(views.motif, wholeSheet(views.motif)) +
      (words
        ? drawSquare(drawView, words) + drawWide(drawView, words)
        : drawView(views.square, wholeSheet(views.square)) +
          drawView(views.wide, wholeSheet(views.wide))) +
      '</svg>\n',
  )
}

type DrawView = (view: View, sheet: Sheet, words?: string) => string
type Words = { name: string; letters: Alphabet; colour: string }

/** The name above, the motif below it. */
function drawSquare(drawView: DrawView, { name, letters, colour }: Words): string {
  const view = views.square
  const edge = view.width * inset
  const { size, lines } = fitName(name, {
    sizes: [92, 78, 66, 56],
    width: view.width - 2 * edge,
    rows: 2,
  })

  const top = edge + lines.length * size * lineHeight + 16
  const free = view.height * (1 - cutShare) - top
  const reach = Math.min(free * 0.45, view.height * 0.34)

  return drawView(
    view,
    { ...wholeSheet(view), y: top + free / 2, reach, span: reach * 1.3, top },
    drawName(lines, letters, { left: edge, top: edge, size, colour }),
  )
}

/** The name at the left, the motif at the right. */
function drawWide(drawView: DrawView, { name, letters, colour }: Words): string {
  const view = views.wide
  const edge = view.width * inset
  const nameEnd = view.width / 2
  const { size, lines } = fitName(name, {
    sizes: [120, 104, 88, 74],
    width: nameEnd - edge - 30,
    rows: 3,
  })

  const sheet = wholeSheet(view)
  const top = sheet.y - (size * (capHeight + (lines.length - 1) * lineHeight)) / 2

  return drawView(
    view,
    { ...sheet, x: (nameEnd + view.width) / 2 - edge / 4, span: 238, left: nameEnd },
    drawName(lines, letters, { left: edge, top, size, colour }),
  )
}

/** Line height of the name, as a multiple of the font size. */
const lineHeight = 0.98

/** Height of a capital letter, as a multiple of the font size. */
const capHeight = 0.7

type NamePlace = { left: number; top: number; size: number; colour: string }

const drawName = (
  lines: readonly string[],
  letters: Alphabet,
  { left, top, size, colour }: NamePlace,
): string =>
  lines
    .map((line, index) =>
      letters.line(line, {
        x: left,
        baseline: top + size * (capHeight + index * lineHeight),
        size,
        colour,
      }),
    )
    .join('')

/** Shortens an SVG: one decimal place for coordinates of paths, two for other numbers. */
export const shortenSvg = (svg: string): string =>
  svg
    .replaceAll(/-?\d+\.\d{2,}/g, (value) => `${Math.round(Number(value) * 100) / 100}`)
    .replaceAll(/ d="[^"]+"/g, (path) =>
      path.replaceAll(/([\d.]+\.\d)\d/g, '$1').replaceAll(/ (?=-)/g, ''),
    )
