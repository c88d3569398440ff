import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { ask } from '../../../../api/queries.ts'
import { Answered } from '../../../../ui/answered.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Awaited } from '../../components/loading.tsx'
import { Section } from '../../components/section.tsx'
import { reasonOf } from '../../components/use-change.ts'
import { PageForm } from './page-form.tsx'

/** The page of a product as visitors see it, to be written by staff. */
export function ProductPage({
  id,
  name,
  onBack,
}: {
  id: string
  name: string | undefined
  onBack(): void
}) {
  const { t } = useTranslation(['admin', 'common'])
  // Never an older one: what the form saves is held against the version that it read.
  const answer = useQuery({ ...ask(adminApi.productPages.read, { params: { id } }), gcTime: 0 })
  const { data, error } = answer
  useEffect(() => {
    if (error) console.error('product page', error)
  }, [error])
  const shown = name ?? data?.page.slug
  return (
    <Section
      title={shown ? t('adminPages.title', { name: shown }) : t('adminPages.open')}
      text={t('adminPages.text')}
      actions={
        <Button size="sm" icon={<ArrowLeft size={15} aria-hidden />} onClick={onBack}>
          {t('adminPages.back')}
        </Button>
      }
    >
      <Answered
        answer={answer}
        failed={reasonOf(t('adminPages.errorLoad'), error)}
        retry={t('common:action.retry')}
        waiting={<Awaited className="min-h-48 animate-late" />}
      >
        {({ page }) => (
          <PageForm page={page} name={shown ?? ''} onReload={() => void answer.refetch()} />
        )}
      </Answered>
    </Section>
  )
}
