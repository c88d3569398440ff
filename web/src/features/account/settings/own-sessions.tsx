import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call, refusalMessage } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Badge, Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { deviceName } from './device-name.ts'

const sessionsCall = ownApi.accounts.sessions
export const sessionsQuery = ask(sessionsCall, {}, { staleTime: 0 })

type OwnSession = Reply<typeof sessionsCall>['sessions'][number]

/** One session: device, time, IP address, and a button to end it. */
function SessionRow({
  session,
  ending,
  onEnd,
}: {
  session: OwnSession
  ending: boolean
  onEnd(): void
}) {
  const { t } = useTranslation('account')
  const deviceLabel = deviceName(session.device) ?? t('sessions.unknown')

  return (
    <li data-row className="flex items-center justify-between gap-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium wrap-anywhere" title={session.device ?? undefined}>
          {deviceLabel}
        </span>

        <span className="text-sm wrap-anywhere text-muted">
          {t(session.ip ? 'sessions.seen' : 'sessions.seenAt', {
            at: date(session.lastSeenAt, 'moment'),
            from: session.ip,
          })}
        </span>
      </div>

      {session.current && <Badge tone="good">{t('sessions.current')}</Badge>}

      {!session.current && (
        <Button aria-label={`${t('sessions.end')}: ${deviceLabel}`} busy={ending} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** Sessions of the account, each with a button to end it (F163). */
export function OwnSessions() {
  const { t } = useTranslation(['account', 'common'])
  const queryClient = useQueryClient()
  const sessionsAnswer = useQuery(sessionsQuery)
  const [endingId, setEndingId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function endSession(id: string): Promise<void> {
    setEndingId(id)
    setProblem(null)

    try {
      toast((await call(ownApi.accounts.endSession, { params: { id } })).message, 'good')
    } catch (error) {
      setProblem(refusalMessage(error, t('common:error.network')))
    }

    setEndingId(null)
    void queryClient.invalidateQueries({ queryKey: [sessionsCall.path] })
  }

  return (
    <section className="grid gap-4 py-4">
      <header className="grid gap-1">
        <h2 className="font-semibold">{t('sessions.title')}</h2>
        <p className="text-sm text-muted">{t('sessions.lead')}</p>
      </header>
      {problem && <Notice tone="bad">{problem}</Notice>}

      <QueryResult
        answer={sessionsAnswer}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-16" />}
      >
        {({ sessions }) => (
          <ul aria-label={t('sessions.title')} className="grid gap-4">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                ending={endingId === session.id}
                onEnd={() => void endSession(session.id)}
              />
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  )
}
