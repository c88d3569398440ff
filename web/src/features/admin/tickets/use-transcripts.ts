import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call, download } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { clearBanner, showBanner } from '../components/banner.tsx'
import { failureText } from '../components/use-change.ts'
import type { Ticket } from '../shared/rows.ts'

/** Opens or downloads transcripts; errors show a banner (B241). */
export function useTranscripts() {
  const { t } = useTranslation('admin')
  const pathParamsOf = (ticket: Ticket) => ({ params: { id: ticket.ticketId } })

  function showFailure(failed: string, error: unknown): void {
    console.error('transcript', error)
    showBanner(failureText(failed, error), 'bad')
  }

  /**
   * A new tab cannot send the access token, so the shop first sets a cookie for the page (Q86).
   * The tab must open during the click, or the browser blocks it.
   */
  async function openTranscript(ticket: Ticket): Promise<void> {
    clearBanner()
    const transcriptTab = window.open('', '_blank')

    try {
      const { url } = await call(adminApi.tickets.openTranscript, pathParamsOf(ticket))

      if (!transcriptTab) {
        window.location.assign(url)
        return
      }

      transcriptTab.opener = null
      transcriptTab.location.replace(url)
    } catch (error) {
      transcriptTab?.close()
      showFailure(t('adminTickets.errorTranscript'), error)
    }
  }

  async function saveTranscript(ticket: Ticket): Promise<void> {
    clearBanner()
    try {
      const { blob, fileName } = await download(adminApi.tickets.download, pathParamsOf(ticket))
      saveFile(blob, fileName)
    } catch (error) {
      showFailure(t('adminTickets.errorDownload'), error)
    }
  }

  return { openTranscript, saveTranscript, showFailure }
}
