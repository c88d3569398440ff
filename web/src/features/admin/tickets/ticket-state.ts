import type { Ticket } from '../shared/rows.ts'

/** Who must answer next, or that the ticket is closed. */
export function stateOf({
  status,
  lastFrom,
}: Pick<Ticket, 'status' | 'lastFrom'>): 'closed' | 'answered' | 'waiting' {
  if (status === 'closed') return 'closed'
  return lastFrom === 'staff' ? 'answered' : 'waiting'
}

export const stateTones = { closed: 'muted', answered: 'good', waiting: 'wait' } as const
