import type { PaymentStatus } from '@chaveiro/contracts/states'

export type ReceivedMoney = {
  amountCents: number
  currency: string
  receivedAt: Date
  receiptId: string
}

/** Whether a payment was ever completed, even if it was refunded since. */
export const wasPaid = ({ status }: { status: PaymentStatus }): boolean =>
  status === 'completed' || status === 'refunded'
