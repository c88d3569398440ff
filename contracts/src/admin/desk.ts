import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { route, type FileReply } from '../route.ts'
import {
  amount,
  currency,
  entityId,
  instant,
  line,
  pageQuery,
  success,
  moneyIn,
} from '../shared.ts'
import {
  buyerStates,
  defenceStates,
  deskActions,
  deskKinds,
  disputeStates,
  paymentRemarks,
  paymentStatuses,
} from '../states.ts'
import { oneOf } from './list-query.ts'
import { timeline } from './transactions.ts'

const id = { id: z.string().regex(/^[0-9a-f]{32}$/) }
const reasonInput = line(lengths.reason)
const reference = line(lengths.reference)

/**
 * One dispute: the contested amount, the withdrawn amount, the provider's reason, and the deadline
 * of the shop's answer.
 */
const disputeShape = z.object({
  id: z.string(),
  state: z.enum(disputeStates),
  contested: amount,
  taken: amount,
  reason: z.string().nullable(),
  dueAt: instant.nullable(),
})

const itemShape = {
  ...entityId,
  orderId: z.string(),
  orderNumber: z.string(),
  kind: z.enum(deskKinds).nullable(),
  onDesk: z.boolean(),
  status: z.enum(paymentStatuses),
  /** The most serious state of the disputes below; null without any. */
  dispute: z.enum(disputeStates).nullable(),
  disputes: z.array(disputeShape),
  /**
   * The customer's open withdrawal from the purchase, with time and reason; null once staff
   * decided.
   */
  withdrawal: z.object({ askedAt: instant, reason: z.string().nullable() }).nullable(),
  customer: z.object({ name: z.string(), email: z.string() }),
  productName: z.string(),
  method: z.string(),
  currency,
  /**
   * The requested amount, the received amount, and the part that is neither refunded nor being
   * refunded.
   */
  amount,
  received: amount,
  left: amount,
  refunding: amount,
  refunded: amount,
  /** Bought units, and how many of them are delivered. */
  units: z.int(),
  delivered: z.int(),
  /**
   * The actions that staff may take now. `byHand`: the shop cannot send the money itself, so a
   * reference is required.
   */
  actions: z.array(z.enum(deskActions)),
  byHand: z.boolean(),
  /** Whether the buyer may receive the purchase. */
  buyer: z.enum(buyerStates),
  createdAt: instant,
  updatedAt: instant,
}

export const deskItem = z.object(itemShape)

const depositShape = z.object({
  ...entityId,
  coin: z.string(),
  network: z.string(),
  amount: z.string(),
  txId: z.string(),
  insertedAt: instant,

  /** Unpaid payments of nearly this amount, opened before the deposit arrived, nearest first. */
  near: z.array(
    z.object({
      paymentId: z.string(),
      orderNumber: z.string(),
      customer: z.string(),
      amount: z.string(),
    }),
  ),
})

/**
 * A fraud report (MED) about a PIX. Status, reason and situation are the provider's words;
 * `defence` is the shop's answer and its state.
 */
const infraction = z.object({
  id: z.string(),
  status: z.string(),
  contested: amount,
  reason: z.string().nullable(),
  situation: z.string().nullable(),
  openedAt: instant,
  dueAt: instant.nullable(),
  defence: z.string().nullable(),
  defendedBy: z.string().nullable(),
  defenceState: z.enum(defenceStates).nullable(),
  defenceFailure: z.string().nullable(),
  /** Whether staff may answer the report now. */
  open: z.boolean(),
})

const deskPayment = z.object({
  ...itemShape,
  remark: z.enum(paymentRemarks).nullable(),
  /** Free text of staff or of the provider. */
  note: z.string().nullable(),
  timeline,
  infractions: z.array(infraction),
})

const actionCall = { params: z.object(id), reply: z.object({ ...success, payment: deskPayment }) }
const actionErrors = ['payment.not_found', 'state.illegal'] as const

/** Back-office calls of the payment desk: payments that need a person, and the actions on them. */
export const desk = {
  list: route({
    method: 'GET',
    path: '/api/admin/desk',
    access: 'staff',
    summary:
      'Payments that wait for staff, the longest wait first; those that were dealt with, the last first (state=done)',

    query: z.object({
      ...pageQuery,
      limit: pageQuery.limit.default(20),
      state: z.enum(['open', 'done']).default('open'),
      kind: oneOf(deskKinds),
    }),

    reply: z.object({
      ...success,
      payments: z.array(deskItem),
      total: z.int(),
      open: z.int(),
      unmatched: z.int(),
    }),
  }),

  deposits: route({
    method: 'GET',
    path: '/api/admin/desk/deposits',
    access: 'staff',
    summary: 'Coins that came and fit no payment, the newest first',
    query: z.object(pageQuery),
    reply: z.object({ ...success, deposits: z.array(depositShape), total: z.int() }),
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/desk/payments/:id',
    access: 'staff',
    summary: 'A payment with what may be done about it, and its story',
    ...actionCall,
    errors: ['payment.not_found'],
  }),

  accept: route({
    method: 'POST',
    path: '/api/admin/desk/payments/:id/accept',
    access: 'staff',
    summary: 'Take what came as enough: completes and delivers once',
    ...actionCall,
    body: z.object({ reason: reasonInput }),
    errors: [...actionErrors, 'payment.order_paid', 'payment.buyer_deleted', 'payment.disputed'],
  }),

  confirm: route({
    method: 'POST',
    path: '/api/admin/desk/payments/:id/confirm',
    access: 'staff',
    summary: 'Confirm money that no provider told of, under its reference (Q34)',
    ...actionCall,
    body: z.object({ reason: reasonInput, reference }),
    errors: [
      ...actionErrors,
      'payment.order_paid',
      'payment.reference_used',
      'payment.buyer_deleted',
      'payment.disputed',
    ],
  }),

  deliver: route({
    method: 'POST',
    path: '/api/admin/desk/payments/:id/deliver',
    access: 'staff',
    summary: 'Hand over what a paid order waits for, as far as there is stock',
    ...actionCall,
    errors: [...actionErrors, 'desk.no_stock', 'delivery.buyer_banned', 'delivery.buyer_deleted'],
  }),

  refund: route({
    method: 'POST',
    path: '/api/admin/desk/payments/:id/refund',
    access: 'staff',
    summary:
      'Send all back, or a share (amount, with left as it was shown); by the provider, ' +
      'or on record with the reference of a return made by hand',
    ...actionCall,

    body: z.object({
      reason: reasonInput,
      reference: reference.optional(),
      amount: moneyIn.positive().optional(),
      left: moneyIn.optional(),
    }),

    errors: [
      ...actionErrors,
      'payment.disputed',
      'payment.refund_open',
      'payment.refund_by_hand',
      'payment.refund_refused',
      'payment.refund_changed',
      'payment.refund_amount',
    ],
  }),

  release: route({
    method: 'POST',
    path: '/api/admin/desk/payments/:id/release',
    access: 'staff',
    summary:
      'Take a payment off the desk as it is; one that still waits for money is closed and what it held is freed',
    ...actionCall,
    body: z.object({ reason: reasonInput }),
    errors: actionErrors,
  }),

  note: route({
    method: 'POST',
    path: '/api/admin/desk/payments/:id/notes',
    access: 'staff',
    summary: 'Write a note into the story of a payment',
    ...actionCall,
    body: z.object({ text: z.string().trim().min(1).max(lengths.deskText) }),
    errors: ['payment.not_found'],
  }),

  defend: route({
    method: 'POST',
    path: '/api/admin/desk/payments/:id/defence',
    access: 'staff',
    summary:
      'Answer a fraud report (MED) at the PIX provider, once; sent at once or by its ' +
      "job, the result stands in the payment's infractions",
    ...actionCall,
    body: z.object({
      infractionId: line(100),
      text: z.string().trim().min(1).max(lengths.deskText),
    }),
    errors: ['payment.not_found', 'infraction.not_found', 'infraction.closed'],
  }),

  evidence: route({
    method: 'GET',
    path: '/api/admin/desk/payments/:id/evidence.pdf',
    access: 'staff',
    summary:
      'What proves a sale, for a bank or a card scheme: order, money, consent with ' +
      'address, deliveries, mails, who saw the keys; never a key',
    params: z.object(id),
    file: 'application/pdf',
    reply: z.custom<FileReply>(),
    errors: ['payment.not_found'],
  }),

  match: route({
    method: 'POST',
    path: '/api/admin/desk/deposits/:id/match',
    access: 'staff',
    summary: 'Give a deposit to a payment of the same coin',
    params: z.object({ id: line(100) }),
    body: z.object({ paymentId: id.id, reason: reasonInput }),
    reply: z.object(success),
    errors: ['desk.deposit_not_found', 'desk.deposit_done', 'payment.not_found', 'desk.other_coin'],
  }),

  closeDeposit: route({
    method: 'POST',
    path: '/api/admin/desk/deposits/:id/close',
    access: 'staff',
    summary: 'Take a deposit off the desk: kept as it is, or sent back by hand under a reference',
    params: z.object({ id: line(100) }),
    body: z.object({ reason: reasonInput, reference: reference.optional() }),
    reply: z.object(success),
    errors: ['desk.deposit_not_found', 'desk.deposit_done'],
  }),
}
