import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { date } from '../../../i18n/format.ts'
import { Badge, Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { deviceName } from './device-name.ts'

const route = api.accounts.sessions

/** Where the account is logged in, and a button to end what one does not know (A13). */
export function OwnSessions() {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(ask(route, {}, { staleTime: 0 }))
  const [ending, setEnding] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function end(id: string): Promise<void> {
    setEnding(id)
    setProblem(null)
    try {
      toast((await call(api.accounts.endSession, { params: { id } })).message, 'good')
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('common:error.network'))
    }
    setEnding(null)
    void client.invalidateQueries({ queryKey: [route.path] })
  }
  return (
    <Card className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-base font-semibold">{t('sessions.title')}</h2>
        <p className="text-sm text-muted">{t('sessions.lead')}</p>
      </header>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {isError ? (
        <ErrorState
          text={t('error.generic')}
          retry={t('common:action.retry')}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton className="h-16" />
      ) : (
        <ul aria-label={t('sessions.title')} className="grid gap-4">
          {data.sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-3">
              <div className="grid min-w-0 gap-0.5">
                <span className="font-medium wrap-anywhere" title={session.device ?? undefined}>
                  {deviceName(session.device) ?? t('sessions.unknown')}
                </span>
                <span className="text-sm wrap-anywhere text-muted">
                  {t(session.ip ? 'sessions.seen' : 'sessions.seenAt', {
                    at: date(session.lastSeenAt, 'moment'),
                    from: session.ip,
                  })}
                </span>
              </div>
              {session.current ? (
                <Badge tone="good">{t('sessions.current')}</Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={`${t('sessions.end')}: ${deviceName(session.device) ?? t('sessions.unknown')}`}
                  busy={ending === session.id}
                  onClick={() => void end(session.id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
