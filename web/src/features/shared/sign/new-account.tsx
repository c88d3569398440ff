import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { justJoined } from './just-joined.ts'
import { nameFrom } from './name-from.ts'
import { SignFrame } from './sign-frame.tsx'
import { storageRefusal, type SignedIn } from './use-sign.ts'

const byLoginCode = (body: { name: string; termsAccepted: boolean }): Promise<SignedIn> =>
  call(ownApi.accounts.registerByLoginCode, { body })

/** What ends the proof that an account is made by. */
const overCodes = ['login_code.over', 'chat_login.over', 'account.email_taken', 'chat.taken']

/** What an account is called until its person says so. */
const guessed = (email: string, namedLater: boolean) =>
  namedLater ? email.split('@')[0]!.slice(0, 80) : ''

/**
 * Name and terms of somebody whose mail is proven and who has no account yet (P140); the name that
 * the mail suggests stands there already. The checkout asks for the name where it asks for the rest.
 */
export function NewAccount({
  email,
  suggested = nameFrom(email),
  register: make = byLoginCode,
  namedLater = false,
  onEnter,
  onBack,
}: {
  email: string
  /** The name that stands in the field. */
  suggested?: string
  /** Makes the account; of who came by a code where nothing else is said. */
  register?(body: { name: string; termsAccepted: boolean }): Promise<SignedIn>
  /** The name is asked for with what else a payment needs. */
  namedLater?: boolean
  onEnter(answer: SignedIn): Promise<void>
  /** The proof is over, or somebody has made the account meanwhile. */
  onBack(error: string): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: suggested || guessed(email, namedLater), terms: false },
  })

  const submit = handleSubmit(async ({ name, terms }) => {
    setError(null)
    try {
      const made = await make({ name: name.trim(), termsAccepted: terms })
      justJoined.note(made.data.user.id, !namedLater)
      await onEnter(made)
    } catch (failure) {
      if (!(failure instanceof ApiError))
        return setError(storageRefusal(failure, t) ?? t('common:error.network'))
      if (overCodes.includes(failure.code)) return onBack(failure.message)

      setError(failure.message || t('error.generic'))
    }
  })

  const { errors } = formState

  return (
    <SignFrame
      title={t(namedLater ? 'newAccount.termsTitle' : 'newAccount.title')}
      lead={t('newAccount.lead', { email })}
      submit={t('newAccount.submit')}
      busy={formState.isSubmitting}
      error={error}
      onSubmit={(event) => void submit(event)}
    >
      {!namedLater && (
        <Field
          label={t('field.name')}
          autoComplete="name"
          maxLength={80}
          autoFocus
          error={errors.name && t('field.required')}
          {...register('name', { validate: (value) => value.trim() !== '' })}
        />
      )}

      <Checkbox
        id={id}
        autoFocus={namedLater}
        error={errors.terms && t('register.terms')}
        {...register('terms', { required: true })}
      >
        {t('register.termsBefore')}
        <Link to={paths.terms} target="_blank" className="font-medium underline">
          {t('register.termsLink')}
        </Link>
      </Checkbox>
    </SignFrame>
  )
}
