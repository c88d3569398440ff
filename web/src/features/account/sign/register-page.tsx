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
import { SignFrame, signLinkClass } from '../../shared/sign/sign-frame.tsx'
import { useEnter, useSign } from '../../shared/sign/use-sign.ts'

type RegisterForm = {
  name: string
  email: string
  password: string
  confirm: string
  terms: boolean
}

type FaultField = keyof RegisterForm

const faultKeys = {
  name: 'register.fieldRequired',
  email: 'register.fieldRequired',
  password: 'register.fieldRequired',
  confirm: 'register.fieldRequired',
  terms: 'register.terms',
  short: 'register.short',
  mismatch: 'register.mismatch',
} as const

/** Faults by field (S197); the server validates again. */
export function findFaults(
  form: RegisterForm,
): Partial<Record<FaultField, keyof typeof faultKeys>> {
  const fieldFaults: Partial<Record<FaultField, keyof typeof faultKeys>> = {}
  for (const fieldName of ['name', 'email', 'password', 'confirm'] as const)
    if (!form[fieldName].trim()) fieldFaults[fieldName] = fieldName
  if (!fieldFaults.password && form.password.length < rules.registerMin)
    fieldFaults.password = 'short'
  if (!fieldFaults.confirm && form.password !== form.confirm) fieldFaults.confirm = 'mismatch'
  if (!form.terms) fieldFaults.terms = 'terms'

  return fieldFaults
}

/** Name, mail, password twice, and terms; faults are shown below their fields. */
function RegisterFields({
  register,
  faults,
}: {
  register: UseFormRegister<RegisterForm>
  faults: ReturnType<typeof findFaults>
}) {
  const { t } = useTranslation(['account', 'common'])

  const faultText = (field: FaultField) => {
    const fieldFault = faults[field]
    return fieldFault && t(faultKeys[fieldFault], { min: rules.registerMin })
  }

  const toggleLabels = { show: t('common:action.show'), hide: t('common:action.hide') }

  return (
    <>
      <Field
        label={t('field.username')}
        autoComplete="name"
        error={faultText('name')}
        {...register('name')}
      />

      <Field
        label={t('field.email')}
        type="email"
        autoComplete="email"
        error={faultText('email')}
        {...register('email')}
      />

      <PasswordField
        label={t('field.password')}
        hint={t('register.hint', { min: rules.registerMin })}
        autoComplete="new-password"
        {...toggleLabels}
        error={faultText('password')}
        {...register('password')}
      />

      <PasswordField
        label={t('field.confirm')}
        autoComplete="new-password"
        {...toggleLabels}
        error={faultText('confirm')}
        {...register('confirm')}
      />

      <Checkbox error={faultText('terms')} {...register('terms')}>
        {t('register.termsBefore')}
        <Link to={paths.terms} target="_blank" className="link">
          {t('register.termsLink')}
        </Link>
      </Checkbox>
    </>
  )
}

export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const { state } = useLocation()
  const { register, handleSubmit } = useForm<RegisterForm>({
    defaultValues: { name: '', email: '', password: '', confirm: '', terms: false },
  })
  const signIn = useSign('register', t('error.generic'))
  const enterShop = useEnter()
  const [faults, setFaults] = useState<ReturnType<typeof findFaults>>({})
  useTitle(t('register.title'), t('common:head.register'))

  const submitRegistration = handleSubmit((form) => {
    const foundFaults = findFaults(form)
    setFaults(foundFaults)
    const hasMissing = (['name', 'email', 'password', 'confirm'] as const).some(
      (field) => foundFaults[field] === field,
    )
    if (Object.keys(foundFaults).length)
      return signIn.setError(hasMissing ? t('register.allFields') : null)

    return signIn.run(async (recaptchaToken) =>
      enterShop(
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
      busy={signIn.busy}
      error={signIn.error}
      onSubmit={(event) => void submitRegistration(event)}
      otherWay={<DiscordButton />}
      links={
        <Link className={signLinkClass} to={paths.login} state={state}>
          {t('register.toLogin')}
        </Link>
      }
    >
      <RegisterFields register={register} faults={faults} />
    </SignFrame>
  )
}
