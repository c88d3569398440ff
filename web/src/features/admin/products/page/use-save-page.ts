import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { ApiError } from '../../../../api/http.ts'
import { queryKeyOf } from '../../../../api/queries.ts'
import { toast } from '../../../../ui/toast.tsx'
import { failureText, useChange } from '../../components/use-change.ts'
import {
  changesOf,
  fieldsOf,
  refusedFields,
  type PageFields,
  type ProductPage,
} from './page-fields.ts'

/** What could not be saved, and whether that is because somebody else saved meanwhile. */
type Failure = { text: string; changed: boolean }

/**
 * Saves what was changed of a page. What the shop refuses is said at its field where it names one;
 * what was typed stays in every case.
 */
export function useSavePage(
  page: ProductPage,
  {
    name,
    form,
    show,
  }: { name: string; form: UseFormReturn<PageFields>; show(field: string): void },
) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  // The product's own form counts with the same version.
  const change = useChange(adminApi.products.list)
  const [failure, setFailure] = useState<Failure | null>(null)

  function say(error: unknown): void {
    console.error('product page', error)
    const refused = error instanceof ApiError ? refusedFields(error.code, error.body) : []
    for (const field of refused)
      form.setError(field as 'slug', { message: (error as ApiError).message })
    if (refused[0]) return show(refused[0])

    const changed = error instanceof ApiError && error.code === 'product.changed'
    setFailure({ text: failureText(t('adminPages.errorSave'), error), changed })
  }

  async function save(fields: PageFields): Promise<void> {
    setFailure(null)
    try {
      const given = { params: { id: page.id } }
      const body = { ...changesOf(fieldsOf(page), fields), version: page.version }
      const answer = await call(adminApi.productPages.update, { ...given, body })
      client.setQueryData(queryKeyOf(adminApi.productPages.read, given), answer)
      toast(t('adminPages.saved', { name }), 'good')
      void change.reload()
    } catch (error) {
      say(error)
    }
  }

  return { save, failure, forgive: () => setFailure(null) }
}
