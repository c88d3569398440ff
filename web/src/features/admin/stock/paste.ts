import { stockPaste } from '@chaveiro/contracts/product-limits'

export type PastedLine = {
  line: number
  result: 'accepted' | 'duplicate' | 'empty' | 'invalid'
  firstLine?: number | undefined
}
type Told = { result: PastedLine['result']; firstLine?: number | undefined }
export type Paste = {
  keys: string[]
  /** The line each key stands on, from 1. */ at: number[]
  /** Lines without a key. */ others: PastedLine[]
}

/**
 * One licence a line: split on line breaks, trimmed, empty lines dropped (B173); a line longer than
 * a key can be is left out too.
 */
export function readPaste(text: string): Paste {
  const paste: Paste = { keys: [], at: [], others: [] }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // What follows the last line break is no line of its own.
  if (lines.at(-1)!.trim() === '') lines.pop()
  for (const [i, raw] of lines.entries()) {
    const key = raw.trim()
    if (!key) paste.others.push({ line: i + 1, result: 'empty' })
    else if (key.length > stockPaste.keyLength)
      paste.others.push({ line: i + 1, result: 'invalid' })
    else {
      paste.keys.push(key)
      paste.at.push(i + 1)
    }
  }
  return paste
}

/** What became of every line: the server's word on the keys, by the lines they were pasted on. */
export function reportOf({ at, others }: Paste, told: readonly Told[]): PastedLine[] {
  const lines = told.map(({ result, firstLine }, i) => ({
    line: at[i]!,
    result,
    ...(firstLine === undefined ? {} : { firstLine: at[firstLine - 1]! }),
  }))
  return [...lines, ...others].sort((a, b) => a.line - b.line)
}
