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

/** What is said of a product itself, as a page beside its options and its page in the shop. */
export function GeneralPart({ id }: { id: string }) {
  const { t } = useTranslation(['admin', 'common'])
  // Never an older one: what the form saves is held against the version that it read.
  const answer = useQuery({ ...ask(adminApi.products.read, { params: { id } }), gcTime: 0 })
  const categories = useQuery(ask(adminApi.categories.list))
  const { data, error } = answer
  const failure = error ?? categories.error
  useEffect(() => {
    if (failure) console.error('product', failure)
  }, [failure])

  const both = {
    isError: answer.isError || categories.isError,
    data: data && categories.data ? { product: data.product, list: categories.data } : undefined,
    refetch: () => Promise.all([answer.refetch(), categories.refetch()]),
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
        answer={both}
        failed={failureText(t('adminProducts.errorLoad'), failure)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ product, list }) => (
          <ProductEditor
            key={product.version}
            product={product}
            start={pageFormOf(product, list)}
            categories={list}
            onReload={() => void answer.refetch()}
          />
        )}
      </QueryResult>
    </ProductFrame>
  )
}
