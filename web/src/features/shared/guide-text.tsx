import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../api/queries.ts'
import { QueryResult } from '../../ui/answered.tsx'
import { RichText } from '../../ui/rich-text.tsx'

/** The activation guide of a licence, or a note that the product has none. */
export function GuideText({ licenceId, waiting }: { licenceId: string; waiting: ReactNode }) {
  const { t } = useTranslation()
  const guideQuery = useQuery(ask(ownApi.licences.guide, { params: { id: licenceId } }))

  return (
    <QueryResult
      answer={guideQuery}
      failed={t('guide.error')}
      retry={t('action.retry')}
      waiting={waiting}
    >
      {({ guide }) =>
        guide ? <RichText tree={guide} /> : <p className="text-muted">{t('guide.none')}</p>
      }
    </QueryResult>
  )
}
