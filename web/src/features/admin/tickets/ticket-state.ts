import type { Ticket } from '../shared/rows.ts'

/** Whose turn it is, or that it is over. */
export function stateOf({
  status,
  lastFrom,
}: Pick<Ticket, 'status' | 'lastFrom'>): 'closed' | 'answered' | 'waiting' {
  if (status === 'closed') return 'closed'
  return lastFrom === 'staff' ? 'answered' : 'waiting'
}

export const stateTones = { closed: 'muted', answered: 'good', waiting: 'wait' } as const
