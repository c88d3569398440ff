import type { TrialReason } from '@chaveiro/contracts/admin/provider-fields'

/**
 * How a provider answered a harmless question that needs our credentials. detail is a plain name
 * that helps (a coin, a scope), never anything of the credentials.
 */
export type Trial = { works: true } | { works: false; reason: TrialReason; detail?: string }

export const passedTrial: Trial = { works: true }

export const failedTrial = (reason: TrialReason, detail?: string): Trial => ({
  works: false,
  reason,
  ...(detail ? { detail } : {}),
})
