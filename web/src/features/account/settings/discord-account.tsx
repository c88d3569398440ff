import type { RoleState } from '@chaveiro/contracts/states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ApiError, call, refusalMessage } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Badge, Notice, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { InsidePage } from '../../shared/sign/sign-frame.tsx'
import { OwnProof } from './own-proof.tsx'
import { SettingRow } from './setting-row.tsx'

const roleTones: Record<RoleState, Tone> = {
  waiting: 'wait',
  given: 'good',
  taken: 'muted',
  absent: 'info',
  failed: 'wait',
}

const accountCall = ownApi.chatAccount.read
export const discordAccountQuery = ask(accountCall, {}, { staleTime: 0 })

type DiscordAction = () => Promise<{ message?: string } | void>

/**
 * Runs actions with a busy state and error text. An action that needs proof of identity first is
 * returned as `unproven`.
 */
function useDiscordActions() {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [unprovenAction, setUnprovenAction] = useState<DiscordAction | null>(null)

  async function runAction(action: DiscordAction): Promise<void> {
    setIsBusy(true)
    setProblem(null)
    setUnprovenAction(null)

    try {
      const result = await action()
      if (result?.message) toast(result.message, 'good')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.step_up')
        setUnprovenAction(() => action)
      else setProblem(refusalMessage(error, t('error.generic')))
    }

    setIsBusy(false)
    // A reply still on its way may be older than this action.
    await queryClient.cancelQueries({ queryKey: [accountCall.path] })
    void queryClient.invalidateQueries({ queryKey: [accountCall.path] })
  }

  return {
    busy: isBusy,
    problem,
    setProblem,
    unproven: unprovenAction,
    giveUp: () => setUnprovenAction(null),
    run: runAction,
  }
}

/** After the return from Discord: removes its parameters from the URL and submits them once. */
function useDiscordReturn(discordActions: ReturnType<typeof useDiscordActions>): void {
  const { t } = useTranslation('account')
  const [search, setSearch] = useSearchParams()
  const isHandled = useRef(false)

  useEffect(() => {
    const [code, state, error] = ['code', 'state', 'error'].map((name) => search.get(name))
    if (isHandled.current || !state || (!code && !error)) return

    isHandled.current = true
    const cleanedSearch = new URLSearchParams(search)
    for (const name of ['code', 'state', 'error', 'error_description']) cleanedSearch.delete(name)
    setSearch(cleanedSearch, { replace: true })
    if (code)
      void discordActions.run(() => call(ownApi.chatAccount.finish, { body: { code, state } }))
    else discordActions.setProblem(t('discord.declined'))
  }, [search, setSearch, discordActions, t])
}

type LinkedAccount = Reply<typeof accountCall>

/** The linked account, the benefits of linking, or a note that the shop has no Discord. */
function LinkState({ account: { linked, configured } }: { account: LinkedAccount }) {
  const { t } = useTranslation('account')
  if (linked) return t('discord.as', { name: linked.name ?? linked.id })

  if (configured) return t('discord.lead')

  return t('discord.unconfigured')
}

/** Roles that come with purchases, each with its state. */
function RoleList({ roles }: { roles: LinkedAccount['roles'] }) {
  const { t } = useTranslation('account')
  return (
    <ul className="grid gap-2 text-sm" aria-label={t('discord.roles')}>
      {roles.map((role, index) => (
        <li key={index} className="flex flex-wrap items-center justify-between gap-2">
          <span>{role.products.join(', ')}</span>
          <Badge tone={roleTones[role.state]}>{t(`discord.role.${role.state}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}

function LinkButtons({
  account: { linked, configured },
  acts: { busy, run: runAction },
}: {
  account: LinkedAccount
  acts: ReturnType<typeof useDiscordActions>
}) {
  const { t } = useTranslation('account')

  const startLinking = () =>
    void runAction(async () => {
      window.location.assign((await call(ownApi.chatAccount.start, {})).url)
    })

  return (
    <div className="flex flex-wrap gap-2">
      {configured && (
        <Button busy={busy} onClick={startLinking}>
          {linked ? t('discord.relink') : t('discord.link')}
        </Button>
      )}

      {linked && (
        <Button
          className="text-bad!"
          busy={busy}
          onClick={() => void runAction(() => call(ownApi.chatAccount.unlink, {}))}
        >
          {t('discord.unlink')}
        </Button>
      )}
    </div>
  )
}

/**
 * Proof of identity before a Discord account may log in to this one; the pending action continues
 * afterwards.
 */
function ProofOfIdentity({ onProven, onBack }: { onProven(): Promise<void>; onBack(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const proofQuery = useQuery(ask(ownApi.ownAccount.mailChange, {}, { staleTime: 0 }))

  return (
    <InsidePage value>
      <QueryResult
        answer={proofQuery}
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

/** The customer's Discord account: linked by signing in there, with roles from purchases (Q48). */
export function DiscordAccount() {
  const { t } = useTranslation(['account', 'common'])
  const accountQuery = useQuery(discordAccountQuery)
  const discordActions = useDiscordActions()
  useDiscordReturn(discordActions)
  const { unproven } = discordActions
  if (unproven)
    return (
      <div className="py-4">
        <ProofOfIdentity
          onProven={() => discordActions.run(unproven)}
          onBack={discordActions.giveUp}
        />
      </div>
    )

  const account = accountQuery.isError ? undefined : accountQuery.data

  return (
    <SettingRow
      title={
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">{t('discord.title')}</h2>
          {accountQuery.data?.linked && <Badge tone="good">{t('discord.linked')}</Badge>}
        </header>
      }
      value={account && <LinkState account={account} />}
      act={account && <LinkButtons account={account} acts={discordActions} />}
    >
      {discordActions.problem && <Notice tone="bad">{discordActions.problem}</Notice>}

      <QueryResult
        answer={accountQuery}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-11" />}
      >
        {({ roles, configured }) => (
          <>
            {roles.length > 0 && <RoleList roles={roles} />}
            {configured && roles.some(({ state }) => state === 'absent') && (
              <Notice tone="info">{t('discord.away')}</Notice>
            )}
          </>
        )}
      </QueryResult>
    </SettingRow>
  )
}
