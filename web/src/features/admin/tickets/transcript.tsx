import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call, download } from '../../../api/call.ts'
import { keyOf } from '../../../api/queries.ts'
import { Badge, Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Modal } from '../components/modal.tsx'
import { reasonOf, useChange } from '../components/use-change.ts'
import type { Ticket } from '../shared/rows.ts'
import { useTranscripts } from './use-transcripts.ts'

/** Closing ends the conversation here as it would in the chat; a closed one can go on (Q85). */
function StatusAct({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('admin')
  const { reload } = useChange(
    adminApi.tickets.list,
    adminApi.tickets.stats,
    adminApi.tickets.transcript,
  )
  const [status, setStatus] = useState(ticket.status)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const open = status === 'open'
  async function change(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const { ticket: now } = await call(adminApi.tickets.setStatus, {
        params: { id: ticket.ticketId },
        body: { status: open ? 'closed' : 'open' },
      })
      setStatus(now.status)
      toast(t(open ? 'adminTickets.closedDone' : 'adminTickets.reopened'), 'good')
      void reload()
    } catch (failure) {
      console.error('tickets', failure)
      setError(reasonOf(t('adminTickets.errorStatus'), failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-2">
      {error ? <Notice tone="bad">{error}</Notice> : null}
      {ticket.chat === 'archiving' || ticket.chat === 'failed' ? (
        <Notice tone="warm">{t(`adminTickets.chat.${ticket.chat}`)}</Notice>
      ) : null}
      {ticket.chatUrl && open ? (
        <Notice tone="info">
          {t('adminTickets.chat.open')}{' '}
          <a className="underline" href={ticket.chatUrl} target="_blank" rel="noopener noreferrer">
            {t('adminTickets.chat.go')}
          </a>
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={open ? 'good' : 'muted'}>{t(`adminTickets.status.${status}`)}</Badge>
        <Button size="sm" busy={busy} onClick={() => void change()}>
          {t(open ? 'adminTickets.close' : 'adminTickets.reopen')}
        </Button>
      </div>
    </div>
  )
}

/**
 * The shop's own HTML of a conversation in a frame that may do nothing: no script, no form, no
 * origin (Q86).
 */
export function Transcript({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const { tell } = useTranscripts()
  const given = { params: { id: ticket.ticketId } }
  const { data, error } = useQuery({
    queryKey: keyOf(adminApi.tickets.transcript, given),
    staleTime: 0,
    queryFn: async () => (await download(adminApi.tickets.transcript, given)).blob.text(),
  })
  useEffect(() => {
    if (!error || data !== undefined) return
    tell(t('adminTickets.errorTranscript'), error)
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- a failure is told once
  }, [error])
  return (
    <Modal
      wide
      title={t('adminTickets.transcriptOf', { id: ticket.ticketId })}
      onClose={onClose}
      footer={<StatusAct ticket={ticket} />}
    >
      {data === undefined ? (
        <div
          role="status"
          aria-label={t('common:state.loading')}
          className="grid h-[55dvh] place-items-center"
        >
          <Spinner />
        </div>
      ) : (
        <iframe
          sandbox=""
          srcDoc={data}
          title={t('adminTickets.transcriptOf', { id: ticket.ticketId })}
          className="h-[55dvh] w-full rounded-md border border-line bg-white"
        />
      )}
    </Modal>
  )
}
