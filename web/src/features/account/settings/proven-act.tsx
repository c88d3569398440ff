import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../api/call.ts'
import { useSession } from '../../../state/session.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { InsidePage } from '../../shared/sign/sign-frame.tsx'
import { OwnProof } from './own-proof.tsx'

type ProvenActionProps = {
  label: string
  look?: ButtonLook
  text: string
  /** Receives no password if the account has none. */
  run(body: { password?: string }): Promise<unknown>
}

/**
 * An action that needs proof of identity: a button that opens the password field, or another proof
 * if the account has no password.
 */
export function ActionWithProof({
  by = 'password',
  ...act
}: ProvenActionProps & { by?: 'none' | 'password' | 'mail' | 'factor' }) {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const closeForm = () => setIsOpen(false)

  if (!isOpen)
    return (
      <Button
        look={act.look ?? 'plain'}
        className="justify-self-start"
        onClick={() => setIsOpen(true)}
      >
        {act.label}
      </Button>
    )

  if (by === 'password' || by === 'none')
    return <PasswordActionForm {...act} hasPassword={by === 'password'} onClose={closeForm} />

  return (
    <InsidePage value>
      <div className="w-full">
        <OwnProof
          by={by}
          before="login"
          email={user?.email ?? ''}
          backLabel={t('twoFactor.cancel')}
          onProven={async () => {
            await act.run({})
            closeForm()
          }}
          onBack={closeForm}
        />
      </div>
    </InsidePage>
  )
}

function PasswordActionForm({
  label,
  look = 'plain',
  text,
  run,
  hasPassword,
  onClose,
}: ProvenActionProps & { hasPassword: boolean; onClose(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })

  const submitAction = handleSubmit(async ({ password }) => {
    setError(null)

    try {
      await run(hasPassword ? { password } : {})
    } catch (failure) {
      return setError(
        failure instanceof ApiError
          ? failure.message || t('error.generic')
          : t('common:error.network'),
      )
    }

    onClose()
  })

  return (
    <form
      noValidate
      className="grid w-full gap-3 rounded-lg bg-surface p-4"
      onSubmit={(event) => void submitAction(event)}
    >
      <p className="text-sm text-muted">{text}</p>

      {hasPassword && (
        <PasswordField
          autoFocus
          label={t('field.currentPassword')}
          autoComplete="current-password"
          show={t('common:action.show')}
          hide={t('common:action.hide')}
          error={formState.errors.password && t('field.required')}
          {...register('password', { required: true })}
        />
      )}

      {error && <Notice tone="bad">{error}</Notice>}

      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look={look === 'plain' ? 'primary' : look}
          busy={formState.isSubmitting}
        >
          {label}
        </Button>

        <Button look="ghost" onClick={onClose}>
          {t('twoFactor.cancel')}
        </Button>
      </div>
    </form>
  )
}
