import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SignFrame } from './sign-frame.tsx'
import type { SignedIn } from './use-sign.ts'

/**
 * The challenge of a login whose password was right and that still needs a code; null for any other
 * failure.
 */
export function challengeOf(failure: unknown): string | null {
  return failure instanceof ApiError &&
    failure.code === 'auth.two_factor_required' &&
    typeof failure.body.challenge === 'string'
    ? failure.body.challenge
    : null
}

/** What was right before the second step: the words say it. */
export type FirstStep = 'password' | 'code' | 'discord'

const leads = {
  password: 'twoFactor.loginLead',
  code: 'twoFactor.codeLead',
  discord: 'twoFactor.discordLead',
} as const

/**
 * The second step of a login: a code of the authenticator app, or one of the recovery codes.
 * A challenge that is over goes back to the first step.
 */
export function SecondStep({
  challenge,
  after,
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

  const submit = handleSubmit(async ({ code }) => {
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
      lead={t(leads[after])}
      submit={t('twoFactor.verify')}
      busy={formState.isSubmitting}
      error={error}
      onSubmit={(event) => void submit(event)}
      links={
        <Button look="ghost" size="sm" onClick={() => onBack(null)}>
          {t('twoFactor.back')}
        </Button>
      }
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
