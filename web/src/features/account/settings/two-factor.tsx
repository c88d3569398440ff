import type { Api } from '@chaveiro/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Badge, Notice } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ProvenAct } from './proven-act.tsx'
import { RecoveryCodes, TwoFactorSetup } from './two-factor-setup.tsx'

type Step =
  | { name: 'rest' }
  | { name: 'setup'; secret: string; uri: string; mailbox: boolean }
  | { name: 'codes'; codes: string[] }

/** Title and state of the second factor, above whatever step it is at. */
function Frame({ state, children }: { state?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('account')
  return (
    <Card className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t('twoFactor.title')}</h2>
        {state}
      </header>
      {children}
    </Card>
  )
}

type Proof = { password?: string }

/**
 * What may be done at rest: set up what is off; renew the codes of what is on, or switch it off.
 */
function Acts({
  factor: { enabled, required, recoveryCodesLeft, proof: by = 'password' },
  onStep,
  onRest,
}: {
  factor: Reply<Api['accounts']['twoFactor']>
  onStep(step: Step): void
  onRest(): void
}) {
  const { t } = useTranslation('account')

  async function setUp(body: Proof): Promise<void> {
    const { secret, uri, mailbox = false } = await call(ownApi.accounts.startTwoFactor, { body })
    if (mailbox) await call(ownApi.accounts.askOwnCode, { body: { for: 'mailbox' } })
    onStep({ name: 'setup', secret, uri, mailbox })
  }

  async function renew(body: Proof): Promise<void> {
    const done = await call(ownApi.accounts.renewRecoveryCodes, { body })
    onStep({ name: 'codes', codes: done.recoveryCodes })
  }

  async function disable(body: Proof): Promise<void> {
    toast((await call(ownApi.accounts.disableTwoFactor, { body })).message, 'good')
    onRest()
  }

  if (!enabled)
    return (
      <>
        {required && (
          <Notice tone="wait">
            <p className="text-ink">{t('twoFactor.demanded')}</p>
          </Notice>
        )}

        <p className="text-sm text-muted">{t('twoFactor.lead')}</p>

        <ProvenAct
          by={by}
          label={t('twoFactor.setUp')}
          look="primary"
          text={t(by === 'none' ? 'twoFactor.begin' : 'twoFactor.password')}
          run={setUp}
        />
      </>
    )

  return (
    <>
      <p className="text-sm text-muted">{t('twoFactor.left', { count: recoveryCodesLeft })}</p>
      <ProvenAct by={by} label={t('twoFactor.renew')} text={t('twoFactor.renewText')} run={renew} />

      {required ? (
        <p className="text-sm text-muted">{t('twoFactor.stays')}</p>
      ) : (
        <ProvenAct
          by={by}
          label={t('twoFactor.disable')}
          look="danger"
          text={t('twoFactor.disableText')}
          run={disable}
        />
      )}
    </>
  )
}

/** On or off, in one word. */
function OnOff({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('account')
  if (enabled) return <Badge tone="good">{t('twoFactor.on')}</Badge>

  return <Badge>{t('twoFactor.off')}</Badge>
}

/**
 * The second factor of the own login: set up with an authenticator app, renew the recovery codes,
 * switch off.
 */
export function TwoFactor() {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const answer = useQuery(ask(ownApi.accounts.twoFactor, {}, { staleTime: 0 }))
  const [step, setStep] = useState<Step>({ name: 'rest' })

  const rest = () => {
    setStep({ name: 'rest' })
    void client.invalidateQueries({ queryKey: [ownApi.accounts.twoFactor.path] })
  }

  if (step.name === 'setup')
    return (
      <Frame>
        <TwoFactorSetup
          secret={step.secret}
          uri={step.uri}
          mailbox={step.mailbox}
          onDone={(codes) => setStep({ name: 'codes', codes })}
          onCancel={rest}
        />
      </Frame>
    )

  if (step.name === 'codes')
    return (
      <Frame>
        <RecoveryCodes codes={step.codes} onSeen={rest} />
      </Frame>
    )

  const known = answer.isError ? undefined : answer.data

  return (
    <Frame state={known ? <OnOff enabled={known.enabled} /> : null}>
      <QueryResult
        answer={answer}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-16" />}
      >
        {(factor) => <Acts factor={factor} onStep={setStep} onRest={rest} />}
      </QueryResult>
    </Frame>
  )
}
