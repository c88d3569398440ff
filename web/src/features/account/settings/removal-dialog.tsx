import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call, refusalMessage } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { goTo } from '../../../routing/navigation.ts'
import { paths } from '../../../routing/paths.ts'
import { clearSession, useSession } from '../../../state/session.ts'
import { localStore, writeText } from '../../../state/storage.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { isSixDigitCode } from '../../shared/sign/code-form.tsx'
import { forgetDrafts } from '../../shared/support/draft.ts'
import { useOwnCode } from './use-own-code.ts'

/**
 * Confirms the deletion of an account: what is deleted, what must be kept and until which year
 * (Q114), and proof of identity.
 */
export function RemovalDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['account', 'common'])
  const removalQuery = useQuery(ask(ownApi.ownAccount.removal, {}, { enabled: open }))
  const passwordQuery = useQuery(ask(ownApi.accounts.ownPassword, {}, { enabled: open }))
  const factorQuery = useQuery(ask(ownApi.accounts.twoFactor, {}, { enabled: open }))

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('removal.question')}
      closeLabel={t('common:action.close')}
    >
      <QueryResult
        answer={removalQuery}
        failed={t('error.generic')}
        retry={t('common:action.retry')}
        waiting={<Skeleton className="h-40" />}
      >
        {({ keptUntil }) => (
          <RemovalForm
            year={String(keptUntil)}
            by={requiredProof(passwordQuery.data?.hasPassword, factorQuery.data?.enabled)}
            onClose={onClose}
          />
        )}
      </QueryResult>
    </Dialog>
  )
}

/** Without a password, a second-factor code or a mailed code is asked for. */
function requiredProof(hasPassword = true, hasFactor = false): 'password' | 'code' | 'mailCode' {
  if (hasPassword) return 'password'
  if (hasFactor) return 'code'

  return 'mailCode'
}

function RemovalForm({
  year,
  by,
  onClose,
}: {
  year: string
  by: ReturnType<typeof requiredProof>
  onClose(): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const { register, handleSubmit, formState } = useForm({ defaultValues: { proof: '' } })
  const { user } = useSession()
  const [error, setError] = useState<string | null>(null)

  const submitRemoval = handleSubmit(async ({ proof }) => {
    setError(null)
    try {
      const proofFields = { password: proof, code: proof.trim(), mailCode: proof.trim() }
      const chosenProof = { [by]: proofFields[by] } as { password: string }
      const { message } = await call(ownApi.ownAccount.remove, { body: chosenProof })
      await goTo(paths.home)
      clearSession()
      // A deleted account leaves nothing in the browser (S147).
      if (user) forgetDrafts(user.id)
      writeText(localStore(), 'cupomCode', null)
      toast(message, 'good')
    } catch (failure) {
      setError(refusalMessage(failure, t('common:error.network')))
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submitRemoval(event)}>
      <p>{t('removal.goes')}</p>
      <p className="text-muted">{t('removal.stays', { year })}</p>
      <p className="text-muted">{t('removal.keys')}</p>

      {by === 'mailCode' && (
        <RemovalCode
          error={formState.errors.proof && t('code.invalid')}
          field={register('proof', { validate: isSixDigitCode })}
        />
      )}

      {by === 'code' && (
        <>
          <p>{t('removal.byFactor')}</p>

          <Field
            label={t('twoFactor.code')}
            hint={t('twoFactor.codeHint')}
            autoComplete="one-time-code"
            maxLength={32}
            error={formState.errors.proof && t('field.required')}
            {...register('proof', { required: true })}
          />
        </>
      )}

      {by === 'password' && (
        <PasswordField
          label={t('field.currentPassword')}
          autoComplete="current-password"
          show={t('common:action.show')}
          hide={t('common:action.hide')}
          error={formState.errors.proof && t('field.required')}
          {...register('proof', { required: true })}
        />
      )}

      {error && <Notice tone="bad">{error}</Notice>}

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

/** The mailed code for accounts without a password (P176), and the button that sends it. */
function RemovalCode({ error, field }: { error: ReactNode; field: UseFormRegisterReturn }) {
  const { t } = useTranslation('account')
  const { email, sent, busy, problem, send } = useOwnCode('removal')

  return (
    <>
      <p>{t('removal.byCode', { email })}</p>
      <Button className="justify-self-start" busy={busy} onClick={() => void send()}>
        {t('removal.sendCode')}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {sent && <Notice tone="good">{t('removal.codeSent', { email })}</Notice>}

      <Field
        label={t('code.label')}
        hint={t('code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        mono
        error={error}
        {...field}
      />
    </>
  )
}
