import type { StockStatus } from '@chaveiro/contracts/states'

type Key = { status: StockStatus; orderId: string | null; sold: boolean }

const isHeld = ({ status, orderId }: Key): boolean => status === 'reserved' && orderId !== null

/**
 * Why a key cannot be deleted, as a text's key; null when it can (Q43): the server decides, the
 * screen greys what it would refuse.
 */
export function removalRefusal(key: Key): 'adminStock.held' | 'adminStock.sold' | null {
  if (isHeld(key)) return 'adminStock.held'
  if (!key.sold) return null

  return 'adminStock.sold'
}

/**
 * Whether staff may move a key: not while a payment holds it, and never back to the shelf once it
 * was sold (Q110).
 */
export const mayStaffMove = (key: Key, to: StockStatus): boolean =>
  !isHeld(key) && !(key.sold && (to === 'available' || to === 'reserved'))
