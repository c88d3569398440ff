import type { StockStatus } from '@chaveiro/contracts/states'

type Key = { status: StockStatus; orderId: string | null; usedBy: unknown }

/** Why a key cannot be deleted, as a text's key; null when it can (Q43): the server decides, the screen greys what it would refuse. */
export function removalRefusal({
  status,
  orderId,
  usedBy,
}: Key): 'adminStock.held' | 'adminStock.sold' | null {
  if (status === 'reserved' && orderId !== null) return 'adminStock.held'
  return usedBy !== null || status === 'used' ? 'adminStock.sold' : null
}

/** Whether staff may move a key: not while a payment holds it, never back to the shelf once it was used, and a revoked one only to what it was. */
export function mayStaffMove(key: Key, to: StockStatus): boolean {
  if (key.status === 'reserved' && key.orderId !== null) return false
  if (key.usedBy !== null && (to === 'available' || to === 'reserved')) return false
  return !(key.status === 'revoked' && to === 'used' && key.usedBy === null)
}
