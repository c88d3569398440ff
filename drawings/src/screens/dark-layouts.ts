import { times } from '../shapes.ts'
import type { Layout } from './light-layouts.ts'

// Programs with a dark window: editors and games.

/** An editor: bars instead of source code, with the texts as comments above them. */
export const code: Layout = ({ colours, rect, heading, label, next }, title, lines) => {
  const bars = (y: number, indent: number) =>
    [colours.mid, colours.pop, colours.pale].reduce<{ at: number; drawn: string }>(
      ({ at, drawn }, colour) => {
        const width = Math.round(40 + next() * 80)
        const bar = rect({ x: at, y, width, height: 14 }, colour, 7)

        return { at: at + width + 14, drawn: drawn + bar }
      },
      { at: 290 + indent, drawn: '' },
    ).drawn

  return (
    rect({ x: 40, y: 92, width: 190, height: 472 }, colours.deep) +
    times(9, (i) =>
      rect(
        { x: i % 3 ? 92 : 68, y: 128 + i * 46, width: Math.round(60 + next() * 50), height: 14 },
        i === 4 ? colours.pop : colours.mid,
        7,
      ),
    ) +
    heading(title, { x: 290, y: 130, width: 440, colour: colours.pale, sizes: [50, 44, 38] }) +
    lines
      .map((line, i) => {
        const y = 268 + i * 104
        return (
          label(line, { x: 290, y, width: 430, colour: colours.mid }) +
          bars(y + 22, 0) +
          bars(y + 50, 40)
        )
      })
      .join('')
  )
}

/** A preview above three tracks. */
export const tracks: Layout = ({ colours, rect, heading, label, motif, next }, title, lines) =>
  rect({ x: 80, y: 124, width: 288, height: 188 }, colours.pale, 4) +
  motif(224, 218, 146) +
  heading(title, { x: 400, y: 136, width: 320, colour: colours.pale, sizes: [48, 42, 36] }) +
  lines
    .map((line, i) => {
      const y = 340 + i * 68
      const start = Math.round(80 + next() * 60)
      const width = Math.round(290 + next() * 60)
      const rest = start + width + 8

      return (
        rect({ x: start, y, width, height: 56 }, i === 1 ? colours.pale : colours.mid, 4) +
        label(line, { x: start + 20, y: y + 37, width: width - 40 }) +
        rect(
          { x: rest, y, width: Math.round(720 - rest - next() * 90), height: 56 },
          colours.deep,
          4,
        )
      )
    })
    .join('') +
  rect({ x: 424, y: 328, width: 6, height: 216 }, colours.pop) +
  `<path fill="${colours.pop}" d="M409 322h36v14l-18 18l-18 -18z"/>`

/** A scene of a game, with its texts. */
export const scene: Layout = ({ colours, rect, heading, label, motif, next }, title, lines) => {
  const hills = Array.from(
    { length: 7 },
    (_, i) => `${40 + i * 120} ${Math.round(330 - next() * 90)}`,
  )

  return (
    rect({ x: 40, y: 92, width: 720, height: 472 }, colours.mid) +
    `<path fill="${colours.pale}" d="M40 400L${hills.join('L')}V564H40z"/>` +
    motif(400, 254, 226) +
    times(3, (i) =>
      rect(
        { x: 68 + i * 44, y: 120, width: 34, height: 18 },
        i < 2 ? colours.pop : colours.deep,
        4,
      ),
    ) +
    rect({ x: 592, y: 120, width: 140, height: 18 }, colours.deep, 4) +
    rect({ x: 592, y: 120, width: Math.round(50 + next() * 70), height: 18 }, colours.pop, 4) +
    rect({ x: 68, y: 396, width: 664, height: 144 }, colours.ink, 8) +
    heading(title, { x: 98, y: 426, width: 270, colour: colours.pale, sizes: [44, 38, 32] }) +
    `<path fill="${colours.pop}" d="M404 422l20 11l-20 11z"/>` +
    lines
      .map((line, i) => label(line, { x: 440, y: 443 + i * 38, width: 270, colour: colours.pale }))
      .join('')
  )
}
