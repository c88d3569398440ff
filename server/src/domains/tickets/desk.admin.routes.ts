import type { supportDesk } from '@chaveiro/contracts/admin/support-desk'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { pagesOf } from '../../platform/lists/pagination.ts'
import { toWire } from '../../platform/text/money.ts'
import { actorOf } from '../audit/audit.service.ts'
import { customerBeside, orderBeside, otherTickets } from './desk.context.queries.ts'
import {
  assigneesOf,
  selectInbox,
  inboxCounts,
  medianResponse,
  previews,
  staffPeople,
} from './desk.queries.ts'
import { assignTicket, noteTicket, markSeenByStaff } from './desk.service.ts'
import {
  createReply,
  removeReply,
  savedReplyList,
  updateReply,
  type SavedReply,
} from './replies.service.ts'
import { ordersOf } from './support.queries.ts'
import { orderOfTicket } from './support.views.ts'
import { ticketReply } from './tickets.admin.views.ts'
import { findTicket, type Ticket } from './tickets.queries.ts'
import { isNewToStaff } from './tickets.rules.ts'

/** Calls of the support desk. */
export const deskOfSupport: Handlers<typeof supportDesk> = {
  async inbox(app, { query, principal }) {
    const staffId = principal.userId

    const [{ total, rows }, counts, medianResponseSeconds] = await Promise.all([
      selectInbox(app, query, { me: staffId, ...query }),
      inboxCounts(app, staffId),
      medianResponse(app),
    ])

    return {
      success: true as const,
      tickets: await inboxTickets(app, rows),
      total,
      pagination: pagesOf(total, query),
      counts,
      medianResponseSeconds,
    }
  },

  async staff(app) {
    return { success: true as const, staff: await staffPeople(app) }
  },
  async context(app, { params }) {
    const ticket = await findTicket(app, params.id)
    if (!ticket) throw fail('ticket.not_found')

    return { success: true as const, ...(await ticketContext(app, ticket)) }
  },
  async assign(app, { params, body, principal, caller }) {
    const actor = actorOf({ principal, caller })
    return ticketReply(app, await assignTicket(app, params.id, body.assigneeId, actor))
  },
  async note(app, { params, body, principal, caller }) {
    const actor = actorOf({ principal, caller })
    return ticketReply(app, await noteTicket(app, params.id, body, actor))
  },
  async seen(app, { params, body }) {
    await markSeenByStaff(app, params.id, body.messageId)
    return { success: true as const }
  },
  async replies(app) {
    return { success: true as const, replies: (await savedReplyList(app)).map(replyView) }
  },
  async createReply(app, { body, principal, caller }) {
    const reply = await createReply(app, body, actorOf({ principal, caller }))
    return { success: true as const, reply: replyView(reply) }
  },
  async updateReply(app, { params, body, principal, caller }) {
    const reply = await updateReply(app, params.id, body, actorOf({ principal, caller }))
    return { success: true as const, reply: replyView(reply) }
  },
  async removeReply(app, { params, principal, caller }) {
    await removeReply(app, params.id, actorOf({ principal, caller }))
    return { success: true as const }
  },
}

async function inboxTickets(app: App, ticketRows: readonly Ticket[]) {
  const [ordersById, previewTexts, assigneesById] = await Promise.all([
    ordersOf(app, ticketRows),
    previews(app, ticketRows),
    assigneesOf(app, ticketRows),
  ])

  return ticketRows.map((row) => ({
    id: row.id,
    _id: row.id,
    ticketId: row.ticketId,
    subject: row.subject,
    status: row.status,
    source: row.source,
    customer: row.userName,
    order: orderOfTicket(row, ordersById),
    preview: previewTexts.get(row.id) ?? '',
    lastFrom: row.lastFrom,
    lastAt: (row.lastAt ?? row.createdAt).toISOString(),
    customerAt: row.customerAt?.toISOString() ?? null,
    unread: isNewToStaff(row),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    assignee: assigneesById.get(row.assigneeId ?? '') ?? null,
  }))
}

async function ticketContext(app: App, ticket: Ticket) {
  const [customer, orderContext] = await Promise.all([
    customerBeside(app, ticket),
    orderBeside(app, ticket.orderId),
  ])

  const otherRows = await otherTickets(app, ticket, customer?.id ?? null)

  return {
    customer: customer ? customerView(customer) : strangerView(ticket),
    tickets: otherRows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    order: orderContext && orderView(orderContext),
  }
}

const customerView = ({
  createdAt,
  isBanned,
  paidCents,
  ...customer
}: NonNullable<Awaited<ReturnType<typeof customerBeside>>>) => ({
  ...customer,
  since: createdAt.toISOString(),
  paid: toWire(paidCents),
  banned: isBanned,
})

/** A customer who has no account in the shop and is known only by the chat. */
const strangerView = ({ userName, userDiscordId }: Ticket) => ({
  id: null,
  name: userName,
  email: null,
  discordId: userDiscordId || null,
  language: null,
  since: null,
  orders: 0,
  paid: 0,
  licences: 0,
  banned: false,
  banReason: null,
})

function orderView({
  order,
  lines,
  payment,
}: NonNullable<Awaited<ReturnType<typeof orderBeside>>>) {
  return {
    id: order.id,
    _id: order.id,
    number: order.number,
    status: order.status,
    total: toWire(order.totalCents),
    currency: order.currency,
    createdAt: order.createdAt.toISOString(),
    lines,
    payment: payment && {
      method: payment.method,
      status: payment.status,
      amount: toWire(payment.amountCents),
      createdAt: payment.createdAt.toISOString(),
    },
  }
}

const replyView = ({ id, title, texts, updatedAt }: SavedReply) => ({
  id,
  _id: id,
  title,
  texts,
  updatedAt: updatedAt.toISOString(),
})
