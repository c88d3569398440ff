/** The sums of an order by staff, in whole cents. */
export type Sums = {
  unitCents: number
  subtotalCents: number
  discountCents: number
  totalCents: number
}

/**
 * The sums of an order over units of one price. A lower payment is a discount. A higher payment
 * raises the unit price to the next cent, so that the total is exactly the payment.
 */
export function manualSums(
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
