import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { CodeForm } from '../../shared/sign/code-form.tsx'
import { SignFrame, SignLinkButton } from '../../shared/sign/sign-frame.tsx'
import { useSingleAction } from './use-one-act.ts'

type OwnProofProps = {
  /** The proof that the account must give; none while a recent proof is still valid. */
  by: 'none' | 'password' | 'mail' | 'factor'
  /** The change that needs the proof: mail, linking Discord, or the second factor. */
  before?: 'mail' | 'chat' | 'login'
  email: string
  backLabel: string
  onProven(): Promise<void>
  onBack(): void
}

/**
 * Proof of identity before mail or login change: password, authenticator code, or a code to the
 * current mail address (P171, P182).
 */
export function OwnProof(props: OwnProofProps) {
  if (props.by === 'mail') return <MailProof {...props} />

  return <TypedProof {...props} />
}

const leadTexts = {
  mail: { password: 'proof.passwordLead', factor: 'proof.factorLead' },
  chat: { password: 'proof.chatPasswordLead', factor: 'proof.chatFactorLead' },
  login: { password: 'twoFactor.password', factor: 'proof.loginFactorLead' },
} as const

function TypedProof({
  by,
  before: purpose = 'mail',
  email,
  backLabel,
  onProven,
  onBack,
}: OwnProofProps) {
  const { t } = useTranslation(['account', 'common'])
  const singleAction = useSingleAction()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { given: '' } })

  const submitProof = handleSubmit(({ given: secret }) =>
    singleAction.run(async () => {
      const body = by === 'factor' ? { code: secret.trim() } : { password: secret }
      await call(ownApi.accounts.stepUp, { body })
      await onProven()
    }),
  )

  const fieldError = formState.errors.given && t('field.required')

  return (
    <SignFrame
      title={t('proof.title')}
      lead={t(leadTexts[purpose][by === 'factor' ? 'factor' : 'password'], { email })}
      submit={t('proof.submit')}
      busy={singleAction.busy}
      error={singleAction.problem}
      onSubmit={(event) => void submitProof(event)}
      links={<SignLinkButton onClick={onBack}>{backLabel}</SignLinkButton>}
    >
      {by === 'factor' && (
        <Field
          label={t('twoFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          autoFocus
          error={fieldError}
          {...register('given', { required: true })}
        />
      )}

      {by !== 'factor' && (
        <PasswordField
          label={t('field.currentPassword')}
          autoComplete="current-password"
          autoFocus
          show={t('common:action.show')}
          hide={t('common:action.hide')}
          error={fieldError}
          {...register('given', { required: true })}
        />
      )}
    </SignFrame>
  )
}

function MailProof({ email, backLabel, onProven, onBack }: OwnProofProps) {
  const { t } = useTranslation(['account', 'common'])
  const singleAction = useSingleAction()
  const [isSent, setIsSent] = useState(false)

  const sendCode = async (): Promise<boolean> => {
    const isDone = await singleAction.run(async () => {
      await call(ownApi.accounts.askOwnCode, { body: { for: 'proof' } })
    })
    if (isDone) setIsSent(true)

    return isDone
  }

  if (isSent)
    return (
      <CodeForm
        title={t('proof.title')}
        lead={t('mailChange.codeLead', { email })}
        submit={t('proof.submit')}
        problem={singleAction.problem}
        backLabel={backLabel}
        onCode={async (code) => {
          await call(ownApi.accounts.stepUp, { body: { mailCode: code } })
          await onProven()
        }}
        onAgain={sendCode}
        onBack={onBack}
      />
    )

  return (
    <SignFrame
      title={t('proof.title')}
      lead={t('proof.mailLead', { email })}
      submit={t('proof.send')}
      busy={singleAction.busy}
      error={singleAction.problem}
      onSubmit={(event) => {
        event.preventDefault()
        void sendCode()
      }}
      links={<SignLinkButton onClick={onBack}>{backLabel}</SignLinkButton>}
    >
      {null}
    </SignFrame>
  )
}
