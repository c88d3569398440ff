import { z } from 'zod'

import { amount } from '../shared.ts'
import { disputeStates } from '../states.ts'

/** Refunds and disputes of an order or a payment, beside its status (Q130). */
export const moneyBack = {
  /** Absent without a refund. */
  refundedAmount: amount.optional(),
  dispute: z.enum(disputeStates).optional(),
}
