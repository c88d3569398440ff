import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call } from '../../../api/call.ts'
import { ask, keyOf, whileWatched } from '../../../api/queries.ts'
import { userData } from '../../../state/session.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { Composer } from '../../shared/support/composer.tsx'
import { messageOf, type Draft } from '../../shared/support/draft.ts'
import { Messages, type Said } from '../../shared/support/messages.tsx'
import { Modal } from '../components/modal.tsx'
import type { FullTicket, Ticket } from '../shared/rows.ts'
import { StatusAct } from './status-act.tsx'

const lookEvery = 8_000
const authors = { user: 'customer', staff: 'staff', bot: 'system' } as const

const saidOf = (message: FullTicket['messages'][number]): Said => ({
  id: message.id,
  author: authors[message.role],
  name: message.author,
  channel: message.channel,
  text: [message.text, ...message.embeds.flatMap((one) => [one.title ?? '', one.description ?? ''])]
    .filter(Boolean)
    .join('\n'),
  files: message.files,
  createdAt: message.createdAt,
})

/** What is known of a ticket beside its words: its customer, its subject and its order. */
function About({ ticket }: { ticket: FullTicket }) {
  const { t } = useTranslation('admin')
  return (
    <p className="mb-4 grid gap-0.5 border-b border-line pb-3 text-sm">
      <bdi className="font-medium wrap-anywhere">{ticket.subject}</bdi>
      <span className="wrap-anywhere text-muted">
        {[
          ticket.userName,
          ticket.order
            ? `${ticket.order.number} (${ticket.order.products.join(', ')})`
            : t('adminTickets.noOrder'),
        ].join(' · ')}
      </span>
    </p>
  )
}

/** A ticket as a conversation, with a reply box and its state at the foot (P160). */
export function Conversation({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const client = useQueryClient()
  const params = { id: ticket.ticketId }
  const answer = useQuery(ask(adminApi.tickets.read, { params }, whileWatched(lookEvery)))
  async function send(draft: Draft): Promise<void> {
    const reply = await call(adminApi.tickets.answer, {
      params,
      body: messageOf(draft),
    })
    client.setQueryData(keyOf(adminApi.tickets.read, { params }), reply)
    void client.invalidateQueries({ queryKey: [adminApi.tickets.list.path] })
    void client.invalidateQueries({ queryKey: [adminApi.tickets.transcript.path] })
  }
  const now = answer.data?.ticket
  return (
    <Modal
      wide
      title={t('adminTickets.conversationOf', { id: ticket.ticketId })}
      onClose={onClose}
      footer={
        <div className="grid gap-3">
          {now?.status === 'open' ? (
            <Composer
              owner={userData()?.id ?? ''}
              place={ticket.id}
              label={t('adminTickets.reply')}
              onSend={send}
            />
          ) : null}
          {now ? <StatusAct key={now.status} ticket={now} /> : null}
        </div>
      }
    >
      <Answered
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
        {({ ticket: full }) => (
          <div data-conversation className="max-h-[45dvh] min-h-40 overflow-y-auto">
            <About ticket={full} />
            <Messages
              side="staff"
              messages={full.messages.map(saidOf)}
              files={adminApi.tickets.file}
            />
          </div>
        )}
      </Answered>
    </Modal>
  )
}
