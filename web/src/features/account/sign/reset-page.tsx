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

type Form = { password: string; confirm: string }

/** Why the new password cannot be sent (S199). */
function faultOf({
  password,
  confirm,
}: Form): 'reset.bothFields' | 'reset.mismatch' | 'reset.short' | 'reset.rules' | null {
  if (!password || !confirm) return 'reset.bothFields'
  if (password !== confirm) return 'reset.mismatch'
  if (password.length < rules.resetMin) return 'reset.short'

  return /\p{Lu}/u.test(password) && /\d/.test(password) ? null : 'reset.rules'
}

/** The token that this entry of the history keeps, so that a reload does not lose it (S029). */
function keptToken(): string | null {
  const state = window.history.state as { resetToken?: unknown } | null
  return typeof state?.resetToken === 'string' ? state.resetToken : null
}

/** The token of the link, taken out of the address bar so that nobody reads it there. */
function useLinkToken(): string | null {
  const [query] = useSearchParams()
  const [token] = useState(() => query.get('token') ?? keptToken())

  useEffect(() => {
    if (token)
      window.history.replaceState(
        { ...window.history.state, resetToken: token },
        '',
        paths.resetPassword,
      )
  }, [token])

  return token
}

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const navigate = useNavigate()
  const token = useLinkToken()
  const { register, handleSubmit } = useForm<Form>({ defaultValues: { password: '', confirm: '' } })
  const [done, setDone] = useState<string | null>(null)
  const sign = useSign('reset_password', t('error.generic'))
  useTitle(t('reset.title'))

  useEffect(() => {
    if (!done) return

    const timer = setTimeout(
      () => void navigate(paths.login, { replace: true }),
      timings.resetRedirect,
    )

    return () => clearTimeout(timer)
  }, [done, navigate])

  if (!token)
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

  const submit = handleSubmit((form) => {
    const fault = faultOf(form)
    if (fault) return sign.setError(t(fault, { min: rules.resetMin }))

    return sign.run(async (recaptchaToken) => {
      const { message } = await call(ownApi.accounts.resetPassword, {
        body: { token, newPassword: form.password, recaptchaToken },
      })
      clearSession()
      setDone(message)
    })
  })

  const toggle = { show: t('common:action.show'), hide: t('common:action.hide') }

  return (
    <SignFrame
      title={t('reset.title')}
      lead={t('reset.lead', { min: rules.resetMin })}
      submit={t('reset.submit')}
      busy={sign.busy}
      error={sign.error}
      done={done}
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        label={t('field.newPassword')}
        autoComplete="new-password"
        {...toggle}
        {...register('password')}
      />

      <PasswordField
        label={t('field.confirm')}
        autoComplete="new-password"
        {...toggle}
        {...register('confirm')}
      />
    </SignFrame>
  )
}
