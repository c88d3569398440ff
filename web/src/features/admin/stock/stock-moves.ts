import type { StockStatus } from '@chaveiro/contracts/states'

type Key = { status: StockStatus; orderId: string | null; sold: boolean }

const isHeldByPayment = ({ status, orderId }: Key): boolean =>
  status === 'reserved' && orderId !== null

/**
 * Text key of why a key cannot be deleted; null if it can (Q43). The server decides, this only
 * disables the button.
 */
export function removalRefusal(key: Key): 'adminStock.held' | 'adminStock.sold' | null {
  if (isHeldByPayment(key)) return 'adminStock.held'
  if (!key.sold) return null

  return 'adminStock.sold'
}

/**
 * Whether staff may change a key's status: not while a payment holds it, and never back to
 * available once sold (Q110).
 */
export const mayStaffMove = (key: Key, to: StockStatus): boolean =>
  !isHeldByPayment(key) && !(key.sold && (to === 'available' || to === 'reserved'))
