import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { Field } from '../../../ui/field.tsx'
import { SignFrame, SignLinkButton } from './sign-frame.tsx'
import type { SignedIn } from './use-sign.ts'

/** Challenge of a login that needs a second factor; null for any other failure. */
export function challengeOf(failure: unknown): string | null {
  if (
    failure instanceof ApiError &&
    failure.code === 'auth.two_factor_required' &&
    typeof failure.body.challenge === 'string'
  )
    return failure.body.challenge

  return null
}

/** The first step that succeeded; selects the text. */
export type FirstStep = 'password' | 'code' | 'discord'

const leadTexts = {
  password: 'twoFactor.loginLead',
  code: 'twoFactor.codeLead',
  discord: 'twoFactor.discordLead',
} as const

/**
 * Second step of a login: a code of the authenticator app or a recovery code. An expired challenge
 * returns to the first step.
 */
export function SecondStep({
  challenge,
  after: firstStep,
  onEnter,
  onBack,
}: {
  challenge: string
  after: FirstStep
  onEnter(answer: SignedIn): Promise<void>
  onBack(error: string | null): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })

  const submitCode = handleSubmit(async ({ code }) => {
    setError(null)
    try {
      await onEnter(
        await call(ownApi.accounts.loginSecondStep, { body: { challenge, code: code.trim() } }),
      )
    } catch (failure) {
      if (!(failure instanceof ApiError)) return setError(t('common:error.network'))
      if (failure.code === 'two_factor.challenge_invalid') return onBack(failure.message)

      setError(failure.message || t('error.generic'))
    }
  })

  return (
    <SignFrame
      title={t('twoFactor.title')}
      lead={t(leadTexts[firstStep])}
      submit={t('twoFactor.verify')}
      busy={formState.isSubmitting}
      error={error}
      onSubmit={(event) => void submitCode(event)}
      links={<SignLinkButton onClick={() => onBack(null)}>{t('twoFactor.back')}</SignLinkButton>}
    >
      <Field
        label={t('twoFactor.code')}
        hint={t('twoFactor.codeHint')}
        autoComplete="one-time-code"
        autoFocus
        spellCheck={false}
        maxLength={32}
        error={formState.errors.code && t('field.required')}
        {...register('code', { validate: (value) => value.trim() !== '' })}
      />
    </SignFrame>
  )
}
