import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { Button } from '../../../../ui/button.tsx'
import { DialogLoading } from '../../components/loading.tsx'
import { Section } from '../../components/section.tsx'
import { failureText } from '../../components/use-change.ts'
import { sitePageTitle } from './page-fields.ts'
import { SitePageForm } from './page-form.tsx'

type Given = { id: string; leave(id: string): void }

/** An existing page, always reloaded because saving compares versions. */
function ExistingPage({ id, leave }: Given) {
  const { t } = useTranslation(['admin', 'common'])
  const pageQuery = useQuery({ ...ask(adminApi.sitePages.read, { params: { id } }), gcTime: 0 })
  const { data, error } = pageQuery
  useEffect(() => {
    if (error) console.error('page', error)
  }, [error])

  return (
    <EditorFrame
      title={data ? sitePageTitle(data.page, currentLanguage()) : t('sitePages.title')}
      leave={leave}
    >
      <QueryResult
        answer={pageQuery}
        failed={failureText(t('sitePages.errorLoadOne'), error)}
        retry={t('common:action.retry')}
        waiting={<DialogLoading className="min-h-48 animate-late" />}
      >
        {({ page }) => (
          <SitePageForm page={page} onSaved={() => {}} onReload={() => void pageQuery.refetch()} />
        )}
      </QueryResult>
    </EditorFrame>
  )
}

function EditorFrame({
  title,
  leave,
  children,
}: {
  title: string
  leave(id: string): void
  children: React.ReactNode
}) {
  const { t } = useTranslation('admin')
  return (
    <Section
      title={title}
      text={t('sitePages.formText')}
      actions={
        <Button size="sm" icon={<ArrowLeft size={15} aria-hidden />} onClick={() => leave('')}>
          {t('sitePages.back')}
        </Button>
      }
    >
      {children}
    </Section>
  )
}

/** Edits a page of the shop, or a new one. */
export function PageEditor({ id, leave }: Given) {
  const { t } = useTranslation('admin')
  if (id !== 'new') return <ExistingPage key={id} id={id} leave={leave} />

  return (
    <EditorFrame title={t('sitePages.add')} leave={leave}>
      <SitePageForm onSaved={leave} onReload={() => {}} />
    </EditorFrame>
  )
}
