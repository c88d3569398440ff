import type { PlainErrorCode } from '@chaveiro/contracts/errors'
import type { StockStatus } from '@chaveiro/contracts/states'

/**
 * sold: an order has it, or had it until it was replaced; one that staff marked as used by hand was
 * not.
 */
export type KeyState = { status: StockStatus; paymentId: string | null; sold: boolean }

/**
 * Why staff may not move a key, null when they may: one held by an open payment waits for it, and
 * one that was sold never returns to the shelf (it would be sold twice). Everything else may be set
 * to any state (Q110), and staying as it is is always allowed.
 */
export function staffMove(key: KeyState, to: StockStatus): PlainErrorCode | null {
  if (key.status === to) return null
  if (isHeldByPayment(key)) return 'stock.payment_open'
  return key.sold && (to === 'available' || to === 'reserved') ? 'stock.sold' : null
}

/** Why staff may not delete a key, null when they may: what was sold is never deleted (Q43). */
export const staffRemoval = (key: KeyState): PlainErrorCode | null => {
  if (isHeldByPayment(key)) return 'stock.payment_open'
  return key.sold ? 'stock.sold' : null
}

/** A reservation that staff made by hand has no payment. */
const isHeldByPayment = (key: KeyState): boolean =>
  key.status === 'reserved' && key.paymentId !== null

/**
 * Lines of a paste (from 1): what each is before the store is asked whether it knows it; a repeated
 * one tells the line it repeats (Q45).
 */
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
