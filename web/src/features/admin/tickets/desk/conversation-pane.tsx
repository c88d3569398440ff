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

const lookEvery = 8_000
const authors = { user: 'customer', staff: 'staff', bot: 'system' } as const

/** What was said and what was noted, in the order in which it came. */
function inOrder({ messages, notes }: FullTicket, note: string): ConversationMessage[] {
  const said = messages.map(
    ({ id, author, role, channel, text, embeds, files, mail, createdAt }): ConversationMessage => ({
      id,
      author: authors[role],
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

  const noted = notes.map(({ id, author, text, createdAt }): ConversationMessage => ({
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

  return [...said, ...noted].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Tells the shop what staff looked at, as long as the page is in front of somebody. */
function useSeen(ticket: FullTicket): void {
  const client = useQueryClient()
  const last = ticket.messages.findLast(({ role }) => role === 'user')?.id

  useEffect(() => {
    if (!ticket.unread || !last || document.visibilityState === 'hidden') return

    const params = { id: ticket.ticketId }

    call(adminApi.supportDesk.seen, { params, body: { messageId: last } }).then(
      () => client.invalidateQueries({ queryKey: [adminApi.supportDesk.inbox.path] }),
      (error: unknown) => console.warn('seen', error),
    )
  }, [client, ticket.ticketId, ticket.unread, last])
}

function Conversation({ ticket, desk, gone }: { ticket: FullTicket; desk: Desk; gone: boolean }) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  useSeen(ticket)

  const keep = (reply: { success: true; ticket: FullTicket; data: FullTicket }) => {
    const params = { id: ticket.ticketId }
    client.setQueryData(queryKeyOf(adminApi.tickets.read, { params }), reply)
    const shown = [adminApi.supportDesk.inbox, adminApi.tickets.list, adminApi.tickets.transcript]
    for (const { path } of shown) void client.invalidateQueries({ queryKey: [path] })
  }

  return (
    <>
      <ConversationHead ticket={ticket} desk={desk} onChanged={keep} />
      {/* Scrolled from the keyboard too. */}
      <div
        data-conversation
        tabIndex={0}
        role="region"
        aria-label={t('adminTickets.conversationOf', { id: ticket.ticketId })}
        className="min-h-0 overflow-y-auto overscroll-contain py-3 pr-1"
      >
        <Messages
          side="staff"
          messages={inOrder(ticket, t('adminTickets.desk.note'))}
          routes={{ files: adminApi.tickets.file, mails: adminApi.tickets.mail }}
        />
      </div>

      <footer className="grid max-h-[55dvh] gap-2 overflow-y-auto border-t border-line pt-2">
        {gone && <Notice tone="bad">{t('adminTickets.desk.gone')}</Notice>}
        <ReplyBox key={ticket.status} ticket={ticket} onChanged={keep} />
      </footer>
    </>
  )
}

/** The second column: one conversation, looked at again while somebody watches. */
export function ConversationPane({ desk, className }: { desk: Desk; className: string }) {
  const { t } = useTranslation(['admin', 'common'])
  const params = { id: desk.ticket }
  const answer = useQuery(ask(adminApi.tickets.read, { params }, whileWatched(lookEvery)))
  const gone = answer.error instanceof ApiError && answer.error.code === 'ticket.not_found'

  return (
    <section
      aria-label={t('adminTickets.desk.conversation')}
      className={join(
        'grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]',
        className,
      )}
    >
      {gone && !answer.data ? (
        <EmptyState title={t('adminTickets.desk.missing')} />
      ) : (
        <QueryResult
          keepsOld
          answer={answer}
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
          {({ ticket }) => <Conversation ticket={ticket} desk={desk} gone={gone} />}
        </QueryResult>
      )}
    </section>
  )
}
