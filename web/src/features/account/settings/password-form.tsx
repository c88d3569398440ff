import { password as rules } from '@chaveiro/contracts/limits'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call, refusalMessage } from '../../../api/call.ts'
import { storeToken } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { useSuccess } from './use-success.ts'

type PasswordFields = { current: string; next: string; confirm: string }

/** Why the change cannot be sent; null if it can (S200). */
function findFault({
  current,
  next,
  confirm,
}: PasswordFields): 'settings.allFields' | 'settings.mismatch' | 'settings.short' | null {
  if (!current || !next || !confirm) return 'settings.allFields'
  if (next !== confirm) return 'settings.mismatch'

  if (next.length < rules.changeMin) return 'settings.short'

  return null
}

/** Changes the password. */
export function PasswordForm() {
  const { t } = useTranslation(['account', 'common'])
  const { register, handleSubmit, reset, formState } = useForm<PasswordFields>({
    defaultValues: { current: '', next: '', confirm: '' },
  })
  const [error, setError] = useState<string | null>(null)
  const [successText, setSuccessText] = useSuccess()

  const submitPassword = handleSubmit(async (form) => {
    const inputFault = findFault(form)
    setError(inputFault && t(inputFault, { min: rules.changeMin }))
    if (inputFault) return

    try {
      const response = await call(ownApi.accounts.changePassword, {
        body: { currentPassword: form.current, newPassword: form.next },
      })
      if (!response.success) return setError(t('error.generic'))

      // The old session has ended; the reply has the new token.
      if (response.accessToken) storeToken(response.accessToken)
      reset()
      setSuccessText(response.message)
    } catch (failure) {
      setError(refusalMessage(failure, t('common:error.network')))
    }
  })

  const toggleLabels = { show: t('common:action.show'), hide: t('common:action.hide') }

  return (
    <form
      onSubmit={(event) => void submitPassword(event)}
      noValidate
      className="grid max-w-md gap-4"
    >
      <PasswordField
        label={t('field.currentPassword')}
        autoComplete="current-password"
        {...toggleLabels}
        {...register('current')}
      />

      <PasswordField
        label={t('field.newPassword')}
        autoComplete="new-password"
        {...toggleLabels}
        {...register('next')}
      />

      <PasswordField
        label={t('field.confirm')}
        autoComplete="new-password"
        {...toggleLabels}
        {...register('confirm')}
      />

      {error && <Notice tone="bad">{error}</Notice>}
      {successText && <Notice tone="good">{successText}</Notice>}

      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        busy={formState.isSubmitting}
      >
        {t('settings.change')}
      </Button>
    </form>
  )
}
