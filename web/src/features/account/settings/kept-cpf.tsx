import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { ask, queryKeyOf } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOneAct } from './use-one-act.ts'

const route = ownApi.ownAccount.keptCpf

/** The CPF that the account keeps for its next purchase, masked, and the way to have it forgotten. */
export function KeptCpf() {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const answer = useQuery(ask(route, {}, { staleTime: 0 }))
  const { busy, problem, run } = useOneAct()
  const heading = useRef<HTMLHeadingElement>(null)

  const forget = () =>
    void run(async () => {
      const { message } = await call(ownApi.ownAccount.forgetCpf, {})
      client.setQueryData(queryKeyOf(route), { success: true, kept: null })
      toast(message, 'good')
      // The button goes with what it was about.
      heading.current?.focus()
    })

  return (
    <section className="grid gap-3 border-t border-line pt-6">
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold">
        {t('keptCpf.title')}
      </h2>
      {problem && <Notice tone="bad">{problem}</Notice>}

      <QueryResult
        answer={answer}
        failed={t('keptCpf.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-11" />}
      >
        {({ kept }) =>
          kept ? (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div className="grid min-w-0 gap-1 text-sm">
                {kept.masked && <p className="text-base tabular-nums">{kept.masked}</p>}
                <p className="text-muted">
                  {kept.masked ? t('keptCpf.since', { date: date(kept.since) }) : t('keptCpf.lost')}
                </p>
              </div>

              <Button busy={busy} onClick={forget}>
                {t('keptCpf.forget')}
              </Button>
            </div>
          ) : (
            <p className="text-sm text-muted">{t('keptCpf.none')}</p>
          )
        }
      </QueryResult>
    </section>
  )
}
