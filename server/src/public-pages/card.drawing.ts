import { create, type Font } from 'fontkit'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const [ground, surface, line, ink, muted, green] = [
  '#080b12',
  '#0e131d',
  '#1d2636',
  '#e9eef7',
  '#9dabc2',
  '#2ee6a8',
]

let loadedFont: Promise<Font> | null = null

/**
 * The bundled font, so that cards look the same on machines without fonts; each thread reads it
 * once.
 */
const loadFont = (): Promise<Font> =>
  (loadedFont ??= readFile(
    fileURLToPath(
      import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    ),
  ).then((bytes) => create(bytes)))

type TextStyle = { size: number; x: number; y: number; colour: string; outline?: number }

/**
 * Text as one SVG path, and its width in pixels. A stroke makes it bolder; characters that the font
 * lacks are left out.
 */
function lettering(
  font: Font,
  text: string,
  { size, x, y, colour, outline = 0 }: TextStyle,
): { svg: string; width: number } {
  const scale = size / font.unitsPerEm
  const knownText = [...text]
    .filter((char) => font.hasGlyphForCodePoint(char.codePointAt(0)!))
    .join('')
  const glyphRun = font.layout(knownText)
  let position = x

  const glyphPaths = glyphRun.glyphs
    .map((glyph, index) => {
      const glyphPath = glyph.path.scale(scale, -scale).translate(position, y).toSVG()
      position += glyphRun.positions[index]!.xAdvance * scale

      return glyphPath
    })
    .join('')

  return {
    svg:
      `<path fill="${colour}" stroke="${colour}" stroke-width="${outline}" ` +
      `stroke-linejoin="round" d="${glyphPaths}"/>`,
    width: position - x,
  }
}

/**
 * Wraps a text at the largest size at which it fits into `rows` lines. If it fits at no size, it
 * becomes one line with an ellipsis.
 */
function wrapText(
  font: Font,
  text: string,
  { sizes, width, rows }: { sizes: readonly number[]; width: number; rows: number },
): { size: number; lines: string[] } {
  const textWidth = (line: string, size: number) =>
    lettering(font, line, { size, x: 0, y: 0, colour: ink }).width

  for (const size of sizes) {
    const lines: string[] = []

    for (const word of text.split(/\s+/)) {
      const lastLine = lines.at(-1)
      if (lastLine !== undefined && textWidth(`${lastLine} ${word}`, size) <= width)
        lines[lines.length - 1] = `${lastLine} ${word}`
      else lines.push(word)
    }

    if (lines.length <= rows && lines.every((line) => textWidth(line, size) <= width))
      return { size, lines }
  }

  const smallestSize = sizes.at(-1)!
  let shortened = text
  while (shortened.length > 1 && textWidth(`${shortened}…`, smallestSize) > width)
    shortened = shortened.slice(0, -1)

  return { size: smallestSize, lines: [`${shortened.trim()}…`] }
}

const titleLayout = { sizes: [104, 84, 68, 56], width: 800, rows: 2 }
const textLayout = { sizes: [36, 32, 28], width: 780, rows: 3 }

/** `isBare` leaves out the mark, so that the shop's own icon can be placed there. */
export type CardFacts = {
  title: string
  text: string
  site: string
  colour: string
  isBare: boolean
}

/**
 * The preview picture of a shared link, 1200 × 630, as SVG with letters as paths. Runs in a drawing
 * thread, so that only that thread loads fontkit and a font.
 */
export async function drawCardSvg({
  title,
  text,
  site,
  colour,
  isBare,
}: CardFacts): Promise<string> {
  const font = await loadFont()
  const accentColour = /^#[0-9a-f]{6}$/i.test(colour) ? colour : green
  const titleBlock = wrapText(font, title.slice(0, 80), titleLayout)
  const textBlock = wrapText(font, text.slice(0, 160), textLayout)
  const titleBaseline = 300 - (titleBlock.lines.length - 1) * titleBlock.size * 0.55
  const textBaseline = titleBaseline + (titleBlock.lines.length - 1) * titleBlock.size * 1.1 + 84

  const textLines: [string, TextStyle][] = [
    ...titleBlock.lines.map((line, index): [string, TextStyle] => [
      line,
      {
        size: titleBlock.size,
        x: 80,
        y: titleBaseline + index * titleBlock.size * 1.1,
        colour: ink,
        outline: titleBlock.size / 32,
      },
    ]),
    ...textBlock.lines.map((line, index): [string, TextStyle] => [
      line,
      {
        size: textBlock.size,
        x: 80,
        y: textBaseline + index * textBlock.size * 1.4,
        colour: muted,
      },
    ]),
    [site.slice(0, 40), { size: 34, x: 148, y: 552, colour: ink, outline: 0.9 }],
  ]

  const linePaths = textLines.map(([line, textStyle]) => lettering(font, line, textStyle).svg)

  const drawKey = ([x, y, scale]: readonly [number, number, number], mark: string, hole: string) =>
    `<g transform="translate(${x} ${y})scale(${scale})"><g fill="none" ` +
    `stroke="${mark}" stroke-width="2.6" stroke-linecap="round" ` +
    'stroke-linejoin="round"><circle cx="11.5" cy="12" r="5.2"/><path d="m15.3 15.8 ' +
    '9.2 9.2M20.4 20.9l2.6-2.6M23.6 24.1l1.9-1.9"/></g><circle cx="11.5" cy="12" ' +
    `r="1.6" fill="${hole}"/></g>`

  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs>' +
    `<radialGradient id="glow" cx="1" cy="0" r="1"><stop stop-color="${accentColour}" ` +
    `stop-opacity=".38"/><stop offset="1" stop-color="${accentColour}" ` +
    'stop-opacity="0"/></radialGradient></defs>' +
    `<path fill="${ground}" d="M0 0h1200v630H0z"/><path fill="url(#glow)" d="M0 ` +
    `0h1200v630H0z"/><path fill="none" stroke="${line}" stroke-width="2" d="M80 ` +
    '484h1040"/>' +
    `<circle cx="1010" cy="250" r="150" fill="${surface}" fill-opacity=".6" ` +
    `stroke="${line}" stroke-width="2"/>${isBare ? '' : drawKey([898, 138, 7], accentColour, '#ffb454')}` +
    '<rect x="80" y="514" width="52" height="52" rx="13" fill="#0b1019" ' +
    `stroke="${line}"/>` +
    `${isBare ? '' : drawKey([81, 515, 1.6], green, '#ffb454')}${linePaths.join('')}</svg>`
  )
}
