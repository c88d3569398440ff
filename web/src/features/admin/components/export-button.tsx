import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { download } from '../../../api/call.ts'
import type { AnyCall } from '../../../api/http.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { showBanner } from './banner.tsx'
import { reasonOf } from './use-change.ts'

/** A CSV of what the filter shows, all pages of it; query is the list's own. */
export function ExportButton({
  route,
  query,
}: {
  route: AnyCall<any, any, any, any>
  query: Record<string, string | number>
}) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    const { page: _page, limit: _limit, ...filters } = query

    try {
      const { blob, fileName } = await download(route, { query: filters } as never)
      saveFile(blob, fileName)
    } catch (error) {
      console.error(route.path, error)
      showBanner(reasonOf(t('kit.errorExport'), error), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      size="sm"
      busy={busy}
      onClick={() => void save()}
      icon={<Download size={15} aria-hidden />}
    >
      {t('kit.csv')}
    </Button>
  )
}
