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

/** The page of a product as visitors see it, to be written by staff. */
export function ProductPage({ id, name }: { id: string; name: string | undefined }) {
  const { t } = useTranslation(['admin', 'common'])
  // Never an older one: what the form saves is held against the version that it read.
  const answer = useQuery({ ...ask(adminApi.productPages.read, { params: { id } }), gcTime: 0 })
  const { data, error } = answer
  useEffect(() => {
    if (error) console.error('product page', error)
  }, [error])
  const shown = name ?? data?.page.slug

  return (
    <ProductFrame
      title={shown ? t('adminPages.title', { name: shown }) : t('adminPages.open')}
      text={t('adminPages.text')}
      part="page"
      id={id}
    >
      <QueryResult
        answer={answer}
        failed={failureText(t('adminPages.errorLoad'), error)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ page }) => (
          <PageForm page={page} name={shown ?? ''} onReload={() => void answer.refetch()} />
        )}
      </QueryResult>
    </ProductFrame>
  )
}
