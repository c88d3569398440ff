// Each thing has a table of legal moves between its states. The server refuses all other moves, and
// the screen disables their buttons.

export const paymentStatuses = ['pending', 'completed', 'failed', 'rejected', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * Reasons why staff should look at a payment, e.g. confirmation: the exchange first needs
 * information from the shop. null for a normal payment.
 */
export const reviewReasons = [
  'late',
  'partial',
  'over',
  'duplicate',
  'mismatch',
  'confirmation',
  'disputed',
  'held',
] as const

export type ReviewReason = (typeof reviewReasons)[number]

/** Why a payment failed, for the buyer's message and the desk. */
export const paymentReasons = ['expired', 'cancelled', 'replaced', 'refused', 'declined'] as const
export type PaymentReason = (typeof paymentReasons)[number]

/**
 * Remarks of the shop on a payment, which select the texts for buyer and staff. coupon_spent: the
 * money arrived late, after other buyers had used up the coupon. customer_limit: late money exceeds
 * the limit of one customer (L026). customer_deleted: the buyer deleted their account.
 */
export const paymentRemarks = [
  'coupon_spent',
  'customer_limit',
  'customer_deleted',
  'nothing_to_pay',
] as const

export type PaymentRemark = (typeof paymentRemarks)[number]

/** Status of a refund at its provider. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const

/**
 * Status of a deposit of coins. matched: it belongs to a payment; unmatched: staff must find its
 * payment; review: staff closed it without one.
 */
export const depositStates = ['matched', 'unmatched', 'review'] as const

export const orderStatuses = ['pending', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where customers buy: on the site, or in the chat. */
export const saleChannels = ['site', 'discord'] as const

/** Texts that a person consented to, and where they did so. */
export const consentKinds = ['terms'] as const
export const consentChannels = ['registration', ...saleChannels] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** Where an order was made: by its customer, or by staff for a customer (Q134). */
export const orderOrigins = [...saleChannels, 'manual'] as const
export type OrderOrigin = (typeof orderOrigins)[number]

/** The methods of orders made by staff: given away, or paid outside the shop. */
export const manualMethods = ['given', 'outside'] as const
export type ManualMethod = (typeof manualMethods)[number]

export const stockStatuses = ['available', 'reserved', 'used', 'revoked'] as const
export type StockStatus = (typeof stockStatuses)[number]

/** Status of a key that a provider mints. dropped: its unit no longer needs it. */
export const grantStates = ['asked', 'granted', 'dropped'] as const

/** Status of a minted key at its provider. */
export const grantStandings = ['good', 'banned', 'gone'] as const

export const licenceStatuses = ['active', 'expired', 'revoked'] as const
export type LicenceStatus = (typeof licenceStatuses)[number]

/**
 * Licence status for the customer: revoked shows as suspended, a unit without a key as pending
 * (Q37).
 */
export const customerLicenceStatuses = ['active', 'expired', 'suspended', 'pending'] as const
export type CustomerLicenceStatus = (typeof customerLicenceStatuses)[number]

export const cartStatuses = ['active', 'completed', 'abandoned'] as const
export type CartStatus = (typeof cartStatuses)[number]

/** Whether a buyer may receive their purchase: banned and deleted buyers get nothing (Q114). */
export const buyerStates = ['there', 'banned', 'deleted'] as const
export type BuyerState = (typeof buyerStates)[number]

export const ticketStatuses = ['open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** Where a ticket was opened. */
export const ticketSources = ['shop', 'discord'] as const

/** The two sides of a conversation that wait for each other's answer. */
export const ticketSpeakers = ['customer', 'staff'] as const
export const ticketAuthors = [...ticketSpeakers, 'system'] as const

/** Roles of authors in the chat's transcript format. */
export const ticketRoles = ['user', 'staff', 'bot'] as const

/** How a message reached the ticket. */
export const ticketChannels = ['shop', 'mail', 'discord'] as const

/** Status of a ticket's channel in the chat. */
export const ticketChatStates = ['opening', 'open', 'archiving', 'archived', 'failed'] as const

export const couponUseStates = ['reserved', 'consumed', 'released'] as const

export const couponTypes = [
  'percentage',
  'fixed',
  'first_purchase',
  'loyalty',
  'bundle',
  'seasonal',
  'category',
  'birthday',
  'recovery',
] as const

/** The status of a coupon is computed when it is read (Q55). */
export const couponStatuses = ['active', 'inactive', 'expired', 'upcoming', 'exhausted'] as const
export type CouponType = (typeof couponTypes)[number]

export const productStatuses = ['active', 'inactive', 'maintenance', 'discontinued'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** Sort orders of a search in the shop. */
export const productSorts = ['relevance', 'price_asc', 'price_desc', 'newest', 'name'] as const
export type ProductSort = (typeof productSorts)[number]
export const productProviders = ['stock', 'keyauth', 'manual'] as const
export type ProductProvider = (typeof productProviders)[number]

export const unitStatuses = ['pending', 'delivered', 'revoked'] as const
export type UnitStatus = (typeof unitStatuses)[number]

/** Why a payment is on the desk: an unusual payment, a failed refund, or a withdrawal. */
export const deskKinds = [...reviewReasons, 'refund', 'withdrawal'] as const
export type DeskKind = (typeof deskKinds)[number]
export const deskActions = ['accept', 'confirm', 'deliver', 'refund', 'release', 'note'] as const
export type DeskAction = (typeof deskActions)[number]

/**
 * State of a dispute at its provider (chargeback, MED). inquiry: the bank asks, no money moved.
 * open: contested. won, lost: decided for or against the shop, wholly or in part. unknown: only a
 * person can judge the provider's word.
 */
export const disputeStates = ['inquiry', 'open', 'won', 'lost', 'unknown'] as const
export type DisputeState = (typeof disputeStates)[number]

/** With several disputes of one payment or order, the first of this list counts. */
export const disputesByGravity: readonly DisputeState[] = [
  'open',
  'unknown',
  'inquiry',
  'lost',
  'won',
]

/**
 * State of the shop's defence against a fraud report. pending: being sent; failed: refused by the
 * provider.
 */
export const defenceStates = ['pending', 'sent', 'failed'] as const
export type DefenceState = (typeof defenceStates)[number]

/**
 * Purposes of a code to the user's own mail address: an action of a user without a password, or the
 * proof that the mailbox is theirs.
 */
export const ownCodePurposes = ['proof', 'removal', 'mailbox'] as const

/** Purposes of a mailed code; `mail` confirms a new address. */
export const codePurposes = ['login', ...ownCodePurposes, 'mail'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** State of a job. dead: it gave up and waits for staff; retrying: it failed before. */
export const jobStates = ['waiting', 'retrying', 'running', 'dead'] as const
export type JobState = (typeof jobStates)[number]

/** A notification's subject, its urgency, and its delivery to the chat (S143). */
export const notificationTypes = ['announcement', 'notification', 'update', 'alert'] as const
export type NotificationType = (typeof notificationTypes)[number]
export const notificationPriorities = ['low', 'medium', 'high', 'urgent'] as const
export type NotificationPriority = (typeof notificationPriorities)[number]
export const deliveryStatuses = ['sent', 'failed', 'pending'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** How a mail server rejected an address: in its reply to our mail, or by a bounce. */
export const mailRefusalSources = ['refused', 'returned'] as const

/**
 * Whether the shop shows a notification; staff may change it at any time. sent: shown; pending: not
 * yet; revoked: no longer (Q73).
 */
export const publicationStatuses = ['sent', 'pending', 'revoked'] as const
export type PublicationStatus = (typeof publicationStatuses)[number]

/** State of a review. pending: waits for staff; rejected: hidden, and its author reads why. */
export const reviewStatuses = ['pending', 'published', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** Whether reviews wait for staff before they show, show at once, or are off. */
export const reviewsModes = ['before', 'after', 'off'] as const
export type ReviewsMode = (typeof reviewsModes)[number]

/** Sort orders of a product's reviews. */
export const reviewSorts = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** Types of a notification in the back office's form. */
export const noticeTypes = ['info', 'warning', 'alert'] as const
export type NoticeType = (typeof noticeTypes)[number]

/**
 * Legal moves: moves[thing][from] lists the next states. A failed payment may still complete: late
 * money (Q38).
 */
export const moves = {
  payment: {
    pending: ['completed', 'failed', 'rejected'],
    failed: ['completed'],
    rejected: ['completed'],
    completed: ['refunded'],
    refunded: ['completed'],
  },

  order: {
    pending: ['completed', 'cancelled'],
    cancelled: ['completed', 'pending'],
    completed: ['refunded'],
    refunded: ['completed'],
  },

  // Staff may move keys freely (Q110), with two exceptions: a sold key never returns to the stock,
  // and a reserved key waits for its payment (stock.rules).
  stock: {
    available: ['reserved', 'used', 'revoked'],
    reserved: ['available', 'used', 'revoked'],
    used: ['available', 'reserved', 'revoked'],
    revoked: ['available', 'reserved', 'used'],
  },

  licence: {
    active: ['expired', 'revoked'],
    expired: ['active', 'revoked'],
    revoked: ['active', 'expired'],
  },
  // Staff may move a cart in any direction while no paid order depends on it (Q110).
  cart: {
    active: ['completed', 'abandoned'],
    abandoned: ['active', 'completed'],
    completed: ['active', 'abandoned'],
  },
  ticket: { open: ['closed'], closed: ['open'] },
  couponUse: { reserved: ['consumed', 'released'], released: ['consumed'], consumed: [] },
  review: {
    pending: ['published', 'rejected'],
    published: ['rejected', 'pending'],
    rejected: ['published', 'pending'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** Whether a thing may go from one state to another. */
export function mayMove<T extends keyof typeof moves>(
  thing: T,
  from: keyof (typeof moves)[T] & string,
  to: string,
): boolean {
  return ((moves[thing] as Record<string, readonly string[]>)[from] ?? []).includes(to)
}

/**
 * Moves that staff may make by hand; only money makes the others. Completing a payment by hand
 * needs a reference of received money (Q34), and completes its order. An unpaid order may be
 * cancelled and reopened (Q122).
 */
export const staffMoves = {
  payment: {
    pending: ['completed'],
    failed: ['completed'],
    rejected: ['completed'],
    completed: ['refunded'],
    refunded: [],
  },
  order: {
    pending: ['completed', 'cancelled'],
    cancelled: ['completed', 'pending'],
    completed: ['refunded'],
    refunded: [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** Whether staff may move a payment or an order from one state to another. */
export function staffMayMove<T extends keyof typeof staffMoves>(
  thing: T,
  from: keyof (typeof staffMoves)[T] & string,
  to: string,
): boolean {
  return ((staffMoves[thing] as Record<string, readonly string[]>)[from] ?? []).includes(to)
}

/**
 * State of a chat role. waiting: being given or taken. given: the person has it. taken: the person
 * does not have it. absent: waits until the person joins. failed: refused by the server until staff
 * fix it.
 */
export const roleStates = ['waiting', 'given', 'taken', 'absent', 'failed'] as const
export type RoleState = (typeof roleStates)[number]

/** Problems of a chat role. */
export const roleProblems = [
  'unconfigured',
  'unreachable',
  'limited',
  'not_member',
  'hierarchy',
  'no_role',
  'refused',
] as const

export type RoleProblem = (typeof roleProblems)[number]

/** Why the bot could not give a product's role. */
export const roleWarnings = [
  'unconfigured',
  'unreachable',
  'unknown',
  'everyone',
  'managed',
  'permission',
  'hierarchy',
] as const

export type RoleWarning = (typeof roleWarnings)[number]

/**
 * State of a withdrawal from a purchase. possible: within the seven days. open: its licences are
 * suspended until staff refund it or decline with a reason.
 */
export const withdrawalStates = ['possible', 'open', 'declined', 'refunded'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]
