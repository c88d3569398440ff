import { password as rules, timings } from '@chaveiro/contracts/limits'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { clearSession } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { SignFrame } from '../../shared/sign/sign-frame.tsx'
import { useSign } from '../../shared/sign/use-sign.ts'

type ResetForm = { password: string; confirm: string }

/** Why the new password cannot be sent; null if it can (S199). */
function findFault({
  password,
  confirm,
}: ResetForm): 'reset.bothFields' | 'reset.mismatch' | 'reset.short' | 'reset.rules' | null {
  if (!password || !confirm) return 'reset.bothFields'
  if (password !== confirm) return 'reset.mismatch'
  if (password.length < rules.resetMin) return 'reset.short'

  if (/\p{Lu}/u.test(password) && /\d/.test(password)) return null

  return 'reset.rules'
}

/** Token in this history entry, which survives a reload (S029). */
function storedToken(): string | null {
  const historyState = window.history.state as { resetToken?: unknown } | null
  if (typeof historyState?.resetToken !== 'string') return null

  return historyState.resetToken
}

/** Token of the link; it is removed from the address bar. */
function useLinkToken(): string | null {
  const [searchParams] = useSearchParams()
  const [linkToken] = useState(() => searchParams.get('token') ?? storedToken())

  useEffect(() => {
    if (linkToken)
      window.history.replaceState(
        { ...window.history.state, resetToken: linkToken },
        '',
        paths.resetPassword,
      )
  }, [linkToken])

  return linkToken
}

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const navigate = useNavigate()
  const linkToken = useLinkToken()
  const { register, handleSubmit } = useForm<ResetForm>({
    defaultValues: { password: '', confirm: '' },
  })
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const signIn = useSign('reset_password', t('error.generic'))
  useTitle(t('reset.title'))

  useEffect(() => {
    if (!confirmation) return

    const redirectTimer = setTimeout(
      () => void navigate(paths.login, { replace: true }),
      timings.resetRedirect,
    )

    return () => clearTimeout(redirectTimer)
  }, [confirmation, navigate])

  if (!linkToken)
    return (
      <div className="page grid justify-items-center py-10">
        <div className="grid w-full max-w-md gap-5">
          <h1 className="text-xl font-bold tracking-tight">{t('reset.title')}</h1>
          <Notice tone="bad">{t('reset.noToken')}</Notice>
          <Link to={paths.forgotPassword} className={buttonClass('primary')}>
            {t('reset.toForgot')}
          </Link>
        </div>
      </div>
    )

  const submitPassword = handleSubmit((form) => {
    const inputFault = findFault(form)
    if (inputFault) return signIn.setError(t(inputFault, { min: rules.resetMin }))

    return signIn.run(async (recaptchaToken) => {
      const { message } = await call(ownApi.accounts.resetPassword, {
        body: { token: linkToken, newPassword: form.password, recaptchaToken },
      })
      clearSession()
      setConfirmation(message)
    })
  })

  const toggleLabels = { show: t('common:action.show'), hide: t('common:action.hide') }

  return (
    <SignFrame
      title={t('reset.title')}
      lead={t('reset.lead', { min: rules.resetMin })}
      submit={t('reset.submit')}
      busy={signIn.busy}
      error={signIn.error}
      done={confirmation}
      onSubmit={(event) => void submitPassword(event)}
    >
      <PasswordField
        label={t('field.newPassword')}
        autoComplete="new-password"
        {...toggleLabels}
        {...register('password')}
      />

      <PasswordField
        label={t('field.confirm')}
        autoComplete="new-password"
        {...toggleLabels}
        {...register('confirm')}
      />
    </SignFrame>
  )
}
