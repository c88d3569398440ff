import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/http.ts'
import { sortLines, splitPaste, lineReport, type Paste, type PastedLine } from './paste.ts'

type Where = { productId: string; variantId?: string }

/** Checks each line without saving. */
export async function judgeKeys(where: Where, paste: Paste): Promise<PastedLine[]> {
  const { parts, repeated } = splitPaste(paste)
  const judgedLines = [...repeated, ...paste.others]

  for (const part of parts) {
    const requestBody = { ...where, licenses: part.keys, dryRun: true }
    const addReply = await call(adminApi.stock.add, { body: requestBody })
    judgedLines.push(...lineReport({ at: part.at, others: [] }, addReply.lines))
  }

  return sortLines(judgedLines)
}

/**
 * One part failed after others were saved: `cause` is the failure, `added` the number of saved
 * keys.
 */
export class SavedInPart extends Error {
  readonly added: number

  constructor(added: number, cause: unknown) {
    super('saved in part', { cause })
    this.added = added
  }
}

/**
 * Saves a paste part by part. A part with only known keys adds nothing and does not stop the
 * others. Throws SavedInPart when a part fails after an earlier one was saved.
 */
export async function saveInParts(
  where: Where,
  paste: Paste,
): Promise<{ added: number; skipped: number }> {
  const { parts, repeated } = splitPaste(paste)
  const savedCounts = { added: 0, skipped: repeated.length }

  for (const part of parts) {
    try {
      const requestBody = { ...where, licenses: part.keys, dryRun: false }
      const { added, skipped } = await call(adminApi.stock.add, { body: requestBody })
      savedCounts.added += added
      savedCounts.skipped += skipped
    } catch (error) {
      const isAlreadyKnown = error instanceof ApiError && error.code === 'stock.none_added'
      if (!isAlreadyKnown || parts.length === 1)
        throw savedCounts.added ? new SavedInPart(savedCounts.added, error) : error

      savedCounts.skipped += part.keys.length
    }
  }

  return savedCounts
}
