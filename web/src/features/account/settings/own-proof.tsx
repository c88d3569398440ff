import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { CodeForm } from '../../shared/sign/code-form.tsx'
import { SignFrame } from '../../shared/sign/sign-frame.tsx'
import { useOneAct } from './use-one-act.ts'

type Props = {
  /** By what this account proves who one is; none where a proof has just run out. */
  by: 'none' | 'password' | 'mail' | 'factor'
  /** What waits for the proof: another mail, a Discord account that opens it, the second factor. */
  before?: 'mail' | 'chat' | 'login'
  /** The mail of the account. */
  email: string
  backLabel: string
  onProven(): Promise<void>
  onBack(): void
}

/**
 * Who one is, before the own mail or login is changed: the password, a code of the authenticator app,
 * or without either a code to the mail of now (P171, P182).
 */
export function OwnProof(props: Props) {
  if (props.by === 'mail') return <ByMail {...props} />

  return <ByHand {...props} />
}

const leads = {
  mail: { password: 'proof.passwordLead', factor: 'proof.factorLead' },
  chat: { password: 'proof.chatPasswordLead', factor: 'proof.chatFactorLead' },
  login: { password: 'twoFactor.password', factor: 'proof.loginFactorLead' },
} as const

function ByHand({ by, before = 'mail', email, backLabel, onProven, onBack }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const act = useOneAct()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { given: '' } })

  const submit = handleSubmit(({ given }) =>
    act.run(async () => {
      const body = by === 'factor' ? { code: given.trim() } : { password: given }
      await call(ownApi.accounts.stepUp, { body })
      await onProven()
    }),
  )

  const error = formState.errors.given && t('field.required')

  return (
    <SignFrame
      title={t('proof.title')}
      lead={t(leads[before][by === 'factor' ? 'factor' : 'password'], { email })}
      submit={t('proof.submit')}
      busy={act.busy}
      error={act.problem}
      onSubmit={(event) => void submit(event)}
      links={
        <Button look="ghost" size="sm" className="-mx-3 underline" onClick={onBack}>
          {backLabel}
        </Button>
      }
    >
      {by === 'factor' ? (
        <Field
          label={t('twoFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          autoFocus
          error={error}
          {...register('given', { required: true })}
        />
      ) : (
        <PasswordField
          label={t('field.currentPassword')}
          autoComplete="current-password"
          autoFocus
          show={t('common:action.show')}
          hide={t('common:action.hide')}
          error={error}
          {...register('given', { required: true })}
        />
      )}
    </SignFrame>
  )
}

function ByMail({ email, backLabel, onProven, onBack }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const act = useOneAct()
  const [sent, setSent] = useState(false)

  const send = async (): Promise<boolean> => {
    const done = await act.run(async () => {
      await call(ownApi.accounts.askOwnCode, { body: { for: 'proof' } })
    })
    if (done) setSent(true)

    return done
  }

  if (sent)
    return (
      <CodeForm
        title={t('proof.title')}
        lead={t('mailChange.codeLead', { email })}
        submit={t('proof.submit')}
        problem={act.problem}
        backLabel={backLabel}
        onCode={async (code) => {
          await call(ownApi.accounts.stepUp, { body: { mailCode: code } })
          await onProven()
        }}
        onAgain={send}
        onBack={onBack}
      />
    )

  return (
    <SignFrame
      title={t('proof.title')}
      lead={t('proof.mailLead', { email })}
      submit={t('proof.send')}
      busy={act.busy}
      error={act.problem}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      links={
        <Button look="ghost" size="sm" className="-mx-3 underline" onClick={onBack}>
          {backLabel}
        </Button>
      }
    >
      {null}
    </SignFrame>
  )
}
