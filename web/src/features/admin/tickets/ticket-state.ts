import type { Ticket } from '../shared/rows.ts'

/** The state of a ticket for staff: `waiting` needs an answer by staff. */
export function stateOf({
  status,
  lastFrom,
}: Pick<Ticket, 'status' | 'lastFrom'>): 'closed' | 'answered' | 'waiting' {
  if (status === 'closed') return 'closed'
  if (lastFrom === 'staff') return 'answered'

  return 'waiting'
}

export const stateTones = { closed: 'muted', answered: 'good', waiting: 'wait' } as const
