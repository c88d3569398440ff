import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { supportLink, useSite } from '../../../state/site.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { Blank } from '../../shared/empty/blank.tsx'
import type { PaymentStatusReply } from '../shared/payment.ts'

type OutcomeProps = {
  id: string | null
  query: UseQueryResult<PaymentStatusReply>
  children(answer: PaymentStatusReply): ReactNode
}

function Outcome({ id, query }: Omit<OutcomeProps, 'children'>) {
  const { t } = useTranslation(['result', 'common'])

  if (id === null)
    return (
      <Blank
        title={t('missingId')}
        action={
          <Link to={paths.products} className={buttonClass()}>
            {t('action.shop')}
          </Link>
        }
      />
    )

  if (query.isError)
    return (
      <ErrorState
        text={t('errorLoad')}
        retry={t('common:action.retry')}
        onRetry={() => {
          void query.refetch()
        }}
      />
    )

  return (
    <Skeletons
      count={3}
      label={t('common:state.loading')}
      className="grid gap-4"
      each="h-40 rounded-lg"
    />
  )
}

/** Shared states of the outcome pages: no id, loading, failed to load. */
export function OutcomeFrame({ id, title, query, children }: OutcomeProps & { title: string }) {
  return (
    <div className="grid min-h-dvh content-start gap-8 pb-16">
      {id !== null && query.data ? (
        children(query.data)
      ) : (
        <div className="page grid gap-6 pt-10">
          <h1 className="text-xl">{title}</h1>
          <Outcome id={id} query={query} />
        </div>
      )}
    </div>
  )
}

/** Link to support. */
export function SupportAction() {
  const { t } = useTranslation('result')
  const siteSettings = useSite()

  return (
    <a
      href={supportLink(siteSettings)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass('primary')}
    >
      {t('action.support')}
    </a>
  )
}

/** Next steps of a purchase made in Discord. */
export function DiscordActions() {
  const { t } = useTranslation('result')
  return (
    <>
      <SupportAction />
      <Link to={paths.register} className={buttonClass()}>
        {t('action.register')}
      </Link>
    </>
  )
}
