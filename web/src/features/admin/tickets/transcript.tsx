import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { download } from '../../../api/call.ts'
import { queryKeyOf } from '../../../api/queries.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { Modal } from '../components/modal.tsx'
import type { Ticket } from '../shared/rows.ts'
import { StatusAct } from './status-act.tsx'
import { useTranscripts } from './use-transcripts.ts'

function TranscriptLoading() {
  const { t } = useTranslation('common')
  return (
    <div
      role="status"
      aria-label={t('state.loading')}
      className="grid h-[55dvh] place-items-center"
    >
      <Spinner />
    </div>
  )
}

/**
 * The server's HTML of a conversation in a fully sandboxed iframe: no scripts, forms or origin
 * (Q86).
 */
export function Transcript({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const { t } = useTranslation('admin')
  const { showFailure } = useTranscripts()
  const callInput = { params: { id: ticket.ticketId } }

  const { data, error } = useQuery({
    queryKey: queryKeyOf(adminApi.tickets.transcript, callInput),
    staleTime: 0,
    queryFn: async () => (await download(adminApi.tickets.transcript, callInput)).blob.text(),
  })

  useEffect(() => {
    if (!error || data !== undefined) return

    showFailure(t('adminTickets.errorTranscript'), error)
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- report a failure once
  }, [error])

  return (
    <Modal
      wide
      title={t('adminTickets.transcriptOf', { id: ticket.ticketId })}
      onClose={onClose}
      footer={<StatusAct ticket={ticket} />}
    >
      {data === undefined && <TranscriptLoading />}
      {data !== undefined && (
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
