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
import { pathAfterLogin } from './after-login.ts'

/** The browser refuses storage, so no session can be kept. */
class StorageRefused extends Error {}

export type SignedIn = {
  data: {
    tokens: { accessToken: string }
    user: { id: string; name: string; email: string; role: Role }
  }
}

/**
 * Shared state of the sign-in forms: captcha token, one request at a time, error text (S278 to
 * S280).
 */
export function useSign(action: CaptchaAction, generic: string) {
  const { t } = useTranslation(['account', 'common'])
  const captchaService = useCaptcha()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setErrorText] = useState<string | null>(null)
  const [errorCode, setErrorCode] = useState<string | null>(null)

  const setError = (text: string | null) => {
    setErrorText(text)
    setErrorCode(null)
  }

  async function runOnce(work: (recaptchaToken: string) => Promise<void>): Promise<void> {
    if (isBusy) return

    setIsBusy(true)
    setError(null)

    try {
      const captchaResult = await captchaService.execute(action)
      if (captchaResult === null) setError(t('common:error.captchaUnavailable'))
      else await work(captchaResult)
    } catch (failure) {
      setError(errorText(failure))
      if (failure instanceof ApiError) setErrorCode(failure.code)
    } finally {
      setIsBusy(false)
    }
  }

  function errorText(failure: unknown): string {
    if (!(failure instanceof ApiError))
      return storageRefusal(failure, t) ?? t('common:error.network')
    if (failure.message.includes('reCAPTCHA')) return t('common:error.captchaFailed')
    if (failure.message.includes('Invalid credentials')) return t('login.invalid')
    // Only the mail address can be malformed on these pages.
    if ((failure.body.fields as string[] | undefined)?.includes('email'))
      return t('field.emailInvalid')

    return failure.message || generic
  }

  return { busy: isBusy, error, code: errorCode, setError, run: runOnce }
}

export type Sign = ReturnType<typeof useSign>

/** Text for a browser that refuses storage; null for any other failure. */
export const storageRefusal = (
  failure: unknown,
  t: TFunction<['account', 'common']>,
): string | null => {
  if (failure instanceof StorageRefused) return t('error.storage')

  return null
}

/** Stores a new session; throws if the browser refuses storage. */
export function storeNewSession({ data }: SignedIn): void {
  storeSession(data.tokens.accessToken, data.user)
  if (accessToken() !== data.tokens.accessToken) throw new StorageRefused()
}

/**
 * Stores the new session and syncs a customer's cart. Then goes to the page the visitor came from,
 * or the role's start page (S153 to S155, Q03, Q50, Q126).
 */
export function useEnter(cameFrom?: unknown): (answer: SignedIn) => Promise<void> {
  const navigate = useNavigate()
  const previousPage = (useLocation().state as { from?: unknown } | null)?.from
  const returnTo = cameFrom ?? previousPage

  return async (answer) => {
    const { role } = answer.data.user
    storeNewSession(answer)
    if (!staffRoles.includes(role)) await syncLocalCart()
    await navigate(pathAfterLogin(role, returnTo), { replace: true })
  }
}

/** Error text of a mail address, null if it looks valid (F129). */
export function emailError(value: string, t: TFunction<['account', 'common']>): string | null {
  if (!value.trim()) return t('field.required')

  const [invalidCharacter] = /[^\x21-\x7e]/u.exec(value.trim()) ?? []
  if (invalidCharacter)
    return t(isWhitespace(invalidCharacter) ? 'field.emailBlank' : 'field.emailSign', {
      sign: invalidCharacter,
    })

  if (mailForm.test(value.trim())) return null

  return t('field.emailInvalid')
}

const isWhitespace = (sign: string): boolean => /\s/.test(sign)
