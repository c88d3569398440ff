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
import { SignFrame, signLinkClass } from '../../shared/sign/sign-frame.tsx'
import { emailError, useEnter, useSign, type Sign } from '../../shared/sign/use-sign.ts'

type LoginFields = { email: string; password: string }

/**
 * Polls the stored token every second (S151, Q07): a login in another tab redirects this tab, a
 * lost session is cleared. Returns why a session was lost ('' without a reason), or null.
 */
function useLoginElsewhere(paused: boolean): string | null {
  const navigate = useNavigate()
  const returnTo = (useLocation().state as { from?: unknown } | null)?.from
  const [lossReason, setLossReason] = useState(lossOfSession)

  useEffect(() => {
    if (paused) return

    let previousToken = accessToken()

    const roleTimer = setInterval(() => {
      const currentToken = accessToken()
      if (currentToken === previousToken) return

      const tokenClaims = currentToken ? decodeToken(currentToken) : null
      if (tokenClaims)
        return void navigate(pathAfterLogin(tokenClaims.role, returnTo), { replace: true })

      previousToken = currentToken
      if (currentToken) return

      clearSession()
      setLossReason('')
    }, timings.loginRolePoll)

    return () => clearInterval(roleTimer)
  }, [paused, navigate, returnTo])

  return lossReason
}

/** Redirects visitors who are logged in already. */
function useRedirectLoggedIn(): void {
  const navigate = useNavigate()
  const returnTo = (useLocation().state as { from?: unknown } | null)?.from

  useEffect(() => {
    const tokenClaims = decodeToken(accessToken() ?? '')
    if (tokenClaims && tokenClaims.exp * 1000 > Date.now())
      void navigate(pathAfterLogin(tokenClaims.role, returnTo), { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- who logs in here is led on by the login
  }, [])
}

/** Buttons that fill in the demo shop's accounts. */
function DemoAccounts({ form }: { form: UseFormReturn<LoginFields> }) {
  const { t } = useTranslation('account')
  return (
    <Card className="grid gap-3 text-sm">
      <p className="text-muted">{t('login.demo', { password: demoPassword })}</p>

      <div className="flex flex-wrap gap-2">
        {demoAccounts.map(({ email }) => (
          <Button key={email} onClick={() => form.reset({ email, password: demoPassword })}>
            {email}
          </Button>
        ))}
      </div>
    </Card>
  )
}

type LoginFormProps = {
  form: UseFormReturn<LoginFields>
  sign: Sign
  /** Why the session was lost, '' without a reason; null if no session was lost. */
  lost: string | null
  onSubmit(event: FormEvent): void
  onByCode(): void
}

/** Login by mail and password, with a link to login by code. */
function PasswordLogin({ form, sign, lost, onSubmit, onByCode }: LoginFormProps) {
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
          <Link className={signLinkClass} to={paths.register} state={state}>
            {t('login.toRegister')}
          </Link>
          <Link className={signLinkClass} to={paths.forgotPassword}>
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
      below={store.demo && <DemoAccounts form={form} />}
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
  const loginForm = useForm<LoginFields>({ defaultValues: { email: '', password: '' } })
  const signIn = useSign('login', t('error.generic'))
  const enterShop = useEnter()
  useTitle(t('login.title'), t('common:head.login'))
  useRedirectLoggedIn()
  const lossReason = useLoginElsewhere(signIn.busy)
  const codeSteps = useCodeSteps(signIn)

  const submitPassword = loginForm.handleSubmit(({ email, password }) =>
    signIn.run(async (recaptchaToken) => {
      try {
        await enterShop(
          await call(ownApi.accounts.login, { body: { email, password, recaptchaToken } }),
        )
      } catch (failure) {
        const newChallenge = challengeOf(failure)
        if (!newChallenge) throw failure

        codeSteps.challenge(newChallenge, 'password')
      }
    }),
  )

  const loginByCode = () => {
    const typedEmail = loginForm.getValues('email').trim()
    const mailFault = emailError(typedEmail, t)
    if (!mailFault) return void codeSteps.send(typedEmail)

    loginForm.setError('email', { message: mailFault }, { shouldFocus: true })
  }

  if (codeSteps.at)
    return (
      <CodeSteps steps={codeSteps} sign={signIn} backLabel={t('code.back')} onEnter={enterShop} />
    )

  return (
    <PasswordLogin
      form={loginForm}
      sign={signIn}
      lost={lossReason}
      onSubmit={(event) => void submitPassword(event)}
      onByCode={loginByCode}
    />
  )
}
