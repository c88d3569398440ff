import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../state/session.ts'
import type { paymentQuery } from './payment.ts'

type PaymentQuery = ReturnType<typeof paymentQuery>

/** Asks about a payment. The end of a session empties what was asked; the page is drawn anew then, and asks as a stranger. */
export function usePayment(query: PaymentQuery) {
  useSession()
  return useQuery(query)
}
