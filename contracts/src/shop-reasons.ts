// Reasons that the shop itself writes to payments, refunds and the audit trail. Staff and providers
// write free text beside them, so the back office recognises these and translates them.

/**
 * Why money went back. duplicate: paid twice. requested: staff asked the provider for it. by_hand:
 * staff returned it outside the shop. provider: returned at the provider. dispute: the bank took it.
 */
export const refundCauses = ['duplicate', 'requested', 'by_hand', 'provider', 'dispute'] as const
export type RefundCause = (typeof refundCauses)[number]

/** Causes that may repeat for one receipt; the stored reason of a repeat ends with a number. */
export type StaffRefundCause = Extract<RefundCause, 'requested' | 'by_hand'>

/**
 * The stored reason of a refund, unique for its receipt: the cause, and a number or the provider's
 * id. A plain dispute is from an earlier version.
 */
export type RefundReason =
  | Exclude<RefundCause, 'provider'>
  | `${StaffRefundCause} ${number}`
  | `${Extract<RefundCause, 'provider' | 'dispute'>} ${string}`

/** The cause of a refund by its stored reason. */
export const refundCause = (reason: RefundReason): RefundCause =>
  refundCauses.find((cause) => cause === reason.split(' ', 1)[0])!

/** The allowed suffix of a stored reason after each cause. */
const suffixes: Record<RefundCause, RegExp> = {
  duplicate: /^$/,
  requested: /^(?: \d+)?$/,
  by_hand: /^(?: \d+)?$/,
  provider: /^ \S+$/,
  dispute: /^(?: \S+)?$/,
}

/** Whether a text is the stored reason of a refund, and not a person's words. */
export const isRefundReason = (text: string): text is RefundReason =>
  refundCauses.some(
    (cause) => text.startsWith(cause) && suffixes[cause].test(text.slice(cause.length)),
  )

/** Differences between a provider's charge and the shop's request. */
export const chargeMismatches = [
  'another txid',
  'another recipient',
  'another currency',
  'another reference',
  'another amount asked',
] as const

/**
 * How a charge differs from the shop's request, or an unusual status of a deposit at the exchange.
 */
export type ChargeMismatch = (typeof chargeMismatches)[number] | `deposit status ${number}`

/** Other reasons of several words; the last two are remarks of an earlier version. */
export const trailReasons = [
  'dispute open',
  'dispute won',
  'dispute lost',
  'refund failed',
  'nothing to pay',
  'customer deleted',
] as const

/** Triggers of a check of a payment; recorded in the audit trail. */
export const changeSources = [
  'webhook',
  'infraction',
  'poll',
  'return',
  'sweep',
  'checkout',
  'deposit',
  'desk',
] as const

export type ChangeSource = (typeof changeSources)[number]

/** Why a session was ended before its time. */
export const sessionEnds = [
  'logout',
  'ended by its person',
  'ended by staff',
  'refresh token reused',
  'password change',
  'password reset',
  'mail change',
  'mailbox proven',
  'second factor set up',
  'second factor switched off',
  'second factor reset',
  'role change',
  'banned',
  'unbanned',
  'deleted',
  'first admin',
] as const
export type SessionEnd = (typeof sessionEnds)[number]
