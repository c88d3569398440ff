import { demoAccounts, demoPassword, staffRoles, timings } from '@chaveiro/contracts/limits'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { api, call } from '../../../lib/call.ts'
import { paths } from '../../../lib/paths.ts'
import { accessToken, decodeToken } from '../../../lib/session.ts'
import { useSite } from '../../../lib/site.ts'
import { useTitle } from '../../../lib/title.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { challengeOf, SecondStep } from './second-step.tsx'
import { SignFrame } from './sign-frame.tsx'
import { useEnter, useSign } from './use-sign.ts'

type Form = { email: string; password: string }

/** Looks at the stored role every second (S151, Q07): a login in another tab moves this one on. */
function useLoginElsewhere(paused: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (paused) return
    const before = accessToken()
    const timer = setInterval(() => {
      const token = accessToken()
      const claims = token && token !== before ? decodeToken(token) : null
      if (claims)
        void navigate(staffRoles.includes(claims.role) ? paths.adminUsers : paths.dashboard, {
          replace: true,
        })
    }, timings.loginRolePoll)
    return () => clearInterval(timer)
  }, [paused, navigate])
}

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const { store } = useSite()
  const { state } = useLocation()
  const { register, handleSubmit, setValue, formState } = useForm<Form>({
    defaultValues: { email: '', password: '' },
  })
  const sign = useSign('login', t('error.generic'))
  const enter = useEnter()
  useTitle(t('login.title'), t('common:head.login'))
  useLoginElsewhere(sign.busy)
  const [challenge, setChallenge] = useState<string | null>(null)
  const submit = handleSubmit(({ email, password }) =>
    sign.run(async (recaptchaToken) => {
      try {
        await enter(await call(api.accounts.login, { body: { email, password, recaptchaToken } }))
      } catch (failure) {
        const asked = challengeOf(failure)
        if (!asked) throw failure
        setChallenge(asked)
      }
    }),
  )
  if (challenge)
    return (
      <SecondStep
        challenge={challenge}
        onEnter={enter}
        onBack={(error) => {
          setChallenge(null)
          sign.setError(error)
        }}
      />
    )
  return (
    <SignFrame
      title={t('login.title')}
      submit={t('login.submit')}
      busy={sign.busy}
      error={sign.error}
      onSubmit={(event) => void submit(event)}
      links={
        <>
          <Link className="underline" to={paths.register} state={state}>
            {t('login.toRegister')}
          </Link>
          <Link className="underline" to={paths.forgotPassword}>
            {t('login.toForgot')}
          </Link>
        </>
      }
      below={
        store.demo ? (
          <Card className="grid gap-3 text-sm">
            <p className="text-muted">{t('login.demo', { password: demoPassword })}</p>
            <div className="flex flex-wrap gap-2">
              {demoAccounts.map(({ email }) => (
                <Button
                  key={email}
                  size="sm"
                  onClick={() => {
                    setValue('email', email)
                    setValue('password', demoPassword)
                  }}
                >
                  {email}
                </Button>
              ))}
            </div>
          </Card>
        ) : null
      }
    >
      <Field
        label={t('field.email')}
        type="email"
        autoComplete="username"
        error={formState.errors.email && t('field.required')}
        {...register('email', { required: true })}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        show={t('common:action.show')}
        hide={t('common:action.hide')}
        error={formState.errors.password && t('field.required')}
        {...register('password', { required: true })}
      />
    </SignFrame>
  )
}
