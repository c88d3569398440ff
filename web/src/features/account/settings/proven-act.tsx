import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/call.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/field.tsx'

/** An act that asks for the password again: a button, then the field in its place. */
export function PasswordAct({
  label,
  look = 'plain',
  text,
  run,
}: {
  label: string
  look?: ButtonLook
  text: string
  run(password: string): Promise<unknown>
}) {
  const { t } = useTranslation(['account', 'common'])
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { password: '' } })
  const submit = handleSubmit(async ({ password }) => {
    setError(null)
    try {
      await run(password)
    } catch (failure) {
      return setError(
        failure instanceof ApiError
          ? failure.message || t('error.generic')
          : t('common:error.network'),
      )
    }
    reset()
    setOpen(false)
  })
  if (!open)
    return (
      <Button look={look} size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {label}
      </Button>
    )
  return (
    <form
      noValidate
      className="grid gap-3 rounded-md border border-line p-4"
      onSubmit={(event) => void submit(event)}
    >
      <p className="text-sm text-muted">{text}</p>
      <PasswordField
        autoFocus
        label={t('field.currentPassword')}
        autoComplete="current-password"
        show={t('common:action.show')}
        hide={t('common:action.hide')}
        error={formState.errors.password && t('field.required')}
        {...register('password', { required: true })}
      />
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          look={look === 'plain' ? 'primary' : look}
          busy={formState.isSubmitting}
        >
          {label}
        </Button>
        <Button
          size="sm"
          look="ghost"
          onClick={() => {
            reset()
            setError(null)
            setOpen(false)
          }}
        >
          {t('twoFactor.cancel')}
        </Button>
      </div>
    </form>
  )
}
