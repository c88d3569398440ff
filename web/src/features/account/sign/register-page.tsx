import { password as rules } from '@chaveiro/contracts/limits'
import { useState } from 'react'
import { useForm, type UseFormRegister } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { Checkbox, Field, PasswordField } from '../../../ui/field.tsx'
import { DiscordButton } from '../../shared/sign/discord-button.tsx'
import { SignFrame } from '../../shared/sign/sign-frame.tsx'
import { useEnter, useSign } from '../../shared/sign/use-sign.ts'

type Form = { name: string; email: string; password: string; confirm: string; terms: boolean }

type Fault = keyof Form

const faultKeys = {
  name: 'register.fieldRequired',
  email: 'register.fieldRequired',
  password: 'register.fieldRequired',
  confirm: 'register.fieldRequired',
  terms: 'register.terms',
  short: 'register.short',
  mismatch: 'register.mismatch',
} as const

/** What is wrong with which field, each in its own words (S197); the server checks again. */
export function faultsOf(form: Form): Partial<Record<Fault, keyof typeof faultKeys>> {
  const faults: Partial<Record<Fault, keyof typeof faultKeys>> = {}
  for (const field of ['name', 'email', 'password', 'confirm'] as const)
    if (!form[field].trim()) faults[field] = field
  if (!faults.password && form.password.length < rules.registerMin) faults.password = 'short'
  if (!faults.confirm && form.password !== form.confirm) faults.confirm = 'mismatch'
  if (!form.terms) faults.terms = 'terms'

  return faults
}

/** Name, email, the password twice, and the terms; what is wrong stands below its field. */
function RegisterFields({
  register,
  faults,
}: {
  register: UseFormRegister<Form>
  faults: ReturnType<typeof faultsOf>
}) {
  const { t } = useTranslation(['account', 'common'])

  const told = (field: Fault) => {
    const fault = faults[field]
    return fault && t(faultKeys[fault], { min: rules.registerMin })
  }

  const toggle = { show: t('common:action.show'), hide: t('common:action.hide') }

  return (
    <>
      <Field
        label={t('field.username')}
        autoComplete="name"
        error={told('name')}
        {...register('name')}
      />

      <Field
        label={t('field.email')}
        type="email"
        autoComplete="email"
        error={told('email')}
        {...register('email')}
      />

      <PasswordField
        label={t('field.password')}
        hint={t('register.hint', { min: rules.registerMin })}
        autoComplete="new-password"
        {...toggle}
        error={told('password')}
        {...register('password')}
      />

      <PasswordField
        label={t('field.confirm')}
        autoComplete="new-password"
        {...toggle}
        error={told('confirm')}
        {...register('confirm')}
      />

      <Checkbox error={told('terms')} {...register('terms')}>
        {t('register.termsBefore')}
        <Link to={paths.terms} target="_blank" className="font-medium underline">
          {t('register.termsLink')}
        </Link>
      </Checkbox>
    </>
  )
}

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const { state } = useLocation()
  const { register, handleSubmit } = useForm<Form>({
    defaultValues: { name: '', email: '', password: '', confirm: '', terms: false },
  })
  const sign = useSign('register', t('error.generic'))
  const enter = useEnter()
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>({})
  useTitle(t('register.title'), t('common:head.register'))

  const submit = handleSubmit((form) => {
    const found = faultsOf(form)
    setFaults(found)
    const missing = (['name', 'email', 'password', 'confirm'] as const).some(
      (field) => found[field] === field,
    )
    if (Object.keys(found).length) return sign.setError(missing ? t('register.allFields') : null)

    return sign.run(async (recaptchaToken) =>
      enter(
        await call(ownApi.accounts.register, {
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

  return (
    <SignFrame
      title={t('register.title')}
      lead={t('register.lead')}
      submit={t('register.submit')}
      busy={sign.busy}
      error={sign.error}
      onSubmit={(event) => void submit(event)}
      otherWay={<DiscordButton />}
      links={
        <Link className="py-1 underline" to={paths.login} state={state}>
          {t('register.toLogin')}
        </Link>
      }
    >
      <RegisterFields register={register} faults={faults} />
    </SignFrame>
  )
}
