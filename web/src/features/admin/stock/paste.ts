import { isReadableKey, seenKey, stockPaste } from '@chaveiro/contracts/product-limits'

export type PastedLine = {
  line: number
  result: 'accepted' | 'duplicate' | 'empty' | 'invalid'
  firstLine?: number | undefined
}

type Verdict = { result: PastedLine['result']; firstLine?: number | undefined }

export type Paste = {
  keys: string[]
  /** Line number of each key, from 1. */
  at: number[]
  /** Lines that are not sent to the server. */
  others: PastedLine[]
}

/**
 * Reads one key per line, trimmed (B173). Empty lines go to `others`, like keys that are too long
 * or have invisible characters. Such a key is a duplicate if it looks like an earlier key. Other
 * repeated keys stay, since the server reports them.
 */
export function readPaste(text: string): Paste {
  const paste: Paste = { keys: [], at: [], others: [] }
  const pastedLines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // An empty text after the last line break is not a line.
  if (pastedLines.at(-1)!.trim() === '') pastedLines.pop()
  const firstLines = new Map<string, number>()

  for (const [i, raw] of pastedLines.entries()) {
    const [line, key] = [i + 1, raw.trim()]
    if (!key) paste.others.push({ line, result: 'empty' })
    else if (isReadableKey(key) && key.length <= stockPaste.keyLength) {
      paste.keys.push(key)
      paste.at.push(line)
      if (!firstLines.has(seenKey(key))) firstLines.set(seenKey(key), line)
    } else {
      const firstLine = firstLines.get(seenKey(key))
      paste.others.push(
        firstLine ? { line, result: 'duplicate', firstLine } : { line, result: 'invalid' },
      )
    }
  }

  return paste
}

/** Keys of one call, with their line numbers. */
type Part = { keys: string[]; at: number[] }

/** Bytes of a part, below the limit of a request, with room for the rest of the body. */
const partBytes = 900_000

const jsonBytes = (key: string): number =>
  new TextEncoder().encode(JSON.stringify(key)).byteLength + 1

/**
 * Splits a paste into parts of the allowed size (Q131). Repeated keys are left out of later parts,
 * where the server would report them as known.
 */
export function splitPaste({ keys, at }: Paste): { parts: Part[]; repeated: PastedLine[] } {
  const parts: Part[] = []
  const repeated: PastedLine[] = []
  const firstPlaces = new Map<string, { line: number; part: number }>()
  let bytesInPart = 0

  for (const [i, key] of keys.entries()) {
    const keyBytes = jsonBytes(key)
    const [line, seen, last] = [at[i]!, firstPlaces.get(seenKey(key)), parts.at(-1)]
    const isPartFull =
      !last || last.keys.length === stockPaste.lines || bytesInPart + keyBytes > partBytes
    const partIndex = isPartFull ? parts.length : parts.length - 1

    if (seen && seen.part < partIndex) {
      repeated.push({ line, result: 'duplicate', firstLine: seen.line })
      continue
    }

    if (isPartFull) {
      parts.push({ keys: [], at: [] })
      bytesInPart = 0
    }

    if (!seen) firstPlaces.set(seenKey(key), { line, part: partIndex })
    parts[partIndex]!.keys.push(key)
    parts[partIndex]!.at.push(line)
    bytesInPart += keyBytes
  }

  return { parts, repeated }
}

/** Result of every line: the server's answers mapped to line numbers. */
export function lineReport(
  { at, others }: Pick<Paste, 'at' | 'others'>,
  verdicts: readonly Verdict[],
): PastedLine[] {
  const judgedLines = verdicts.map(({ result, firstLine }, i) => ({
    line: at[i]!,
    result,
    ...(firstLine !== undefined && { firstLine: at[firstLine - 1]! }),
  }))
  return sortLines([...judgedLines, ...others])
}

export const sortLines = (lines: readonly PastedLine[]): PastedLine[] =>
  lines.toSorted((a, b) => a.line - b.line)
