import type { TrialReason } from '@chaveiro/contracts/admin/provider-fields'

/**
 * The result of a harmless call that needs our credentials. `detail` names what helps staff (a
 * coin, a scope), and never contains credentials.
 */
export type Trial = { works: true } | { works: false; reason: TrialReason; detail?: string }

export const passedTrial: Trial = { works: true }

export const failedTrial = (reason: TrialReason, detail?: string): Trial => ({
  works: false,
  reason,
  ...(detail ? { detail } : {}),
})
