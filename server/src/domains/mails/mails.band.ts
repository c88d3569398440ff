import { cutDepths } from '@chaveiro/contracts/cut'
import { createElement as h, type CSSProperties, type ReactElement } from 'react'

import { mailColours, displayFonts, wrapStyle } from './mails.look.ts'
import type { Sheet } from './mails.sheet.ts'

// The head of a mail: the shop in its colour, and a torn edge. The edge is table cells, since no mail
// program shows SVG and many load no picture.

/** Size of the edge in pixels: its joins are stairs of rows, which at this height look straight. */
const edge = { width: 560, step: 4, rowHeight: 2, rows: 8 }

/** The rows of a mail that say whose it is, and begin its sheet with the cut. */
export function drawBand(sheet: Sheet): ReactElement[] {
  const { logo, accent } = sheet
  const bandStyle: CSSProperties = { background: accent.light.color, padding: '20px 28px 14px' }

  return logo
    ? [
        bandRow('logo', { padding: '0 4px 16px' }, drawHome(sheet, drawLogo(logo, sheet.site))),
        bandRow('band', { background: accent.light.color, ...exactHeight(8) }, '\u00a0'),
        drawEdge(sheet),
      ]
    : [
        bandRow('band name', bandStyle, drawHome(sheet, [drawMark(sheet), sheet.site])),
        drawEdge(sheet),
      ]
}

const bandRow = (
  className: string,
  style: CSSProperties,
  content: ReactElement | string,
): ReactElement =>
  h('tr', { key: className }, h('td', { className, align: 'left', style }, content))

/** Outlook makes a cell at least as high as its letters unless the rule is `exactly`. */
const exactHeight = (height: number): CSSProperties => ({
  height: `${height}px`,
  lineHeight: `${height}px`,
  fontSize: '1px',
  ...({ msoLineHeightRule: 'exactly' } as CSSProperties),
})

const drawHome = ({ home, accent, logo }: Sheet, content: (ReactElement | string)[]) =>
  h(
    'a',
    {
      href: home,
      className: logo ? 'ink' : 'on',
      style: {
        ...wrapStyle,
        color: logo ? mailColours.ink : accent.light.on,
        fontFamily: displayFonts,
        fontSize: '22px',
        lineHeight: '28px',
        fontWeight: 800,
        textDecoration: 'none',
      },
    },
    ...content,
  )

type Picture = { width: number; height: number; light: string; dark?: string | undefined }

/** A picture and the one that dark mode shows instead of it. */
function drawPictures(
  { width, height, light, dark }: Picture,
  alt: string,
  style: CSSProperties = {},
): ReactElement[] {
  const drawPicture = (src: string, className: string | undefined, look: CSSProperties) =>
    h('img', { key: src, src, alt, width, height, className, style: look })
  const visibleStyle: CSSProperties = {
    display: 'inline-block',
    border: 0,
    maxWidth: '100%',
    ...style,
  }

  return [
    drawPicture(light, dark && 'on-light', visibleStyle),
    ...(dark
      ? [drawPicture(dark, 'on-dark', { ...visibleStyle, display: 'none', maxHeight: 0 })]
      : []),
  ]
}

/** The logo; its alt text shows when pictures are not loaded. */
const drawLogo = (logo: NonNullable<Sheet['logo']>, site: string): ReactElement[] =>
  drawPictures({ ...logo, height: 32 }, site)

/** The mark before the shop's name, in the colour of the letters. */
function drawMark({ mark }: Sheet): ReactElement {
  const pictures = drawPictures({ ...mark, width: 28, height: 28 }, '', {
    verticalAlign: 'top',
    marginRight: '10px',
  })

  return h('span', { key: 'mark' }, ...pictures)
}

/** The cut as cells. Each row has its own table, since its joins are at other places. */
const drawEdge = (sheet: Sheet): ReactElement =>
  h(
    'tr',
    { key: 'edge' },
    h(
      'td',
      {
        className: 'surface',
        style: { ...exactHeight(edge.rowHeight), background: mailColours.surface },
      },
      Array.from({ length: edge.rows }, (_, row) => drawEdgeRow(sheet, row)),
    ),
  )

function drawEdgeRow({ cut, accent }: Sheet, row: number): ReactElement {
  const bounds = [0, ...joinsAt(cutDepths(cut), (row + 0.5) * edge.rowHeight), edge.width]

  const cells = bounds.slice(1).map((bound, at) => {
    const isTooth = at % 2 === 1
    const width = `${(((bound - bounds[at]!) / edge.width) * 100).toFixed(1)}%`
    const background = isTooth ? accent.light.color : mailColours.surface

    return h(
      'td',
      { key: at, width, className: isTooth ? 'band' : 'surface', style: { background } },
      '\u00a0',
    )
  })

  return h(
    'table',
    {
      key: row,
      role: 'presentation',
      width: '100%',
      height: edge.rowHeight,
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: { tableLayout: 'fixed', ...exactHeight(edge.rowHeight) },
    },
    h('tbody', null, h('tr', null, cells)),
  )
}

/**
 * Where the edge crosses a depth, in pixels from the left. It begins and ends above every depth, so
 * each second crossing ends a tooth.
 */
function joinsAt(depths: readonly number[], depth: number): number[] {
  const flat = edge.width / depths.length

  return depths.slice(1).flatMap((step, at) => {
    const [before, after] = [depths[at]! * edge.step, step * edge.step]
    if (before > depth === after > depth) return []

    return [
      (at + 1) * flat + Math.abs(after - before) * ((depth - before) / (after - before) - 0.5),
    ]
  })
}
