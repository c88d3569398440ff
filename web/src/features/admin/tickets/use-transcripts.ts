import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call, download } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { clearBanner, showBanner } from '../components/banner.tsx'
import { failureText } from '../components/use-change.ts'
import type { Ticket } from '../shared/rows.ts'

/** Ways to take a transcript elsewhere; what fails says so in a banner (B241). */
export function useTranscripts() {
  const { t } = useTranslation('admin')
  const at = (ticket: Ticket) => ({ params: { id: ticket.ticketId } })

  function tell(failed: string, error: unknown): void {
    console.error('transcript', error)
    showBanner(failureText(failed, error), 'bad')
  }

  /**
   * A tab cannot send the token: the shop first gives this browser a cookie for the page (Q86). The
   * tab opens at once, while the click still counts.
   */
  async function open(ticket: Ticket): Promise<void> {
    clearBanner()
    const tab = window.open('', '_blank')

    try {
      const { url } = await call(adminApi.tickets.openTranscript, at(ticket))

      if (!tab) {
        window.location.assign(url)
        return
      }

      tab.opener = null
      tab.location.replace(url)
    } catch (error) {
      tab?.close()
      tell(t('adminTickets.errorTranscript'), error)
    }
  }

  async function save(ticket: Ticket): Promise<void> {
    clearBanner()
    try {
      const { blob, fileName } = await download(adminApi.tickets.download, at(ticket))
      saveFile(blob, fileName)
    } catch (error) {
      tell(t('adminTickets.errorDownload'), error)
    }
  }

  return { open, save, tell }
}
