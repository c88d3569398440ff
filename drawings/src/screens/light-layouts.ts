import { arc, times } from '../shapes.ts'
import type { Brush } from './brush.ts'

// Drawings of programs with a pale window. Below the title bar, the content's area starts at x = 40,
// y = 92 and is 720 × 472.

/** Draws a heading and three lines. */
export type Layout = (brush: Brush, heading: string, lines: readonly string[]) => string

const leftEdge = 80
const rightEdge = 720

/** A dial around the motif, and three texts with a check mark. */
export const gauge: Layout = ({ colours, disc, heading, label, motif, next }, title, lines) => {
  const end = 200 + Math.round(next() * 110)
  const dial = (to: number, colour: string) =>
    `<path fill="none" stroke="${colour}" stroke-width="30" d="${arc(128, -150, to - 150, [226, 328])}"/>`

  return (
    dial(300, colours.mid) +
    dial(end, colours.pop) +
    motif(226, 328, 150) +
    heading(title, { x: 404, y: 150, width: 316 }) +
    lines
      .map((line, i) => {
        const y = 318 + i * 74
        return (
          disc(424, y, 20, colours.deep) +
          `<path fill="none" stroke="${colours.pale}" stroke-width="5" d="M415 ${y}l7 8l12 -15"/>` +
          label(line, { x: 460, y: y + 9, width: 260 })
        )
      })
      .join('')
  )
}

/** Three switches. */
export const switches: Layout = ({ colours, rect, disc, heading, label, next }, title, lines) =>
  heading(title, { x: leftEdge, y: 138, width: 640 }) +
  lines
    .map((line, i) => {
      const y = 246 + i * 96
      const isOn = i === 0 || next() > 0.35

      return (
        rect({ x: leftEdge, y, width: rightEdge - leftEdge, height: 80 }, colours.row, 8) +
        label(line, { x: leftEdge + 28, y: y + 50, width: 450, size: 28 }) +
        rect({ x: 604, y: y + 18, width: 88, height: 44 }, isOn ? colours.deep : colours.mid, 22) +
        disc(isOn ? 670 : 626, y + 40, 16, isOn ? colours.pop : colours.pale)
      )
    })
    .join('')

/** A line chart over time, and a legend. */
export const chart: Layout = ({ colours, rect, disc, heading, label, next }, title, lines) => {
  const heights = Array.from({ length: 9 }, (_, i) => Math.round(470 - i * 16 - next() * 120))
  const points = heights.map((y, i) => `${leftEdge + i * 46} ${y}`).join('L')

  return (
    heading(title, { x: leftEdge, y: 138, width: 640 }) +
    times(4, (i) => rect({ x: leftEdge, y: 256 + i * 70, width: 368, height: 3 }, colours.row)) +
    `<path fill="${colours.mid}" d="M${points}V520H${leftEdge}z"/>` +
    `<path fill="none" stroke="${colours.deep}" stroke-width="9" d="M${points}"/>` +
    disc(leftEdge + 368, heights.at(-1)!, 17, colours.ink) +
    disc(leftEdge + 368, heights.at(-1)!, 10, colours.pop) +
    lines
      .map(
        (line, i) =>
          rect(
            { x: 500, y: 276 + i * 84, width: 28, height: 28 },
            [colours.deep, colours.mid, colours.pop][i]!,
            4,
          ) + label(line, { x: 544, y: 299 + i * 84, width: 190 }),
      )
      .join('')
  )
}

/** Three rows, each with a bar for a share. */
export const table: Layout = ({ colours, rect, heading, label, motif, next }, title, lines) =>
  heading(title, { x: leftEdge, y: 138, width: 480 }) +
  motif(660, 178, 104) +
  rect({ x: leftEdge, y: 256, width: rightEdge - leftEdge, height: 4 }, colours.ink) +
  lines
    .map((line, i) => {
      const y = 268 + i * 90
      const share = Math.round(60 + next() * 150)

      return (
        rect({ x: leftEdge, y: y + 20, width: 42, height: 42 }, i ? colours.mid : colours.pop, 4) +
        label(line, { x: leftEdge + 64, y: y + 51, width: 300, size: 28 }) +
        rect({ x: 480, y: y + 30, width: 240, height: 22 }, colours.row, 4) +
        rect({ x: 480, y: y + 30, width: share, height: 22 }, colours.deep, 4) +
        (i < 2
          ? rect({ x: leftEdge, y: y + 88, width: rightEdge - leftEdge, height: 2 }, colours.mid)
          : '')
      )
    })
    .join('')

/** Three steps, of which the last is in progress. */
export const steps: Layout = (
  { colours, rect, disc, heading, label, motif, next },
  title,
  lines,
) => {
  const done = Math.round(380 + next() * 180)

  return (
    heading(title, { x: leftEdge, y: 138, width: 440 }) +
    motif(622, 274, 176) +
    rect({ x: leftEdge + 20, y: 280, width: 5, height: 150 }, colours.mid) +
    lines
      .map((line, i) => {
        const y = 276 + i * 76
        return (
          disc(leftEdge + 22, y, 22, i < 2 ? colours.deep : colours.ink) +
          (i < 2
            ? `<path fill="none" stroke="${colours.pale}" stroke-width="5" d="M${leftEdge + 12} ${y}l8 9l13 -17"/>`
            : disc(leftEdge + 22, y, 10, colours.pop)) +
          label(line, { x: leftEdge + 66, y: y + 10, width: 330, size: 28 })
        )
      })
      .join('') +
    rect({ x: leftEdge, y: 496, width: rightEdge - leftEdge, height: 24 }, colours.row, 12) +
    rect({ x: leftEdge, y: 496, width: done, height: 24 }, colours.pop, 12)
  )
}

/** Three points on one route. */
export const nodes: Layout = ({ colours, disc, heading, label, motif, next }, title, lines) => {
  const places = [
    [160, 400 - Math.round(next() * 50)],
    [400, 330],
    [640, 400 - Math.round(next() * 50)],
  ] as const

  const [[x1, y1], [x2, y2], [x3, y3]] = places
  const way =
    `M${x1} ${y1}C${x1 + 90} ${y1 - 110} ${x2 - 110} ${y2 - 60} ${x2} ${y2}` +
    `C${x2 + 110} ${y2 + 60} ${x3 - 90} ${y3 + 90} ${x3} ${y3}`

  return (
    heading(title, { x: leftEdge, y: 138, width: 640 }) +
    `<path fill="none" stroke="${colours.ink}" stroke-width="20" d="${way}"/>` +
    `<path fill="none" stroke="${colours.pop}" stroke-width="10" d="${way}"/>` +
    places
      .map(
        ([x, y], i) =>
          disc(x, y, i === 1 ? 80 : 46, colours.ink) +
          disc(x, y, i === 1 ? 70 : 36, i === 1 ? colours.pale : colours.mid) +
          (i === 1 ? motif(x, y, 86) : disc(x, y, 12, colours.ink)) +
          label(lines[i]!, { x, y: y + (i === 1 ? 122 : 86), width: 226, isCentred: true }),
      )
      .join('')
  )
}

/** A canvas with the motif between tools and properties. */
export const canvas: Layout = (
  { colours, rect, disc, heading, label, motif, next },
  title,
  lines,
) =>
  rect({ x: 40, y: 92, width: 76, height: 472 }, colours.mid) +
  times(6, (i) =>
    rect(
      { x: 58, y: 116 + i * 60, width: 40, height: 40 },
      i === 1 ? colours.pop : colours.pale,
      4,
    ),
  ) +
  rect({ x: 116, y: 92, width: 364, height: 472 }, colours.row) +
  motif(298, 328, 250) +
  times(4, (i) =>
    rect({ x: i % 2 ? 456 : 124, y: i < 2 ? 156 : 484, width: 16, height: 16 }, colours.ink),
  ) +
  heading(title, { x: 512, y: 132, width: 220, sizes: [42, 36, 30, 26] }) +
  lines
    .map((line, i) => {
      const y = 284 + i * 96
      const at = Math.round(540 + next() * 160)

      return (
        label(line, { x: 512, y, width: 226 }) +
        rect({ x: 512, y: y + 26, width: 216, height: 8 }, colours.mid, 4) +
        rect({ x: 512, y: y + 26, width: at - 512, height: 8 }, colours.deep, 4) +
        disc(at, y + 30, 14, colours.ink)
      )
    })
    .join('')
