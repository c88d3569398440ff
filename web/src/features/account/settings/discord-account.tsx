import type { RoleState } from '@chaveiro/contracts/states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api, ApiError, call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { Badge, Notice, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'

const tones: Record<RoleState, Tone> = {
  waiting: 'wait',
  given: 'good',
  taken: 'muted',
  absent: 'info',
  failed: 'wait',
}
const route = api.chatAccount.read

/** Work that is shown as busy, and whose refusal is said in words. */
function useActs() {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function run(work: () => Promise<{ message?: string } | void>): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const done = await work()
      if (done?.message) toast(done.message, 'good')
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : t('error.generic'))
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: [route.path] })
  }
  return { busy, problem, setProblem, run }
}

/** Back from Discord the address carries its answer: it leaves the address at once and is handed in a single time. */
function useReturn(acts: ReturnType<typeof useActs>): void {
  const { t } = useTranslation('account')
  const [search, setSearch] = useSearchParams()
  const seen = useRef(false)
  useEffect(() => {
    const [code, state, error] = ['code', 'state', 'error'].map((name) => search.get(name))
    if (seen.current || !state || (!code && !error)) return
    seen.current = true
    const rest = new URLSearchParams(search)
    for (const name of ['code', 'state', 'error', 'error_description']) rest.delete(name)
    setSearch(rest, { replace: true })
    if (code) void acts.run(() => call(api.chatAccount.finish, { body: { code, state } }))
    else acts.setProblem(t('discord.declined'))
  }, [search, setSearch, acts, t])
}

/** The own Discord account: linked by signing in there, with the roles that come with what was bought (Q48). */
export function DiscordAccount() {
  const { t } = useTranslation(['account', 'common'])
  const answer = useQuery(ask(route, {}, { staleTime: 0 }))
  const acts = useActs()
  useReturn(acts)
  const { busy, problem, run } = acts
  const go = () =>
    void run(async () => {
      window.location.assign((await call(api.chatAccount.start, {})).url)
    })
  const { data } = answer
  const away = data?.roles.some((role) => role.state === 'absent')
  return (
    <Card className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t('discord.title')}</h2>
        {data?.linked ? <Badge tone="good">{t('discord.linked')}</Badge> : null}
      </header>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      {answer.isError ? (
        <ErrorState
          text={t('error.generic')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      ) : !data ? (
        <Skeleton className="h-16" />
      ) : (
        <>
          <p className="text-sm wrap-anywhere text-muted">
            {data.linked
              ? t('discord.as', { name: data.linked.name ?? data.linked.id })
              : data.configured
                ? t('discord.lead')
                : t('discord.unconfigured')}
          </p>
          {data.roles.length ? (
            <ul className="grid gap-2 text-sm" aria-label={t('discord.roles')}>
              {data.roles.map((role, index) => (
                <li key={index} className="flex flex-wrap items-center justify-between gap-2">
                  <span>{role.products.join(', ')}</span>
                  <Badge tone={tones[role.state]}>{t(`discord.role.${role.state}`)}</Badge>
                </li>
              ))}
            </ul>
          ) : null}
          {away && data.configured ? <Notice tone="info">{t('discord.away')}</Notice> : null}
          <div className="flex flex-wrap gap-2">
            {data.configured ? (
              <Button look={data.linked ? 'plain' : 'primary'} busy={busy} onClick={go}>
                {data.linked ? t('discord.relink') : t('discord.link')}
              </Button>
            ) : null}
            {data.linked ? (
              <Button
                look="danger"
                busy={busy}
                onClick={() => void run(() => call(api.chatAccount.unlink, {}))}
              >
                {t('discord.unlink')}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </Card>
  )
}
