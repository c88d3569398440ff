import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { download } from '../../../api/call.ts'
import type { AnyCall } from '../../../api/http.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { showBanner } from './banner.tsx'
import { failureText } from './use-change.ts'

/** Downloads a CSV of all pages of the filtered list; `query` is the list's own. */
export function ExportButton({
  route,
  query,
}: {
  route: AnyCall<any, any, any, any>
  query: Record<string, string | number>
}) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState(false)

  async function saveExport(): Promise<void> {
    setBusy(true)
    const { page: _currentPage, limit: _limit, ...filters } = query

    try {
      const { blob, fileName } = await download(route, { query: filters } as never)
      saveFile(blob, fileName)
    } catch (error) {
      console.error(route.path, error)
      showBanner(failureText(t('kit.errorExport'), error), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      size="sm"
      busy={busy}
      onClick={() => void saveExport()}
      icon={<Download size={15} aria-hidden />}
    >
      {t('kit.csv')}
    </Button>
  )
}
