import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call, refusalMessage } from '../../../api/call.ts'
import { storeUser, useSession } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { useSuccess } from './use-success.ts'

const maxNameLength = 80

/** Changes the name used in mails and on later orders. */
export function RenameForm() {
  const { t } = useTranslation(['account', 'common'])
  const { user } = useSession()
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { name: '' } })
  const [error, setError] = useState<string | null>(null)
  const [successText, setSuccessText] = useSuccess()

  const submitName = handleSubmit(async ({ name }) => {
    setError(null)
    try {
      const response = await call(ownApi.ownAccount.rename, { body: { name: name.trim() } })
      storeUser(response.user)
      reset()
      setSuccessText(response.message)
    } catch (failure) {
      setError(refusalMessage(failure, t('common:error.network')))
    }
  })

  return (
    <form onSubmit={(event) => void submitName(event)} noValidate className="grid max-w-md gap-4">
      <Field
        label={t('rename.label')}
        placeholder={user?.name ?? ''}
        maxLength={maxNameLength}
        autoComplete="name"
        error={formState.errors.name && t('field.required')}
        {...register('name', { validate: (name) => name.trim() !== '' })}
      />

      <p className="text-sm text-muted">{t('rename.hint')}</p>
      {error && <Notice tone="bad">{error}</Notice>}
      {successText && <Notice tone="good">{successText}</Notice>}
      <Button type="submit" className="justify-self-start" busy={formState.isSubmitting}>
        {t('rename.save')}
      </Button>
    </form>
  )
}
