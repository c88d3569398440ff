import { useState } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { QrCode } from '../../../ui/qr.tsx'
import { isSixDigitCode } from '../../shared/sign/code-form.tsx'
import { useOwnCode } from './use-own-code.ts'

/**
 * Shows the authenticator secret as QR code and text, and asks for the first code, which activates
 * it.
 */
export function TwoFactorSetup({
  secret,
  uri,
  mailbox,
  onDone,
  onCancel,
}: {
  secret: string
  uri: string
  /** The mail address must be proven too, by a code sent to it. */
  mailbox: boolean
  onDone(codes: string[]): void
  onCancel(): void
}) {
  const { t } = useTranslation(['account', 'common'])
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { code: '', mailCode: '' },
  })

  const submitCodes = handleSubmit(async ({ code, mailCode }) => {
    setError(null)
    try {
      const codeFields = { code: code.trim(), ...(mailbox && { mailCode: mailCode.trim() }) }
      onDone((await call(ownApi.accounts.confirmTwoFactor, { body: codeFields })).recoveryCodes)
    } catch (failure) {
      setError(
        failure instanceof ApiError
          ? failure.message || t('error.generic')
          : t('common:error.network'),
      )
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submitCodes(event)}>
      <p className="text-sm">{t('twoFactor.scan')}</p>
      <AuthenticatorSecret secret={secret} uri={uri} />

      <Field
        label={t('twoFactor.firstCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={formState.errors.code && t('field.required')}
        {...register('code', { validate: (value) => value.trim() !== '' })}
      />

      {mailbox && (
        <MailboxCode
          wrong={formState.errors.mailCode !== undefined}
          field={register('mailCode', { validate: isSixDigitCode })}
        />
      )}

      {error && <Notice tone="bad">{error}</Notice>}

      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          {t('twoFactor.confirm')}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {t('twoFactor.cancel')}
        </Button>
      </div>
    </form>
  )
}

function AuthenticatorSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation('account')
  return (
    <div className="flex flex-wrap items-center gap-4">
      <QrCode text={uri} label={t('twoFactor.qr')} size={176} level="M" />

      <div className="grid min-w-0 flex-1 basis-48 gap-2">
        <p className="text-sm text-muted">{t('twoFactor.byHand')}</p>
        <code className="font-mono text-sm wrap-anywhere">{secret}</code>

        <CopyButton
          className="justify-self-start"
          text={secret}
          label={t('twoFactor.copy')}
          copiedLabel={t('twoFactor.copied')}
        />
      </div>
    </div>
  )
}

/** The mailed code, and a button that sends another. */
function MailboxCode({ wrong, field }: { wrong: boolean; field: UseFormRegisterReturn }) {
  const { t } = useTranslation('account')
  const { email, sent, busy, problem, send } = useOwnCode('mailbox')

  return (
    <div className="grid gap-3">
      <p className="text-sm wrap-anywhere">{t('twoFactor.mailbox', { email })}</p>

      <Field
        label={t('twoFactor.mailCode')}
        hint={t('code.hint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        mono
        error={wrong && t('code.invalid')}
        {...field}
      />

      {problem && <Notice tone="bad">{problem}</Notice>}
      {sent && <Notice tone="good">{t('code.sentAgain')}</Notice>}

      <Button
        look="ghost"
        className="-mx-4 justify-self-start underline"
        busy={busy}
        onClick={() => void send()}
      >
        {t('code.again')}
      </Button>
    </div>
  )
}

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onSeen }: { codes: readonly string[]; onSeen(): void }) {
  const { t } = useTranslation('account')
  return (
    <div className="grid gap-4">
      <Notice tone="wait">
        <p className="text-ink">{t('twoFactor.codesText')}</p>
      </Notice>

      <ul
        aria-label={t('twoFactor.codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-surface p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>

      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={codes.join('\n')}
          label={t('twoFactor.copyCodes')}
          copiedLabel={t('twoFactor.copied')}
        />

        <Button look="primary" onClick={onSeen}>
          {t('twoFactor.codesKept')}
        </Button>
      </div>
    </div>
  )
}
