import type { RoleState } from '@chaveiro/contracts/states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Badge, Notice, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { InsidePage } from '../../shared/sign/sign-frame.tsx'
import { OwnProof } from './own-proof.tsx'

const tones: Record<RoleState, Tone> = {
  waiting: 'wait',
  given: 'good',
  taken: 'muted',
  absent: 'info',
  failed: 'wait',
}

const route = ownApi.chatAccount.read

type Work = () => Promise<{ message?: string } | void>

/** Work that is shown as busy, whose refusal is said in words, and which may want a proof first. */
function useActs() {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [unproven, setUnproven] = useState<Work | null>(null)

  async function run(work: Work): Promise<void> {
    setBusy(true)
    setProblem(null)
    setUnproven(null)

    try {
      const done = await work()
      if (done?.message) toast(done.message, 'good')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.step_up') setUnproven(() => work)
      else setProblem(error instanceof ApiError ? error.message : t('error.generic'))
    }

    setBusy(false)
    // An answer that is still on its way may be of the time before.
    await client.cancelQueries({ queryKey: [route.path] })
    void client.invalidateQueries({ queryKey: [route.path] })
  }

  return { busy, problem, setProblem, unproven, giveUp: () => setUnproven(null), run }
}

/**
 * Back from Discord the address carries its answer: it leaves the address at once and is handed in
 * a single time.
 */
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
    if (code) void acts.run(() => call(ownApi.chatAccount.finish, { body: { code, state } }))
    else acts.setProblem(t('discord.declined'))
  }, [search, setSearch, acts, t])
}

type Account = Reply<typeof route>

/** As whom the account is linked, or what linking brings, or that the shop has no Discord. */
function Standing({ account: { linked, configured } }: { account: Account }) {
  const { t } = useTranslation('account')
  if (linked) return t('discord.as', { name: linked.name ?? linked.id })

  return configured ? t('discord.lead') : t('discord.unconfigured')
}

/** The roles that come with what was bought, each with how it stands. */
function Roles({ roles }: { roles: Account['roles'] }) {
  const { t } = useTranslation('account')
  return (
    <ul className="grid gap-2 text-sm" aria-label={t('discord.roles')}>
      {roles.map((role, index) => (
        <li key={index} className="flex flex-wrap items-center justify-between gap-2">
          <span>{role.products.join(', ')}</span>
          <Badge tone={tones[role.state]}>{t(`discord.role.${role.state}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** Link, link anew, unlink: what the account's state allows. */
function LinkActs({
  account: { linked, configured },
  acts: { busy, run },
}: {
  account: Account
  acts: ReturnType<typeof useActs>
}) {
  const { t } = useTranslation('account')

  const go = () =>
    void run(async () => {
      window.location.assign((await call(ownApi.chatAccount.start, {})).url)
    })

  return (
    <div className="flex flex-wrap gap-2">
      {configured && (
        <Button look={linked ? 'plain' : 'primary'} busy={busy} onClick={go}>
          {linked ? t('discord.relink') : t('discord.link')}
        </Button>
      )}

      {linked && (
        <Button
          look="danger"
          busy={busy}
          onClick={() => void run(() => call(ownApi.chatAccount.unlink, {}))}
        >
          {t('discord.unlink')}
        </Button>
      )}
    </div>
  )
}

/** Who one is, before a Discord account opens the own one; what waited for it goes on then. */
function Proof({ onProven, onBack }: { onProven(): Promise<void>; onBack(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const answer = useQuery(ask(ownApi.ownAccount.mailChange, {}, { staleTime: 0 }))

  return (
    <InsidePage value>
      <QueryResult
        answer={answer}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-40" />}
      >
        {({ proof, email }) => (
          <OwnProof
            by={proof}
            before="chat"
            email={email}
            backLabel={t('mailChange.cancel')}
            onProven={onProven}
            onBack={onBack}
          />
        )}
      </QueryResult>
    </InsidePage>
  )
}

/**
 * The own Discord account: linked by signing in there, with the roles that come with what was
 * bought (Q48).
 */
export function DiscordAccount() {
  const { t } = useTranslation(['account', 'common'])
  const answer = useQuery(ask(route, {}, { staleTime: 0 }))
  const acts = useActs()
  useReturn(acts)
  const { unproven } = acts
  if (unproven) return <Proof onProven={() => acts.run(unproven)} onBack={acts.giveUp} />

  return (
    <Card className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t('discord.title')}</h2>
        {answer.data?.linked && <Badge tone="good">{t('discord.linked')}</Badge>}
      </header>
      {acts.problem && <Notice tone="bad">{acts.problem}</Notice>}

      <QueryResult
        answer={answer}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-16" />}
      >
        {(account) => (
          <>
            <p className="text-sm wrap-anywhere text-muted">
              <Standing account={account} />
            </p>
            {account.roles.length > 0 && <Roles roles={account.roles} />}
            {account.configured && account.roles.some(({ state }) => state === 'absent') && (
              <Notice tone="info">{t('discord.away')}</Notice>
            )}
            <LinkActs account={account} acts={acts} />
          </>
        )}
      </QueryResult>
    </Card>
  )
}
