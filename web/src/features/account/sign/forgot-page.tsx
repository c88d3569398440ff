import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { Field } from '../../../ui/field.tsx'
import { SignFrame, signLinkClass } from '../../shared/sign/sign-frame.tsx'
import { emailError, useSign } from '../../shared/sign/use-sign.ts'

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const { state } = useLocation()
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const signIn = useSign('forgot_password', t('error.generic'))
  useTitle(t('forgot.title'), t('common:head.forgot'))

  const requestLink = handleSubmit(({ email }) =>
    signIn.run(async (recaptchaToken) =>
      setConfirmation(
        (await call(ownApi.accounts.forgotPassword, { body: { email, recaptchaToken } })).message,
      ),
    ),
  )

  return (
    <SignFrame
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      submit={t('forgot.submit')}
      busy={signIn.busy}
      error={signIn.error}
      done={confirmation}
      onSubmit={(event) => void requestLink(event)}
      links={
        <Link className={signLinkClass} to={paths.login} state={state}>
          {t('forgot.toLogin')}
        </Link>
      }
    >
      <Field
        label={t('field.email')}
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', { validate: (value) => emailError(value, t) ?? true })}
      />
    </SignFrame>
  )
}
