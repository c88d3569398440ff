import { openFont, type Face } from '../platform/drawing/faces.ts'
import { runsOf } from '../platform/drawing/runs.ts'
import { cutWhole } from '../platform/text/whole-cut.ts'

// Draws the text of a card as outlines.

/** The left end of a line's baseline, and the font size, in pixels. */
export type Pen = { size: number; x: number; y: number }

/** Draws a line as one SVG path; returns the path and its width in pixels. */
export function drawLine(
  face: Face,
  text: string,
  { size, x, y }: Pen,
): { svg: string; width: number } {
  let at = x

  const path = runsOf(text, face).map((run) => {
    const font = openFont(run.file)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run.text)

    return glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      const outline = glyph.path
        .scale(scale, -scale)
        .translate(at + xOffset * scale, y - yOffset * scale)
      at += xAdvance * scale

      return outline.toSVG()
    })
  })

  return { svg: `<path d="${path.flat().join('')}"/>`, width: at - x }
}

type Space = { sizes: readonly number[]; width: number; rows: number }

/**
 * Breaks a text into lines at the largest size that fits. A text that fits at no size is cut at the
 * smallest size and ends in an ellipsis.
 */
export function breakText(
  face: Face,
  text: string,
  { sizes, width, rows }: Space,
): { size: number; lines: string[] } {
  const fits = (line: string, size: number) =>
    drawLine(face, line, { size, x: 0, y: 0 }).width <= width

  for (const size of sizes) {
    const lines = breakLines(text, (line) => fits(line, size))
    if (lines.length <= rows && lines.every((line) => fits(line, size))) return { size, lines }
  }

  const size = sizes.at(-1)!
  const lines = breakLines(text, (line) => fits(line, size))
  const isLonger = lines.length > rows

  return {
    size,
    lines: lines
      .slice(0, rows)
      .map((line, index) =>
        cutLine(line, isLonger && index === rows - 1, (cut) => fits(cut, size)),
      ),
  }
}

/** A line that fits. It ends in an ellipsis if it was shortened, or if later lines are left out. */
function cutLine(line: string, isCut: boolean, fits: (line: string) => boolean): string {
  if (!isCut && fits(line)) return line

  let cut = line
  while (cut && !fits(`${cut.trim()}…`)) cut = cutWhole(cut, cut.length - 1)

  return `${cut.trim()}…`
}

function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []

  for (const word of text.split(/\s+/)) {
    const longerLine = `${lines.at(-1)} ${word}`
    if (lines.length && fits(longerLine)) lines[lines.length - 1] = longerLine
    else lines.push(word)
  }

  return lines
}
