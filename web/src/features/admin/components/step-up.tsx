import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call, refusalMessage } from '../../../api/call.ts'
import { stepUpAsking } from '../../../api/step-up.ts'
import { useStore } from '../../../external-store.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { Modal } from './modal.tsx'

/** Asks for the password or a code of the second factor, again after a wrong one. */
function ProofForm({ onDone }: { onDone(proven: boolean): void }) {
  const { t } = useTranslation('admin')
  const formId = useId()
  const [byCode, setByCode] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { password: '', code: '' },
  })
  // The dialog focuses its first field when it opens. After a switch to code or password, this
  // effect focuses the new field.
  useEffect(
    () => document.getElementById(formId)?.querySelector('input')?.focus(),
    [formId, byCode],
  )

  const submitProof = handleSubmit(async ({ password, code }) => {
    setError(null)

    try {
      await call(ownApi.accounts.stepUp, { body: byCode ? { code: code.trim() } : { password } })
    } catch (failure) {
      return setError(refusalMessage(failure, t('stepUp.failed')))
    }

    onDone(true)
  })

  return (
    <form
      id={formId}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.stopPropagation()
        void submitProof(event)
      }}
    >
      <p className="text-muted">{t('stepUp.text')}</p>

      {byCode && (
        <Field
          key="code"
          label={t('stepUp.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={formState.errors.code && t('kit.required')}
          {...register('code', { validate: (value) => !byCode || value.trim() !== '' })}
        />
      )}

      {!byCode && (
        <PasswordField
          key="password"
          label={t('stepUp.password')}
          autoComplete="current-password"
          show={t('stepUp.show')}
          hide={t('stepUp.hide')}
          error={formState.errors.password && t('kit.required')}
          {...register('password', { validate: (value) => byCode || value !== '' })}
        />
      )}

      {error && <Notice tone="bad">{error}</Notice>}

      <Button
        look="ghost"
        size="sm"
        className="-mx-3 justify-self-start underline"
        onClick={() => {
          setError(null)
          setByCode(!byCode)
        }}
      >
        {byCode ? t('stepUp.byPassword') : t('stepUp.byCode')}
      </Button>

      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onDone(false)}>{t('kit.cancel')}</Button>
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          {t('stepUp.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Asks for password or second factor when a call fails with auth.step_up; once in the shell. */
export function StepUp() {
  const { t } = useTranslation('admin')
  const pendingProof = useStore(stepUpAsking, null)

  return (
    <Modal
      open={pendingProof !== null}
      startsIn="first"
      unsaved={false}
      title={t('stepUp.title')}
      onClose={() => stepUpAsking.get()?.done(false)}
    >
      {pendingProof && <ProofForm onDone={pendingProof.done} />}
    </Modal>
  )
}
