import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask, queryKeyOf } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useSingleAction } from './use-one-act.ts'

const keptCpfCall = ownApi.ownAccount.keptCpf

type Kept = Reply<typeof keptCpfCall>['kept']

/** The masked CPF; without digits if the shop has no key that decrypts it. */
function CpfRow({ kept, busy, onDelete }: { kept: Kept; busy: boolean; onDelete(): void }) {
  const { t } = useTranslation('account')
  if (!kept) return <p className="text-sm text-muted">{t('keptCpf.none')}</p>

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1 text-sm">
        {kept.masked && <p className="text-base tabular-nums">{kept.masked}</p>}
        <p className="text-muted">
          {kept.masked ? t('keptCpf.since', { date: date(kept.since) }) : t('keptCpf.lost')}
        </p>
      </div>

      <Button busy={busy} onClick={onDelete}>
        {t('keptCpf.forget')}
      </Button>
    </div>
  )
}

/** The CPF the account stores for the next purchase, masked, with a button to delete it. */
export function StoredCpf() {
  const { t } = useTranslation(['account', 'common'])
  const queryClient = useQueryClient()
  const keptCpfQuery = useQuery(ask(keptCpfCall, {}, { staleTime: 0 }))
  const { busy, problem, run } = useSingleAction()
  const headingRef = useRef<HTMLHeadingElement>(null)

  const deleteCpf = () =>
    void run(async () => {
      const { message } = await call(ownApi.ownAccount.forgetCpf, {})
      queryClient.setQueryData(queryKeyOf(keptCpfCall), { success: true, kept: null })
      toast(message, 'good')
      // The button disappears with the CPF, so the heading takes the focus.
      headingRef.current?.focus()
    })

  return (
    <section className="grid gap-1 py-4">
      <h2 ref={headingRef} tabIndex={-1} className="font-semibold">
        {t('keptCpf.title')}
      </h2>
      {problem && <Notice tone="bad">{problem}</Notice>}

      <QueryResult
        answer={keptCpfQuery}
        failed={t('keptCpf.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-11" />}
      >
        {({ kept }) => <CpfRow kept={kept} busy={busy} onDelete={deleteCpf} />}
      </QueryResult>
    </section>
  )
}
