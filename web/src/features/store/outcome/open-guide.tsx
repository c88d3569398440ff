import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { Skeletons } from '../../../ui/states.tsx'

/** Puts the steps of a guide side by side, each below its number; other parts are normal text. */
const stepsClass =
  'max-w-none! [&>:not(ol)]:max-w-prose [&>ol]:list-none [&>ol]:gap-x-6 [&>ol]:gap-y-5 [&>ol]:pl-0 ' +
  '[&>ol]:grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] ' +
  '[&>ol>li]:before:text-[2.75rem] [&>ol>li]:before:leading-none [&>ol>li]:before:display ' +
  '[&>ol>li]:before:content-[counter(list-item)]'

/** The guide of the only product in an order; nothing if the product has no guide. */
export function OpenGuide({ licenceId, name }: { licenceId: string; name: string }) {
  const { t } = useTranslation()
  const headingId = useId()
  const guideQuery = useQuery(ask(ownApi.licences.guide, { params: { id: licenceId } }))
  if (guideQuery.data?.guide === null) return null

  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
      <h3 id={headingId} className="text-lg font-bold">
        {t('guide.openOf', { name })}
      </h3>

      <QueryResult
        answer={guideQuery}
        failed={t('guide.error')}
        retry={t('action.retry')}
        waiting={
          <Skeletons count={3} label={t('state.loading')} className="grid gap-2" each="h-4" />
        }
      >
        {({ guide }) => guide && <RichText tree={guide} className={stepsClass} />}
      </QueryResult>
    </section>
  )
}
