import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { DialogLoading } from '../../components/loading.tsx'
import { failureText } from '../../components/use-change.ts'
import { ProductFrame } from '../parts.tsx'
import { PageForm } from './page-form.tsx'

/** Edits a product's page in the shop. */
export function ProductPage({ id, name }: { id: string; name: string | undefined }) {
  const { t } = useTranslation(['admin', 'common'])
  // Never from the cache: saving compares versions, and an old version would be refused.
  const pageQuery = useQuery({ ...ask(adminApi.productPages.read, { params: { id } }), gcTime: 0 })
  const { data, error } = pageQuery
  useEffect(() => {
    if (error) console.error('product page', error)
  }, [error])
  const shownName = name ?? data?.page.slug

  return (
    <ProductFrame
      title={shownName ? t('adminPages.title', { name: shownName }) : t('adminPages.open')}
      text={t('adminPages.text')}
      part="page"
      id={id}
    >
      <QueryResult
        answer={pageQuery}
        failed={failureText(t('adminPages.errorLoad'), error)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ page }) => (
          <PageForm page={page} name={shownName ?? ''} onReload={() => void pageQuery.refetch()} />
        )}
      </QueryResult>
    </ProductFrame>
  )
}
