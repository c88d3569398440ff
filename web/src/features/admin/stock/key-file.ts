// A file of keys as text, and the cells of its table where it is one.

/** How a file may be written; the last two cannot be told apart by its bytes. */
export const guessed = ['windows-1252', 'macintosh'] as const
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (typeof guessed)[number]

const textOf = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes)

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** UTF-16 without a mark: of plain letters every other byte is 0. */
function halfZero(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 2000).entries()) if (!byte) zeros[at % 2]!++
  const pairs = Math.min(bytes.length, 2000) / 2
  if (zeros[1]! > pairs / 2 && zeros[0] === 0) return 'utf-16le'

  if (zeros[0]! > pairs / 2 && zeros[1] === 0) return 'utf-16be'

  return null
}

/** How a file is written; null where its bytes do not say, and somebody has to. */
export function encodingOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'

  return halfZero(bytes) ?? (isUtf8(bytes) ? 'utf-8' : null)
}

export const readText = (bytes: Uint8Array, encoding: Encoding): string =>
  textOf(bytes, encoding).replace(/^\uFEFF/, '')

/** What Excel writes above a table to say what parts its cells. */
const separatorLine = /^sep=(.)\r?\n/i

/** Whether a file is a table: by its name, or because tabs part every line of it alike. */
export function isTable(name: string, text: string): boolean {
  if (/\.(?:csv|tsv)$/i.test(name) || separatorLine.test(text)) return true

  const tabs = new Set(
    text
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim())
      .map((line) => line.trim().split('\t').length),
  )

  return tabs.size === 1 && !tabs.has(1)
}

/** Rows of cells, or the line whose quotes do not close or whose cell holds a line break. */
type Table = { rows: string[][] } | { wrongLine: number }

/** The cells of a table, whatever parts them; the reader comes when it is needed. */
export async function readTable(text: string): Promise<Table> {
  const { parse } = (await import('papaparse')).default
  const separator = separatorLine.exec(text)?.[1]

  const { data, errors } = parse<string[]>(text.replace(separatorLine, ''), {
    delimiter: separator ?? '',
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
  })

  const wrong = errors.find(({ type }) => type === 'Quotes')
  if (wrong) return { wrongLine: (wrong.row ?? 0) + 1 }

  const broken = data.findIndex((row) => row.some((cell) => /[\r\n]/.test(cell.trim())))

  return broken < 0 ? { rows: data } : { wrongLine: broken + 1 }
}

const keyWords = new Set(
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

/** Whether a cell names the column of the keys: 'key', 'Chaves', 'License Key', 'cd_key'. */
const namesKeys = (cell: string): boolean => {
  const [, word] =
    /^(?:(?:licen[cs]e|activation|product|cd|steam)[\s_-]*)?(\p{L}+)$/iu.exec(cell) ?? []

  return word !== undefined && keyWords.has(word.toLowerCase())
}

/** Whether a cell begins with the name of another column. */
const namesOther = (cell: string): boolean =>
  otherWords.has(/^[\p{L}-]+/u.exec(cell)?.[0].toLowerCase() ?? '')

/** The column that seems to hold the keys, and whether the first row is no key but names the columns. */
export function guessColumn(rows: readonly (readonly string[])[]): {
  column: number
  head: boolean
} {
  const first = (rows[0] ?? []).map((cell) => cell.trim())
  const named = first.findIndex((cell) => namesKeys(cell))
  const head = named >= 0 || first.some((cell) => namesOther(cell))

  return { column: Math.max(0, named), head }
}

/** The keys of a column, one a line. */
export const columnOf = (
  rows: readonly (readonly string[])[],
  { column, head }: { column: number; head: boolean },
): string[] =>
  rows
    .slice(head ? 1 : 0)
    .map((row) => (row[column] ?? '').trim())
    .filter(Boolean)
