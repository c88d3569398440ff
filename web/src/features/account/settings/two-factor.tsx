import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { Badge, Notice } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PasswordAct } from './password-act.tsx'
import { RecoveryCodes, TwoFactorSetup } from './two-factor-setup.tsx'

type Step =
  | { name: 'rest' }
  | { name: 'setup'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] }

/** The second factor of the own login: set up with an authenticator app, renew the recovery codes, switch off. */
export function TwoFactor() {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const answer = useQuery(ask(api.accounts.twoFactor, {}, { staleTime: 0 }))
  const [step, setStep] = useState<Step>({ name: 'rest' })
  const rest = () => {
    setStep({ name: 'rest' })
    void client.invalidateQueries({ queryKey: [api.accounts.twoFactor.path] })
  }
  const frame = (state: ReactNode, content: ReactNode) => (
    <Card className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t('twoFactor.title')}</h2>
        {state}
      </header>
      {content}
    </Card>
  )
  if (step.name === 'setup')
    return frame(
      null,
      <TwoFactorSetup
        secret={step.secret}
        uri={step.uri}
        onDone={(codes) => setStep({ name: 'codes', codes })}
        onCancel={rest}
      />,
    )
  if (step.name === 'codes') return frame(null, <RecoveryCodes codes={step.codes} onSeen={rest} />)
  if (answer.isError)
    return frame(
      null,
      <ErrorState
        text={t('error.generic')}
        retry={t('common:action.retry')}
        onRetry={() => void answer.refetch()}
      />,
    )
  if (!answer.data) return frame(null, <Skeleton className="h-16" />)
  const { enabled, required, recoveryCodesLeft } = answer.data
  if (!enabled)
    return frame(
      <Badge>{t('twoFactor.off')}</Badge>,
      <>
        {required ? (
          <Notice tone="wait">
            <p className="text-ink">{t('twoFactor.demanded')}</p>
          </Notice>
        ) : null}
        <p className="text-sm text-muted">{t('twoFactor.lead')}</p>
        <PasswordAct
          label={t('twoFactor.setUp')}
          look="primary"
          text={t('twoFactor.password')}
          run={async (password) => {
            const { secret, uri } = await call(api.accounts.startTwoFactor, { body: { password } })
            setStep({ name: 'setup', secret, uri })
          }}
        />
      </>,
    )
  return frame(
    <Badge tone="good">{t('twoFactor.on')}</Badge>,
    <>
      <p className="text-sm text-muted">{t('twoFactor.left', { count: recoveryCodesLeft })}</p>
      <PasswordAct
        label={t('twoFactor.renew')}
        text={t('twoFactor.renewText')}
        run={async (password) =>
          setStep({
            name: 'codes',
            codes: (await call(api.accounts.renewRecoveryCodes, { body: { password } }))
              .recoveryCodes,
          })
        }
      />
      {required ? (
        <p className="text-sm text-muted">{t('twoFactor.stays')}</p>
      ) : (
        <PasswordAct
          label={t('twoFactor.disable')}
          look="danger"
          text={t('twoFactor.disableText')}
          run={async (password) => {
            toast(
              (await call(api.accounts.disableTwoFactor, { body: { password } })).message,
              'good',
            )
            rest()
          }}
        />
      )}
    </>,
  )
}
