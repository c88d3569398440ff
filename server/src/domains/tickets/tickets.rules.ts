import type { Ticket } from './tickets.queries.ts'

/** Something that was said, as far as waiting is concerned. */
export type Word = { role: 'user' | 'staff' | 'bot'; createdAt: Date; position: number }

export type Marks = Pick<
  Ticket,
  'firstCustomerAt' | 'customerAt' | 'responseSeconds' | 'waitingSince' | 'customerPosition'
>

/**
 * What the desk knows of a ticket after more was said in it: the customer's first word, how quickly
 * staff first answered it, and since when he waits (P334). What was said in the chat comes late and
 * in one piece, so nobody waits because of it unless he spoke last.
 */
export function marksAfter(ticket: Ticket, words: readonly Word[]): Marks {
  const marks: Marks = {
    firstCustomerAt: ticket.firstCustomerAt,
    customerAt: ticket.customerAt,
    responseSeconds: ticket.responseSeconds,
    waitingSince: ticket.waitingSince,
    customerPosition: ticket.customerPosition,
  }

  const inOrder = words.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())

  for (const { role, createdAt, position } of inOrder) {
    if (role === 'user') {
      marks.firstCustomerAt ??= createdAt
      marks.waitingSince ??= createdAt
      marks.customerAt = later(marks.customerAt, createdAt)
      marks.customerPosition = Math.max(marks.customerPosition, position)
    }

    if (role === 'staff') {
      marks.waitingSince = null
      marks.responseSeconds ??= secondsBetween(marks.firstCustomerAt, createdAt)
    }
  }

  return marks
}

const later = (known: Date | null, at: Date): Date => (known && known > at ? known : at)

/** Whole seconds from one moment to a later one; null when there is no first or it came after. */
function secondsBetween(from: Date | null, to: Date): number | null {
  if (!from || to < from) return null
  return Math.round((to.getTime() - from.getTime()) / 1000)
}

/** Whether a customer said something that no member of staff has seen. */
export const isNewToStaff = ({ customerPosition, staffSeen }: Ticket): boolean =>
  customerPosition > staffSeen
