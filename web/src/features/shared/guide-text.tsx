import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../api/queries.ts'
import { Answered } from '../../ui/answered.tsx'
import { RichText } from '../../ui/rich-text.tsx'

/** The guide of a licence, or that its product has none. */
export function GuideText({ licenceId, waiting }: { licenceId: string; waiting: ReactNode }) {
  const { t } = useTranslation()
  const answer = useQuery(ask(ownApi.licences.guide, { params: { id: licenceId } }))

  return (
    <Answered answer={answer} failed={t('guide.error')} retry={t('action.retry')} waiting={waiting}>
      {({ guide }) =>
        guide ? <RichText tree={guide} /> : <p className="text-muted">{t('guide.none')}</p>
      }
    </Answered>
  )
}
