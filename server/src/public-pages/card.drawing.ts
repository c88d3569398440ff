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

let opened: Promise<Font> | null = null

/** Our own font, read once a thread, so that a card looks the same on a machine that has none. */
const font = (): Promise<Font> =>
  (opened ??= readFile(
    fileURLToPath(
      import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    ),
  ).then((bytes) => create(bytes)))

type Hand = { size: number; x: number; y: number; colour: string; outline?: number }

/**
 * Text as one path; a weight of its own comes from an outline, a letter the font lacks is left out.
 */
function lettering(
  by: Font,
  text: string,
  { size, x, y, colour, outline = 0 }: Hand,
): { svg: string; width: number } {
  const scale = size / by.unitsPerEm
  const known = [...text].filter((char) => by.hasGlyphForCodePoint(char.codePointAt(0)!)).join('')
  const run = by.layout(known)
  let at = x

  const path = run.glyphs
    .map((glyph, index) => {
      const drawn = glyph.path.scale(scale, -scale).translate(at, y).toSVG()
      at += run.positions[index]!.xAdvance * scale

      return drawn
    })
    .join('')

  return {
    svg: `<path fill="${colour}" stroke="${colour}" stroke-width="${outline}" stroke-linejoin="round" d="${path}"/>`,
    width: at - x,
  }
}

/**
 * The largest of the sizes at which a text fits on so many lines; what is too long ends in an
 * ellipsis.
 */
function wrap(
  by: Font,
  text: string,
  { sizes, width, rows }: { sizes: readonly number[]; width: number; rows: number },
): { size: number; lines: string[] } {
  const widthOf = (line: string, size: number) =>
    lettering(by, line, { size, x: 0, y: 0, colour: ink }).width

  for (const size of sizes) {
    const lines: string[] = []

    for (const word of text.split(/\s+/)) {
      const last = lines.at(-1)
      if (last !== undefined && widthOf(`${last} ${word}`, size) <= width)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }

    if (lines.length <= rows && lines.every((line) => widthOf(line, size) <= width))
      return { size, lines }
  }

  const size = sizes.at(-1)!
  let cut = text
  while (cut.length > 1 && widthOf(`${cut}…`, size) > width) cut = cut.slice(0, -1)

  return { size, lines: [`${cut.trim()}…`] }
}

/** isBare leaves the places of the mark free, for the shop's own icon. */
export type CardFacts = {
  title: string
  text: string
  site: string
  colour: string
  isBare: boolean
}

/**
 * The picture that goes with a shared link, 1200 × 630, as SVG whose letters are paths; it brings
 * fontkit and a font along: the drawing thread calls it.
 */
export async function letterCard({
  title,
  text,
  site,
  colour,
  isBare,
}: CardFacts): Promise<string> {
  const by = await font()
  const tint = /^#[0-9a-f]{6}$/i.test(colour) ? colour : green
  const head = wrap(by, title.slice(0, 80), { sizes: [104, 84, 68, 56], width: 800, rows: 2 })
  const below = wrap(by, text.slice(0, 160), { sizes: [36, 32, 28], width: 780, rows: 3 })
  const top = 300 - (head.lines.length - 1) * head.size * 0.55
  const under = top + (head.lines.length - 1) * head.size * 1.1 + 84

  const written: [string, Hand][] = [
    ...head.lines.map((line, index): [string, Hand] => [
      line,
      {
        size: head.size,
        x: 80,
        y: top + index * head.size * 1.1,
        colour: ink,
        outline: head.size / 32,
      },
    ]),
    ...below.lines.map((line, index): [string, Hand] => [
      line,
      { size: below.size, x: 80, y: under + index * below.size * 1.4, colour: muted },
    ]),
    [site.slice(0, 40), { size: 34, x: 148, y: 552, colour: ink, outline: 0.9 }],
  ]

  const lines = written.map(([line, hand]) => lettering(by, line, hand).svg)

  const key = ([x, y, scale]: readonly [number, number, number], mark: string, hole: string) =>
    `<g transform="translate(${x} ${y})scale(${scale})"><g fill="none" ` +
    `stroke="${mark}" stroke-width="2.6" stroke-linecap="round" ` +
    'stroke-linejoin="round"><circle cx="11.5" cy="12" r="5.2"/><path d="m15.3 15.8 ' +
    '9.2 9.2M20.4 20.9l2.6-2.6M23.6 24.1l1.9-1.9"/></g><circle cx="11.5" cy="12" ' +
    `r="1.6" fill="${hole}"/></g>`

  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><defs>' +
    `<radialGradient id="glow" cx="1" cy="0" r="1"><stop stop-color="${tint}" ` +
    `stop-opacity=".38"/><stop offset="1" stop-color="${tint}" ` +
    'stop-opacity="0"/></radialGradient></defs>' +
    `<path fill="${ground}" d="M0 0h1200v630H0z"/><path fill="url(#glow)" d="M0 ` +
    `0h1200v630H0z"/><path fill="none" stroke="${line}" stroke-width="2" d="M80 ` +
    '484h1040"/>' +
    `<circle cx="1010" cy="250" r="150" fill="${surface}" fill-opacity=".6" ` +
    `stroke="${line}" stroke-width="2"/>${isBare ? '' : key([898, 138, 7], tint, '#ffb454')}` +
    '<rect x="80" y="514" width="52" height="52" rx="13" fill="#0b1019" ' +
    `stroke="${line}"/>` +
    `${isBare ? '' : key([81, 515, 1.6], green, '#ffb454')}${lines.join('')}</svg>`
  )
}
