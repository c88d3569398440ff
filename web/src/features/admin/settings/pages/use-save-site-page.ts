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

/** What could not be saved, and whether that is because somebody else saved meanwhile. */
type Failure = { text: string; changed: boolean }

/**
 * Saves a page, or a new one. What the shop refuses is said at its field where it names one; what
 * was typed stays in every case.
 */
export function useSaveSitePage(
  page: SitePage | undefined,
  { form, onSaved }: { form: UseFormReturn<SitePageFields>; onSaved(id: string): void },
) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const change = useChange(adminApi.sitePages.list, api.settings.publicSettings)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [saved, setSaved] = useState<string | null>(null)

  // Once the form is drawn without changes: before, its guard would ask whether to leave them.
  useEffect(() => {
    if (saved) onSaved(saved)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [saved])

  function say(error: unknown): void {
    console.error('page', error)
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'page.slug_taken')
      return form.setError('slug', { message: (error as ApiError).message }, { shouldFocus: true })

    setFailure({
      text: failureText(t('sitePages.errorSave'), error),
      changed: code === 'page.changed',
    })
  }

  async function save(fields: SitePageFields): Promise<void> {
    setFailure(null)
    try {
      const answer = page
        ? await call(adminApi.sitePages.update, {
            params: { id: page.id },
            body: { ...fields, version: page.version },
          })
        : await call(adminApi.sitePages.create, { body: fields })

      const given = { params: { id: answer.page.id } }
      client.setQueryData(queryKeyOf(adminApi.sitePages.read, given), answer)
      // What was saved is no longer a change that a leave would lose.
      form.reset(fields)
      toast(t('sitePages.saved'), 'good')
      void change.reload()
      setSaved(answer.page.id)
    } catch (error) {
      say(error)
    }
  }

  return { save, failure, forgive: () => setFailure(null) }
}
