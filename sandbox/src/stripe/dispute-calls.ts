import { mergeMetadata } from './customers.ts'
import { canMove, playDispute } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { requiredRow } from './lists.ts'
import type { Dispute, Metadata, Stripe } from './model.ts'
import type { Parameters, Rule, Rules } from './parameters.ts'

const TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'uncategorized_text',
]

const evidenceText: Rule = { is: 'text', max: 20_000 }

/**
 * Parameters of POST /v1/disputes/:id: evidence as text (the sandbox has no files), and whether to
 * submit the evidence now.
 */
export const disputeRules: Rules = {
  evidence: {
    is: 'object',
    fields: Object.fromEntries(TEXTS.map((name) => [name, evidenceText])),
  },
  metadata: { is: 'metadata' },
  submit: { is: 'boolean' },
}

/**
 * Saves the shop's evidence for a dispute, and submits it to the bank unless `submit` is false, as
 * at Stripe.
 */
export function answerDispute(stripe: Stripe, id: string, input: Parameters): Dispute {
  const dispute = requiredRow(stripe.disputes, 'dispute', id, 'dispute')
  const evidence = input['evidence'] as object | undefined
  if (evidence && !canMove(dispute.status, 'submitted'))
    throw invalidRequest('This dispute cannot be updated: evidence was submitted or it is closed.')

  stripe.disputes.save({
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: evidence !== undefined || dispute.evidence_details.has_evidence,
    },
    metadata: mergeMetadata(dispute.metadata, input['metadata'] as Metadata | undefined),
  })

  if (evidence && input['submit'] !== false)
    return playDispute(stripe, dispute.charge, 'submitted', { dispute: id })

  return stripe.disputes.get(id)!
}

/** The shop accepts the dispute, which is then lost. */
export function closeDispute(stripe: Stripe, id: string): Dispute {
  const dispute = requiredRow(stripe.disputes, 'dispute', id, 'dispute')
  if (!canMove(dispute.status, 'lost')) throw invalidRequest('This dispute is already closed.')

  return playDispute(stripe, dispute.charge, 'lost', { dispute: id })
}
