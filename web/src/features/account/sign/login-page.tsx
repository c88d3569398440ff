import { demoAccounts } from '@chaveiro/contracts/demo-accounts'
import { demoPassword, timings } from '@chaveiro/contracts/limits'
import { useEffect, useState, type FormEvent } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { accessToken, clearSession, decodeToken, lossOfSession } from '../../../state/session.ts'
import { useSite } from '../../../state/site.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { pathAfterLogin } from '../../shared/sign/after-login.ts'
import { CodeSteps, useCodeSteps } from '../../shared/sign/code-steps.tsx'
import { DiscordButton } from '../../shared/sign/discord-button.tsx'
import { challengeOf } from '../../shared/sign/second-step.tsx'
import { SignFrame } from '../../shared/sign/sign-frame.tsx'
import { emailError, useEnter, useSign, type Sign } from '../../shared/sign/use-sign.ts'

type Form = { email: string; password: string }

/**
 * Looks at the stored role every second (S151, Q07): a login in another tab moves this one on; a
 * session that is lost is forgotten here too, and told. Answers why one was lost, null when none
 * was.
 */
function useLoginElsewhere(paused: boolean): string | null {
  const navigate = useNavigate()
  const from = (useLocation().state as { from?: unknown } | null)?.from
  const [lost, setLost] = useState(lossOfSession)

  useEffect(() => {
    if (paused) return

    let before = accessToken()

    const timer = setInterval(() => {
      const token = accessToken()
      if (token === before) return

      const claims = token ? decodeToken(token) : null
      if (claims) return void navigate(pathAfterLogin(claims.role, from), { replace: true })

      before = token
      if (token) return

      clearSession()
      setLost('')
    }, timings.loginRolePoll)

    return () => clearInterval(timer)
  }, [paused, navigate, from])

  return lost
}

/** Whoever comes logged in already has nothing to type here, and is led on. */
function useLedOn(): void {
  const navigate = useNavigate()
  const from = (useLocation().state as { from?: unknown } | null)?.from

  useEffect(() => {
    const claims = decodeToken(accessToken() ?? '')
    if (claims && claims.exp * 1000 > Date.now())
      void navigate(pathAfterLogin(claims.role, from), { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- who logs in here is led on by the login
  }, [])
}

/** The accounts of the demo shop, a press away. */
function DemoAccounts({ form }: { form: UseFormReturn<Form> }) {
  const { t } = useTranslation('account')
  return (
    <Card className="grid gap-3 text-sm">
      <p className="text-muted">{t('login.demo', { password: demoPassword })}</p>

      <div className="flex flex-wrap gap-2">
        {demoAccounts.map(({ email }) => (
          <Button
            key={email}
            size="sm"
            onClick={() => form.reset({ email, password: demoPassword })}
          >
            {email}
          </Button>
        ))}
      </div>
    </Card>
  )
}

type FormProps = {
  form: UseFormReturn<Form>
  sign: Sign
  /** Why the session was lost, '' without a reason; null when none was. */
  lost: string | null
  onSubmit(event: FormEvent): void
  onByCode(): void
}

/** Email and password, and the way in by a code from the mail. */
function PasswordLogin({ form, sign, lost, onSubmit, onByCode }: FormProps) {
  const { t } = useTranslation(['account', 'common'])
  const { store } = useSite()
  const { state } = useLocation()
  const isLocked = sign.code === 'rate.limited'
  const { errors } = form.formState

  return (
    <SignFrame
      title={t('login.title')}
      notice={
        lost === null ? null : (
          <Notice tone={lost ? 'bad' : 'wait'}>{lost || t('login.lost')}</Notice>
        )
      }
      submit={t('login.submit')}
      busy={sign.busy}
      error={sign.error}
      onSubmit={onSubmit}
      links={
        <>
          <Link className="py-1 underline" to={paths.register} state={state}>
            {t('login.toRegister')}
          </Link>
          <Link className="py-1 underline" to={paths.forgotPassword}>
            {t('login.toForgot')}
          </Link>
        </>
      }
      otherWay={
        <>
          {isLocked && <p className="text-sm">{t('login.locked')}</p>}
          <Button disabled={sign.busy} onClick={onByCode}>
            {t('login.byCode')}
          </Button>
          <DiscordButton />
        </>
      }
      below={store.demo ? <DemoAccounts form={form} /> : null}
    >
      <Field
        label={t('field.email')}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { validate: (value) => emailError(value, t) ?? true })}
      />

      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        show={t('common:action.show')}
        hide={t('common:action.hide')}
        error={errors.password && t('field.required')}
        {...form.register('password', { required: true })}
      />
    </SignFrame>
  )
}

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const form = useForm<Form>({ defaultValues: { email: '', password: '' } })
  const sign = useSign('login', t('error.generic'))
  const enter = useEnter()
  useTitle(t('login.title'), t('common:head.login'))
  useLedOn()
  const lost = useLoginElsewhere(sign.busy)
  const steps = useCodeSteps(sign)

  const submit = form.handleSubmit(({ email, password }) =>
    sign.run(async (recaptchaToken) => {
      try {
        await enter(
          await call(ownApi.accounts.login, { body: { email, password, recaptchaToken } }),
        )
      } catch (failure) {
        const asked = challengeOf(failure)
        if (!asked) throw failure

        steps.challenge(asked, 'password')
      }
    }),
  )

  const byCode = () => {
    const email = form.getValues('email').trim()
    const fault = emailError(email, t)
    if (!fault) return void steps.send(email)

    form.setError('email', { message: fault }, { shouldFocus: true })
  }

  if (steps.at)
    return <CodeSteps steps={steps} sign={sign} backLabel={t('code.back')} onEnter={enter} />

  return (
    <PasswordLogin
      form={form}
      sign={sign}
      lost={lost}
      onSubmit={(event) => void submit(event)}
      onByCode={byCode}
    />
  )
}
