import type { CaptchaAction } from '@chaveiro/contracts/limits'
import { staffRoles, type Role } from '@chaveiro/contracts/limits'
import { mailForm } from '@chaveiro/contracts/mail-form'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'

import { ApiError } from '../../../api/call.ts'
import { useCaptcha } from '../../../api/captcha.ts'
import { syncLocalCart } from '../../../state/cart-sync.ts'
import { accessToken, storeSession } from '../../../state/session.ts'
import { afterLogin } from './after-login.ts'

/** The browser does not let the shop keep anything, so nobody can stay logged in. */
class StorageRefused extends Error {}

export type SignedIn = {
  data: {
    tokens: { accessToken: string }
    user: { id: string; name: string; email: string; role: Role }
  }
}

/**
 * What the sign pages share: a captcha token for the act, one request at a time, and the text of
 * what went wrong (S278 to S280).
 */
export function useSign(action: CaptchaAction, generic: string) {
  const { t } = useTranslation(['account', 'common'])
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)
  const [error, setText] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)

  const setError = (text: string | null) => {
    setText(text)
    setCode(null)
  }

  async function run(work: (recaptchaToken: string) => Promise<void>): Promise<void> {
    if (busy) return

    setBusy(true)
    setError(null)

    try {
      const token = await captcha.execute(action)
      if (token === null) setError(t('common:error.captchaUnavailable'))
      else await work(token)
    } catch (failure) {
      setError(textOf(failure))
      if (failure instanceof ApiError) setCode(failure.code)
    } finally {
      setBusy(false)
    }
  }

  function textOf(failure: unknown): string {
    if (!(failure instanceof ApiError))
      return storageRefusal(failure, t) ?? t('common:error.network')
    if (failure.message.includes('reCAPTCHA')) return t('common:error.captchaFailed')
    if (failure.message.includes('Invalid credentials')) return t('login.invalid')
    // Only the address can be malformed on these pages.
    if ((failure.body.fields as string[] | undefined)?.includes('email'))
      return t('field.emailInvalid')

    return failure.message || generic
  }

  return { busy, error, code, setError, run }
}

export type Sign = ReturnType<typeof useSign>

/** That the browser refused to keep a session, in words; null for any other failure. */
export const storageRefusal = (
  failure: unknown,
  t: TFunction<['account', 'common']>,
): string | null => (failure instanceof StorageRefused ? t('error.storage') : null)

/** Keep a new session in this browser; throws when it may keep nothing. */
export function keepSession({ data }: SignedIn): void {
  storeSession(data.tokens.accessToken, data.user)
  if (accessToken() !== data.tokens.accessToken) throw new StorageRefused()
}

/**
 * Keep the new session and go on, a customer with his cart, to the guarded page one came from, or
 * to where the role begins (S153 to S155, Q03, Q50, Q126).
 */
export function useEnter(cameFrom?: unknown): (answer: SignedIn) => Promise<void> {
  const navigate = useNavigate()
  const before = (useLocation().state as { from?: unknown } | null)?.from
  const from = cameFrom ?? before

  return async (answer) => {
    const { role } = answer.data.user
    keepSession(answer)
    if (!staffRoles.includes(role)) await syncLocalCart()
    await navigate(afterLogin(role, from), { replace: true })
  }
}

/** What is wrong with an email, in words for its field; null when it looks like one (F129). */
export function emailFault(value: string, t: TFunction<['account', 'common']>): string | null {
  if (!value.trim()) return t('field.required')

  const [strange] = /[^\x21-\x7e]/u.exec(value.trim()) ?? []
  if (strange)
    return t(isBlank(strange) ? 'field.emailBlank' : 'field.emailSign', { sign: strange })

  return mailForm.test(value.trim()) ? null : t('field.emailInvalid')
}

const isBlank = (sign: string): boolean => /\s/.test(sign)
