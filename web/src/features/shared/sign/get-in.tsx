import { useState, type FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { CodeSteps, useCodeSteps } from './code-steps.tsx'
import { DiscordButton } from './discord-button.tsx'
import { challengeOf } from './second-step.tsx'
import { InsidePage, SignFrame } from './sign-frame.tsx'
import { emailFault, useSign, type Sign, type SignedIn } from './use-sign.ts'

/** Where a mail is asked for; whoever it belongs to, both ways on are offered. */
function MailStep({
  given,
  withDiscord,
  sign,
  onCode,
  onPassword,
}: {
  given: string
  withDiscord: boolean
  sign: Sign
  onCode(email: string): void
  onPassword(email: string): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const { pathname, search, state } = useLocation()
  const form = useForm({ defaultValues: { email: given } })
  const { register, handleSubmit, formState } = form
  const go = (then: (email: string) => void) => (event?: FormEvent) =>
    void handleSubmit(({ email }) => then(email.trim()))(event)

  /** A password is asked for after the mail: an empty field says so. */
  const goByPassword = () =>
    form.getValues('email').trim()
      ? go(onPassword)()
      : form.setError('email', { message: t('getIn.mailFirst') }, { shouldFocus: true })

  return (
    <SignFrame
      title={t('getIn.title')}
      lead={t('getIn.lead')}
      submit={t('getIn.submit')}
      busy={sign.busy}
      error={sign.error}
      onSubmit={go(onCode)}
      otherWay={
        <>
          <Button disabled={sign.busy} onClick={goByPassword}>
            {t('getIn.byPassword')}
          </Button>
          {withDiscord && <DiscordButton />}
        </>
      }
      links={
        // Where no code can be sent, somebody new still needs a way in (P174).
        sign.code === 'mail.unavailable' ? (
          <Link
            className="py-2 underline"
            to={paths.register}
            state={{ from: pathname + search, ...(state as object | null) }}
          >
            {t('getIn.toRegister')}
          </Link>
        ) : null
      }
    >
      <Field
        label={t('field.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email', { validate: (value) => emailFault(value, t) ?? true })}
      />
    </SignFrame>
  )
}

/** The password of a mail that was given; the code stays in reach, also past a lock (F130). */
function PasswordStep({
  email,
  sign,
  onPassword,
  onCode,
  onBack,
}: {
  email: string
  sign: Sign
  onPassword(password: string): void
  onCode(): void
  onBack(): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const { pathname, search, state } = useLocation()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })

  return (
    <SignFrame
      title={t('getIn.passwordTitle')}
      lead={t('getIn.passwordLead', { email })}
      submit={t('login.submit')}
      busy={sign.busy}
      error={sign.error}
      onSubmit={(event) => void handleSubmit(({ password }) => onPassword(password))(event)}
      otherWay={
        <>
          {sign.code === 'rate.limited' && <p className="text-sm">{t('login.locked')}</p>}
          <Button disabled={sign.busy} onClick={onCode}>
            {t('login.byCode')}
          </Button>
        </>
      }
      links={
        <>
          <Link
            className="py-2 underline"
            to={paths.forgotPassword}
            state={{ from: pathname + search, ...(state as object | null) }}
          >
            {t('login.toForgot')}
          </Link>

          <Button look="ghost" size="sm" className="-mx-3 underline" onClick={onBack}>
            {t('getIn.otherMail')}
          </Button>
        </>
      }
    >
      {/* Password managers look for the name that belongs to the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />

      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        autoFocus
        show={t('common:action.show')}
        hide={t('common:action.hide')}
        error={formState.errors.password && t('field.required')}
        {...register('password', { required: true })}
      />
    </SignFrame>
  )
}

type Entering = {
  onEnter(answer: SignedIn): Promise<void>
  /** The mail that is known already. */
  email?: string
  /** Discord has been tried already. */
  withoutDiscord?: true
  /** Somebody new is asked for the name later. */
  namedLater?: true
}

function Steps({ onEnter, email: known = '', withoutDiscord, namedLater }: Entering) {
  const { t } = useTranslation('account')
  const sign = useSign('login', t('error.generic'))
  const steps = useCodeSteps(sign)
  const [email, setEmail] = useState(known)
  const [byPassword, setByPassword] = useState(false)

  const turnTo = (password: boolean) => {
    sign.setError(null)
    setByPassword(password)
  }

  const enterPassword = (password: string) =>
    sign.run(async (recaptchaToken) => {
      try {
        await onEnter(
          await call(ownApi.accounts.login, { body: { email, password, recaptchaToken } }),
        )
      } catch (failure) {
        const asked = challengeOf(failure)
        if (!asked) throw failure

        steps.challenge(asked, 'password')
      }
    })

  const sendCode = (to: string) => {
    setEmail(to)
    void steps.send(to)
  }

  if (steps.at)
    return (
      <CodeSteps
        steps={steps}
        sign={sign}
        backLabel={t('getIn.otherMail')}
        namedLater={namedLater ?? false}
        onEnter={onEnter}
        onBack={() => setByPassword(false)}
      />
    )

  if (byPassword)
    return (
      <PasswordStep
        email={email}
        sign={sign}
        onPassword={(password) => void enterPassword(password)}
        onCode={() => sendCode(email)}
        onBack={() => turnTo(false)}
      />
    )

  return (
    <MailStep
      given={email}
      withDiscord={!withoutDiscord}
      sign={sign}
      onCode={sendCode}
      onPassword={(to) => {
        setEmail(to)
        turnTo(true)
      }}
    />
  )
}

/**
 * Getting in without leaving the page (P141, P142): a mail, then a code from it or the password,
 * and the name of whoever is new. Nothing on the way tells whether a mail has an account before its
 * code was right.
 */
export function GetIn(props: Entering) {
  return (
    <InsidePage value>
      <Steps {...props} />
    </InsidePage>
  )
}
