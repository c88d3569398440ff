import { isReadableKey, seenKey, stockPaste } from '@chaveiro/contracts/product-limits'

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
 * One licence a line: split on line breaks, trimmed, empty lines dropped (B173); a line that is
 * longer than a key can be, or holds what nobody can see or read, is left out too.
 */
export function readPaste(text: string): Paste {
  const paste: Paste = { keys: [], at: [], others: [] }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // What follows the last line break is no line of its own.
  if (lines.at(-1)!.trim() === '') lines.pop()
  const first = new Map<string, number>()

  for (const [i, raw] of lines.entries()) {
    const [line, key] = [i + 1, raw.trim()]
    if (!key) paste.others.push({ line, result: 'empty' })
    else if (isReadableKey(key) && key.length <= stockPaste.keyLength) {
      paste.keys.push(key)
      paste.at.push(line)
      if (!first.has(seenKey(key))) first.set(seenKey(key), line)
    } else {
      const firstLine = first.get(seenKey(key))
      paste.others.push(
        firstLine ? { line, result: 'duplicate', firstLine } : { line, result: 'invalid' },
      )
    }
  }

  return paste
}

/** Keys that go in one call, and the lines they stand on. */
type Part = { keys: string[]; at: number[] }

/** Below what a body may have, with what stands around the keys. */
const partBytes = 900_000

const bytesOf = (key: string): number =>
  new TextEncoder().encode(JSON.stringify(key)).byteLength + 1

/**
 * A paste of any length in parts that a call takes (Q131). What an earlier part has already is no
 * part of a later one: the shop would call it known, though this paste repeats it.
 */
export function partsOf({ keys, at }: Paste): { parts: Part[]; repeated: PastedLine[] } {
  const parts: Part[] = []
  const repeated: PastedLine[] = []
  const first = new Map<string, { line: number; part: number }>()
  let bytes = 0

  for (const [i, key] of keys.entries()) {
    const size = bytesOf(key)
    const [line, seen, last] = [at[i]!, first.get(seenKey(key)), parts.at(-1)]
    const isFull = !last || last.keys.length === stockPaste.lines || bytes + size > partBytes
    const part = isFull ? parts.length : parts.length - 1

    if (seen && seen.part < part) {
      repeated.push({ line, result: 'duplicate', firstLine: seen.line })
      continue
    }

    if (isFull) {
      parts.push({ keys: [], at: [] })
      bytes = 0
    }

    if (!seen) first.set(seenKey(key), { line, part })
    parts[part]!.keys.push(key)
    parts[part]!.at.push(line)
    bytes += size
  }

  return { parts, repeated }
}

/** What became of every line: the server's word on the keys, by the lines they were pasted on. */
export function reportOf(
  { at, others }: Pick<Paste, 'at' | 'others'>,
  told: readonly Told[],
): PastedLine[] {
  const lines = told.map(({ result, firstLine }, i) => ({
    line: at[i]!,
    result,
    ...(firstLine === undefined ? {} : { firstLine: at[firstLine - 1]! }),
  }))
  return inOrder([...lines, ...others])
}

export const inOrder = (lines: readonly PastedLine[]): PastedLine[] =>
  lines.toSorted((a, b) => a.line - b.line)
