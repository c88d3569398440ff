import { disputesByGravity, type DisputeState } from '@chaveiro/contracts/states'

/**
 * The gravest state of a payment's disputes: contested money first, then what staff have to judge,
 * then what is lost.
 */
export function gravestState(disputes: readonly { state: DisputeState }[]): DisputeState | null {
  return (
    disputesByGravity.find((state) => disputes.some((dispute) => dispute.state === state)) ?? null
  )
}
