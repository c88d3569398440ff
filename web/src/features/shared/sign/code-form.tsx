import { timings } from '@chaveiro/contracts/limits'
import { useEffect, useRef, useState, type ClipboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SignFrame, SignLinkButton } from './sign-frame.tsx'
import { storageRefusal } from './use-sign.ts'

type CodeFormProps = {
  title: string
  lead: string
  submit: string
  /** Why another code could not be sent. */
  problem: string | null
  backLabel: string
  /** Submits the code; throws if it is refused. */
  onCode(code: string): Promise<void>
  /** Resolves to whether another code was sent. */
  onAgain(): Promise<boolean>
  onBack(): void
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '')
export const isSixDigitCode = (value: string): boolean => /^\d{6}$/.test(value.replace(/\s/g, ''))

/** Seconds until another code may be requested, and a function that restarts the wait. */
function useResendWait(): [seconds: number, again: () => void] {
  const [resendAt, setResendAt] = useState(() => Date.now() + timings.codeAgain)
  const [currentTime, setCurrentTime] = useState(() => Date.now())
  const isOver = currentTime >= resendAt

  useEffect(() => {
    if (isOver) return

    const ticker = setInterval(() => setCurrentTime(Date.now()), 1000)

    return () => clearInterval(ticker)
  }, [isOver])

  const restart = () => {
    setCurrentTime(Date.now())
    setResendAt(Date.now() + timings.codeAgain)
  }

  return [Math.max(0, Math.ceil((resendAt - currentTime) / 1000)), restart]
}

/** Submits the code and keeps the error. */
function useCodeEntry(onCode: CodeFormProps['onCode']) {
  const { t } = useTranslation(['account', 'common'])
  const [entryError, setError] = useState<string | null>(null)
  const [isExpired, setIsExpired] = useState(false)
  const form = useForm({ defaultValues: { code: '' } })

  const submitCode = form.handleSubmit(async ({ code }) => {
    setError(null)
    try {
      await onCode(code)
    } catch (failure) {
      if (!(failure instanceof ApiError))
        return setError(storageRefusal(failure, t) ?? t('common:error.network'))

      setIsExpired(failure.code === 'login_code.over')
      setError(failure.message || t('error.generic'))
    }
  })

  const resetForm = () => {
    form.reset()
    setError(null)
    setIsExpired(false)
  }

  return { form, submit: submitCode, error: entryError, over: isExpired, startOver: resetForm }
}

/**
 * Field for the six-digit code from the mail (Q117). Phones fill it in; it submits with the sixth
 * digit.
 */
export function CodeForm({ problem, backLabel, onCode, onAgain, onBack, ...frame }: CodeFormProps) {
  const { t } = useTranslation(['account', 'common'])
  const { form, submit: submitCode, error, over, startOver: resetForm } = useCodeEntry(onCode)
  const [seconds, waitAgain] = useResendWait()
  const [sentAgain, setSentAgain] = useState(false)
  const lastTried = useRef('')
  const { formState, register, setValue } = form

  const submitIfComplete = (value: string) => {
    const digits = onlyDigits(value)
    if (!isSixDigitCode(value) || digits === lastTried.current || formState.isSubmitting) return

    lastTried.current = digits
    setSentAgain(false)
    void submitCode()
  }

  // Copied text may have words around the digits.
  const pasteCode = (event: ClipboardEvent) => {
    const digits = onlyDigits(event.clipboardData.getData('text'))
    if (digits.length !== 6) return

    event.preventDefault()
    setValue('code', digits)
    submitIfComplete(digits)
  }

  const sendAgain = async () => {
    resetForm()
    lastTried.current = ''
    if (!(await onAgain())) return

    waitAgain()
    setSentAgain(true)
  }

  const canResend = over || seconds === 0

  return (
    <SignFrame
      {...frame}
      busy={formState.isSubmitting}
      error={error ?? problem}
      done={sentAgain && !error && !problem ? t('code.sentAgain') : null}
      onSubmit={(event) => void submitCode(event)}
      links={
        <>
          {over && <Button onClick={() => void sendAgain()}>{t('code.again')}</Button>}
          {!over && (
            <SignLinkButton
              className="tabular-nums"
              disabled={!canResend}
              onClick={() => void sendAgain()}
            >
              {canResend ? t('code.again') : t('code.wait', { seconds })}
            </SignLinkButton>
          )}

          <SignLinkButton onClick={onBack}>{backLabel}</SignLinkButton>
        </>
      }
    >
      <Field
        label={t('code.label')}
        hint={t('code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        autoFocus
        mono
        error={formState.errors.code && t('code.invalid')}
        onPaste={pasteCode}
        {...register('code', {
          validate: isSixDigitCode,
          onChange: (event: { target: { value: string } }) => submitIfComplete(event.target.value),
        })}
      />
    </SignFrame>
  )
}
