import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/http.ts'
import { inOrder, partsOf, reportOf, type Paste, type PastedLine } from './paste.ts'

type Where = { productId: string; variantId?: string }

/** What each line of a paste is, without saving any. */
export async function judgeKeys(where: Where, paste: Paste): Promise<PastedLine[]> {
  const { parts, repeated } = partsOf(paste)
  const lines = [...repeated, ...paste.others]

  for (const part of parts) {
    const body = { ...where, licenses: part.keys, dryRun: true }
    const told = await call(adminApi.stock.add, { body })
    lines.push(...reportOf({ at: part.at, others: [] }, told.lines))
  }

  return inOrder(lines)
}

/** Some parts were saved before one failed. */
export class SavedInPart extends Error {
  readonly added: number

  constructor(added: number, cause: unknown) {
    super('saved in part', { cause })
    this.added = added
  }
}

/** Saves a paste part by part; a part of which the shop knows every key adds nothing and stops none. */
export async function saveKeys(
  where: Where,
  paste: Paste,
): Promise<{ added: number; skipped: number }> {
  const { parts, repeated } = partsOf(paste)
  const sum = { added: 0, skipped: repeated.length }

  for (const part of parts) {
    try {
      const body = { ...where, licenses: part.keys, dryRun: false }
      const { added, skipped } = await call(adminApi.stock.add, { body })
      sum.added += added
      sum.skipped += skipped
    } catch (error) {
      const isKnown = error instanceof ApiError && error.code === 'stock.none_added'
      if (!isKnown || parts.length === 1)
        throw sum.added ? new SavedInPart(sum.added, error) : error

      sum.skipped += part.keys.length
    }
  }

  return sum
}
