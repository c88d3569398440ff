import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'
import type { Tone } from '../../../ui/badge.tsx'

export type TicketHead = Reply<Api['support']['list']>['tickets'][number]
export type Ticket = Reply<Api['support']['read']>['ticket']

/** How a ticket stands for its customer, in one word of ours. */
export function standing(ticket: TicketHead): 'closed' | 'answered' | 'waiting' {
  if (ticket.status === 'closed') return 'closed'
  return ticket.lastFrom === 'staff' ? 'answered' : 'waiting'
}

export const tones: Record<ReturnType<typeof standing>, Tone> = {
  closed: 'muted',
  answered: 'good',
  waiting: 'wait',
}
