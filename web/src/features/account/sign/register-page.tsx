import { password as rules } from '@chaveiro/contracts/limits'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { api, call } from '../../../lib/call.ts'
import { paths } from '../../../lib/paths.ts'
import { useTitle } from '../../../lib/title.ts'
import { Checkbox, Field, PasswordField } from '../../../ui/field.tsx'
import { SignFrame } from './sign-frame.tsx'
import { useEnter, useSign } from './use-sign.ts'

type Form = { name: string; email: string; password: string; confirm: string; terms: boolean }

/** Why the form cannot be sent, each failure with its own words (S197); the server checks again. */
function faultOf(
  form: Form,
): 'register.allFields' | 'register.mismatch' | 'register.short' | 'register.terms' | null {
  if (!form.name.trim() || !form.email.trim() || !form.password || !form.confirm)
    return 'register.allFields'
  if (form.password !== form.confirm) return 'register.mismatch'
  if (form.password.length < rules.registerMin) return 'register.short'
  return form.terms ? null : 'register.terms'
}

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const { state } = useLocation()
  const { register, handleSubmit } = useForm<Form>({
    defaultValues: { name: '', email: '', password: '', confirm: '', terms: false },
  })
  const sign = useSign('register', t('error.generic'))
  const enter = useEnter()
  useTitle(t('register.title'), t('common:head.register'))
  const submit = handleSubmit((form) => {
    const fault = faultOf(form)
    if (fault) return sign.setError(t(fault, { min: rules.registerMin }))
    return sign.run(async (recaptchaToken) =>
      enter(
        await call(api.accounts.register, {
          body: {
            name: form.name.trim(),
            email: form.email.trim(),
            password: form.password,
            termsAccepted: form.terms,
            recaptchaToken,
          },
        }),
      ),
    )
  })
  const toggle = { show: t('common:action.show'), hide: t('common:action.hide') }
  return (
    <SignFrame
      title={t('register.title')}
      lead={t('register.lead')}
      submit={t('register.submit')}
      busy={sign.busy}
      error={sign.error}
      onSubmit={(event) => void submit(event)}
      links={
        <Link className="underline" to={paths.login} state={state}>
          {t('register.toLogin')}
        </Link>
      }
    >
      <Field label={t('field.username')} autoComplete="name" {...register('name')} />
      <Field label={t('field.email')} type="email" autoComplete="email" {...register('email')} />
      <PasswordField
        label={t('field.password')}
        hint={t('register.hint', { min: rules.registerMin })}
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
      <Checkbox {...register('terms')}>
        {t('register.termsBefore')}
        <Link to={paths.terms} target="_blank" className="font-medium underline">
          {t('register.termsLink')}
        </Link>
      </Checkbox>
    </SignFrame>
  )
}
