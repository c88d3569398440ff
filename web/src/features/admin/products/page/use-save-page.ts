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
  pageFields,
  refusedFields,
  type PageFields,
  type ProductPage,
} from './page-fields.ts'

/** Why saving failed, and whether another person saved first. */
type Failure = { text: string; changed: boolean }

/** Saves changed fields of a page. Errors appear at their field, and typed texts always stay. */
export function useSavePage(
  page: ProductPage,
  {
    name,
    form,
    show,
  }: { name: string; form: UseFormReturn<PageFields>; show(field: string): void },
) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  // The product's form and its page share one version, so the product list reloads too.
  const pageChange = useChange(adminApi.products.list)
  const [failure, setFailure] = useState<Failure | null>(null)

  function showFailure(error: unknown): void {
    console.error('product page', error)
    const refusedField = error instanceof ApiError ? refusedFields(error.code, error.body) : []
    for (const field of refusedField)
      form.setError(field as 'slug', { message: (error as ApiError).message })
    if (refusedField[0]) return show(refusedField[0])

    const isConflict = error instanceof ApiError && error.code === 'product.changed'
    setFailure({ text: failureText(t('adminPages.errorSave'), error), changed: isConflict })
  }

  async function savePage(fields: PageFields): Promise<void> {
    setFailure(null)
    try {
      const callInput = { params: { id: page.id } }
      const requestBody = { ...changesOf(pageFields(page), fields), version: page.version }
      const pageReply = await call(adminApi.productPages.update, {
        ...callInput,
        body: requestBody,
      })
      queryClient.setQueryData(queryKeyOf(adminApi.productPages.read, callInput), pageReply)
      toast(t('adminPages.saved', { name }), 'good')
      void pageChange.reload()
    } catch (error) {
      showFailure(error)
    }
  }

  return { save: savePage, failure, forgive: () => setFailure(null) }
}
