import PDFDocument from 'pdfkit'

import { openFont, type Face } from './faces.ts'
import { runsOf } from './runs.ts'

/** The margin of a page, in points. */
export const pageMargin = 56

/** Width of the text on a page, in points. */
export const textWidth = 595.28 - 2 * pageMargin

/** The lowest place of a line on a page. */
const pageEnd = 841.89 - pageMargin

/** How a text is drawn: face, size in points, colour, and what it does in its width. */
export type Pen = {
  face?: Face
  size?: number
  color?: string
  align?: 'left' | 'right'
  width?: number
}

/** A page to write on from top to bottom. */
export type Paper = {
  document: PDFKit.PDFDocument
  /** Where the next line begins, in points from the top. */
  y: number
  /** Writes a text in lines from a place, the top by default `y`, and returns its lower end. */
  write(text: string, pen: Pen & { x?: number; y?: number }): number
  /** The height of a text in its lines. */
  heightOf(text: string, pen: Pen): number
  /** Begins a page where the rest of this one is lower than that. */
  keepRoom(height: number): void
}

/** A PDF of A4 pages, drawn by `draw`, with its fonts inside. */
export async function renderPdf(
  information: { title: string; author: string; at: Date; language: string },
  draw: (paper: Paper) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: pageMargin,
    lang: information.language,
    displayTitle: true,
    info: { Title: information.title, Author: information.author, CreationDate: information.at },
  })

  const pdfChunks: Buffer[] = []

  const documentEnd = new Promise<void>((done, failed) => {
    document
      .on('data', (chunk: Buffer) => pdfChunks.push(chunk))
      .once('end', done)
      .once('error', failed)
  })

  draw(paperOn(document))
  document.end()
  await documentEnd

  return Buffer.concat(pdfChunks)
}

function paperOn(document: PDFKit.PDFDocument): Paper {
  const registered = new Set<string>()

  const useFont = (file: string, size: number): void => {
    // pdfkit takes a parsed font too, which its types do not say.
    if (!registered.has(file)) document.registerFont(file, openFont(file) as never)
    registered.add(file)
    document.font(file).fontSize(size)
  }

  const drawRuns = (text: string, { face = 'text', size = 10 }: Pen, place?: Place): number => {
    let width = 0

    for (const run of runsOf(text, face)) {
      useFont(run.file, size)
      if (place)
        document.text(run.text, place.x + width, place.y, {
          lineBreak: false,
          baseline: 'alphabetic',
        })
      width += document.widthOfString(run.text)
    }

    return width
  }

  const paper: Paper = {
    document,
    y: pageMargin,

    write(text, { x = pageMargin, y = paper.y, ...pen }) {
      const { size = 10, width = textWidth, align = 'left', color = '#16160f' } = pen
      let lineTop = y

      for (const line of linesOf(text, width, (part) => drawRuns(part, pen))) {
        document.fillColor(color)
        const lineStart = align === 'right' ? x + width - drawRuns(line, pen) : x
        drawRuns(line, pen, { x: lineStart, y: lineTop + size * (lineShare / 2 + 0.36) })
        lineTop += size * lineShare
      }

      paper.y = lineTop

      return lineTop
    },

    heightOf(text, pen) {
      const { size = 10, width = textWidth } = pen
      return linesOf(text, width, (part) => drawRuns(part, pen)).length * size * lineShare
    },

    keepRoom(height) {
      if (paper.y + height <= pageEnd) return

      document.addPage()
      paper.y = pageMargin
    },
  }

  return paper
}

type Place = { x: number; y: number }

/** The height of a line, by the size of its letters. */
const lineShare = 1.4

/** A text in lines of a width. A word that is wider, or a writing without spaces, is broken. */
const linesOf = (text: string, width: number, widthOf: (part: string) => number): string[] =>
  text.split('\n').flatMap((line) => brokenLines(line, width, widthOf))

function brokenLines(text: string, width: number, widthOf: (part: string) => number): string[] {
  if (widthOf(text) <= width) return [text]

  const lines: string[] = []

  for (const part of text.split(' ').flatMap((word) => fittingParts(word, width, widthOf))) {
    const longerLine = `${lines.at(-1)} ${part}`
    if (lines.length && widthOf(longerLine) <= width) lines[lines.length - 1] = longerLine
    else lines.push(part)
  }

  return lines
}

/** Letters with their marks, which a break must not part. */
const graphemes = new Intl.Segmenter()

function fittingParts(word: string, width: number, widthOf: (part: string) => number): string[] {
  if (widthOf(word) <= width) return [word]

  const parts = ['']

  for (const { segment: letter } of graphemes.segment(word))
    if (widthOf(parts.at(-1)! + letter) <= width) parts[parts.length - 1] += letter
    else parts.push(letter)

  return parts
}
