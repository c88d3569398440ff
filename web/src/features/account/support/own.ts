import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'
import type { Tone } from '../../../ui/badge.tsx'

export type TicketHead = Reply<Api['support']['list']>['tickets'][number]
export type Ticket = Reply<Api['support']['read']>['ticket']

/** State of a ticket from its customer's view. */
export function ticketState(ticket: TicketHead): 'closed' | 'answered' | 'waiting' {
  if (ticket.status === 'closed') return 'closed'
  if (ticket.lastFrom === 'staff') return 'answered'

  return 'waiting'
}

export const stateTones: Record<ReturnType<typeof ticketState>, Tone> = {
  closed: 'muted',
  answered: 'good',
  waiting: 'wait',
}
