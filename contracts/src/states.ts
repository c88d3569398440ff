// States are data: one table of legal moves a thing. The server refuses with it, the screen
// disables with it.

export const paymentStatuses = ['pending', 'completed', 'failed', 'rejected', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * What staff should know of a payment beyond its status, e.g. confirmation: its exchange asks the
 * shop for something first; null when it went as it should.
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
 * What the shop remarks on a payment; it chooses what buyer and staff read. coupon_spent: money came
 * late, and others had used its coupon up; customer_limit: late money gave its buyer more than one
 * customer may have (L026); customer_deleted: it ended because its buyer's account goes.
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
 * Status of a deposit of coins. matched: it belongs to a payment; unmatched: staff have to find its
 * payment; review: staff closed it without one.
 */
export const depositStates = ['matched', 'unmatched', 'review'] as const

export const orderStatuses = ['pending', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where customers buy: on the site, or in the chat. */
export const saleChannels = ['site', 'discord'] as const

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

/** What a customer sees: revoked shows as suspended, a unit without a key as pending (Q37). */
export const customerLicenceStatuses = ['active', 'expired', 'suspended', 'pending'] as const
export type CustomerLicenceStatus = (typeof customerLicenceStatuses)[number]

export const cartStatuses = ['active', 'completed', 'abandoned'] as const
export type CartStatus = (typeof cartStatuses)[number]

/**
 * Whether a buyer may have what he paid for: nothing is given to somebody who is banned or was
 * deleted (Q114).
 */
export const buyerStates = ['there', 'banned', 'deleted'] as const
export type BuyerState = (typeof buyerStates)[number]

export const ticketStatuses = ['open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** Where a ticket was opened. */
export const ticketSources = ['shop', 'discord'] as const

/** Sides of a conversation that wait for each other's answer. */
export const ticketSpeakers = ['customer', 'staff'] as const
export const ticketAuthors = [...ticketSpeakers, 'system'] as const

/** Authors of a message in the words of the chat's transcript. */
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

/** Computed when it is read (Q55). */
export const couponStatuses = ['active', 'inactive', 'expired', 'upcoming', 'exhausted'] as const
export type CouponType = (typeof couponTypes)[number]

export const productStatuses = ['active', 'inactive', 'maintenance', 'discontinued'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** Orders of a search in the shop. */
export const productSorts = ['relevance', 'price_asc', 'price_desc', 'newest', 'name'] as const
export type ProductSort = (typeof productSorts)[number]
export const productProviders = ['stock', 'keyauth', 'manual'] as const
export type ProductProvider = (typeof productProviders)[number]

export const unitStatuses = ['pending', 'delivered', 'revoked'] as const
export type UnitStatus = (typeof unitStatuses)[number]

/** Why a payment waits on the desk: what is odd about it, or that a refund of it did not go through. */
export const deskKinds = [...reviewReasons, 'refund', 'withdrawal'] as const
export type DeskKind = (typeof deskKinds)[number]
export const deskActions = ['accept', 'confirm', 'deliver', 'refund', 'release', 'note'] as const
export type DeskAction = (typeof deskActions)[number]

/**
 * How a dispute of money stands at its provider (chargeback, MED). inquiry: the bank asks and no
 * money moved; open: it is contested;
 * won, lost: decided for the shop or against it, wholly or in part; unknown: the provider says
 * something that only a person can judge.
 */
export const disputeStates = ['inquiry', 'open', 'won', 'lost', 'unknown'] as const
export type DisputeState = (typeof disputeStates)[number]

/** Of several disputes of one payment or order the first of these counts. */
export const disputesByGravity: readonly DisputeState[] = [
  'open',
  'unknown',
  'inquiry',
  'lost',
  'won',
]

/**
 * Where the shop's answer to a report of fraud stands: pending is on its way, failed was refused by
 * the provider.
 */
export const defenceStates = ['pending', 'sent', 'failed'] as const
export type DefenceState = (typeof defenceStates)[number]

/**
 * Where a job of the queue stands: dead gave up and waits for staff, retrying failed before and is
 * tried again.
 */
export const jobStates = ['waiting', 'retrying', 'running', 'dead'] as const
export type JobState = (typeof jobStates)[number]

/** What a notification is about, how much it presses, and whether it reached the chat (S143). */
export const notificationTypes = ['announcement', 'notification', 'update', 'alert'] as const
export type NotificationType = (typeof notificationTypes)[number]
export const notificationPriorities = ['low', 'medium', 'high', 'urgent'] as const
export type NotificationPriority = (typeof notificationPriorities)[number]
export const deliveryStatuses = ['sent', 'failed', 'pending'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * How a mail server refused an address: in its reply to our mail, or by a mail that came back.
 */
export const mailRefusalSources = ['refused', 'returned'] as const

/**
 * Whether the shop shows a notification, as staff set it, from any to any: sent shows it, pending
 * not yet, revoked no more (Q73).
 */
export const publicationStatuses = ['sent', 'pending', 'revoked'] as const
export type PublicationStatus = (typeof publicationStatuses)[number]

/**
 * Where a customer's review of a product stands: pending waits for staff, rejected is not shown and
 * its author reads why.
 */
export const reviewStatuses = ['pending', 'published', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** Whether reviews wait for staff before they show, show at once, or are not taken at all. */
export const reviewsModes = ['before', 'after', 'off'] as const
export type ReviewsMode = (typeof reviewsModes)[number]

/** Orders of a product's reviews. */
export const reviewSorts = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** The types of the back office's form. */
export const noticeTypes = ['info', 'warning', 'alert'] as const
export type NoticeType = (typeof noticeTypes)[number]

/**
 * Legal moves: moves[thing][from] lists where it may go. A payment that failed may still complete:
 * late money (Q38).
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

  // Any to any by hand (Q110); one that was sold never goes back on the shelf, and one that a
  // payment holds waits for it (stock.rules).
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
  // In any direction while no paid order hangs on it (Q110).
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
 * Of these the moves that staff may make by hand; the rest is for money alone. A payment is
 * completed by hand against a reference of money that came (Q34), and with it its order; an unpaid
 * order may be cancelled and opened again (Q122).
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
 * How a role of the chat server stands: being given or taken, given, not held, awaiting that its
 * person joins, or refused there until staff mend it.
 */
export const roleStates = ['waiting', 'given', 'taken', 'absent', 'failed'] as const
export type RoleState = (typeof roleStates)[number]

/** Why a role does not stand as it should. */
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

/** Why the bot could not give a role that a product names. */
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
 * Where a customer's withdrawal from a purchase stands: possible while its seven days last, open
 * (its licences suspended) until staff send the money back, or decline for a reason of their own.
 */
export const withdrawalStates = ['possible', 'open', 'declined', 'refunded'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]
