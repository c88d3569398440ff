import type { ErrorCode } from '@chaveiro/contracts/errors'
import { mayMove, type StockStatus } from '@chaveiro/contracts/states'

export type KeyState = { status: StockStatus; paymentId: string | null; usedAt: Date | null }

/**
 * Why staff may not move a key, null when they may: one held by an open payment waits for it, one that was ever used never returns to the
 * shelf (it would be sold twice), and a revoked one only goes back to what it was. Staying as it is is always allowed.
 */
export function staffMove(key: KeyState, to: StockStatus): ErrorCode | null {
  if (key.status === to) return null
  if (isHeldByPayment(key)) return 'stock.payment_open'
  if (key.usedAt !== null && (to === 'available' || to === 'reserved')) return 'stock.sold'
  if (key.status === 'revoked' && to === 'used' && key.usedAt === null) return 'stock.never_used'
  return mayMove('stock', key.status, to) ? null : 'state.illegal'
}

/** Why staff may not delete a key, null when they may: what was delivered is never deleted (Q43). */
export const staffRemoval = (key: KeyState): ErrorCode | null =>
  isHeldByPayment(key) ? 'stock.payment_open' : key.usedAt !== null ? 'stock.sold' : null

/** A reservation that staff made by hand has no payment. */
const isHeldByPayment = (key: KeyState): boolean =>
  key.status === 'reserved' && key.paymentId !== null

/** Lines of a paste (from 1): what each is before the store is asked whether it knows it; a repeated one tells the line it repeats (Q45). */
export function readPaste(
  lines: readonly string[],
  maxLength: number,
): {
  line: number
  key: string
  result: 'accepted' | 'duplicate' | 'empty' | 'invalid'
  firstLine?: number
}[] {
  const seen = new Map<string, number>()
  return lines.map((text, i) => {
    const [line, key] = [i + 1, text.trim()]
    if (!key) return { line, key, result: 'empty' }
    if (key.length > maxLength || /[\u0000-\u001f\u007f]/.test(key))
      return { line, key, result: 'invalid' }
    const firstLine = seen.get(key)
    if (firstLine !== undefined) return { line, key, result: 'duplicate', firstLine }
    seen.set(key, line)
    return { line, key, result: 'accepted' }
  })
}
