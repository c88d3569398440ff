import { timings } from '@chaveiro/contracts/limits'
import { useEffect, useRef, useState, type ClipboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SignFrame } from './sign-frame.tsx'
import { storageRefusal } from './use-sign.ts'

type Props = {
  title: string
  lead: string
  submit: string
  /** Why another code could not be sent. */
  problem: string | null
  /** What leads back. */
  backLabel: string
  /** What the code opens; throws what refuses it. */
  onCode(code: string): Promise<void>
  /** Answers whether another code was sent. */
  onAgain(): Promise<boolean>
  onBack(): void
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
export const isCode = (value: string): boolean => /^\d{6}$/.test(value.replace(/\s/g, ''))

/** Seconds until another code may be asked for, and the way to begin anew. */
function useWait(): [seconds: number, again: () => void] {
  const [until, setUntil] = useState(() => Date.now() + timings.codeAgain)
  const [now, setNow] = useState(() => Date.now())
  const over = now >= until

  useEffect(() => {
    if (over) return

    const timer = setInterval(() => setNow(Date.now()), 1000)

    return () => clearInterval(timer)
  }, [over])

  const again = () => {
    setNow(Date.now())
    setUntil(Date.now() + timings.codeAgain)
  }

  return [Math.max(0, Math.ceil((until - now) / 1000)), again]
}

/** Sends what was entered, and keeps what came of it. */
function useEntering(onCode: Props['onCode']) {
  const { t } = useTranslation(['account', 'common'])
  const [error, setError] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const form = useForm({ defaultValues: { code: '' } })

  const submit = form.handleSubmit(async ({ code }) => {
    setError(null)
    try {
      await onCode(code)
    } catch (failure) {
      if (!(failure instanceof ApiError))
        return setError(storageRefusal(failure, t) ?? t('common:error.network'))

      setOver(failure.code === 'login_code.over')
      setError(failure.message || t('error.generic'))
    }
  })

  const startOver = () => {
    form.reset()
    setError(null)
    setOver(false)
  }

  return { form, submit, error, over, startOver }
}

/**
 * Where the six digits from the mail are entered (Q117): one field, which a phone fills by itself,
 * sent off with its sixth digit.
 */
export function CodeForm({ problem, backLabel, onCode, onAgain, onBack, ...frame }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const { form, submit, error, over, startOver } = useEntering(onCode)
  const [seconds, waitAgain] = useWait()
  const [sentAgain, setSentAgain] = useState(false)
  const tried = useRef('')
  const { formState, register, setValue } = form

  const tryOut = (value: string) => {
    const code = digitsOf(value)
    if (!isCode(value) || code === tried.current || formState.isSubmitting) return

    tried.current = code
    setSentAgain(false)
    void submit()
  }

  // What was copied may have words around the digits.
  const paste = (event: ClipboardEvent) => {
    const code = digitsOf(event.clipboardData.getData('text'))
    if (code.length !== 6) return

    event.preventDefault()
    setValue('code', code)
    tryOut(code)
  }

  const again = async () => {
    startOver()
    tried.current = ''
    if (!(await onAgain())) return

    waitAgain()
    setSentAgain(true)
  }

  const mayAgain = over || seconds === 0

  return (
    <SignFrame
      {...frame}
      busy={formState.isSubmitting}
      error={error ?? problem}
      done={sentAgain && !error && !problem ? t('code.sentAgain') : null}
      onSubmit={(event) => void submit(event)}
      links={
        <>
          <Button
            look={over ? 'primary' : 'ghost'}
            size="sm"
            className={over ? undefined : '-mx-3 tabular-nums underline'}
            disabled={!mayAgain}
            onClick={() => void again()}
          >
            {mayAgain ? t('code.again') : t('code.wait', { seconds })}
          </Button>

          <Button look="ghost" size="sm" className="-mx-3 underline" onClick={onBack}>
            {backLabel}
          </Button>
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
        onPaste={paste}
        {...register('code', {
          validate: isCode,
          onChange: (event: { target: { value: string } }) => tryOut(event.target.value),
        })}
      />
    </SignFrame>
  )
}
