import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { api, call } from '../../../../api/call.ts'
import { ApiError } from '../../../../api/http.ts'
import { queryKeyOf } from '../../../../api/queries.ts'
import { toast } from '../../../../ui/toast.tsx'
import { failureText, useChange } from '../../components/use-change.ts'
import type { SitePage, SitePageFields } from './page-fields.ts'

/** Why saving failed; `changed` when another person saved the page first. */
type Failure = { text: string; changed: boolean }

/** Saves a page. A taken slug is shown at its field; after any failure the typed texts stay. */
export function useSaveSitePage(
  page: SitePage | undefined,
  { form, onSaved }: { form: UseFormReturn<SitePageFields>; onSaved(id: string): void },
) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const pageChange = useChange(adminApi.sitePages.list, api.settings.publicSettings)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [saved, setSaved] = useState<string | null>(null)

  // Leave only after the form has rendered as unchanged; until then its leave guard would ask.
  useEffect(() => {
    if (saved) onSaved(saved)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [saved])

  function showFailure(error: unknown): void {
    console.error('page', error)
    const errorCode = error instanceof ApiError ? error.code : ''
    if (errorCode === 'page.slug_taken')
      return form.setError('slug', { message: (error as ApiError).message }, { shouldFocus: true })

    setFailure({
      text: failureText(t('sitePages.errorSave'), error),
      changed: errorCode === 'page.changed',
    })
  }

  async function savePage(fields: SitePageFields): Promise<void> {
    setFailure(null)
    try {
      const savedPage = page
        ? await call(adminApi.sitePages.update, {
            params: { id: page.id },
            body: { ...fields, version: page.version },
          })
        : await call(adminApi.sitePages.create, { body: fields })

      const callInput = { params: { id: savedPage.page.id } }
      queryClient.setQueryData(queryKeyOf(adminApi.sitePages.read, callInput), savedPage)
      // Saved values are the new defaults, so that leaving does not ask.
      form.reset(fields)
      toast(t('sitePages.saved'), 'good')
      void pageChange.reload()
      setSaved(savedPage.page.id)
    } catch (error) {
      showFailure(error)
    }
  }

  return { save: savePage, failure, forgive: () => setFailure(null) }
}
