import { disputesByGravity, type DisputeState } from '@chaveiro/contracts/states'

/**
 * The gravest state of a payment's disputes: open ones first, then those that staff have to judge,
 * then lost ones.
 */
export function gravestState(disputes: readonly { state: DisputeState }[]): DisputeState | null {
  return (
    disputesByGravity.find((state) => disputes.some((dispute) => dispute.state === state)) ?? null
  )
}
