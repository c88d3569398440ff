import { inflateSync } from 'node:zlib'

type Piece = { page: number; x: number; y: number; width: number; text: string }

/**
 * The words of a PDF that pdfkit made: each line of a page from left to right, its pieces joined by
 * a space where they do not touch.
 */
export function wordsOf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const lines = new Map<string, Piece[]>()

  for (const piece of piecesOf(objects)) {
    const place = `${piece.page} ${piece.y}`
    lines.set(place, [...(lines.get(place) ?? []), piece])
  }

  return [...lines.values()]
    .map((pieces) => joined(pieces.toSorted((one, other) => one.x - other.x)))
    .join('\n')
}

/** Pieces touch where a letter of another font follows; kerning makes the gap a little inexact. */
const joined = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text, x }, at) => {
      const before = pieces[at - 1]
      return before && x - before.x - before.width > 4 ? ` ${text}` : text
    })
    .join('')
    .replace(/ +/g, ' ')

type PdfObject = { head: string; stream: string }

/** The objects by number, their streams decompressed. */
function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const bytes = pdf.toString('latin1')

  return new Map(
    [...bytes.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id, body]) => {
      const [head, rest] = body!.split('\nstream\n', 2) as [string, string?]
      const packed = rest?.slice(0, rest.lastIndexOf('\nendstream'))

      return [id!, { head, stream: packed === undefined ? '' : inflated(packed) }]
    }),
  )
}

function inflated(packed: string): string {
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}

/** Each text of each page, with its letters by the table of its font. */
function piecesOf(objects: Map<string, PdfObject>): Piece[] {
  const all = [...objects.values()]
  const pages = all.filter(({ head }) => /\/Type \/Page\b/.test(head))

  return pages.flatMap((page, number) => {
    const fonts = fontsOf(objects.get(/\/Resources (\d+)/.exec(page.head)![1]!)!.head, objects)
    const content = objects.get(/\/Contents (\d+)/.exec(page.head)![1]!)!.stream

    return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, text]) => {
      const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(text!)!
      const [, name, size] = /\/(F\d+) (\S+) Tf/.exec(text!)!
      const { letters, widths } = fonts.get(name!)!
      const codes = [...text!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!)

      const width = codes.reduce((sum, code) => sum + widths[Number.parseInt(code, 16)]!, 0)

      return {
        page: number,
        x: Number(x),
        y: Number(y),
        width: (width * Number(size)) / 1000,
        text: codes.map((code) => letters.get(code) ?? '�').join(''),
      }
    })
  })
}

type FontTable = { letters: Map<string, string>; widths: number[] }

/** The letters of each font of a page by the code that draws them, and their widths. */
const fontsOf = (resources: string, objects: Map<string, PdfObject>): Map<string, FontTable> =>
  new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => {
      const { head } = objects.get(font!)!
      const [, table] = /\/ToUnicode (\d+)/.exec(head)!
      const [, descendant] = /\/DescendantFonts \[(\d+)/.exec(head)!
      const [, widths] = /\/W \[0 \[([^\]]*)\]/.exec(objects.get(descendant!)!.head)!

      return [
        name!,
        { letters: lettersOf(objects.get(table!)!.stream), widths: widths!.split(' ').map(Number) },
      ]
    }),
  )

function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>()

  for (const [, first, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [at, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const code = (Number.parseInt(first!, 16) + at).toString(16).padStart(4, '0')
      letters.set(code, Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }

  return letters
}
