import { z } from 'zod'

import { amount } from '../shared.ts'
import { disputeStates } from '../states.ts'

/** What of an order or a payment went back or is contested, beside its status (Q130). */
export const moneyBack = {
  /** Absent where nothing went back. */
  refundedAmount: amount.optional(),
  dispute: z.enum(disputeStates).optional(),
}
