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
import { SettingRow } from './setting-row.tsx'
import { useSingleAction } from './use-one-act.ts'

const keptCpfCall = ownApi.ownAccount.keptCpf
export const keptCpfQuery = ask(keptCpfCall, {}, { staleTime: 0 })

type Kept = Reply<typeof keptCpfCall>['kept']

/** The masked CPF; without digits if the shop has no key that decrypts it. */
function CpfValue({ kept }: { kept: Kept }) {
  const { t } = useTranslation('account')
  if (!kept) return t('keptCpf.none')
  if (!kept.masked) return t('keptCpf.lost')

  return (
    <>
      <p className="text-base text-ink tabular-nums">{kept.masked}</p>
      <p>{t('keptCpf.since', { date: date(kept.since) })}</p>
    </>
  )
}

/** The CPF the account stores for the next purchase, masked, with a button to delete it. */
export function StoredCpf() {
  const { t } = useTranslation(['account', 'common'])
  const queryClient = useQueryClient()
  const keptCpfAnswer = useQuery(keptCpfQuery)
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

  const answer = keptCpfAnswer.isError ? undefined : keptCpfAnswer.data

  return (
    <SettingRow
      title={
        <h2 ref={headingRef} tabIndex={-1} className="font-semibold">
          {t('keptCpf.title')}
        </h2>
      }
      value={answer && <CpfValue kept={answer.kept} />}
      act={
        answer?.kept && (
          <Button busy={busy} onClick={deleteCpf}>
            {t('keptCpf.forget')}
          </Button>
        )
      }
    >
      {problem && <Notice tone="bad">{problem}</Notice>}

      <QueryResult
        answer={keptCpfAnswer}
        failed={t('keptCpf.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-11" />}
      >
        {() => null}
      </QueryResult>
    </SettingRow>
  )
}
