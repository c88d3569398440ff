import type { PlainErrorCode } from '@chaveiro/contracts/errors'
import { isReadableKey, seenKey } from '@chaveiro/contracts/product-limits'
import type { StockStatus } from '@chaveiro/contracts/states'

/**
 * `sold`: an order has the key, or had it until it was replaced. A key that staff marked as used
 * by hand was not sold.
 */
export type KeyState = { status: StockStatus; paymentId: string | null; sold: boolean }

/**
 * The reason why staff may not change a key's status, null when they may. A key reserved by an
 * open payment waits for it, and a sold key never returns to the stock. Other keys may get any
 * status (Q110), and keeping the status is always allowed.
 */
export function moveRefusal(key: KeyState, to: StockStatus): PlainErrorCode | null {
  if (key.status === to) return null
  if (isHeldByPayment(key)) return 'stock.payment_open'

  return key.sold && (to === 'available' || to === 'reserved') ? 'stock.sold' : null
}

/**
 * The reason why staff may not delete a key, null when they may: neither a key that a payment
 * reserves nor a sold one is deleted (Q43).
 */
export const removalRefusal = (key: KeyState): PlainErrorCode | null => {
  if (isHeldByPayment(key)) return 'stock.payment_open'
  return key.sold ? 'stock.sold' : null
}

/** A reservation by hand has no payment. */
const isHeldByPayment = (key: KeyState): boolean =>
  key.status === 'reserved' && key.paymentId !== null

/**
 * Classify the lines of a paste, numbered from 1, before the store is searched for their keys. A
 * repeated line names the line it repeats (Q45), also when it is written with characters that look
 * the same.
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
  const firstLines = new Map<string, number>()
  return lines.map((text, i) => {
    const [line, key] = [i + 1, text.trim()]
    if (!key) return { line, key, result: 'empty' }

    const firstLine = firstLines.get(seenKey(key))
    if (firstLine !== undefined) return { line, key, result: 'duplicate', firstLine }
    if (key.length > maxLength || !isReadableKey(key)) return { line, key, result: 'invalid' }

    firstLines.set(seenKey(key), line)

    return { line, key, result: 'accepted' }
  })
}
