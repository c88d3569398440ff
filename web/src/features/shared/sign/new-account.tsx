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

const registerByLoginCode = (body: { name: string; termsAccepted: boolean }): Promise<SignedIn> =>
  call(ownApi.accounts.registerByLoginCode, { body })

/** Errors after which the account can no longer be made, so that the customer starts again. */
const expiredProofCodes = [
  'login_code.over',
  'chat_login.over',
  'account.email_taken',
  'chat.taken',
]

/** Provisional name of an account until its owner chooses one. */
const provisionalName = (email: string, namedLater: boolean) =>
  namedLater ? email.split('@')[0]!.slice(0, 80) : ''

/**
 * Name and terms of a customer with a proven mail and no account yet (P140), with a suggested name.
 * The checkout asks for the name together with its other fields.
 */
export function NewAccount({
  email,
  suggested = nameFrom(email),
  register: createAccount = registerByLoginCode,
  namedLater = false,
  onEnter,
  onBack,
}: {
  email: string
  /** Initial content of the name field. */
  suggested?: string
  /** Creates the account; by default for a customer who came with a login code. */
  register?(body: { name: string; termsAccepted: boolean }): Promise<SignedIn>
  /** The name is asked for later, with the payment's other fields. */
  namedLater?: boolean
  onEnter(answer: SignedIn): Promise<void>
  /** The proof has expired, or the account was made meanwhile. */
  onBack(error: string): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const termsId = useId()
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: suggested || provisionalName(email, namedLater), terms: false },
  })

  const submitAccount = handleSubmit(async ({ name, terms }) => {
    setError(null)
    try {
      const createdAccount = await createAccount({ name: name.trim(), termsAccepted: terms })
      justJoined.note(createdAccount.data.user.id, !namedLater)
      await onEnter(createdAccount)
    } catch (failure) {
      if (!(failure instanceof ApiError))
        return setError(storageRefusal(failure, t) ?? t('common:error.network'))
      if (expiredProofCodes.includes(failure.code)) return onBack(failure.message)

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
      onSubmit={(event) => void submitAccount(event)}
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
        id={termsId}
        autoFocus={namedLater}
        error={errors.terms && t('register.terms')}
        {...register('terms', { required: true })}
      >
        {t('register.termsBefore')}
        <Link to={paths.terms} target="_blank" className="link">
          {t('register.termsLink')}
        </Link>
      </Checkbox>
    </SignFrame>
  )
}
