import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { challengeOf } from './second-step.tsx'
import { SignFrame } from './sign-frame.tsx'
import type { SignedIn } from './use-sign.ts'

type Props = {
  email: string
  /** Why another code could not be sent. */
  problem: string | null
  onEnter(answer: SignedIn): Promise<void>
  /** Staff go on to their second factor. */
  onChallenge(challenge: string): void
  onAgain(): Promise<void>
  onBack(): void
}

/** Where the six digits from the mail are entered (Q117). */
export function MailCode({ email, problem, onEnter, onChallenge, onAgain, onBack }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const [error, setError] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { code: '' } })
  const submit = handleSubmit(async ({ code }) => {
    setError(null)
    try {
      await onEnter(await call(api.accounts.enterByLoginCode, { body: { code } }))
    } catch (failure) {
      const challenge = challengeOf(failure)
      if (challenge) return onChallenge(challenge)
      setOver(failure instanceof ApiError && failure.code === 'login_code.over')
      setError(failure instanceof ApiError ? failure.message : t('common:error.network'))
    }
  })
  return (
    <SignFrame
      title={t('code.title')}
      lead={t('code.lead', { email })}
      submit={t('code.submit')}
      busy={formState.isSubmitting}
      error={error ?? problem}
      onSubmit={(event) => void submit(event)}
      links={
        <>
          <Button
            look={over ? 'primary' : 'ghost'}
            size="sm"
            className={over ? undefined : '-mx-3 underline'}
            onClick={() => {
              reset()
              setError(null)
              setOver(false)
              void onAgain()
            }}
          >
            {t('code.again')}
          </Button>
          <Button look="ghost" size="sm" className="-mx-3 underline" onClick={onBack}>
            {t('code.back')}
          </Button>
        </>
      }
    >
      <Field
        label={t('code.label')}
        hint={t('code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        autoFocus
        error={formState.errors.code && t('code.invalid')}
        {...register('code', { validate: (value) => /^\d{6}$/.test(value.replace(/\s/g, '')) })}
      />
    </SignFrame>
  )
}
