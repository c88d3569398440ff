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
import { InsidePage, SignFrame, SignLinkButton, signLinkClass } from './sign-frame.tsx'
import { emailError, useSign, type Sign, type SignedIn } from './use-sign.ts'

/**
 * Asks for a mail address; code and password are both offered, so that the form does not reveal
 * accounts.
 */
function MailStep({
  given: initialEmail,
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
  const emailForm = useForm({ defaultValues: { email: initialEmail } })
  const { register, handleSubmit, formState } = emailForm
  const submitEmail = (then: (email: string) => void) => (event?: FormEvent) =>
    void handleSubmit(({ email }) => then(email.trim()))(event)

  /** The password is asked for after the mail, so an empty field is an error. */
  const continueWithPassword = () => {
    if (emailForm.getValues('email').trim()) return submitEmail(onPassword)()

    return emailForm.setError('email', { message: t('getIn.mailFirst') }, { shouldFocus: true })
  }

  return (
    <SignFrame
      title={t('getIn.title')}
      lead={t('getIn.lead')}
      submit={t('getIn.submit')}
      busy={sign.busy}
      error={sign.error}
      onSubmit={submitEmail(onCode)}
      otherWay={
        <>
          <Button disabled={sign.busy} onClick={continueWithPassword}>
            {t('getIn.byPassword')}
          </Button>
          {withDiscord && <DiscordButton />}
        </>
      }
      links={
        // If no code can be sent, a new customer still needs a way to register (P174).
        sign.code === 'mail.unavailable' ? (
          <Link
            className={signLinkClass}
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
        {...register('email', { validate: (value) => emailError(value, t) ?? true })}
      />
    </SignFrame>
  )
}

/** Asks for a password. The code stays available, also when the account is locked (F130). */
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
            className={signLinkClass}
            to={paths.forgotPassword}
            state={{ from: pathname + search, ...(state as object | null) }}
          >
            {t('login.toForgot')}
          </Link>

          <SignLinkButton onClick={onBack}>{t('getIn.otherMail')}</SignLinkButton>
        </>
      }
    >
      {/* Password managers look for the user name. */}
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

type GetInProps = {
  onEnter(answer: SignedIn): Promise<void>
  email?: string
  withoutDiscord?: true
  namedLater?: true
}

function GetInSteps({ onEnter, email: initialEmail = '', withoutDiscord, namedLater }: GetInProps) {
  const { t } = useTranslation('account')
  const signIn = useSign('login', t('error.generic'))
  const codeSteps = useCodeSteps(signIn)
  const [email, setEmail] = useState(initialEmail)
  const [usesPassword, setUsesPassword] = useState(false)

  const switchStep = (password: boolean) => {
    signIn.setError(null)
    setUsesPassword(password)
  }

  const enterPassword = (password: string) =>
    signIn.run(async (recaptchaToken) => {
      try {
        await onEnter(
          await call(ownApi.accounts.login, { body: { email, password, recaptchaToken } }),
        )
      } catch (failure) {
        const newChallenge = challengeOf(failure)
        if (!newChallenge) throw failure

        codeSteps.challenge(newChallenge, 'password')
      }
    })

  const sendCode = (to: string) => {
    setEmail(to)
    void codeSteps.send(to)
  }

  if (codeSteps.at)
    return (
      <CodeSteps
        steps={codeSteps}
        sign={signIn}
        backLabel={t('getIn.otherMail')}
        namedLater={namedLater ?? false}
        onEnter={onEnter}
        onBack={() => setUsesPassword(false)}
      />
    )

  if (usesPassword)
    return (
      <PasswordStep
        email={email}
        sign={signIn}
        onPassword={(password) => void enterPassword(password)}
        onCode={() => sendCode(email)}
        onBack={() => switchStep(false)}
      />
    )

  return (
    <MailStep
      given={email}
      withDiscord={!withoutDiscord}
      sign={signIn}
      onCode={sendCode}
      onPassword={(to) => {
        setEmail(to)
        switchStep(true)
      }}
    />
  )
}

/**
 * Login or registration inside a page (P141, P142): a mail address, then a code or the password,
 * and the name of a new customer. No step before a right code reveals whether an account exists.
 */
export function GetIn(props: GetInProps) {
  return (
    <InsidePage value>
      <GetInSteps {...props} />
    </InsidePage>
  )
}
