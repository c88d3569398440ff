import type { Ticket } from './tickets.queries.ts'

/** The fields of a message on which waiting times depend. */
export type TimedMessage = { role: 'user' | 'staff' | 'bot'; createdAt: Date; position: number }

export type WaitingMarks = Pick<
  Ticket,
  'firstCustomerAt' | 'customerAt' | 'responseSeconds' | 'waitingSince' | 'customerPosition'
>

/**
 * The waiting times of a ticket after new messages: the customer's first message, the response time
 * of staff, and since when the customer waits (P334). Chat messages arrive late and together, so a
 * wait starts only if no answer follows.
 */
export function updateMarks(ticket: Ticket, newMessages: readonly TimedMessage[]): WaitingMarks {
  const waitingMarks: WaitingMarks = {
    firstCustomerAt: ticket.firstCustomerAt,
    customerAt: ticket.customerAt,
    responseSeconds: ticket.responseSeconds,
    waitingSince: ticket.waitingSince,
    customerPosition: ticket.customerPosition,
  }

  const sortedMessages = newMessages.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )

  for (const { role, createdAt, position } of sortedMessages) {
    if (role === 'user') {
      waitingMarks.firstCustomerAt ??= createdAt
      waitingMarks.waitingSince ??= createdAt
      waitingMarks.customerAt = laterDate(waitingMarks.customerAt, createdAt)
      waitingMarks.customerPosition = Math.max(waitingMarks.customerPosition, position)
    }

    if (role === 'staff') {
      waitingMarks.waitingSince = null
      waitingMarks.responseSeconds ??= secondsBetween(waitingMarks.firstCustomerAt, createdAt)
    }
  }

  return waitingMarks
}

const laterDate = (known: Date | null, at: Date): Date => (known && known > at ? known : at)

/** Whole seconds between two times; null when the first is missing or later than the second. */
function secondsBetween(from: Date | null, to: Date): number | null {
  if (!from || to < from) return null
  return Math.round((to.getTime() - from.getTime()) / 1000)
}

/** Whether a ticket has a message of its customer that no member of staff has read. */
export const isNewToStaff = ({ customerPosition, staffSeen }: Ticket): boolean =>
  customerPosition > staffSeen
