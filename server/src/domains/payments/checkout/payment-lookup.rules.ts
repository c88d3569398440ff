/**
 * The payment id or card session id of a path segment; null when it is neither. Old links append
 * '::1' or other text to the id; the appended text is cut off (Q27, S089).
 */
export function lookupId(id: string): { paymentId: string } | { sessionId: string } | null {
  const idWithoutSuffix = id.split('::1')[0]!
  const sessionId = /^cs_(?:test|live)_[A-Za-z0-9]+/.exec(idWithoutSuffix)?.[0]
  if (sessionId) return { sessionId }

  return /^[0-9a-f]{32}$/.test(idWithoutSuffix) ? { paymentId: idWithoutSuffix } : null
}
