/** What an order made by staff costs, in whole cents. */
export type Sums = {
  unitCents: number
  subtotalCents: number
  discountCents: number
  totalCents: number
}

/**
 * The sums of an order over units of one price. What was paid less is a discount; what was paid more
 * raises the price of a unit to the next cent, so that the total is what was paid, to the cent.
 */
export function sumsOf(
  listCents: number,
  { quantity, paidCents }: { quantity: number; paidCents: number },
): Sums {
  const unitCents = Math.max(listCents, Math.ceil(paidCents / quantity))
  const subtotalCents = unitCents * quantity

  return {
    unitCents,
    subtotalCents,
    discountCents: subtotalCents - paidCents,
    totalCents: paidCents,
  }
}
