import { z } from 'zod'

import { auditEntry, user } from '../account-shapes.ts'
import { lengths } from '../lengths.ts'
import { languages } from '../limits.ts'
import { route } from '../route.ts'
import { amount, currency, entityId, instant, plainText, success, uuid } from '../shared.ts'
import {
  licenceStatuses,
  orderStatuses,
  paymentStatuses,
  reviewStatuses,
  ticketStatuses,
} from '../states.ts'
import { moneyBack } from './money-back.ts'

/** Maximum rows of each kind on a customer's page; the section's own list has the rest. */
export const shownOfEach = 10

const id = { id: uuid }
const limitedList = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.int(), rows: z.array(row) })

const customerOrder = z.object({
  ...entityId,
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  /** Names of the bought products, one for each line. */
  products: z.array(z.string()),
  totalAmount: amount,
  currency,
  /** Paid with test money; statistics leave out the order (P423). */
  test: z.literal(true).optional(),
  ...moneyBack,
  createdAt: instant,
})

const customerPayment = z.object({
  ...entityId,
  orderNumber: z.string(),
  method: z.string(),
  status: z.enum(paymentStatuses),
  attention: z.string().nullable(),
  amount,
  currency,
  test: z.literal(true).optional(),
  ...moneyBack,
  createdAt: instant,
})

/** A licence with only the end of its key; the licences' call returns the whole key (Q120). */
const customerLicence = z.object({
  ...entityId,
  productName: z.string(),
  maskedKey: z.string(),
  status: z.enum(licenceStatuses),
  expirationDate: instant.nullable(),
  createdAt: instant,
})

/** A login with its device and IP addresses; open while the session is valid. */
const customerSession = z.object({
  ...entityId,
  device: z.string().nullable(),
  ip: z.string().nullable(),
  lastIp: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
  open: z.boolean(),
})

const customerTicket = z.object({
  ...entityId,
  ticketId: z.string(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  createdAt: instant,
  /** When the latest message was written. */
  lastAt: instant,
})

const customerReview = z.object({
  ...entityId,
  productName: z.string(),
  rating: z.int(),
  body: z.string(),
  status: z.enum(reviewStatuses),
  createdAt: instant,
})

const couponUse = z.object({
  ...entityId,
  code: z.string(),
  orderNumber: z.string(),
  orderId: z.string(),
  discount: amount,
  currency,
  createdAt: instant,
})

/** A consent to the terms: the SHA-256 of the text, where it was given, and its language. */
const customerConsent = z.object({
  ...entityId,
  kind: z.string(),
  version: z.string(),
  channel: z.string(),
  ip: z.string().nullable(),
  language: z.enum(languages),
  orderNumber: z.string().nullable(),
  createdAt: instant,
})

const staffNote = z.object({
  ...entityId,
  text: z.string(),
  author: z.string(),
  /** Whether the reader wrote the note, and may remove it. */
  own: z.boolean(),
  createdAt: instant,
})

const staffNotes = z.array(staffNote)

export const customer = z.object({
  ...user.shape,
  /** Since when the mailbox is verified; null when it is not. */
  emailProvenAt: instant.nullable(),
  discordName: z.string().nullable(),
  discordProvenAt: instant.nullable(),
  language: z.enum(languages),
  twoFactor: z.boolean(),
  /**
   * The year until which orders and licences keep the name, if the account were deleted today
   * (Q114).
   */
  namesKeptUntil: z.int(),

  figures: z.object({
    paidOrders: z.int(),
    /** Received money of paid orders, less refunds, in reais. */
    spent: amount,
    activeLicenses: z.int(),
    lastOrderAt: instant.nullable(),
  }),

  orders: limitedList(customerOrder),
  payments: limitedList(customerPayment),
  licenses: limitedList(customerLicence),
  sessions: limitedList(customerSession),
  tickets: limitedList(customerTicket),
  reviews: limitedList(customerReview),
  coupons: limitedList(couponUse),
  consents: limitedList(customerConsent),
  /** Bans and unbans of the account, with the person who made each. */
  bans: z.array(auditEntry),
  /** Changes of the account by others, newest first. */
  history: z.array(auditEntry),
  notes: staffNotes,
})

const notesReply = z.object({ ...success, notes: staffNotes })

/** Back-office calls of one customer: all data in one answer, and notes of staff. */
export const customers = {
  read: route({
    method: 'GET',
    path: '/api/admin/users/:id/overview',
    access: 'staff',
    summary:
      'Everything about one customer: account, figures, the newest of his orders, payments, ' +
      'licences, sessions, tickets, reviews, coupons and consents with how many there are, bans, ' +
      'history and notes',
    params: z.object(id),
    reply: z.object({ ...success, customer, data: customer }),
    errors: ['account.not_found'],
  }),

  note: route({
    method: 'POST',
    path: '/api/admin/users/:id/notes',
    access: 'staff',
    summary: 'Note something about a customer for staff alone; sent again it is noted once',
    params: z.object(id),
    body: z.object({ clientId: uuid, text: plainText(lengths.deskText).min(1) }),
    reply: notesReply,
    errors: ['account.not_found', 'account.notes_full'],
  }),

  removeNote: route({
    method: 'DELETE',
    path: '/api/admin/users/:id/notes/:noteId',
    access: 'staff',
    summary: 'Remove a note that one wrote oneself',
    params: z.object({ ...id, noteId: uuid }),
    reply: notesReply,
    errors: ['account.note_not_found'],
  }),

  endSessions: route({
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    access: 'staff',
    summary: 'End every session of somebody; he logs in again',
    params: z.object(id),
    reply: z.object({ ...success, ended: z.int() }),
    errors: ['account.not_found', 'account.self'],
  }),
}
