/** A payment's money: confirmations as `seen/needed`, and whether a part of it arrived. */
type MoneySeen = { confirmations: string | null; hasReceived: boolean }

/**
 * The share of a payment's drawn key that is cut, from 0 to 1. A third is cut once the buyer has
 * copied the code or address; more is cut as money or confirmations arrive.
 */
export function cutShare(hasCopied: boolean, { confirmations, hasReceived }: MoneySeen): number {
  const [seen = 0, needed = 0] = confirmations?.split('/').map(Number) ?? []
  if (needed > 0) return 1 / 3 + (2 / 3) * Math.min(seen / needed, 1)
  if (hasReceived) return 2 / 3

  return hasCopied ? 1 / 3 : 0
}
