import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ApiError, call } from '../../../../api/call.ts'
import { ask, queryKeyOf, whileWatched } from '../../../../api/queries.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { Notice } from '../../../../ui/badge.tsx'
import { join } from '../../../../ui/join.ts'
import { EmptyState, Skeletons } from '../../../../ui/states.tsx'
import { Messages, type ConversationMessage } from '../../../shared/support/messages.tsx'
import type { FullTicket } from '../../shared/rows.ts'
import { ConversationHead } from './conversation-head.tsx'
import { ReplyBox } from './reply-box.tsx'
import type { Desk } from './use-desk.ts'

const refreshMs = 8_000
const authorKinds = { user: 'customer', staff: 'staff', bot: 'system' } as const

/** Messages and notes in chronological order. */
function mergeTimeline({ messages, notes }: FullTicket, note: string): ConversationMessage[] {
  const messageEntries = messages.map(
    ({ id, author, role, channel, text, embeds, files, mail, createdAt }): ConversationMessage => ({
      id,
      author: authorKinds[role],
      name: author,
      channel,
      text: [text, ...embeds.flatMap((one) => [one.title ?? '', one.description ?? ''])]
        .filter(Boolean)
        .join('\n'),
      files,
      mail,
      createdAt,
    }),
  )

  const noteEntries = notes.map(({ id, author, text, createdAt }): ConversationMessage => ({
    id,
    author: 'staff',
    name: author,
    channel: 'shop',
    text,
    files: [],
    mail: null,
    createdAt,
    note,
  }))

  return [...messageEntries, ...noteEntries].toSorted((a, b) =>
    a.createdAt.localeCompare(b.createdAt),
  )
}

/** Marks messages as seen while the page is visible. */
function useMarkSeen(ticket: FullTicket): void {
  const queryClient = useQueryClient()
  const lastCustomerMessage = ticket.messages.findLast(({ role }) => role === 'user')?.id

  useEffect(() => {
    if (!ticket.unread || !lastCustomerMessage || document.visibilityState === 'hidden') return

    const pathParams = { id: ticket.ticketId }

    call(adminApi.supportDesk.seen, {
      params: pathParams,
      body: { messageId: lastCustomerMessage },
    }).then(
      () => queryClient.invalidateQueries({ queryKey: [adminApi.supportDesk.inbox.path] }),
      (error: unknown) => console.warn('seen', error),
    )
  }, [queryClient, ticket.ticketId, ticket.unread, lastCustomerMessage])
}

function Conversation({
  ticket,
  desk,
  isNotFound,
}: {
  ticket: FullTicket
  desk: Desk
  isNotFound: boolean
}) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  useMarkSeen(ticket)

  const keepReply = (reply: { success: true; ticket: FullTicket; data: FullTicket }) => {
    const pathParams = { id: ticket.ticketId }
    queryClient.setQueryData(queryKeyOf(adminApi.tickets.read, { params: pathParams }), reply)
    const affectedLists = [
      adminApi.supportDesk.inbox,
      adminApi.tickets.list,
      adminApi.tickets.transcript,
    ]
    for (const { path } of affectedLists) void queryClient.invalidateQueries({ queryKey: [path] })
  }

  return (
    <>
      <ConversationHead ticket={ticket} desk={desk} onChanged={keepReply} />
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        data-conversation
        tabIndex={0}
        role="region"
        aria-label={t('adminTickets.conversationOf', { id: ticket.ticketId })}
        className="min-h-0 overflow-y-auto overscroll-contain py-3 pr-1"
      >
        <Messages
          side="staff"
          messages={mergeTimeline(ticket, t('adminTickets.desk.note'))}
          routes={{ files: adminApi.tickets.file, mails: adminApi.tickets.mail }}
        />
      </div>

      <footer className="grid max-h-[55dvh] gap-2 overflow-y-auto border-t border-line pt-2">
        {isNotFound && <Notice tone="bad">{t('adminTickets.desk.gone')}</Notice>}
        <ReplyBox key={ticket.status} ticket={ticket} onChanged={keepReply} />
      </footer>
    </>
  )
}

/** The conversation once loaded; a ticket deleted meanwhile stays on screen with a notice. */
function LoadedConversation({ desk }: { desk: Desk }) {
  const { t } = useTranslation(['admin', 'common'])
  const pathParams = { id: desk.ticket }
  const ticketQuery = useQuery(
    ask(adminApi.tickets.read, { params: pathParams }, whileWatched(refreshMs)),
  )
  const isNotFound =
    ticketQuery.error instanceof ApiError && ticketQuery.error.code === 'ticket.not_found'

  if (isNotFound && !ticketQuery.data) return <EmptyState title={t('adminTickets.desk.missing')} />

  return (
    <QueryResult
      keepsOld
      answer={ticketQuery}
      failed={t('adminTickets.errorConversation')}
      retry={t('common:action.retry')}
      waiting={
        <Skeletons
          count={3}
          label={t('common:state.loading')}
          className="grid gap-4"
          each="h-16 rounded-lg"
        />
      }
    >
      {({ ticket }) => <Conversation ticket={ticket} desk={desk} isNotFound={isNotFound} />}
    </QueryResult>
  )
}

/** The second column: one conversation, refreshed while the page is visible. */
export function ConversationPane({ desk, className }: { desk: Desk; className: string }) {
  const { t } = useTranslation('admin')
  return (
    <section
      aria-label={t('adminTickets.desk.conversation')}
      className={join(
        'grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]',
        className,
      )}
    >
      <LoadedConversation desk={desk} />
    </section>
  )
}
