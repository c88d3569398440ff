// Decodes key files, and parses those that are tables.

/** Encodings that the bytes alone cannot distinguish. */
export const guessedEncodings = ['windows-1252', 'macintosh'] as const
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (typeof guessedEncodings)[number]

const decodeBytes = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** UTF-16 without a byte order mark: in ASCII text every second byte is 0. */
function utf16WithoutMark(bytes: Uint8Array): Encoding | null {
  const zeroCounts = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 2000).entries()) if (!byte) zeroCounts[at % 2]!++
  const pairCount = Math.min(bytes.length, 2000) / 2
  if (zeroCounts[1]! > pairCount / 2 && zeroCounts[0] === 0) return 'utf-16le'

  if (zeroCounts[0]! > pairCount / 2 && zeroCounts[1] === 0) return 'utf-16be'

  return null
}

/** Encoding of a file; null if its bytes do not determine it. */
export function encodingOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'

  return utf16WithoutMark(bytes) ?? (isValidUtf8(bytes) ? 'utf-8' : null)
}

export const readFileText = (bytes: Uint8Array, encoding: Encoding): string =>
  decodeBytes(bytes, encoding).replace(/^\uFEFF/, '')

/** First line in which Excel names the separator. */
const separatorLine = /^sep=(.)\r?\n/i

/** Whether a file is a table: by its name, or because every line has the same number of tabs. */
export function isTable(name: string, text: string): boolean {
  if (/\.(?:csv|tsv)$/i.test(name) || separatorLine.test(text)) return true

  const tabCounts = new Set(
    text
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim())
      .map((line) => line.trim().split('\t').length),
  )

  return tabCounts.size === 1 && !tabCounts.has(1)
}

/** Rows of cells, or the line with an unclosed quote or a line break in a cell. */
type Table = { rows: string[][] } | { wrongLine: number }

/** Parses a table with any separator; the parser loads on demand. */
export async function readTable(text: string): Promise<Table> {
  const { parse } = (await import('papaparse')).default
  const separator = separatorLine.exec(text)?.[1]

  const { data, errors } = parse<string[]>(text.replace(separatorLine, ''), {
    delimiter: separator ?? '',
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
  })

  const quoteError = errors.find(({ type }) => type === 'Quotes')
  if (quoteError) return { wrongLine: (quoteError.row ?? 0) + 1 }

  const brokenRow = data.findIndex((row) => row.some((cell) => /[\r\n]/.test(cell.trim())))

  if (brokenRow < 0) return { rows: data }

  return { wrongLine: brokenRow + 1 }
}

const keyHeadWords = new Set(
  (
    'key keys chave chaves code codes codigo codigos código códigos serial serials token tokens ' +
    'license licence licença licenças stock estoque'
  ).split(' '),
)

const otherWords = new Set(
  (
    'label validade name nome product produto email e-mail date data price preço status situação ' +
    'id sku quantity quantidade note notes order pedido user password usuário senha'
  ).split(' '),
)

/** Whether a cell is the head of a key column: 'key', 'Chaves', 'License Key', 'cd_key'. */
const namesKeys = (cell: string): boolean => {
  const [, word] =
    /^(?:(?:licen[cs]e|activation|product|cd|steam)[\s_-]*)?(\p{L}+)$/iu.exec(cell) ?? []

  return word !== undefined && keyHeadWords.has(word.toLowerCase())
}

/** Whether a cell starts with the head of another column. */
const namesOther = (cell: string): boolean =>
  otherWords.has(/^[\p{L}-]+/u.exec(cell)?.[0].toLowerCase() ?? '')

/** The column that probably holds the keys, and whether the first row is a head. */
export function guessColumn(rows: readonly (readonly string[])[]): {
  column: number
  head: boolean
} {
  const firstRow = (rows[0] ?? []).map((cell) => cell.trim())
  const keyHeadIndex = firstRow.findIndex((cell) => namesKeys(cell))
  const hasHeadRow = keyHeadIndex >= 0 || firstRow.some((cell) => namesOther(cell))

  return { column: Math.max(0, keyHeadIndex), head: hasHeadRow }
}

/** The keys of a column: its cells below the head, trimmed, without empty ones. */
export const keysOfColumn = (
  rows: readonly (readonly string[])[],
  { column, head: hasHeadRow }: { column: number; head: boolean },
): string[] =>
  rows
    .slice(hasHeadRow ? 1 : 0)
    .map((row) => (row[column] ?? '').trim())
    .filter(Boolean)
