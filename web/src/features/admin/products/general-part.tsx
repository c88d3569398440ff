import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { DialogLoading } from '../components/loading.tsx'
import { failureText } from '../components/use-change.ts'
import { pageFormOf } from './page-form-fields.ts'
import { ProductFrame } from './parts.tsx'
import { ProductEditor } from './product-editor.tsx'

/** The general fields of a product. */
export function GeneralPart({ id }: { id: string }) {
  const { t } = useTranslation(['admin', 'common'])
  // Never from the cache: saving compares versions, and an old version would be refused.
  const productQuery = useQuery({ ...ask(adminApi.products.read, { params: { id } }), gcTime: 0 })
  const categories = useQuery(ask(adminApi.categories.list))
  const { data, error } = productQuery
  const loadFailure = error ?? categories.error
  useEffect(() => {
    if (loadFailure) console.error('product', loadFailure)
  }, [loadFailure])

  const loadState = {
    isError: productQuery.isError || categories.isError,
    data: data && categories.data ? { product: data.product, list: categories.data } : undefined,
    refetch: () => Promise.all([productQuery.refetch(), categories.refetch()]),
  }

  return (
    <ProductFrame
      title={
        data ? t('adminProducts.editTitle', { name: data.product.name }) : t('adminProducts.title')
      }
      text={t('adminOptions.generalText')}
      part="general"
      id={id}
    >
      <QueryResult
        answer={loadState}
        failed={failureText(t('adminProducts.errorLoad'), loadFailure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ product, list }) => (
          <ProductEditor
            key={product.version}
            product={product}
            start={pageFormOf(product, list)}
            categories={list}
            onReload={() => void productQuery.refetch()}
          />
        )}
      </QueryResult>
    </ProductFrame>
  )
}
