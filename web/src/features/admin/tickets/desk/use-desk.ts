import { useQuery } from '@tanstack/react-query'
import { adminApi } from 'virtual:admin-api'

import { ask, whileWatched } from '../../../../api/queries.ts'
import { useList } from '../../components/use-list.ts'
import type { InboxTicket } from '../../shared/rows.ts'

export const inboxViews = ['open', 'mine', 'unassigned', 'closed'] as const
const refreshMs = 15_000

/**
 * State of the desk in the URL: filters, open ticket, and the visible column of a narrow screen.
 * The inbox is refreshed while the page is visible.
 */
export function useSupportDesk() {
  const ticketList = useList(adminApi.supportDesk.inbox, {
    filters: { show: 'open', search: '', ticket: '', part: '' },
    limit: 20,
    rows: (answer): readonly InboxTicket[] => answer.tickets,
    total: (answer) => answer.total,
    send: ({ page, limit, show, search }) => ({ page, limit, view: show, search }) as never,
  })

  useQuery(
    ask(adminApi.supportDesk.inbox, { query: ticketList.query as never }, whileWatched(refreshMs)),
  )
  const { ticket, part, page } = ticketList.state

  return {
    list: ticketList,
    ticket,
    /** Adds a history entry, so that Back returns from a conversation to the list. */
    open: (name: string) => ticketList.set({ page, ticket: name, part: '' }),
    part,
    show: (next: '' | 'about') => ticketList.set({ page, part: next }),
  }
}

export type Desk = ReturnType<typeof useSupportDesk>
