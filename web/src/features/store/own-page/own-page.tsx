import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ApiError, refusalMessage } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { MissingPage } from '../shared/missing-page.tsx'

/** Loads a page by its slug in the reader's language. */
function useOwnPage() {
  const { page: slug = '' } = useParams()
  const language = nearestLanguage(useTranslation('store').i18n.language)

  return useQuery(ask(ownApi.sitePages.read, { params: { slug }, query: { lng: language } }))
}

/** A page written by the shop's staff (P383). */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const { data, error, refetch } = useOwnPage()
  const isMissing = error instanceof ApiError && error.status === 404
  useTitle(isMissing ? t('ownPage.missing') : data?.page.title, data?.page.description)

  if (data) {
    const { title, tree, language } = data.page
    return (
      <article lang={language} className="page grid max-w-3xl gap-6 py-10">
        <h1 className="text-xl font-bold tracking-tight wrap-anywhere">{title}</h1>
        <RichText tree={tree} top />
      </article>
    )
  }

  if (isMissing)
    return (
      <MissingPage
        title={t('ownPage.missing')}
        text={t('ownPage.missingText')}
        action={
          <Link to={paths.home} className={buttonClass('primary')}>
            {t('ownPage.home')}
          </Link>
        }
      />
    )

  if (error)
    return (
      <div className="page py-10">
        <ErrorState
          text={refusalMessage(error, t('ownPage.errorLoad'))}
          retry={t('common:action.retry')}
          onRetry={() => void refetch()}
        />
      </div>
    )

  return (
    <div className="page py-10">
      <Skeletons count={1} label={t('common:state.loading')} each="h-96 rounded-lg" />
    </div>
  )
}
