import type { customer, customers } from '@chaveiro/contracts/admin/customers'
import type { z } from 'zod'

import type { App } from '../../../platform/app.ts'
import { maskKey } from '../../../platform/secrets/staff-keys.ts'
import { toWire } from '../../../platform/text/money.ts'
import { entryView } from '../../audit/audit.queries.ts'
import { namesKeptUntil } from '../../books/deleted-customers.queries.ts'
import { moneyBackView } from '../../books/money-back.queries.ts'
import { testMark } from '../../books/test-money.queries.ts'
import { userView } from '../people/people.views.ts'
import { isOverSession } from '../session/access-token.service.ts'
import type { CustomerInFull } from './customers.admin.queries.ts'

type Customer = z.infer<typeof customer>
type Session = CustomerInFull['sessions'][number]
type Note = z.infer<typeof customers.note.reply>['notes'][number]

/** The fields of every row: its id as `id` and `_id`, and its creation time. */
const rowFields = ({ id, createdAt }: { id: string; createdAt: Date }) => ({
  id,
  _id: id,
  createdAt: createdAt.toISOString(),
})

const isoOrNull = (moment: Date | null) => moment?.toISOString() ?? null

export const noteView = (note: CustomerInFull['notes'][number], readerId: string): Note => ({
  ...rowFields(note),
  text: note.text,
  author: note.author,
  own: note.authorId === readerId,
})

const sessionView = (app: App, session: Session) => ({
  ...rowFields(session),
  device: session.userAgent || null,
  ip: session.ip,
  lastIp: session.lastIp,
  lastSeenAt: (session.lastSeenAt ?? session.createdAt).toISOString(),
  open: !isOverSession(app, session),
})

/** The purchases and payments of a customer. */
const tradeView = (app: App, { account, ...full }: CustomerInFull) => ({
  orders: {
    total: account.orders,
    rows: full.orders.map((order) => ({
      ...rowFields(order),
      orderNumber: order.number,
      status: order.status,
      products: order.products,
      totalAmount: toWire(order.totalCents),
      currency: order.currency,
      ...moneyBackView(order),
      ...testMark(app, order),
    })),
  },

  payments: {
    total: account.payments,
    rows: full.payments.map((payment) => ({
      ...rowFields(payment),
      orderNumber: payment.orderNumber,
      method: payment.method,
      status: payment.status,
      attention: payment.attention,
      amount: toWire(payment.amountCents),
      currency: payment.currency,
      ...moneyBackView(payment),
      ...testMark(app, payment),
    })),
  },

  licenses: {
    total: account.licences,
    rows: full.licences.map((licence) => ({
      ...rowFields(licence),
      productName: licence.productName,
      maskedKey: maskKey(licence).maskedKey,
      status: licence.status,
      expirationDate: isoOrNull(licence.expiresAt),
    })),
  },

  coupons: {
    total: account.coupons,
    rows: full.coupons.map(({ discountCents, ...use }) => ({
      ...use,
      ...rowFields(use),
      discount: toWire(discountCents),
    })),
  },
})

/** Everything about a customer, as sent to a member of staff. */
export function customerView(app: App, full: CustomerInFull, readerId: string): Customer {
  const { account } = full
  const { user } = account

  return {
    ...userView(user),
    emailProvenAt: isoOrNull(user.emailProvenAt),
    discordName: user.discordName,
    discordProvenAt: isoOrNull(user.discordProvenAt),
    language: user.language,
    twoFactor: account.twoFactor,
    namesKeptUntil: namesKeptUntil(app),

    figures: {
      paidOrders: account.paidOrders,
      spent: toWire(account.spentCents),
      activeLicenses: account.activeLicences,
      lastOrderAt: isoOrNull(account.lastOrderAt),
    },

    ...tradeView(app, full),
    sessions: {
      total: account.sessions,
      rows: full.sessions.map((session) => sessionView(app, session)),
    },

    tickets: {
      total: account.tickets,
      rows: full.tickets.map((ticket) => ({
        ...rowFields(ticket),
        ticketId: ticket.ticketId,
        subject: ticket.subject,
        status: ticket.status,
        lastAt: (ticket.lastAt ?? ticket.createdAt).toISOString(),
      })),
    },

    reviews: {
      total: account.reviews,
      rows: full.reviews.map((review) => ({ ...review, ...rowFields(review) })),
    },
    consents: {
      total: account.consents,
      rows: full.consents.map((consent) => ({ ...consent, ...rowFields(consent) })),
    },
    bans: full.bans.map(entryView),
    history: full.history.map(entryView),
    notes: full.notes.map((note) => noteView(note, readerId)),
  }
}
