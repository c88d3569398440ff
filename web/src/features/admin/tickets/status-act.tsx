import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Badge, Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { failureText, useChange } from '../components/use-change.ts'
import type { Ticket } from '../shared/rows.ts'

/** Closing ends the conversation in the chat too; a closed ticket can be reopened (Q85). */
export function useStatusAct(ticket: Ticket) {
  const { t } = useTranslation('admin')

  const { reload } = useChange(
    adminApi.tickets.list,
    adminApi.tickets.stats,
    adminApi.tickets.transcript,
    adminApi.tickets.read,
    adminApi.supportDesk.inbox,
  )

  const [status, setStatus] = useState(ticket.status)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isTicketOpen = status === 'open'

  async function changeStatus(): Promise<void> {
    setBusy(true)
    setError(null)

    try {
      const { ticket: now } = await call(adminApi.tickets.setStatus, {
        params: { id: ticket.ticketId },
        body: { status: isTicketOpen ? 'closed' : 'open' },
      })

      setStatus(now.status)
      toast(t(isTicketOpen ? 'adminTickets.closedDone' : 'adminTickets.reopened'), 'good')
      void reload()
    } catch (failure) {
      console.error('tickets', failure)
      setError(failureText(t('adminTickets.errorStatus'), failure))
    } finally {
      setBusy(false)
    }
  }

  return { status, busy, error, change: changeStatus }
}

/** Notices about the chat channel, and why a ticket stayed unchanged. */
export function StatusNotices({
  ticket,
  isOpen,
  error,
}: {
  ticket: Ticket
  isOpen: boolean
  error: string | null
}) {
  const { t } = useTranslation('admin')
  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}
      {(ticket.chat === 'archiving' || ticket.chat === 'failed') && (
        <Notice tone="warm">{t(`adminTickets.chat.${ticket.chat}`)}</Notice>
      )}

      {ticket.chatUrl && isOpen && (
        <Notice tone="info">
          {t('adminTickets.chat.open')}{' '}
          <a className="underline" href={ticket.chatUrl} target="_blank" rel="noopener noreferrer">
            {t('adminTickets.chat.go')}
          </a>
        </Notice>
      )}
    </>
  )
}

/** Status of a ticket with a button to close or reopen it. */
export function StatusAct({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('admin')
  const { status, busy, error, change: changeStatus } = useStatusAct(ticket)
  const isTicketOpen = status === 'open'

  return (
    <div className="grid gap-2">
      <StatusNotices ticket={ticket} isOpen={isTicketOpen} error={error} />

      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={isTicketOpen ? 'good' : 'muted'}>{t(`adminTickets.status.${status}`)}</Badge>
        <Button size="sm" busy={busy} onClick={() => void changeStatus()}>
          {t(isTicketOpen ? 'adminTickets.close' : 'adminTickets.reopen')}
        </Button>
      </div>
    </div>
  )
}
