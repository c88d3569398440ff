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
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ActionWithProof } from './proven-act.tsx'
import { RecoveryCodes, TwoFactorSetup } from './two-factor-setup.tsx'

export const twoFactorQuery = ask(ownApi.accounts.twoFactor, {}, { staleTime: 0 })

type FactorStep =
  | { name: 'rest' }
  | { name: 'setup'; secret: string; uri: string; mailbox: boolean }
  | { name: 'codes'; codes: string[] }

/** Title and state of the second factor around any step. */
function FactorFrame({ state, children }: { state?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('account')
  return (
    <section data-row className="grid gap-3 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold">{t('twoFactor.title')}</h2>
        {state}
      </header>
      {children}
    </section>
  )
}

type PasswordProof = { password?: string }

/** Actions while no step is open: set up, renew recovery codes, or disable. */
function FactorActions({
  factor: { enabled, required, recoveryCodesLeft, proof: by = 'password' },
  onStep,
  onRest,
}: {
  factor: Reply<Api['accounts']['twoFactor']>
  onStep(step: FactorStep): void
  onRest(): void
}) {
  const { t } = useTranslation('account')

  async function startSetup(body: PasswordProof): Promise<void> {
    const { secret, uri, mailbox = false } = await call(ownApi.accounts.startTwoFactor, { body })
    if (mailbox) await call(ownApi.accounts.askOwnCode, { body: { for: 'mailbox' } })
    onStep({ name: 'setup', secret, uri, mailbox })
  }

  async function renewCodes(body: PasswordProof): Promise<void> {
    const renewed = await call(ownApi.accounts.renewRecoveryCodes, { body })
    onStep({ name: 'codes', codes: renewed.recoveryCodes })
  }

  async function disableFactor(body: PasswordProof): Promise<void> {
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

        <ActRow text={t('twoFactor.lead')}>
          <ActionWithProof
            by={by}
            label={t('twoFactor.setUp')}
            look="primary"
            text={t(by === 'none' ? 'twoFactor.begin' : 'twoFactor.password')}
            run={startSetup}
          />
        </ActRow>
      </>
    )

  return (
    <>
      <ActRow text={t('twoFactor.left', { count: recoveryCodesLeft })}>
        <ActionWithProof
          by={by}
          label={t('twoFactor.renew')}
          text={t('twoFactor.renewText')}
          run={renewCodes}
        />
      </ActRow>

      {required && <p className="text-sm text-muted">{t('twoFactor.stays')}</p>}

      {!required && (
        <ActionWithProof
          by={by}
          label={t('twoFactor.disable')}
          look="danger"
          text={t('twoFactor.disableText')}
          run={disableFactor}
        />
      )}
    </>
  )
}

/** A text with its act at the right; the act's form, once open, is below. */
function ActRow({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-[1_1_14rem] text-sm text-muted">{text}</p>
      {children}
    </div>
  )
}

function EnabledBadge({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('account')
  if (enabled) return <Badge tone="good">{t('twoFactor.on')}</Badge>

  return <Badge>{t('twoFactor.off')}</Badge>
}

/** The second factor of the login: setup, recovery codes, disabling. */
export function TwoFactor() {
  const { t } = useTranslation(['account', 'common'])
  const queryClient = useQueryClient()
  const factorQuery = useQuery(twoFactorQuery)
  const [step, setStep] = useState<FactorStep>({ name: 'rest' })

  const returnToRest = () => {
    setStep({ name: 'rest' })
    void queryClient.invalidateQueries({ queryKey: [ownApi.accounts.twoFactor.path] })
  }

  if (step.name === 'setup')
    return (
      <FactorFrame>
        <TwoFactorSetup
          secret={step.secret}
          uri={step.uri}
          mailbox={step.mailbox}
          onDone={(codes) => setStep({ name: 'codes', codes })}
          onCancel={returnToRest}
        />
      </FactorFrame>
    )

  if (step.name === 'codes')
    return (
      <FactorFrame>
        <RecoveryCodes codes={step.codes} onSeen={returnToRest} />
      </FactorFrame>
    )

  const loadedFactor = factorQuery.isError ? undefined : factorQuery.data

  return (
    <FactorFrame state={loadedFactor && <EnabledBadge enabled={loadedFactor.enabled} />}>
      <QueryResult
        answer={factorQuery}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-16" />}
      >
        {(factor) => <FactorActions factor={factor} onStep={setStep} onRest={returnToRest} />}
      </QueryResult>
    </FactorFrame>
  )
}
