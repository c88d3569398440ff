import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { userData } from '../../../../state/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { join } from '../../../../ui/join.ts'
import { messageBody, type Draft } from '../../../shared/support/draft.ts'
import type { FullTicket } from '../../shared/rows.ts'
import { StatusNotices, useStatusAct } from '../status-act.tsx'
import type { TicketReply } from './conversation-head.tsx'
import { ManageReplies } from './manage-replies.tsx'
import { ReplyForm } from './reply-form.tsx'

type Mode = 'answer' | 'note'

function ModeSwitch({ mode: shownMode, onMode }: { mode: Mode; onMode(mode: Mode): void }) {
  const { t } = useTranslation('admin')
  return (
    <div role="group" aria-label={t('adminTickets.desk.modes')} className="flex gap-1">
      {(['answer', 'note'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={shownMode === one}
          onClick={() => onMode(one)}
          className={join(
            'min-h-8 rounded-sm px-2.5 text-xs font-semibold pointer-coarse:min-h-11',
            shownMode === one ? 'bg-high text-ink' : 'text-muted hover:bg-raised',
          )}
        >
          {t(`adminTickets.desk.mode.${one}`)}
        </button>
      ))}
    </div>
  )
}

/**
 * Replies to the customer, unless the ticket is closed, or writes an internal note (P331). Both
 * drafts stay until sent.
 */
export function ReplyBox({
  ticket,
  onChanged,
}: {
  ticket: FullTicket
  onChanged(reply: TicketReply): void
}) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const [wanted, setMode] = useState<Mode>('answer')
  const [managing, setManaging] = useState(false)
  const statusAct = useStatusAct(ticket)
  const isTicketOpen = ticket.status === 'open'
  const shownMode = isTicketOpen ? wanted : 'note'
  const pathParams = { id: ticket.ticketId }
  // The message that the author has read last. The server refuses a reply if the customer has
  // written a newer one.
  const lastReadMessage = useRef(ticket.messages.at(-1)?.id)
  useEffect(() => {
    lastReadMessage.current = ticket.messages.at(-1)?.id
  }, [ticket.messages])

  async function sendAnswer(draft: Draft, close: boolean): Promise<void> {
    try {
      const requestBody = { ...messageBody(draft), close, after: lastReadMessage.current }
      onChanged(await call(adminApi.tickets.answer, { params: pathParams, body: requestBody }))
    } catch (failure) {
      // Show the reason of a conflict: a new message, or that the ticket was closed.
      void queryClient.invalidateQueries({ queryKey: [adminApi.tickets.read.path] })
      throw failure
    }
  }

  async function sendNote({ clientId, text }: Draft): Promise<void> {
    const requestBody = { clientId, text: text.trim() }
    onChanged(await call(adminApi.supportDesk.note, { params: pathParams, body: requestBody }))
  }

  const draftOwner = userData()?.id ?? ''

  return (
    <div className="grid gap-2">
      <StatusNotices ticket={ticket} isOpen={isTicketOpen} error={statusAct.error} />

      <div className="flex flex-wrap items-center justify-between gap-2">
        {isTicketOpen && <ModeSwitch mode={shownMode} onMode={setMode} />}

        <Button
          size="sm"
          look={isTicketOpen ? 'ghost' : 'plain'}
          busy={statusAct.busy}
          onClick={() => void statusAct.change()}
        >
          {t(isTicketOpen ? 'adminTickets.close' : 'adminTickets.reopen')}
        </Button>
      </div>

      {shownMode === 'answer' && (
        <ReplyForm
          key="answer"
          ticket={ticket}
          owner={draftOwner}
          place={ticket.id}
          onSend={sendAnswer}
          onManage={() => setManaging(true)}
        />
      )}

      {shownMode === 'note' && (
        <ReplyForm
          key="note"
          note
          ticket={ticket}
          owner={draftOwner}
          place={`${ticket.id}_note`}
          onSend={sendNote}
        />
      )}

      {managing && <ManageReplies onClose={() => setManaging(false)} />}
    </div>
  )
}
