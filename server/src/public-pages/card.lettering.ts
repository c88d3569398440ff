import type { Font } from 'fontkit'

import { fileFor, openFont } from '../platform/drawing/pdf.faces.ts'

// Draws the text of a card as outlines. Letters that no font has are left out.

/** The left end of a line's baseline, and the font size, in pixels. */
export type Pen = { size: number; x: number; y: number }

/** Draws a line as one SVG path; returns the path and its width in pixels. */
export function drawLine(
  face: Font,
  text: string,
  { size, x, y }: Pen,
): { svg: string; width: number } {
  let at = x

  const path = fontRuns(face, text).map(({ font, letters }) => {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(letters)

    return glyphs.map((glyph, index) => {
      const drawn = glyph.path.scale(scale, -scale).translate(at, y).toSVG()
      at += positions[index]!.xAdvance * scale

      return drawn
    })
  })

  return { svg: `<path d="${path.flat().join('')}"/>`, width: at - x }
}

type FontRun = { font: Font; letters: string }

/** Splits a text by the font of its letters: the face, or for its missing letters one of a PDF. */
function fontRuns(face: Font, text: string): FontRun[] {
  const runs: FontRun[] = []

  for (const letter of text.normalize('NFC')) {
    const font = face.hasGlyphForCodePoint(letter.codePointAt(0)!) ? face : otherFont(letter)
    const last = runs.at(-1)

    if (last && last.font === font) last.letters += letter
    else if (font) runs.push({ font, letters: letter })
  }

  return runs
}

const otherFont = (letter: string): Font | undefined => {
  const file = fileFor(letter, 'bold')
  return file === undefined ? undefined : openFont(file)
}

type Space = { sizes: readonly number[]; width: number; rows: number }

/**
 * Breaks a text into lines at the largest size that fits. A text that fits at no size is cut at the
 * smallest size and ends in an ellipsis.
 */
export function breakText(
  face: Font,
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

  let end = line.length
  while (end > 1 && !fits(`${line.slice(0, end).trim()}…`)) end--

  return `${line.slice(0, end).trim()}…`
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
