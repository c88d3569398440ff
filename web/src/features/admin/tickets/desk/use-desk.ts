import { useQuery } from '@tanstack/react-query'
import { adminApi } from 'virtual:admin-api'

import { ask, whileWatched } from '../../../../api/queries.ts'
import { useList } from '../../components/use-list.ts'
import type { InboxTicket } from '../../shared/rows.ts'

export const inboxViews = ['open', 'mine', 'unassigned', 'closed'] as const
const lookEvery = 15_000

/**
 * The desk as its address says: which tickets, which of them is open, and which column a narrow
 * screen shows. What waits is looked at again while somebody watches.
 */
export function useDesk() {
  const list = useList(adminApi.supportDesk.inbox, {
    filters: { show: 'open', search: '', ticket: '', part: '' },
    limit: 20,
    rows: (answer): readonly InboxTicket[] => answer.tickets,
    total: (answer) => answer.total,
    send: ({ page, limit, show, search }) => ({ page, limit, view: show, search }) as never,
  })

  useQuery(ask(adminApi.supportDesk.inbox, { query: list.query as never }, whileWatched(lookEvery)))
  const { ticket, part, page } = list.state

  return {
    list,
    ticket,
    /** A step of the history: back leads from a conversation to the list. */
    open: (name: string) => list.set({ page, ticket: name, part: '' }),
    part,
    show: (next: '' | 'about') => list.set({ page, part: next }),
  }
}

export type Desk = ReturnType<typeof useDesk>
