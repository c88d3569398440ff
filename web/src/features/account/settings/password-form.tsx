import { password as rules } from '@chaveiro/contracts/limits'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { storeToken } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { useSuccess } from './use-success.ts'

type Form = { current: string; next: string; confirm: string }

/** Why the change cannot be sent (S200). */
function faultOf({
  current,
  next,
  confirm,
}: Form): 'settings.allFields' | 'settings.mismatch' | 'settings.short' | null {
  if (!current || !next || !confirm) return 'settings.allFields'
  if (next !== confirm) return 'settings.mismatch'

  return next.length < rules.changeMin ? 'settings.short' : null
}

/** Change the password; only the server's own success counts. */
export function PasswordForm() {
  const { t } = useTranslation(['account', 'common'])
  const { register, handleSubmit, reset, formState } = useForm<Form>({
    defaultValues: { current: '', next: '', confirm: '' },
  })
  const [error, setError] = useState<string | null>(null)
  const [done, setDone] = useSuccess()

  const submit = handleSubmit(async (form) => {
    const fault = faultOf(form)
    setError(fault && t(fault, { min: rules.changeMin }))
    if (fault) return

    try {
      const answer = await call(ownApi.accounts.changePassword, {
        body: { currentPassword: form.current, newPassword: form.next },
      })
      if (!answer.success) return setError(t('error.generic'))

      // The session of before is over; its successor's token is in the answer.
      if (answer.accessToken) storeToken(answer.accessToken)
      reset()
      setDone(answer.message)
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : t('common:error.network'))
    }
  })

  const toggle = { show: t('common:action.show'), hide: t('common:action.hide') }

  return (
    <Card>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <PasswordField
          label={t('field.currentPassword')}
          autoComplete="current-password"
          {...toggle}
          {...register('current')}
        />

        <PasswordField
          label={t('field.newPassword')}
          autoComplete="new-password"
          {...toggle}
          {...register('next')}
        />

        <PasswordField
          label={t('field.confirm')}
          autoComplete="new-password"
          {...toggle}
          {...register('confirm')}
        />

        {error && <Notice tone="bad">{error}</Notice>}
        {done && <Notice tone="good">{done}</Notice>}

        <Button
          type="submit"
          look="primary"
          className="justify-self-start"
          busy={formState.isSubmitting}
        >
          {t('settings.change')}
        </Button>
      </form>
    </Card>
  )
}
