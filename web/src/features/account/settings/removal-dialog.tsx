import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { lateApi } from 'virtual:late-api'
import { ApiError, call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { goTo } from '../../../routing/navigation.ts'
import { paths } from '../../../routing/paths.ts'
import { clearSession } from '../../../state/session.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'

/**
 * The last question before an account is deleted: what goes, what the books keep and until which
 * year (Q114), and the password.
 */
export function RemovalDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const answer = useQuery(ask(lateApi.ownAccount.removal, {}, { enabled: open }))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('removal.question')}
      closeLabel={t('common:action.close')}
    >
      <Answered
        answer={answer}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-40" />}
      >
        {({ keptUntil }) => <RemovalForm year={String(keptUntil)} onClose={onClose} />}
      </Answered>
    </Dialog>
  )
}

function RemovalForm({ year, onClose }: { year: string; onClose(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const [error, setError] = useState<string | null>(null)
  const submit = handleSubmit(async ({ password }) => {
    setError(null)
    try {
      const { message } = await call(lateApi.ownAccount.remove, { body: { password } })
      await goTo(paths.home)
      clearSession()
      toast(message, 'good')
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : t('common:error.network'))
    }
  })
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <p>{t('removal.goes')}</p>
      <p className="text-muted">{t('removal.stays', { year })}</p>
      <p className="text-muted">{t('removal.keys')}</p>
      <PasswordField
        label={t('field.currentPassword')}
        autoComplete="current-password"
        show={t('common:action.show')}
        hide={t('common:action.hide')}
        error={formState.errors.password && t('field.required')}
        {...register('password', { required: true })}
      />
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger" busy={formState.isSubmitting}>
          {t('removal.act')}
        </Button>
        <Button look="ghost" onClick={onClose}>
          {t('removal.back')}
        </Button>
      </div>
    </form>
  )
}
