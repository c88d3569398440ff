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

function Modes({ mode, onMode }: { mode: Mode; onMode(mode: Mode): void }) {
  const { t } = useTranslation('admin')
  return (
    <div role="group" aria-label={t('adminTickets.desk.modes')} className="flex gap-1">
      {(['answer', 'note'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={mode === one}
          onClick={() => onMode(one)}
          className={join(
            'min-h-8 rounded-sm px-2.5 text-xs font-semibold pointer-coarse:min-h-11',
            mode === one ? 'bg-high text-ink' : 'text-muted hover:bg-raised',
          )}
        >
          {t(`adminTickets.desk.mode.${one}`)}
        </button>
      ))}
    </div>
  )
}

/**
 * Where staff write: to the customer, which a closed ticket does not take, or a note for each other
 * (P331). Both drafts stay until they were sent.
 */
export function ReplyBox({
  ticket,
  onChanged,
}: {
  ticket: FullTicket
  onChanged(reply: TicketReply): void
}) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const [wanted, setMode] = useState<Mode>('answer')
  const [managing, setManaging] = useState(false)
  const status = useStatusAct(ticket)
  const isOpen = ticket.status === 'open'
  const mode = isOpen ? wanted : 'note'
  const params = { id: ticket.ticketId }
  // What stood on the screen when the answer was sent is what its writer has read.
  const read = useRef(ticket.messages.at(-1)?.id)
  useEffect(() => {
    read.current = ticket.messages.at(-1)?.id
  }, [ticket.messages])

  async function answer(draft: Draft, close: boolean): Promise<void> {
    try {
      const body = { ...messageBody(draft), close, after: read.current }
      onChanged(await call(adminApi.tickets.answer, { params, body }))
    } catch (failure) {
      // Whatever stood against it is shown: a word of somebody else, or that it was closed.
      void client.invalidateQueries({ queryKey: [adminApi.tickets.read.path] })
      throw failure
    }
  }

  async function note({ clientId, text }: Draft): Promise<void> {
    const body = { clientId, text: text.trim() }
    onChanged(await call(adminApi.supportDesk.note, { params, body }))
  }

  const owner = userData()?.id ?? ''

  return (
    <div className="grid gap-2">
      <StatusNotices ticket={ticket} isOpen={isOpen} error={status.error} />

      <div className="flex flex-wrap items-center justify-between gap-2">
        {isOpen && <Modes mode={mode} onMode={setMode} />}

        <Button
          size="sm"
          look={isOpen ? 'ghost' : 'plain'}
          busy={status.busy}
          onClick={() => void status.change()}
        >
          {t(isOpen ? 'adminTickets.close' : 'adminTickets.reopen')}
        </Button>
      </div>

      {mode === 'answer' ? (
        <ReplyForm
          key="answer"
          ticket={ticket}
          owner={owner}
          place={ticket.id}
          onSend={answer}
          onManage={() => setManaging(true)}
        />
      ) : (
        <ReplyForm
          key="note"
          note
          ticket={ticket}
          owner={owner}
          place={`${ticket.id}_note`}
          onSend={note}
        />
      )}

      {managing && <ManageReplies onClose={() => setManaging(false)} />}
    </div>
  )
}
